// What to do now, in one line: by the phase of the game, which the program names.
import { moveNumber } from "../analysis/scores.js";
import { gameTitle, playersText, sideName, statusText } from "../shell/display-names.js";
import { has, t } from "../shell/i18n.js";
import { isPerson } from "./player-spec.js";
/** @import { Game, Side } from "../protocol.d.ts" */

/**
 * The side that this browser plays, if it is exactly one.
 * @param {Game} game
 * @returns {Side | null}
 */
export function ownSide({ rights, seats }) {
  const own = [0, 1].filter((index) => isPerson(seats[index]) && rights.moves[index]);
  return own.length === 1 ? (own[0] ? "p2" : "p1") : null;
}

/**
 * What to do now.
 * @param {Game} game The game as it is.
 * @param {Game} shown The game at the position that is looked at.
 * @param {number} selected How many elements of a move are selected.
 */
export function instructionText(game, shown, selected) {
  if (shown !== game && shown.outcome) return endingText(shown);
  // Of a finished game nothing is asked any more, though moves can be tried.
  if (shown !== game && (game.outcome || !shown.moves.length)) return lookText(game, shown);
  if (shown.moves.length) {
    const task = taskText(shown, selected);
    return shown === game ? task : `${lookText(game, shown)} ${task}`;
  }
  if (game.outcome) return endingText(game);
  const index = game.to_move === "p2" ? 1 : 0;
  if (isPerson(game.seats[index])) return t(game.rights.moves.some(Boolean) ? "instruct.wait" : "instruct.watch");
  return t(game.running && game.ply === game.line.length ? "instruct.computer" : "instruct.paused");
}

/**
 * What is to be selected next.
 * @param {Game} game
 * @param {number} selected
 */
function taskText({ game, phases }, selected) {
  const phase = phases[selected] ?? phases.at(-1);
  const key = `instruct.${game}.${phase}`;
  return has(key) ? t(key) : t("instruct.select");
}

/**
 * Which position of a game is shown, by the move that led to it, numbered as in the list.
 * @param {Game} game
 * @param {number} ply
 */
export function pastText(game, ply) {
  return ply ? t("instruct.past", moveNumber(game, ply - 1)) : t("instruct.past_start");
}

/**
 * @param {Game} game
 * @param {Game & { variation?: unknown }} shown
 */
function lookText(game, shown) {
  if (shown.variation) return t("instruct.variation");
  return pastText(game, shown.ply);
}

/**
 * How the game ended; empty if there is only one way.
 * @param {Game} game
 */
export function endingText({ game, ending, outcome }) {
  if (!ending || !outcome) return "";
  const winner = outcome === "draw" ? "" : sideName(game, outcome);
  const loser = outcome === "draw" ? "" : sideName(game, outcome === "p1" ? "p2" : "p1");
  const args = { winner, loser };
  const key = [`ending.${game}.${ending}`, `ending.${ending}`].find((key) => has(key, args));
  return key ? t(key, args) : "";
}

/**
 * The title of the tab: the turn or the result first.
 * @param {Game} game
 */
export function tabTitle(game) {
  const name = gameTitle(game.game, game.title);
  const title = game.names.some(Boolean) ? `${playersText(game)}, ${name}` : name;
  const own = ownSide(game);
  if (!game.outcome && own && own === game.to_move) return `${t("title.your_turn")} – ${title}`;
  return `${statusText(game)} – ${title}`;
}
