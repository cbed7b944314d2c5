// What is said and played when a game changes.
import { moverAt } from "../analysis/scores.js";
import { describeMove } from "../boards/labels.js";
import { outcomeText, sideName, statusText } from "../shell/display-names.js";
import { t } from "../shell/i18n.js";
import { ownSide, pastText } from "./instruction.js";
import { announce } from "../shell/notify.js";
import { playSound } from "../shell/sounds.js";
import { playsAgainstOther } from "./table.js";
/** @import { Game } from "../protocol.d.ts" */

/**
 * Announces what has changed.
 * @param {Game} before
 * @param {Game} game
 */
export function announceChange(before, game) {
  const text = changeText(before, game);
  if (text) announce(text);
}

/**
 * What has changed, in words; empty if nothing has.
 * @param {Game} before
 * @param {Game} game
 */
export function changeText(before, game) {
  if (before.ply === game.ply && before.outcome === game.outcome) return "";
  const parts = [];
  const isContinuation = before.line.slice(0, before.ply).every((mv, index) => mv === game.line[index]);
  if (isContinuation && game.ply > before.ply && game.ply <= before.ply + 2) {
    for (let ply = before.ply; ply < game.ply; ply += 1) parts.push(describePly(game, ply));
  } else {
    parts.push(pastText(game, game.ply));
  }
  parts.push(game.outcome ? outcomeText(game.game, game.outcome) : statusText(game));
  return parts.map((part) => part.replace(/\.$/, "")).join(". ");
}

/**
 * Plays the sound of a move or of the end.
 * @param {Game} before
 * @param {Game} game
 */
export function playChange(before, game) {
  const own = ownSide(game);
  if (game.outcome && !before.outcome) playSound(game.outcome === "draw" ? "draw" : own === null || own === game.outcome ? "win" : "lose");
  else if (game.ply !== before.ply) playSound(playsAgainstOther(game) && game.to_move === own ? "turn" : "move");
}

/**
 * @param {Game} game
 * @param {number} ply
 */
function describePly(game, ply) {
  const text = game.line[ply];
  const move = text === null ? t("move_list.hidden") : describeMove(game.game, text);
  return `${sideName(game.game, moverAt(game, ply))}: ${move}`;
}
