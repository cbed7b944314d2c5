// The geometry that all boards share: what is where, faces and axis labels.
import { text } from "./svg.js";
/** @import { Cell, Scene, Token } from "../protocol.d.ts" */
/** @import { Face, Layout, Point, RectLayout, SceneLayout, ViewOptions } from "./types.d.ts" */

/**
 * What is where in a scene, as it is looked at.
 * @param {Scene} scene
 * @param {ViewOptions} [options]
 * @returns {SceneLayout}
 */
export function sceneLayout(scene, { flip = false, thumbnail = false, game = null } = {}) {
  const cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
  /** @type {Map<string, Token[]>} */
  const tokens = new Map(scene.cells.map((cell) => [cell.id, []]));
  for (const token of scene.tokens) tokens.get(token.cell)?.push(token);
  for (const stack of tokens.values()) stack.sort((a, b) => a.order - b.order);
  /** @type {Map<string, string[]>} */
  const marks = new Map();
  for (const { element, label } of scene.marks) marks.set(element, [...(marks.get(element) ?? []), label]);
  const [height, width] = [scene.rows.length, scene.columns.length];
  /**
   * @param {number} index
   * @param {number} size
   */
  const turn = (index, size) => (flip ? size - 1 - index : index);
  return {
    scene, flip, thumbnail, game, cells, tokens, marks, height, width,
    row: (cell) => turn(cell.row, height),
    column: (cell) => turn(cell.column, width),
    rowLabels: flip ? [...scene.rows].reverse() : scene.rows,
    columnLabels: flip ? [...scene.columns].reverse() : scene.columns,
    at: (cell) => tokens.get(cell.id) ?? [],
    has: (id, mark) => marks.get(id)?.includes(mark) ?? false,
  };
}

/**
 * A board of rectangular cells: the margins before and behind it, and the gap around a face.
 * @param {Scene} scene
 * @param {ViewOptions} options
 * @param {{ side: number, margins: [before: number, behind: number], gap: number }} measures
 * @returns {RectLayout}
 */
export function squareLayout(scene, options, { side, margins: [before, behind], gap }) {
  const base = sceneLayout(scene, options);
  /**
   * @param {Cell} cell
   * @returns {Point}
   */
  const centre = (cell) => [(base.column(cell) + 0.5) * side, (base.row(cell) + 0.5) * side];
  const [wide, high] = [base.width * side, base.height * side];
  return {
    ...base, centre, wide, high,
    box: [-before, -before, wide + before + behind, high + before + behind],
    face: (cell) => flatFace(...centre(cell), side / 2 - gap),
  };
}

/**
 * The cells by the rows in which they are seen, each from the left.
 * @param {Layout} layout
 * @returns {Cell[][]}
 */
export function rowsOf(layout) {
  /** @type {Map<number, Cell[]>} */
  const rows = new Map();
  for (const cell of layout.scene.cells) {
    const row = layout.row(cell);
    rows.set(row, [...(rows.get(row) ?? []), cell]);
  }
  const sorted = [...rows.entries()].sort(([a], [b]) => a - b);
  return sorted.map(([, cells]) => cells.sort((a, b) => layout.column(a) - layout.column(b)));
}

/**
 * A face of a flat board: its centre, and half of its width and height.
 * @param {number} x
 * @param {number} y
 * @param {number} half
 * @param {number} [up]
 * @returns {Face}
 */
export function flatFace(x, y, half, up = half) {
  return { x, y, u: [half, 0], v: [0, up] };
}

/**
 * The labels of the rows and columns of a flat board, on the left and above (or below) it.
 * @param {Layout} layout
 * @param {{ wide: number, high: number, gap?: number, below?: number | null }} measures
 */
export function axisLabels(layout, { wide, high, gap = 14, below = null }) {
  if (layout.thumbnail) return [];
  /**
   * Large boards label every fifth line.
   * @param {string} label
   * @param {number} size
   */
  const isShown = (label, size) => size <= 16 || Number.isNaN(Number(label)) || Number(label) % 5 === 0;
  const rows = layout.rowLabels.map((label, index) =>
    isShown(label, layout.height) ? text("axis-label", -gap, (index + 0.5) * high, label) : null);
  const columns = layout.columnLabels.map((label, index) =>
    isShown(label, layout.width) ? text("axis-label", (index + 0.5) * wide, below ?? -gap, label) : null);
  return [...rows, ...columns];
}
