// Markers on cells: what is selected, what can be, the last move, hints and wins.
import { round, s, shape } from "./svg.js";
/** @import { Game } from "../protocol.d.ts" */
/** @import { CellView, Face, MarkerKind } from "./types.d.ts" */

/** @typedef {{ kinds: Set<MarkerKind>, isSelectable: boolean, isSelected: boolean, isCurrent: boolean, phase: string }} CellMarks How a cell is marked. */

/** @type {Record<MarkerKind, string>} The outline of each kind of marker, so that colour is not all that tells them apart. */
const MARKERS = {
  first: "M-.8-.5V-.8H-.5M.5-.8H.8V-.5M.8.5V.8H.5M-.5.8H-.8V.5",
  next: "M-.86-.86H.86V.86H-.86Z",
  selected: "M-.9-.9H.9V.9H-.9Z",
  pending: "M-.9-.9H.9V.9H-.9Z",
  last: "M-.92-.2V-.92H-.2M.92.2V.92H.2",
  hint: "M-.94-.94H.94V.94H-.94Z",
  pointed: "M-.8-.8H.8V.8H-.8Z",
  won: "M-.9-.9H.9V.9H-.9Z",
  differs: "M-.9-.9H.9V.9H-.9Z",
  focus: "M-1-1H1V1H-1Z",
};
const WASH = "M-.94-.94H.94V.94H-.94Z";
const DOT = "M-.24 0A.24.24 0 1 1 .24 0A.24.24 0 1 1-.24 0Z";
/** @type {Partial<Record<MarkerKind, string>>} */
const SIGNS = { next: DOT, last: WASH, differs: "M-.36-.16H.36M-.36.16H.36M-.2.42L.2-.42" };
/** @type {Record<string, string>} The sign of a target by what is selected there: a block, a cut, a ring. */
const TARGET_SIGNS = {
  build: "M-.36-.36H.36V.36H-.36Z",
  level: "M-.4-.2H.4M-.4.2H.4",
  target: "M-.34 0A.34.34 0 1 1 .34 0A.34.34 0 1 1-.34 0Z",
};

/**
 * A marker on a face; `phase` is what is selected there.
 * @param {MarkerKind} kind
 * @param {Face} face
 * @param {string} [phase]
 */
export function marker(kind, { x, y, u, v }, phase = "") {
  const matrix = `matrix(${[...u, ...v, x, y].map(round).join(" ")})`;
  const isTarget = phase && (kind === "next" || kind === "first");
  const sign = kind === "next" ? TARGET_SIGNS[phase] ?? DOT : kind === "first" && phase === "go" ? DOT : SIGNS[kind];
  return s("g", { class: `marker marker-${kind}${isTarget ? ` target-${phase}` : ""}`, transform: matrix, "aria-hidden": "true" },
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
 * @param {string[]} state.pointed The elements that a text beside the board is about.
 * @param {boolean} state.showsLast
 * @returns {Map<string, Set<MarkerKind>>}
 */
export function markersOf(game, { path, options, isPending, hint, pointed, showsLast }) {
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
  add("differs", game.scene.marks.filter(({ label }) => label === "differs").map(({ element }) => element));
  add(path.length ? "next" : "first", options.keys());
  add(isPending ? "pending" : "selected", path);
  add("hint", hint ?? []);
  add("pointed", pointed);
  return markers;
}

/**
 * Marks a cell, and says how to screen readers.
 * @param {CellView} view
 * @param {CellMarks} marks
 * @param {string} label
 * @param {Face | null} face
 */
export function markCell({ node, markers }, { kinds, isSelectable, isSelected, isCurrent, phase }, label, face) {
  node.setAttribute("aria-label", label);
  node.setAttribute("aria-selected", String(isSelected));
  node.setAttribute("aria-disabled", String(!isSelectable && !isSelected));
  node.setAttribute("tabindex", isCurrent ? "0" : "-1");
  node.classList.toggle("selectable", isSelectable);
  node.classList.toggle("chosen", isSelected);
  node.classList.toggle("target", kinds.has("next"));
  /** @type {MarkerKind[]} */
  const shown = [...kinds, ...(isCurrent ? [/** @type {const} */ ("focus")] : [])];
  markers.replaceChildren(...(face ? shown.map((kind) => marker(kind, face, phase)) : []));
}
