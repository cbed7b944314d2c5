// NIM: rows of matches on a table. Matches lie where they lay; what is taken leaves a gap.
import { flat, round, s, shape, survey, text, thing } from "./draw.js";

const [PITCH, LENGTH, HIGH] = [38, 82, 118];

/** Moves are swept from the first match to the last. */
export const sweeps = true;

/** The table as it lies on the screen. */
export function plan(scene, view) {
  const seen = survey(scene, view);
  const table = seen.game?.start ? replay(seen.game, view.swept ?? new Map()) : laid(sizesOf(scene));
  const places = placesOf(scene, table.heaps);
  const wide = Math.max(1, ...table.heaps.map((heap) => heap.from + heap.size), ...table.gone.map((gone) => gone.place + 1), table.wide);
  const lines = Math.max(1, table.lines);
  const turn = (place, size) => (seen.flip ? size - 1 - place : place);
  const middle = ([line, place]) => [(turn(place, wide) + 0.5) * PITCH, (turn(line, lines) + 0.5) * HIGH];
  const at = (cell) => places.get(cell.id) ?? [cell.row, cell.column];
  const margin = seen.mini ? 6 : 18;
  const least = seen.mini ? 0 : Math.max(0, (7 - wide) * PITCH) / 2;
  return {
    ...seen, table, middle: (cell) => middle(at(cell)), spread: middle,
    row: (cell) => turn(at(cell)[0], lines), column: (cell) => turn(at(cell)[1], wide),
    names: new Map(scene.tokens.map((token) => [token.id, `match ${(places.get(token.cell) ?? [token.cell]).join(" ")}`])),
    box: [-margin - least, -margin, wide * PITCH + 2 * (margin + least), lines * HIGH + 2 * margin - 8],
    face: (cell) => flat(...middle(at(cell)), PITCH / 2 - 2, LENGTH / 2 + 5),
  };
}

function sizesOf(scene) {
  const sizes = scene.rows.map(() => 0);
  for (const cell of scene.cells) sizes[cell.row] += 1;
  return sizes;
}

/** Heaps laid out afresh, a line each. */
function laid(sizes) {
  return {
    heaps: sizes.map((size, line) => ({ line, from: 0, size })),
    gone: [], lines: sizes.length, wide: Math.max(1, ...sizes),
  };
}

/** The sizes in a list of heaps such as `[3,5,7]`. */
export function sizesIn(list) {
  return (list.match(/\[([\d,\s]*)\]/)?.[1].match(/\d+/g) ?? []).map(Number);
}

/** The table after the moves of a game, from its start on. */
function replay(game, swept) {
  let table = laid(sizesIn(game.start));
  game.line.slice(0, game.ply).forEach((mv, ply) => {
    const key = game.line.slice(0, ply + 1).join(" ");
    const told = swept.get(key) ?? (ply === game.ply - 1 ? game.last : null);
    table = taken(table, sizesIn(mv), told);
  });
  return table;
}

/** The heaps in the order of the scene: by size, and where they are equal as they lie. */
function inOrder(heaps) {
  return [...heaps].sort((one, two) => one.size - two.size || one.line - two.line || one.from - two.from);
}

/** The table after a move that leaves these sizes; `path` says which matches, if it is known. */
function taken(table, left, path) {
  const heaps = inOrder(table.heaps);
  const cut = pointed(heaps, left, path) ?? guessed(heaps, left);
  if (!cut) return laid(left);
  const { heap, first, count } = cut;
  const parts = [{ ...heap, size: first }, { ...heap, from: heap.from + first + count, size: heap.size - first - count }];
  return {
    ...table,
    heaps: [...table.heaps.filter((other) => other !== heap), ...parts.filter((part) => part.size > 0)],
    gone: Array.from({ length: count }, (_, place) => ({ line: heap.line, place: heap.from + first + place })),
  };
}

/** The cut that a path points at, if it leaves what it should. */
function pointed(heaps, left, path) {
  if (path?.length !== 2) return null;
  const [[row, one], [, two]] = path.map((id) => id.split(".").map(Number));
  const [heap, first, count] = [heaps[row - 1], Math.min(one, two) - 1, Math.abs(one - two) + 1];
  if (!heap || first + count > heap.size) return null;
  const sizes = [...heaps.filter((other) => other !== heap).map(({ size }) => size), first, heap.size - first - count];
  const same = String(sizes.filter(Boolean).sort((a, b) => a - b)) === String([...left].sort((a, b) => a - b));
  return same ? { heap, first, count } : null;
}

/** A cut that leaves what it should: the first heap of its size, the smaller part on the left. */
function guessed(heaps, left) {
  for (const heap of heaps) {
    const over = without(left, heaps.filter((other) => other !== heap));
    const kept = over?.reduce((sum, size) => sum + size, 0);
    if (over && over.length < 3 && kept < heap.size) {
      return { heap, first: over.length === 2 ? Math.min(...over) : 0, count: heap.size - kept };
    }
  }
  return null;
}

/** The sizes that are not those of these heaps; nothing where one of them is missing. */
function without(sizes, heaps) {
  const over = [...sizes];
  for (const { size } of heaps) {
    const place = over.indexOf(size);
    if (place < 0) return null;
    over.splice(place, 1);
  }
  return over;
}

/** Where each place of the scene lies: the line, and how far along it. */
function placesOf(scene, heaps) {
  const ordered = inOrder(heaps);
  return new Map(scene.cells.flatMap((cell) => {
    const heap = ordered[cell.row];
    return heap ? [[cell.id, [heap.line, heap.from + cell.column]]] : [];
  }));
}

/** The table, the gaps of the last move, and how many matches lie together. */
export function under(plan) {
  const [x, y, width, height] = plan.box;
  const gaps = plan.table.gone.map(({ line, place }) => {
    const [cx, cy] = plan.spread([line, place]);
    return s("g", { class: "gone", transform: `translate(${round(cx)} ${round(cy)})` }, shape("outline", outline()));
  });
  return [s("rect", { class: "table-top", x, y, width, height, rx: 14 }), ...(plan.mini ? [] : [...gaps, ...plan.table.heaps.map((heap) => brace(plan, heap))])];
}

function brace(plan, heap) {
  const [x1, y] = plan.spread([heap.line, heap.from]);
  const [x2] = plan.spread([heap.line, heap.from + heap.size - 1]);
  const [left, right, low] = [Math.min(x1, x2) - 9, Math.max(x1, x2) + 9, y + LENGTH / 2 + 5];
  return s("g", { class: "brace" }, shape("line", `M${left} ${low - 3}v3H${right}v-3`), text("rim", (left + right) / 2, low + 10, heap.size));
}

function outline() {
  return `M-4.5 ${-LENGTH / 2}h9v${LENGTH}h-9Z`;
}

/** A match. No two lie quite alike. */
export function cell(plan, cell) {
  const [x, y] = plan.middle(cell);
  const ground = s("rect", { class: "ground", x: x - PITCH / 2, y: y - HIGH / 2 + 3, width: PITCH, height: HIGH - 8 });
  const matches = plan.at(cell).map((token) => {
    const key = plan.names.get(token.id);
    const lean = ((round(x) * 7 + round(y) * 3) % 7) - 3;
    return thing(key, [x, y], { comes: "drop", goes: "sweep", kind: "match" }, s("g", { transform: `rotate(${round(lean * 0.7)})` }, match()));
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

/** The elements between two matches that lie together; none where they do not. */
export function between(plan, from, to) {
  const [one, two] = [from, to].map((id) => plan.cells.get(id));
  if (!one || !two || one.row !== two.row) return [];
  const [low, high] = [Math.min(one.column, two.column), Math.max(one.column, two.column)];
  return plan.scene.cells.filter((cell) => cell.row === one.row && cell.column >= low && cell.column <= high).map((cell) => cell.id);
}
