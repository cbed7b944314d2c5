// Any other game: a board of squares with letters on it.
import { axisLabels, squareLayout } from "./layout.js";
import { piece, s, text } from "./svg.js";
/** @import { Cell, Scene } from "../protocol.d.ts" */
/** @import { CellDrawing, RectLayout, ViewOptions } from "./types.d.ts" */

const SIDE = 60;

/**
 * The board on the screen.
 * @param {Scene} scene
 * @param {ViewOptions} view
 */
export function layout(scene, view) {
  return squareLayout(scene, view, { side: SIDE, margins: view.thumbnail ? [4, 4] : [30, 6], gap: 3 });
}

/**
 * The labels.
 * @param {RectLayout} layout
 */
export function background(layout) {
  return axisLabels(layout, { wide: SIDE, high: SIDE });
}

/**
 * A cell with its height and the letters of what is on it.
 * @param {RectLayout} layout
 * @param {Cell} cell
 * @returns {CellDrawing}
 */
export function drawCell(layout, cell) {
  const [x, y] = layout.centre(cell);
  const odd = (cell.row + cell.column) % 2 ? "ground odd" : "ground";
  const ground = s("rect", { class: odd, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE });
  const height = cell.height ? text("count", x - SIDE / 2 + 9, y - SIDE / 2 + 11, cell.height) : null;
  // Below the board stand moves that no places tell apart, each by its text.
  const choice = cell.label === "choice" ? s("text", { class: "count", x, y, textLength: Math.min(SIDE - 8, 9 * cell.id.slice(5).length), lengthAdjust: "spacingAndGlyphs" }, cell.id.slice(5)) : null;
  const tokens = layout.at(cell).map((token, place) => piece(token.id, [x, y - place * 8], { kind: `disc ${token.owner ?? "nobody"}` },
    token.owner === "p2" ? s("rect", { class: "body", x: -19, y: -19, width: 38, height: 38, rx: 6 }) : s("circle", { class: "body", r: 21 }),
    text("digit", 0, 1, token.symbol)));
  return { base: [ground, height, choice], top: tokens };
}

/**
 * The walls between cells.
 * @param {RectLayout} layout
 */
export function foreground(layout) {
  return layout.scene.edges.flatMap(({ between }) => {
    const [one, two] = between.map((id) => layout.cells.get(id));
    if (!one || !two) return [];
    const [row, column] = [Math.max(layout.row(one), layout.row(two)), Math.max(layout.column(one), layout.column(two))];
    const d = one.row === two.row ? `v${SIDE}` : `h${SIDE}`;
    return s("path", { class: "wall-top", d: `M${column * SIDE} ${row * SIDE}${d}` });
  });
}
