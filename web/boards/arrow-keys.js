// The cell that an arrow key leads to, as the board is seen.
import { rowsOf } from "./layout.js";
/** @import { Cell, Game } from "../protocol.d.ts" */
/** @import { Layout } from "./types.d.ts" */

/**
 * The cell that a key leads to, null at the edge, and the column that up and down keep to;
 * null for other keys.
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {string} key
 * @param {number | null} keptColumn
 * @returns {{ cell: Cell | null, column: number } | null}
 */
export function arrowTarget(layout, cell, key, keptColumn) {
  const rows = rowsOf(layout);
  const rowIndex = rows.findIndex((row) => row.includes(cell));
  const row = rows[rowIndex];
  const index = row.indexOf(cell);
  /** @type {Record<string, Cell | undefined>} */
  const along = { ArrowLeft: row[index - 1], ArrowRight: row[index + 1], Home: row[0], End: row.at(-1) };
  if (key in along) {
    const target = along[key];
    return { cell: target ?? null, column: layout.column(target ?? cell) };
  }
  /** @type {Record<string, number>} */
  const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -rowIndex, PageDown: rows.length - 1 - rowIndex };
  const step = steps[key];
  if (step === undefined) return null;
  const column = keptColumn ?? layout.column(cell);
  return { cell: step ? nearest(layout, rows[rowIndex + step] ?? [], column) : null, column };
}

/**
 * The cell of a row that is nearest to a column; between two, the right one.
 * @param {Layout} layout
 * @param {Cell[]} row
 * @param {number} column
 */
function nearest(layout, row, column) {
  /** @param {Cell} cell */
  const distance = (cell) => Math.abs(layout.column(cell) - column) - (layout.column(cell) > column ? 0.1 : 0);
  return row.length ? row.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : null;
}

/**
 * The cell that an arrow key leads to from the piece of the side to move.
 * @param {Layout} layout
 * @param {Game} game
 * @param {string} key
 */
export function walkTarget(layout, { scene, to_move: mover }, key) {
  const own = scene.tokens.find((token) => token.owner === mover);
  const cell = own && layout.cells.get(own.cell);
  return (cell && arrowTarget(layout, cell, key, null)?.cell) ?? null;
}
