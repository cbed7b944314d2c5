// Santorini: an island seen from a corner, with white towers and blue domes.
import { round, s, shape, survey, text, thing, through } from "./draw.js";

/** Half a cell to the right and down. */
const [DX, DY] = [50, 33];
/** How much of a cell the ground and each floor take, and how high each floor ends. */
const WIDE = [0.95, 0.84, 0.68, 0.52];
const TOPS = [0, 18, 34, 48];

/** The doors and windows of each floor: the side, from where along it and how wide, from how low to how high. */
const OPENINGS = {
  1: [[-1, 0.42, 0.2, 0, 0.62], [1, 0.24, 0.14, 0.34, 0.7], [1, 0.62, 0.14, 0.34, 0.7]],
  2: [[-1, 0.22, 0.16, 0.3, 0.7], [-1, 0.6, 0.16, 0.3, 0.7], [1, 0.4, 0.2, 0.3, 0.7]],
  3: [[-1, 0.4, 0.2, 0.3, 0.72], [1, 0.4, 0.2, 0.3, 0.72]],
};

/** The board as it lies on the screen. */
export function plan(scene, view) {
  const seen = survey(scene, view);
  const middle = (cell) => {
    const [row, column] = [seen.row(cell), seen.column(cell)];
    return [(column - row) * DX, (column + row - seen.height + 1) * DY];
  };
  const top = (cell) => Math.min(cell.height ?? 0, 3);
  return {
    ...seen, middle, top,
    box: seen.mini ? [-292, -224, 584, 448] : [-320, -250, 640, 512],
    face: (cell) => {
      const [x, y] = middle(cell);
      const wide = WIDE[top(cell)];
      const half = [(DX * wide) / 2, (DY * wide) / 2];
      return { x, y: y - TOPS[top(cell)], u: half, v: [-half[0], half[1]] };
    },
  };
}

/** The sea, the cliff and the names of rows and columns. */
export function under(plan) {
  const [x, y, width, height] = plan.box;
  const sea = s("rect", { class: "sea", x, y, width, height, rx: plan.mini ? 40 : 18 });
  return [sea, ...(plan.mini ? [] : waves()), ...island(plan), ...(plan.mini ? [] : names(plan))];
}

function waves() {
  const wave = (x, y, size) => shape("wave", `M${x} ${y}q${size / 4}-7 ${size / 2} 0t${size / 2} 0`);
  return [
    wave(-300, -170, 60), wave(-262, -140, 34), wave(226, -190, 56), wave(262, -158, 30), wave(-308, 132, 44),
    wave(-252, 176, 62), wave(-292, 206, 30), wave(216, 160, 50), wave(254, 196, 40), wave(-60, -222, 44), wave(170, 216, 34),
  ];
}

function island(plan) {
  const edge = (cells, drop = 0) => {
    const [dx, dy] = [DX * cells, DY * cells];
    return { back: [0, -dy + drop], right: [dx, drop], front: [0, dy + drop], left: [-dx, drop] };
  };
  const rim = edge(plan.height + 0.85);
  const foam = edge(plan.height + 1.15, 36);
  const deep = [44, 34, 46, 38, 48, 36, 42];
  const side = (from, to) => deep.map((depth, place) => {
    const part = place / (deep.length - 1);
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part + depth];
  });
  const grass = edge(plan.height + 0.12);
  return [
    shape("foam", through(foam.back, foam.right, foam.front, foam.left)),
    shape("cliff left", through(rim.left, ...side(rim.left, rim.front), rim.front)),
    shape("cliff right", through(rim.front, ...side(rim.front, rim.right), rim.right)),
    shape("sand", through(rim.back, rim.right, rim.front, rim.left)),
    shape("grass", through(grass.back, grass.right, grass.front, grass.left)),
  ];
}

function names(plan) {
  const far = plan.height / 2 + 0.2;
  const at = (row, column) => [(column - row) * DX, (column + row) * DY];
  const from = -(plan.height - 1) / 2;
  const rows = plan.rowLabels.map((label, place) => text("rim", ...at(from + place, far), label));
  const columns = plan.columnLabels.map((label, place) => text("rim", ...at(far, from + place), label));
  return [...rows, ...columns];
}

/** A cell: its ground and tower, and the pawn on top. */
export function cell(plan, cell) {
  const place = plan.middle(cell);
  const odd = (plan.row(cell) + plan.column(cell)) % 2;
  const ground = s("path", { class: odd ? "ground odd" : "ground", transform: `translate(${place.join(" ")})`, d: diamond(WIDE[0], 0) });
  const floors = [];
  for (let level = 1; level <= plan.top(cell); level += 1) floors.push(floor(plan, cell, place, level));
  if (cell.height > 3) floors.push(dome(cell, place));
  const pawns = plan.at(cell).map((token) => pawn(plan, token, place, plan.top(cell)));
  return { base: [ground, ...floors], top: [number(plan, cell, place), ...pawns] };
}

function diamond(wide, high) {
  const [dx, dy] = [DX * wide, DY * wide];
  return through([0, -dy - high], [dx, -high], [0, dy - high], [-dx, -high]);
}

function floor(plan, cell, [x, y], level) {
  const [low, high, wide] = [TOPS[level - 1], TOPS[level], WIDE[level]];
  const [dx, dy] = [DX * wide, DY * wide];
  const rise = high - low;
  return thing(`${cell.id}:${level}`, [x, y - low], { comes: "rise", goes: "sink", kind: "floor" },
    shape("wall left", through([-dx, 0], [0, dy], [0, dy - rise], [-dx, -rise])),
    shape("wall right", through([dx, 0], [0, dy], [0, dy - rise], [dx, -rise])),
    shape("roof", diamond(wide, rise)),
    plan.mini ? null : openings(level, dx, dy, rise));
}

/** Doors and windows, so that floors can be counted. */
function openings(level, dx, dy, rise) {
  const pane = (side, at, wide, low, high) => {
    const point = (along, up) => [side * dx * (1 - along), dy * along - up * rise];
    return shape("pane", through(point(at, low), point(at + wide, low), point(at + wide, high), point(at, high)));
  };
  return OPENINGS[level].map((window) => pane(...window));
}

function dome(cell, [x, y]) {
  const wide = DX * WIDE[3] * 0.74;
  const flat = wide * 0.6;
  return thing(`${cell.id}:4`, [x, y - TOPS[3]], { comes: "rise", goes: "sink", kind: "floor" },
    shape("dome", `M${-wide} 0A${wide} ${wide * 1.12} 0 0 1 ${wide} 0A${wide} ${flat} 0 0 1 ${-wide} 0Z`),
    shape("gleam", `M${round(-wide * 0.62)} ${round(-wide * 0.25)}A${round(wide * 0.8)} ${round(wide * 0.9)} 0 0 1 ${round(-wide * 0.1)} ${round(-wide * 0.9)}`),
    shape("finial", `M0 ${round(-wide * 1.1)}v-10m-4 4h8`));
}

/** The height of a tower in figures, on its roof, where no other tower hides it; beside a pawn that stands there. */
function number(plan, cell, [x, y]) {
  if (plan.mini || !cell.height || cell.height > 3) return null;
  const aside = plan.at(cell).length ? DX * WIDE[cell.height] * 0.66 : 0;
  return s("g", { class: "storeys" }, text("count", round(x - aside), y - TOPS[cell.height], cell.height));
}

/** A pawn: the first side is round, the second angular, and each has its number. */
function pawn(plan, token, [x, y], level) {
  return thing(token.id, [x, y - TOPS[level]], { comes: "drop", kind: `pawn ${token.owner}` }, figure(token.owner), badge(plan, token));
}

function badge(plan, token) {
  return plan.mini ? null : text("digit", 0, -10.5, token.id.slice(-1));
}

function figure(owner) {
  const shadow = s("ellipse", { class: "shadow", cx: 3, cy: 1.5, rx: 20, ry: 10 });
  if (owner === "p1") {
    return [shadow,
      shape("body", "M-17 0C-17-9-9-14-7-27H7C9-14 17-9 17 0A17 9 0 0 1-17 0Z"),
      s("ellipse", { class: "collar", cx: 0, cy: -27, rx: 10.5, ry: 4.2 }),
      s("circle", { class: "body", cx: 0, cy: -38, r: 11 }), s("circle", { class: "gleam", cx: -3.6, cy: -41.5, r: 3 })];
  }
  return [shadow,
    shape("body", "M-17 1L-9-26H9L17 1L8 8H-8Z"),
    shape("collar", "M-12-28L0-33L12-28L0-23Z"),
    shape("body", "M0-53L12-40L0-27L-12-40Z"), shape("gleam", "M-1-48L-8-40L-4.5-40L0-45Z")];
}

/** What stands where while a move is half made: the pawn already goes with the choice. */
export function preview(plan, path) {
  const stands = (id) => plan.at(plan.cells.get(id))[0];
  const placing = path[0] && !stands(path[0]);
  if (placing) {
    const owner = plan.game.to_move;
    const letter = { p1: "B", p2: "R" }[owner];
    return [...path].sort().map((id, place) => ghost(plan, id, { id: `${letter}${place + 1}`, owner }));
  }
  return path.length > 1 ? [{ ...ghost(plan, path[1], stands(path[0])), hides: stands(path[0]).id }] : [];
}

function ghost(plan, id, token) {
  const cell = plan.cells.get(id);
  return { cell: id, node: pawn(plan, token, plan.middle(cell), plan.top(cell)), key: token.id };
}
