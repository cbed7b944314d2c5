// Santorini: an island base from a corner, with white towers and blue domes.
import { sceneLayout } from "./layout.js";
import { piece, polygon, round, s, shape, text } from "./svg.js";
/** @import { Cell, Scene, Side, Token } from "../protocol.d.ts" */
/** @import { CellDrawing, Ghost, Layout, Point, ViewOptions } from "./types.d.ts" */

/** @typedef {Layout & { top: (cell: Cell) => number }} IslandLayout */
/** @typedef {{ id: string, owner: Side | null }} Pawn */

/** Half a cell to the right and down. */
const [DX, DY] = [50, 33];
/** How much of a cell the ground and each floor take, and how high each floor ends. */
const WIDE = [0.95, 0.84, 0.68, 0.52];
const TOPS = [0, 18, 34, 48];

/** @type {Record<number, [side: number, at: number, wide: number, low: number, high: number][]>} The doors and windows of each floor: the side, from where along it and how wide, from how low to how high. */
const OPENINGS = {
  1: [[-1, 0.42, 0.2, 0, 0.62], [1, 0.24, 0.14, 0.34, 0.7], [1, 0.62, 0.14, 0.34, 0.7]],
  2: [[-1, 0.22, 0.16, 0.3, 0.7], [-1, 0.6, 0.16, 0.3, 0.7], [1, 0.4, 0.2, 0.3, 0.7]],
  3: [[-1, 0.4, 0.2, 0.3, 0.72], [1, 0.4, 0.2, 0.3, 0.72]],
};

/**
 * A place on the screen, from rows and columns away from the middle of the board.
 * @param {number} row
 * @param {number} column
 * @returns {Point}
 */
const at = (row, column) => [(column - row) * DX, (column + row) * DY];

/**
 * The board on the screen.
 * @param {Scene} scene
 * @param {ViewOptions} view
 * @returns {IslandLayout}
 */
export function layout(scene, view) {
  const base = sceneLayout(scene, view);
  const [halfWide, halfHigh] = [((base.width + base.height) / 2) * DX, ((base.width + base.height) / 2) * DY];
  const [beside, above, below] = base.thumbnail ? [60, 72, 84] : [70, 85, 97];
  /**
   * @param {Cell} cell
   * @returns {Point}
   */
  const centre = (cell) => {
    const [row, column] = [base.row(cell), base.column(cell)];
    return at(row - (base.height - 1) / 2, column - (base.width - 1) / 2);
  };
  /** @param {Cell} cell */
  const top = (cell) => Math.min(cell.height ?? 0, 3);
  return {
    ...base, centre, top,
    box: [-halfWide - beside, -halfHigh - above, 2 * (halfWide + beside), 2 * halfHigh + above + below],
    face: (cell) => {
      const [x, y] = centre(cell);
      const wide = WIDE[top(cell)];
      /** @type {Point} */
      const half = [(DX * wide) / 2, (DY * wide) / 2];
      return { x, y: y - TOPS[top(cell)], u: half, v: [-half[0], half[1]] };
    },
  };
}

/**
 * The sea, the cliff and the labels of rows and columns.
 * @param {IslandLayout} layout
 */
export function background(layout) {
  const [x, y, width, height] = layout.box;
  const sea = s("rect", { class: "sea", x, y, width, height, rx: layout.thumbnail ? 40 : 18 });
  return [sea, ...(layout.thumbnail ? [] : waves(width / 640, height / 512)), ...island(layout), ...(layout.thumbnail ? [] : axisLabels(layout))];
}

/**
 * @param {number} wide
 * @param {number} high
 */
function waves(wide, high) {
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  const wave = (x, y, size) => shape("wave", `M${round(x * wide)} ${round(y * high)}q${size / 4}-7 ${size / 2} 0t${size / 2} 0`);
  return [
    wave(-300, -170, 60), wave(-262, -140, 34), wave(226, -190, 56), wave(262, -158, 30), wave(-308, 132, 44),
    wave(-252, 176, 62), wave(-292, 206, 30), wave(216, 160, 50), wave(254, 196, 40), wave(-60, -222, 44), wave(170, 216, 34),
  ];
}

/** @param {IslandLayout} layout */
function island(layout) {
  /**
   * @param {number} margin
   * @returns {Record<"back" | "right" | "front" | "left", Point>}
   */
  const edge = (margin, drop = 0) => {
    const [rows, columns] = [(layout.height + margin) / 2, (layout.width + margin) / 2];
    /**
     * @param {number} row
     * @param {number} column
     * @returns {Point}
     */
    const corner = (row, column) => [at(row, column)[0], at(row, column)[1] + drop];
    return { back: corner(-rows, -columns), right: corner(-rows, columns), front: corner(rows, columns), left: corner(rows, -columns) };
  };
  const shore = edge(0.85);
  const foam = edge(1.15, 36);
  const deep = [44, 34, 46, 38, 48, 36, 42];
  /**
   * @param {Point} from
   * @param {Point} to
   * @returns {Point[]}
   */
  const side = (from, to) => deep.map((depth, place) => {
    const part = place / (deep.length - 1);
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part + depth];
  });
  const grass = edge(0.12);
  return [
    shape("foam", polygon(foam.back, foam.right, foam.front, foam.left)),
    shape("cliff left", polygon(shore.left, ...side(shore.left, shore.front), shore.front)),
    shape("cliff right", polygon(shore.front, ...side(shore.front, shore.right), shore.right)),
    shape("sand", polygon(shore.back, shore.right, shore.front, shore.left)),
    shape("grass", polygon(grass.back, grass.right, grass.front, grass.left)),
  ];
}

/** @param {IslandLayout} layout */
function axisLabels(layout) {
  const [down, right] = [layout.height / 2, layout.width / 2];
  const rows = layout.rowLabels.map((label, place) => text("axis-label", ...at(place + 0.5 - down, right + 0.2), label));
  const columns = layout.columnLabels.map((label, place) => text("axis-label", ...at(down + 0.2, place + 0.5 - right), label));
  return [...rows, ...columns];
}

/**
 * A cell: its ground and tower, and the pawn on top.
 * @param {IslandLayout} layout
 * @param {Cell} cell
 * @returns {CellDrawing}
 */
export function drawCell(layout, cell) {
  const place = layout.centre(cell);
  const odd = (layout.row(cell) + layout.column(cell)) % 2;
  const ground = s("path", { class: odd ? "ground odd" : "ground", transform: `translate(${place.join(" ")})`, d: diamond(WIDE[0], 0) });
  const floors = [];
  for (let level = 1; level <= layout.top(cell); level += 1) floors.push(floor(layout, cell, place, level));
  if ((cell.height ?? 0) > 3) floors.push(dome(cell, place));
  const pawns = layout.at(cell).map((token) => pawn(layout, token, place, layout.top(cell)));
  return { base: [ground, ...floors], top: [storeys(layout, cell, place), ...pawns] };
}

/**
 * @param {number} wide
 * @param {number} high
 */
function diamond(wide, high) {
  const [dx, dy] = [DX * wide, DY * wide];
  return polygon([0, -dy - high], [dx, -high], [0, dy - high], [-dx, -high]);
}

/**
 * @param {IslandLayout} layout
 * @param {Cell} cell
 * @param {Point} centre
 * @param {number} level
 */
function floor(layout, cell, [x, y], level) {
  const [low, high, wide] = [TOPS[level - 1], TOPS[level], WIDE[level]];
  const [dx, dy] = [DX * wide, DY * wide];
  const rise = high - low;
  return piece(`${cell.id}:${level}`, [x, y - low], { enter: "rise", exit: "sink", kind: "floor" },
    shape("wall left", polygon([-dx, 0], [0, dy], [0, dy - rise], [-dx, -rise])),
    shape("wall right", polygon([dx, 0], [0, dy], [0, dy - rise], [dx, -rise])),
    shape("roof", diamond(wide, rise)),
    layout.thumbnail ? null : openings(level, dx, dy, rise));
}

/**
 * Doors and windows, so that floors can be counted.
 * @param {number} level
 * @param {number} dx
 * @param {number} dy
 * @param {number} rise
 */
function openings(level, dx, dy, rise) {
  /**
   * @param {number} side
   * @param {number} at
   * @param {number} wide
   * @param {number} low
   * @param {number} high
   */
  const pane = (side, at, wide, low, high) => {
    /**
     * @param {number} along
     * @param {number} up
     * @returns {Point}
     */
    const point = (along, up) => [side * dx * (1 - along), dy * along - up * rise];
    return shape("pane", polygon(point(at, low), point(at + wide, low), point(at + wide, high), point(at, high)));
  };
  return OPENINGS[level].map((window) => pane(...window));
}

/**
 * @param {Cell} cell
 * @param {Point} centre
 */
function dome(cell, [x, y]) {
  const wide = DX * WIDE[3] * 0.74;
  const flatFace = wide * 0.6;
  return piece(`${cell.id}:4`, [x, y - TOPS[3]], { enter: "rise", exit: "sink", kind: "floor" },
    shape("dome", `M${-wide} 0A${wide} ${wide * 1.12} 0 0 1 ${wide} 0A${wide} ${flatFace} 0 0 1 ${-wide} 0Z`),
    shape("gleam", `M${round(-wide * 0.62)} ${round(-wide * 0.25)}A${round(wide * 0.8)} ${round(wide * 0.9)} 0 0 1 ${round(-wide * 0.1)} ${round(-wide * 0.9)}`),
    shape("finial", `M0 ${round(-wide * 1.1)}v-10m-4 4h8`));
}

/**
 * The height of a tower in figures on its roof, or beside a pawn that stands there.
 * @param {IslandLayout} layout
 * @param {Cell} cell
 * @param {Point} centre
 */
function storeys(layout, cell, [x, y]) {
  if (layout.thumbnail || !cell.height || cell.height > 3) return null;
  const aside = layout.at(cell).length ? DX * WIDE[cell.height] * 0.66 : 0;
  return s("g", { class: "storeys" }, text("count", round(x - aside), y - TOPS[cell.height], cell.height));
}

/**
 * A pawn: the first side is round, the second angular, and each has its number.
 * @param {IslandLayout} layout
 * @param {Pawn} token
 * @param {Point} centre
 * @param {number} level
 */
function pawn(layout, token, [x, y], level) {
  return piece(token.id, [x, y - TOPS[level]], { enter: "drop", kind: `pawn ${token.owner}` }, figure(token.owner), digit(layout, token));
}

/**
 * @param {IslandLayout} layout
 * @param {Pawn} token
 */
function digit(layout, token) {
  return layout.thumbnail ? null : text("digit", 0, -10.5, token.id.slice(-1));
}

/** @param {Side | null} owner */
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

/**
 * The pawns as they would stand while a move is half selected.
 * @param {IslandLayout} layout
 * @param {string[]} path
 * @returns {Ghost[]}
 */
export function preview(layout, path) {
  const [first, second] = path;
  const standing = pawnOn(layout, first);
  if (first && !standing) {
    const owner = layout.game?.to_move ?? null;
    const letter = owner === "p2" ? "R" : "B";
    return [...path].sort().flatMap((id, index) => ghost(layout, id, { id: `${letter}${index + 1}`, owner }));
  }
  return second && standing ? ghost(layout, second, standing, standing.id) : [];
}

/**
 * @param {IslandLayout} layout
 * @param {string | undefined} id
 * @returns {Token | undefined}
 */
function pawnOn(layout, id) {
  const cell = id ? layout.cells.get(id) : undefined;
  return cell && layout.at(cell)[0];
}

/**
 * @param {IslandLayout} layout
 * @param {string} id
 * @param {Pawn} token
 * @param {string} [hides]
 * @returns {Ghost[]}
 */
function ghost(layout, id, token, hides) {
  const cell = layout.cells.get(id);
  return cell ? [{ cell: id, node: pawn(layout, token, layout.centre(cell), layout.top(cell)), hides }] : [];
}
