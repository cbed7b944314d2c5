// How good a move was: the signs of reviews.
/** @import { MoveQuality } from "../protocol.d.ts" */

/** @type {Record<MoveQuality, string>} The signs that are written behind moves, as in chess. */
export const SIGNS = { only: "!", fine: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @type {MoveQuality[]} What is counted, the worst first. */
export const COUNTED = ["blunder", "mistake", "inaccuracy", "only"];

/** @param {MoveQuality | null | undefined} quality */
export function isBad(quality) {
  return quality === "inaccuracy" || quality === "mistake" || quality === "blunder";
}
