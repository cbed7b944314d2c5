// NIM: rows of matches on a table. Matches stay where they are; those taken leave a gap.
import { flatFace, sceneLayout } from "./layout.js";
import { piece, round, s, shape, text } from "./svg.js";
/** @import { Cell, Place, Scene } from "../protocol.d.ts" */
/** @import { CellDrawing, Layout, Point, ViewOptions } from "./types.d.ts" */

/** @typedef {Cell[]} Heap Neighbouring matches, from the left. */
/** @typedef {Layout & { heaps: Heap[], pointAt: (place: Place) => Point }} NimLayout */

const [PITCH, LENGTH, HIGH] = [38, 82, 118];
/** A narrower table is widened to this many matches. */
const MIN_WIDTH = 7;

/** A move is a range from the first match to the last. */
export const selectsRange = true;

/**
 * The table on the screen.
 * @param {Scene} scene
 * @param {ViewOptions} view
 * @returns {NimLayout}
 */
export function layout(scene, view) {
  const base = sceneLayout(scene, view);
  const [wide, lines] = [Math.max(1, base.width), Math.max(1, base.height)];
  /**
   * @param {number} index
   * @param {number} size
   */
  const turn = (index, size) => (base.flip ? size - 1 - index : index);
  /**
   * @param {Place} place
   * @returns {Point}
   */
  const pointAt = ({ row, column }) => [(turn(column, wide) + 0.5) * PITCH, (turn(row, lines) + 0.5) * HIGH];
  const margin = base.thumbnail ? 6 : 18;
  const widening = base.thumbnail ? 0 : Math.max(0, (MIN_WIDTH - wide) * PITCH) / 2;
  return {
    ...base, pointAt,
    heaps: heapsOf(scene),
    centre: pointAt,
    box: [-margin - widening, -margin, wide * PITCH + 2 * (margin + widening), lines * HIGH + 2 * margin - 8],
    face: (cell) => flatFace(...pointAt(cell), PITCH / 2 - 2, LENGTH / 2 + 5),
  };
}

/**
 * The heaps, from the top left: matches that lie side by side.
 * @param {Scene} scene
 */
export function heapsOf(scene) {
  /** @type {Heap[]} */
  const heaps = [];
  for (const cell of [...scene.cells].sort((a, b) => a.row - b.row || a.column - b.column)) {
    const last = heaps.at(-1)?.at(-1);
    if (last && last.row === cell.row && last.column + 1 === cell.column) heaps.at(-1)?.push(cell);
    else heaps.push([cell]);
  }
  return heaps;
}

/**
 * The table, the gaps of the last move, and the sizes of the heaps.
 * @param {NimLayout} layout
 */
export function background(layout) {
  const [x, y, width, height] = layout.box;
  const tableTop = s("rect", { class: "table-top", x, y, width, height, rx: 14 });
  if (layout.thumbnail) return [tableTop];
  const gaps = layout.scene.taken.map((place) => {
    const [cx, cy] = layout.pointAt(place);
    return s("g", { class: "taken", transform: `translate(${round(cx)} ${round(cy)})` }, shape("outline", outline()));
  });
  return [tableTop, ...gaps, ...layout.heaps.map((heap) => brace(layout, heap))];
}

/**
 * @param {NimLayout} layout
 * @param {Heap} heap
 */
function brace(layout, heap) {
  const [x1, y] = layout.pointAt(heap[0]);
  const [x2] = layout.pointAt(heap[heap.length - 1]);
  const [left, right, low] = [Math.min(x1, x2) - 9, Math.max(x1, x2) + 9, y + LENGTH / 2 + 5];
  return s("g", { class: "brace" }, shape("line", `M${left} ${low - 3}v3H${right}v-3`), text("axis-label", (left + right) / 2, low + 10, heap.length));
}

function outline() {
  return `M-4.5 ${-LENGTH / 2}h9v${LENGTH}h-9Z`;
}

/**
 * A match. No two have quite the same angle.
 * @param {NimLayout} layout
 * @param {Cell} cell
 * @returns {CellDrawing}
 */
export function drawCell(layout, cell) {
  const [x, y] = layout.centre(cell);
  const ground = s("rect", { class: "ground", x: x - PITCH / 2, y: y - HIGH / 2 + 3, width: PITCH, height: HIGH - 8 });
  const matches = layout.at(cell).map((token) => {
    const lean = ((round(x) * 7 + round(y) * 3) % 7) - 3;
    return piece(token.id, [x, y], { enter: "drop", exit: "toss", kind: "match" }, s("g", { transform: `rotate(${round(lean * 0.7)})` }, match()));
  });
  return { base: [ground], top: matches };
}

function match() {
  const end = LENGTH / 2;
  return [
    shape("shadow", `M-2 ${-end + 9}h9V${end + 2}h-9Z`),
    shape("stick", `M-4 ${-end + 6}h8V${end}h-8Z`), shape("grain", `M1.4 ${-end + 14}V${end - 3}`),
    s("ellipse", { class: "head", cy: -end + 7, rx: 6.6, ry: 9.5 }), s("ellipse", { class: "gleam", cx: -2, cy: -end + 4, rx: 1.7, ry: 3 }),
  ];
}

/**
 * The cells from one match to another of the same heap; none if they are in different heaps.
 * @param {NimLayout} layout
 * @param {string} from
 * @param {string} to
 */
export function cellsBetween(layout, from, to) {
  const heap = layout.heaps.find((cells) => cells.some(({ id }) => id === from)) ?? [];
  const [one, two] = [from, to].map((id) => heap.findIndex((cell) => cell.id === id));
  return two < 0 ? [] : heap.slice(Math.min(one, two), Math.max(one, two) + 1).map(({ id }) => id);
}
