// Scores of positions: as text, as compact values, and as shares of the evaluation bar.
import { sideName } from "../shell/display-names.js";
import { t } from "../shell/i18n.js";
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
 * A score as text, such as "Red wins in 5".
 * @param {string} game
 * @param {ExactScore} score
 */
export function scoreText(game, score) {
  if ("win" in score) return winText(game, "p1", score.win);
  if ("lose" in score) return winText(game, "p2", score.lose);
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
 * The proven result of a move as text, such as "win in 3".
 * @param {{ verdict: VerdictKind, plies: number | null }} verdict
 */
export function verdictText({ verdict, plies }) {
  if (verdict === "draw") return t("analysis.verdict.draw");
  return plies ? t(`analysis.verdict.${verdict}_in`, { plies }) : t(`analysis.verdict.${verdict}`);
}

/**
 * The number of a move as the move list counts it, and the side that made it.
 * @param {Game} game
 * @param {number} index
 */
export function moveNumber({ game, by }, index) {
  const skipped = by[0] === "p2" ? 1 : 0;
  const side = by[index] ?? ((index + skipped) % 2 ? "p2" : "p1");
  return { number: Math.floor((index + skipped) / 2) + 1, side: sideName(game, side) };
}

/**
 * @param {string} game
 * @param {Side} side
 * @param {number | null} plies
 */
function winText(game, side, plies) {
  const name = sideName(game, side);
  if (plies === null) return t("analysis.wins", { side: name });
  return plies ? t("analysis.wins_in", { side: name, plies }) : t("analysis.won", { side: name });
}
