// Tic-tac-toe: drawn by hand on paper.
import { axisLabels, squareLayout } from "./layout.js";
import { piece, s, shape } from "./svg.js";
/** @import { Cell, Scene, Token } from "../protocol.d.ts" */
/** @import { Box, CellDrawing, RectLayout, ViewOptions } from "./types.d.ts" */

const SIDE = 100;
/** Several variants, so that no two marks beside each other look the same. */
const CROSSES = [
  ["M-30-29C-12-12 9 11 31 28", "M29-31C13-10-12 8-29 31"],
  ["M-28-31C-10-10 14 8 29 31", "M31-27C10-12-9 13-31 29"],
  ["M-31-27C-13-13 10 12 28 31", "M28-29C12-12-10 9-30 28"],
];
const NOUGHTS = [
  "M6-32C-18-36-34-17-32 4C-30 24-12 34 6 31C25 28 35 10 31-8C28-24 14-33-3-31",
  "M-4-33C-25-28-35-8-30 11C-25 29-6 35 12 30C30 24 36 2 29-14C22-29 6-35-10-30",
  "M12-30C-8-38-30-24-33-3C-35 20-17 33 3 32C24 31 36 14 32-6C29-22 17-32 2-33",
];

/**
 * The sheet on the screen.
 * @param {Scene} scene
 * @param {ViewOptions} view
 */
export function layout(scene, view) {
  return squareLayout(scene, view, { side: SIDE, margins: view.thumbnail ? [8, 8] : [34, 14], gap: 7 });
}

/**
 * The paper and its four lines.
 * @param {RectLayout} layout
 */
export function background(layout) {
  const [x, y, width, height] = layout.box;
  const lines = [
    "M101 6C98 90 103 190 99 294", "M199 4C203 110 197 205 201 296",
    "M5 99C80 103 210 96 296 101", "M4 201C100 197 190 204 295 199",
  ];
  const joints = layout.thumbnail ? "" : squares(layout.box);
  return [
    s("rect", { class: "paper", x, y, width, height, rx: 10 }), shape("squared", joints),
    ...lines.map((d) => shape("pencil", d)), ...axisLabels(layout, { wide: SIDE, high: SIDE, gap: 16 }),
  ];
}

/** @param {Box} box */
function squares([x, y, width, height]) {
  let d = "";
  for (let at = 20; at < width; at += 20) d += `M${x + at} ${y}v${height}`;
  for (let at = 20; at < height; at += 20) d += `M${x} ${y + at}h${width}`;
  return d;
}

/**
 * A cell and its mark.
 * @param {RectLayout} layout
 * @param {Cell} cell
 * @returns {CellDrawing}
 */
export function drawCell(layout, cell) {
  const [x, y] = layout.centre(cell);
  const ground = s("rect", { class: "ground", x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE });
  const variant = (cell.row * 2 + cell.column) % 3;
  const marks = layout.at(cell).map((token) =>
    piece(token.id, [x, y], { enter: "pop", kind: `mark ${token.owner}` }, mark(token, variant)));
  return { base: [ground], top: marks };
}

/**
 * @param {Token} token
 * @param {number} variant
 */
function mark(token, variant) {
  return token.label === "cross" ? CROSSES[variant].map((d) => shape("stroke", d)) : [shape("stroke", NOUGHTS[variant])];
}

/**
 * The winning lines, each through its three cells.
 * @param {RectLayout} layout
 */
export function foreground(layout) {
  const won = layout.scene.cells.filter((cell) => layout.has(cell.id, "won"));
  return linesOf(won).map(([from, , to]) => {
    const [[x1, y1], [x2, y2]] = [layout.centre(from), layout.centre(to)];
    const [dx, dy] = [(x2 - x1) * 0.19, (y2 - y1) * 0.19];
    const bend = [(x1 + x2) / 2 + dy * 0.12, (y1 + y2) / 2 - dx * 0.12];
    return shape("winning", `M${x1 - dx} ${y1 - dy}Q${bend.join(" ")} ${x2 + dx} ${y2 + dy}`);
  });
}

/**
 * @param {Cell[]} cells
 * @returns {Cell[][]}
 */
function linesOf(cells) {
  /**
   * @param {number} row
   * @param {number} column
   */
  const find = (row, column) => cells.find((cell) => cell.row === row && cell.column === column);
  const lines = [];
  for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
    for (const cell of cells) {
      const line = [0, 1, 2].flatMap((step) => find(cell.row + dr * step, cell.column + dc * step) ?? []);
      if (line.length === 3) lines.push(line);
    }
  }
  return lines;
}
