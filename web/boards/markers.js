// Markers on cells: what is selected, what can be, the last move, hints and wins.
import { round, s, shape } from "./svg.js";
/** @import { Game } from "../protocol.d.ts" */
/** @import { Face, MarkerKind } from "./types.d.ts" */

/** @type {Record<MarkerKind, string>} The outline of each kind of marker, so that colour is not all that tells them apart. */
const MARKERS = {
  first: "M-.8-.5V-.8H-.5M.5-.8H.8V-.5M.8.5V.8H.5M-.5.8H-.8V.5",
  next: "M-.86-.86H.86V.86H-.86Z",
  selected: "M-.9-.9H.9V.9H-.9Z",
  pending: "M-.9-.9H.9V.9H-.9Z",
  last: "M-.92-.2V-.92H-.2M.92.2V.92H.2",
  hint: "M-.94-.94H.94V.94H-.94Z",
  won: "M-.9-.9H.9V.9H-.9Z",
  focus: "M-1-1H1V1H-1Z",
};
const STAR = "M0-.5L.14-.16.5-.14.22.09.31.45 0 .25-.31.45-.22.09-.5-.14-.14-.16Z";
const WASH = "M-.94-.94H.94V.94H-.94Z";
const DOT = "M-.24 0A.24.24 0 1 1 .24 0A.24.24 0 1 1-.24 0Z";
/** @type {Partial<Record<MarkerKind, string>>} */
const SIGNS = { next: DOT, hint: STAR, last: WASH };

/**
 * A marker on a face.
 * @param {MarkerKind} kind
 * @param {Face} face
 */
export function marker(kind, { x, y, u, v }) {
  const matrix = `matrix(${[...u, ...v, x, y].map(round).join(" ")})`;
  const sign = SIGNS[kind];
  return s("g", { class: `marker marker-${kind}`, transform: matrix, "aria-hidden": "true" },
    shape("edge", MARKERS[kind]), sign ? shape("sign", sign) : null);
}

/**
 * The markers of each cell.
 * @param {Game} game
 * @param {object} state
 * @param {string[]} state.path The selected elements.
 * @param {Map<string, number>} state.options The elements that can be selected next.
 * @param {boolean} state.isPending Whether the selected move was sent and not answered yet.
 * @param {string[] | null} state.hint
 * @param {boolean} state.showsLast
 * @returns {Map<string, Set<MarkerKind>>}
 */
export function markersOf(game, { path, options, isPending, hint, showsLast }) {
  /** @type {Map<string, Set<MarkerKind>>} */
  const markers = new Map();
  /**
   * @param {MarkerKind} kind
   * @param {Iterable<string>} ids
   */
  const add = (kind, ids) => {
    for (const id of ids) markers.set(id, (markers.get(id) ?? new Set()).add(kind));
  };
  if (showsLast) add("last", game.last ?? []);
  add("won", game.scene.marks.filter(({ label }) => label === "won").map(({ element }) => element));
  add(path.length ? "next" : "first", options.keys());
  add(isPending ? "pending" : "selected", path);
  add("hint", hint ?? []);
  return markers;
}
