// The layers of a drawing, made whole or changed where something has changed.
import { rowsOf, s } from "./draw.js";

/** A drawing of a plan: its layers, and its cells by their names. */
export function picture(drawer, plan, still = false) {
  const cells = new Map();
  const rows = rowsOf(plan).map((row, place) => s("g", still ? {} : { role: "row", "aria-rowindex": place + 1 }, row.map((cell) => {
    if (still) return s("g", {}, Object.values(drawer.cell(plan, cell)));
    const node = s("g", {
      class: "cell", role: "gridcell", "data-element": cell.id, "aria-colindex": plan.column(cell) + 1, tabindex: "-1",
    });
    node.spots = s("g", { class: "spots", "aria-hidden": "true" });
    fill(drawer, plan, cell, node);
    cells.set(cell.id, node);
    return node;
  })));
  const size = { role: "grid", "aria-rowcount": plan.height, "aria-colcount": plan.width };
  return {
    cells,
    under: s("g", { class: "under", "aria-hidden": "true" }, drawer.under(plan)),
    grid: s("g", still ? {} : { class: "grid", ...size }, rows),
    over: s("g", { class: "over", "aria-hidden": "true" }, drawer.over?.(plan) ?? []),
  };
}

/** Changes a drawing of `before` where the plan differs; false if it has to be made anew. */
export function repaint(drawer, before, plan, drawn) {
  if (drawer.sweeps || frame(before) !== frame(plan)) return false;
  for (const cell of plan.scene.cells) {
    const node = drawn.cells.get(cell.id);
    if (node.holds !== content(plan, cell)) fill(drawer, plan, cell, node);
  }
  if (beside(before) !== beside(plan)) drawn.under.replaceChildren(...drawer.under(plan).flat(Infinity).filter(Boolean));
  drawn.over.replaceChildren(...(drawer.over?.(plan) ?? []));
  return true;
}

function fill(drawer, plan, cell, node) {
  const { base, top } = drawer.cell(plan, cell);
  node.holds = content(plan, cell);
  node.replaceChildren(...[base, node.spots, top].flat(Infinity).filter(Boolean));
}

/** What a cell's drawing depends on. */
function content(plan, cell) {
  const tokens = plan.at(cell);
  const marks = tokens.map((token) => plan.marks.get(token.id));
  return JSON.stringify([cell.height, cell.label, tokens, marks, tokens.map((token) => plan.names?.get(token.id))]);
}

/** What has to be the same for cells to stay where they are. */
function frame({ scene, flip, box }) {
  return JSON.stringify([flip, box, scene.cells.map(({ id, row, column }) => [id, row, column])]);
}

function beside({ scene: { rows, columns, edges, counts } }) {
  return JSON.stringify([rows, columns, edges, counts]);
}
