// Which cell the arrow keys lead to, as the board is seen.
import { rowsOf } from "./draw.js";

/**
 * The cell that a key leads to from a cell, `null` at the edge, and the column that up and down
 * keep to; nothing for other keys.
 */
export function arrowTarget(plan, cell, key, column) {
  const rows = rowsOf(plan);
  const place = rows.findIndex((row) => row.includes(cell));
  const row = rows[place];
  const at = row.indexOf(cell);
  const along = { ArrowLeft: row[at - 1], ArrowRight: row[at + 1], Home: row[0], End: row.at(-1) };
  if (key in along) return kept(plan, along[key] ?? null, along[key] ?? cell);
  const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -place, PageDown: rows.length - 1 - place }[key];
  if (step === undefined) return null;
  const wanted = column ?? plan.column(cell);
  const next = step ? nearest(plan, rows[place + step] ?? [], wanted) : null;
  return { cell: next, column: wanted };
}

function kept(plan, cell, from) {
  return { cell, column: plan.column(from) };
}

function nearest(plan, row, column) {
  const far = (cell) => Math.abs(plan.column(cell) - column) - (plan.column(cell) > column ? 0.1 : 0);
  return row.length ? row.reduce((one, two) => (far(two) < far(one) ? two : one)) : null;
}
