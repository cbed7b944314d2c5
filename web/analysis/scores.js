// Scores of positions: as text, as compact values, and as shares of the evaluation bar.
import { sideName } from "../shell/display-names.js";
import { number, plural, t } from "../shell/i18n.js";
/** @import { Game, Score, Side, VerdictKind } from "../protocol.d.ts" */

/** @typedef {{ points: number } | { win: number | null } | { lose: number | null } | { draw: true }} ExactScore A score, with proven draws and wins of unknown length. */

const PROVEN = 1e9;

/**
 * Points with their sign.
 * @param {number} value
 */
export function signedPoints(value) {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `\u2212${-value}`;
}

/**
 * The first side's share of the evaluation bar, from 0 to 1: its winning chance, and a proven
 * result fills the bar.
 * @param {ExactScore} score
 * @param {number | undefined} chance
 */
export function barShare(score, chance) {
  if ("win" in score) return 1;
  if ("lose" in score) return 0;
  if ("draw" in score) return 0.5;
  return chance ?? 0.5;
}

/**
 * A score as text, such as "Red wins in 5 moves".
 * @param {string} game
 * @param {ExactScore} score
 * @param {Side | null} mover The side to move.
 */
export function scoreText(game, score, mover) {
  if ("win" in score) return winText(game, "p1", score.win, mover);
  if ("lose" in score) return winText(game, "p2", score.lose, mover);
  if ("draw" in score) return t("analysis.draw");
  if (score.points === 0) return t("analysis.even");
  const side = sideName(game, score.points > 0 ? "p1" : "p2");
  return t("analysis.ahead", { side, points: Math.abs(score.points) });
}

/**
 * A value of the tree, from the point of view of the side to move at its root.
 * @param {Score} value
 * @param {number} [scale] How many points are 1.
 */
export function valueText(value, scale = 1) {
  if ("points" in value) return signedPoints(value.points / scale);
  return "win" in value ? verdictText({ verdict: "win", plies: value.win }) : verdictText({ verdict: "lose", plies: value.lose });
}

/**
 * A bound of the search window; a missing one is infinite.
 * @param {Score | null} value
 * @param {"alpha" | "beta"} name
 */
export function boundText(value, name) {
  if (value) return valueText(value);
  return name === "alpha" ? "\u2212\u221e" : "+\u221e";
}

/**
 * A number by which values are compared.
 * @param {Score} value
 */
export function rank(value) {
  if ("win" in value) return PROVEN - value.win;
  if ("lose" in value) return value.lose - PROVEN;
  return value.points;
}

/**
 * How many moves the side that wins needs, from the plies to the end of the game: what people count, as in chess.
 * @param {number} plies
 * @param {boolean} begins Whether it is the one to move.
 */
function winningMoves(plies, begins) {
  return begins ? Math.ceil(plies / 2) : Math.floor(plies / 2);
}

/**
 * The proven result of a move as text, such as "win in 3", in moves of the side that wins.
 * @param {{ verdict: VerdictKind, plies: number | null }} verdict
 */
export function verdictText({ verdict, plies }) {
  if (verdict === "draw") return t("analysis.verdict.draw");
  const moves = winningMoves(plies ?? 0, verdict === "win");
  return moves ? t(`analysis.verdict.${verdict}_in`, { moves: number(moves) }) : t(`analysis.verdict.${verdict}`);
}

/**
 * The number of a move as the move list counts it, and the side that made it.
 * @param {Pick<Game, "game" | "by">} game
 * @param {number} index
 */
export function moveNumber({ game, by }, index) {
  const skipped = by[0] === "p2" ? 1 : 0;
  return { number: Math.floor((index + skipped) / 2) + 1, side: sideName(game, moverAt({ by }, index)) };
}

/**
 * The side that makes a move of a game's line, or would make it.
 * @param {{ by: Side[], to_move?: Side | null }} game
 * @param {number} ply
 * @returns {Side}
 */
export function moverAt({ by, to_move: mover }, ply) {
  const [first = mover ?? "p1"] = by;
  return by[ply] ?? (ply % 2 ? (first === "p1" ? "p2" : "p1") : first);
}

/**
 * @param {string} game
 * @param {Side} side
 * @param {number | null} plies
 * @param {Side | null} mover
 */
function winText(game, side, plies, mover) {
  const name = { side: sideName(game, side) };
  if (plies === 0) return t("analysis.won", name);
  const moves = winningMoves(plies ?? 0, side === mover);
  return moves ? plural("analysis.wins_in", moves, name) : t("analysis.wins", name);
}
