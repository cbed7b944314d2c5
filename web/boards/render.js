// The layers of a board's drawing: created whole, or updated where something has changed.
import { flatNodes } from "../shell/elements.js";
import { rowsOf } from "./layout.js";
import { s } from "./svg.js";
/** @import { Cell, Game } from "../protocol.d.ts" */
/** @import { CellView, Drawer, Layers, Layout } from "./types.d.ts" */

/**
 * Draws the layers of a board on which moves can be selected.
 * @param {Drawer} drawer
 * @param {Layout} layout
 * @returns {Layers}
 */
export function renderLayers(drawer, layout) {
  /** @type {Map<string, CellView>} */
  const cells = new Map();
  const rows = rowsOf(layout).map((row, index) => s("g", { role: "row", "aria-rowindex": index + 1 }, row.map((cell) => {
    const view = newCell(layout, cell);
    fill(drawer, layout, cell, view);
    cells.set(cell.id, view);
    return view.node;
  })));
  const size = { "aria-rowcount": layout.height, "aria-colcount": layout.width };
  return {
    cells,
    background: s("g", { class: "background", "aria-hidden": "true" }, drawer.background(layout)),
    grid: s("g", { class: "grid", role: "grid", ...size }, rows),
    foreground: s("g", { class: "foreground", "aria-hidden": "true" }, drawer.foreground?.(layout)),
  };
}

/**
 * Draws a board that is only looked at.
 * @param {Drawer} drawer
 * @param {Layout} layout
 */
export function renderStill(drawer, layout) {
  const rows = rowsOf(layout).map((row) => s("g", {}, row.map((cell) => {
    const { base, top } = drawer.drawCell(layout, cell);
    return s("g", {}, base, top);
  })));
  return [
    s("g", { class: "background" }, drawer.background(layout)), rows,
    s("g", { class: "foreground" }, drawer.foreground?.(layout)),
  ];
}

/**
 * Updates a drawing of `before`; returns false if it has to be redrawn.
 * @param {Drawer} drawer
 * @param {Layout} before
 * @param {Layout} layout
 * @param {Layers} layers
 */
export function patchLayers(drawer, before, layout, layers) {
  if (drawer.selectsRange || frame(before) !== frame(layout)) return false;
  for (const cell of layout.scene.cells) {
    const view = layers.cells.get(cell.id);
    if (view && view.content !== contentOf(layout, cell)) fill(drawer, layout, cell, view);
  }
  if (surroundings(before) !== surroundings(layout)) layers.background.replaceChildren(...flatNodes(drawer.background(layout)));
  layers.foreground.replaceChildren(...flatNodes(drawer.foreground?.(layout) ?? []));
  return true;
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 * @returns {CellView}
 */
function newCell(layout, cell) {
  const node = s("g", {
    class: "cell", role: "gridcell", "data-element": cell.id, "aria-colindex": layout.column(cell) + 1, tabindex: "-1",
  });
  return { node, markers: s("g", { class: "markers", "aria-hidden": "true" }), content: "", state: "" };
}

/**
 * @param {Drawer} drawer
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {CellView} view
 */
function fill(drawer, layout, cell, view) {
  const { base, top } = drawer.drawCell(layout, cell);
  view.content = contentOf(layout, cell);
  view.node.replaceChildren(...flatNodes([base, view.markers, top]));
}

/**
 * What the drawing of a cell depends on.
 * @param {Layout} layout
 * @param {Cell} cell
 */
function contentOf(layout, cell) {
  const tokens = layout.at(cell);
  const marks = tokens.map((token) => layout.marks.get(token.id));
  return JSON.stringify([cell.height, cell.label, tokens, layout.marks.get(cell.id), marks, tokens.map((token) => layout.pieceKeys?.get(token.id))]);
}

/**
 * What has to stay the same for cells to keep their places, and for tiles to be lit by the same side.
 * @param {Layout} layout
 */
function frame({ scene, flip, box, game }) {
  return JSON.stringify([flip, box, game?.viewer ?? null, scene.cells.map(({ id, row, column }) => [id, row, column])]);
}

/**
 * What the background depends on.
 * @param {Layout} layout
 */
function surroundings({ scene: { rows, columns, edges, counts } }) {
  return JSON.stringify([rows, columns, edges, counts]);
}

/**
 * Whether two states of a game show the same board.
 * @param {Game} one
 * @param {Game} two
 */
export function isSameBoard(one, two) {
  /** @param {Game} game */
  const board = ({ scene, last, line, ply }) => JSON.stringify([scene, last, line.slice(0, ply)]);
  return board(one) === board(two);
}
