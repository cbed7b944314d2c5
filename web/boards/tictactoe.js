// Tic-tac-toe: drawn by hand on paper.
import { rim, s, shape, squared, thing } from "./draw.js";

const SIDE = 100;
/** A few hands, so that no two marks beside each other look the same. */
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

/** The sheet as it lies on the screen. */
export function plan(scene, view) {
  return squared(scene, view, { side: SIDE, edges: view.mini ? [8, 8] : [34, 14], gap: 7 });
}

/** The paper and its four lines. */
export function under(plan) {
  const [x, y, width, height] = plan.box;
  const lines = [
    "M101 6C98 90 103 190 99 294", "M199 4C203 110 197 205 201 296",
    "M5 99C80 103 210 96 296 101", "M4 201C100 197 190 204 295 199",
  ];
  const joints = plan.mini ? "" : squares(plan.box);
  return [
    s("rect", { class: "paper", x, y, width, height, rx: 10 }), shape("squared", joints),
    ...lines.map((d) => shape("pencil", d)), ...rim(plan, { left: 0, top: 0, wide: SIDE, high: SIDE, gap: 16 }),
  ];
}

function squares([x, y, width, height]) {
  let d = "";
  for (let at = 20; at < width; at += 20) d += `M${x + at} ${y}v${height}`;
  for (let at = 20; at < height; at += 20) d += `M${x} ${y + at}h${width}`;
  return d;
}

/** A cell and its mark. */
export function cell(plan, cell) {
  const [x, y] = plan.middle(cell);
  const ground = s("rect", { class: "ground", x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE });
  const hand = (cell.row * 2 + cell.column) % 3;
  const marks = plan.at(cell).map((token) =>
    thing(token.id, [x, y], { comes: "pop", kind: `mark ${token.owner}` }, mark(token, hand)));
  return { base: [ground], top: marks };
}

function mark(token, hand) {
  return token.label === "cross" ? CROSSES[hand].map((d) => shape("stroke", d)) : [shape("stroke", NOUGHTS[hand])];
}

/** The lines that have won, each through its three cells. */
export function over(plan) {
  const won = plan.scene.cells.filter((cell) => plan.has(cell.id, "won"));
  return linesOf(won).map(([from, , to]) => {
    const [[x1, y1], [x2, y2]] = [plan.middle(from), plan.middle(to)];
    const [dx, dy] = [(x2 - x1) * 0.19, (y2 - y1) * 0.19];
    const bend = [(x1 + x2) / 2 + dy * 0.12, (y1 + y2) / 2 - dx * 0.12];
    return shape("winning", `M${x1 - dx} ${y1 - dy}Q${bend.join(" ")} ${x2 + dx} ${y2 + dy}`);
  });
}

function linesOf(cells) {
  const find = (row, column) => cells.find((cell) => cell.row === row && cell.column === column);
  const lines = [];
  for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
    for (const cell of cells) {
      const line = [0, 1, 2].map((step) => find(cell.row + dr * step, cell.column + dc * step));
      if (line.every(Boolean)) lines.push(line);
    }
  }
  return lines;
}
