// NIM: rows of matches on a table. Matches stay where they are; those taken leave a gap.
import { flatFace, sceneLayout } from "./layout.js";
import { piece, round, s, shape, text } from "./svg.js";
/** @import { Cell, Game, Scene } from "../protocol.d.ts" */
/** @import { CellDrawing, Layout, Point, ViewOptions } from "./types.d.ts" */

/** @typedef {[line: number, place: number]} Place A line of the table, and a place along it. */
/** @typedef {{ line: number, from: number, size: number }} Heap */
/** @typedef {{ heaps: Heap[], taken: Place[], lines: number, wide: number }} Table The heaps, and the matches of the last move. */
/** @typedef {{ heap: Heap, first: number, count: number }} Take */
/** @typedef {Layout & { table: Table, pointAt: (place: Place) => Point, pieceKeys: Map<string, string> }} NimLayout */

const [PITCH, LENGTH, HIGH] = [38, 82, 118];
/** A narrower table is widened to this many matches. */
const MIN_WIDTH = 7;

/** A move is a range from the first match to the last. */
export const selectsRange = true;

/**
 * The table on the screen.
 * @param {Scene} scene
 * @param {ViewOptions} view
 * @returns {NimLayout}
 */
export function layout(scene, view) {
  const base = sceneLayout(scene, view);
  const table = base.game?.start ? replay(base.game, base.game.start, view.playedPaths ?? new Map()) : newTable(sizesOf(scene));
  const places = placesOf(scene, table.heaps);
  const wide = Math.max(1, table.wide, ...table.heaps.map((heap) => heap.from + heap.size), ...table.taken.map(([, place]) => place + 1));
  const lines = Math.max(1, table.lines);
  /**
   * @param {number} index
   * @param {number} size
   */
  const turn = (index, size) => (base.flip ? size - 1 - index : index);
  /**
   * @param {Place} place
   * @returns {Point}
   */
  const pointAt = ([line, place]) => [(turn(place, wide) + 0.5) * PITCH, (turn(line, lines) + 0.5) * HIGH];
  /**
   * @param {Cell} cell
   * @returns {Place}
   */
  const placeOf = (cell) => places.get(cell.id) ?? [cell.row, cell.column];
  const margin = base.thumbnail ? 6 : 18;
  const widening = base.thumbnail ? 0 : Math.max(0, (MIN_WIDTH - wide) * PITCH) / 2;
  return {
    ...base, table, pointAt,
    centre: (cell) => pointAt(placeOf(cell)),
    row: (cell) => turn(placeOf(cell)[0], lines),
    column: (cell) => turn(placeOf(cell)[1], wide),
    pieceKeys: new Map(scene.tokens.map((token) => [token.id, `match ${(places.get(token.cell) ?? [token.cell]).join(" ")}`])),
    box: [-margin - widening, -margin, wide * PITCH + 2 * (margin + widening), lines * HIGH + 2 * margin - 8],
    face: (cell) => flatFace(...pointAt(placeOf(cell)), PITCH / 2 - 2, LENGTH / 2 + 5),
  };
}

/** @param {Scene} scene */
function sizesOf(scene) {
  const sizes = scene.rows.map(() => 0);
  for (const cell of scene.cells) sizes[cell.row] += 1;
  return sizes;
}

/**
 * A table with a line for each heap.
 * @param {number[]} sizes
 * @returns {Table}
 */
function newTable(sizes) {
  return {
    heaps: sizes.map((size, line) => ({ line, from: 0, size })),
    taken: [], lines: sizes.length, wide: Math.max(1, ...sizes),
  };
}

/**
 * The sizes in a list of heaps such as `[3,5,7]`.
 * @param {string} list
 */
export function heapSizes(list) {
  return (list.match(/\[([\d,\s]*)\]/)?.[1].match(/\d+/g) ?? []).map(Number);
}

/**
 * The table after the moves of a game.
 * @param {Game} game
 * @param {string} start
 * @param {Map<string, string[]>} playedPaths
 */
function replay(game, start, playedPaths) {
  let table = newTable(heapSizes(start));
  game.line.slice(0, game.ply).forEach((mv, ply) => {
    const key = game.line.slice(0, ply + 1).join(" ");
    const path = playedPaths.get(key) ?? (ply === game.ply - 1 ? game.last : null);
    table = afterMove(table, heapSizes(mv ?? ""), path);
  });
  return table;
}

/**
 * The heaps in the order of the scene: by size, equal ones as they lie.
 * @param {Heap[]} heaps
 */
function inOrder(heaps) {
  return [...heaps].sort((a, b) => a.size - b.size || a.line - b.line || a.from - b.from);
}

/**
 * The table after a move that leaves these sizes; `path` says which matches, if it is known.
 * @param {Table} table
 * @param {number[]} left
 * @param {string[] | null} path
 * @returns {Table}
 */
function afterMove(table, left, path) {
  const heaps = inOrder(table.heaps);
  const take = takeOfPath(heaps, left, path) ?? guessTake(heaps, left);
  if (!take) return newTable(left);
  const { heap, first, count } = take;
  const parts = [{ ...heap, size: first }, { ...heap, from: heap.from + first + count, size: heap.size - first - count }];
  return {
    ...table,
    heaps: [...table.heaps.filter((other) => other !== heap), ...parts.filter((part) => part.size > 0)],
    taken: Array.from({ length: count }, (_, index) => [heap.line, heap.from + first + index]),
  };
}

/**
 * What a path takes, if that leaves the right sizes.
 * @param {Heap[]} heaps
 * @param {number[]} left
 * @param {string[] | null} path
 * @returns {Take | null}
 */
function takeOfPath(heaps, left, path) {
  if (path?.length !== 2) return null;
  const [[row, one], [, two]] = path.map((id) => id.split(".").map(Number));
  const [heap, first, count] = [heaps[row - 1], Math.min(one, two) - 1, Math.abs(one - two) + 1];
  if (!heap || first + count > heap.size) return null;
  const sizes = [...heaps.filter((other) => other !== heap).map(({ size }) => size), first, heap.size - first - count];
  const isSame = String(sizes.filter(Boolean).sort((a, b) => a - b)) === String([...left].sort((a, b) => a - b));
  return isSame ? { heap, first, count } : null;
}

/**
 * A take that leaves the right sizes: from the first such heap, the smaller part on the left.
 * @param {Heap[]} heaps
 * @param {number[]} left
 * @returns {Take | null}
 */
function guessTake(heaps, left) {
  for (const heap of heaps) {
    const rest = without(left, heaps.filter((other) => other !== heap));
    if (!rest || rest.length > 2) continue;
    const kept = rest.reduce((sum, size) => sum + size, 0);
    if (kept < heap.size) return { heap, first: rest.length === 2 ? Math.min(...rest) : 0, count: heap.size - kept };
  }
  return null;
}

/**
 * The sizes without those of some heaps; null if one of them is missing.
 * @param {number[]} sizes
 * @param {Heap[]} heaps
 */
function without(sizes, heaps) {
  const rest = [...sizes];
  for (const { size } of heaps) {
    const index = rest.indexOf(size);
    if (index < 0) return null;
    rest.splice(index, 1);
  }
  return rest;
}

/**
 * The place of each cell of the scene on the table.
 * @param {Scene} scene
 * @param {Heap[]} heaps
 */
function placesOf(scene, heaps) {
  const ordered = inOrder(heaps);
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const cell of scene.cells) {
    const heap = ordered[cell.row];
    if (heap) places.set(cell.id, [heap.line, heap.from + cell.column]);
  }
  return places;
}

/**
 * The table, the gaps of the last move, and the sizes of the heaps.
 * @param {NimLayout} layout
 */
export function background(layout) {
  const [x, y, width, height] = layout.box;
  const tableTop = s("rect", { class: "table-top", x, y, width, height, rx: 14 });
  if (layout.thumbnail) return [tableTop];
  const gaps = layout.table.taken.map((place) => {
    const [cx, cy] = layout.pointAt(place);
    return s("g", { class: "taken", transform: `translate(${round(cx)} ${round(cy)})` }, shape("outline", outline()));
  });
  return [tableTop, ...gaps, ...layout.table.heaps.map((heap) => brace(layout, heap))];
}

/**
 * @param {NimLayout} layout
 * @param {Heap} heap
 */
function brace(layout, heap) {
  const [x1, y] = layout.pointAt([heap.line, heap.from]);
  const [x2] = layout.pointAt([heap.line, heap.from + heap.size - 1]);
  const [left, right, low] = [Math.min(x1, x2) - 9, Math.max(x1, x2) + 9, y + LENGTH / 2 + 5];
  return s("g", { class: "brace" }, shape("line", `M${left} ${low - 3}v3H${right}v-3`), text("axis-label", (left + right) / 2, low + 10, heap.size));
}

function outline() {
  return `M-4.5 ${-LENGTH / 2}h9v${LENGTH}h-9Z`;
}

/**
 * A match. No two have quite the same angle.
 * @param {NimLayout} layout
 * @param {Cell} cell
 * @returns {CellDrawing}
 */
export function drawCell(layout, cell) {
  const [x, y] = layout.centre(cell);
  const ground = s("rect", { class: "ground", x: x - PITCH / 2, y: y - HIGH / 2 + 3, width: PITCH, height: HIGH - 8 });
  const matches = layout.at(cell).map((token) => {
    const key = layout.pieceKeys.get(token.id) ?? token.id;
    const lean = ((round(x) * 7 + round(y) * 3) % 7) - 3;
    return piece(key, [x, y], { enter: "drop", exit: "toss", kind: "match" }, s("g", { transform: `rotate(${round(lean * 0.7)})` }, match()));
  });
  return { base: [ground], top: matches };
}

function match() {
  const end = LENGTH / 2;
  return [
    shape("shadow", `M-2 ${-end + 9}h9V${end + 2}h-9Z`),
    shape("stick", `M-4 ${-end + 6}h8V${end}h-8Z`), shape("grain", `M1.4 ${-end + 14}V${end - 3}`),
    s("ellipse", { class: "head", cy: -end + 7, rx: 6.6, ry: 9.5 }), s("ellipse", { class: "gleam", cx: -2, cy: -end + 4, rx: 1.7, ry: 3 }),
  ];
}

/**
 * The cells from one match to another of the same heap; none if they are in different heaps.
 * @param {NimLayout} layout
 * @param {string} from
 * @param {string} to
 */
export function cellsBetween(layout, from, to) {
  const [one, two] = [from, to].map((id) => layout.cells.get(id));
  if (!one || !two || one.row !== two.row) return [];
  const [low, high] = [Math.min(one.column, two.column), Math.max(one.column, two.column)];
  return layout.scene.cells.filter((cell) => cell.row === one.row && cell.column >= low && cell.column <= high).map((cell) => cell.id);
}
