// Any other game: a board of squares with letters on it.
import { rim, s, squared, text, thing } from "./draw.js";

const SIDE = 60;

/** The board as it lies on the screen. */
export function plan(scene, view) {
  return squared(scene, view, { side: SIDE, edges: view.mini ? [4, 4] : [30, 6], gap: 3 });
}

/** The labels. */
export function under(plan) {
  return rim(plan, { left: 0, top: 0, wide: SIDE, high: SIDE });
}

/** A cell with its height and the letters of what stands on it. */
export function cell(plan, cell) {
  const [x, y] = plan.middle(cell);
  const odd = (cell.row + cell.column) % 2 ? "ground odd" : "ground";
  const ground = s("rect", { class: odd, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE });
  const height = cell.height ? text("count", x - SIDE / 2 + 9, y - SIDE / 2 + 11, cell.height) : null;
  const tokens = plan.at(cell).map((token, place) => thing(token.id, [x, y - place * 8], { kind: `disc ${token.owner ?? "nobody"}` },
    token.owner === "p2" ? s("rect", { class: "body", x: -19, y: -19, width: 38, height: 38, rx: 6 }) : s("circle", { class: "body", r: 21 }),
    text("digit", 0, 1, token.symbol)));
  return { base: [ground, height], top: tokens };
}

/** Walls between cells. */
export function over(plan) {
  return plan.scene.edges.map(({ between }) => {
    const [one, two] = between.map((id) => plan.cells.get(id));
    const [row, column] = [Math.max(plan.row(one), plan.row(two)), Math.max(plan.column(one), plan.column(two))];
    const d = one.row === two.row ? `v${SIDE}` : `h${SIDE}`;
    return s("path", { class: "wall-top", d: `M${column * SIDE} ${row * SIDE}${d}` });
  });
}
