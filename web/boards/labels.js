// The labels of cells for screen readers, and moves in words.
import { has, locale, t, tOr } from "../shell/i18n.js";
import { heapsOf } from "./nim.js";
/** @import { Cell, MoveArg, MoveDictionary, MoveWords, Side, Token } from "../protocol.d.ts" */
/** @import { Layout } from "./types.d.ts" */

/** @type {Record<string, (layout: Layout, cell: Cell) => (string | null)[]>} */
const CELL_LABELS = { santorini, byte, theseus, nim, tictactoe };
/** @type {Record<string, [down: number, right: number]>} */
const DIRECTIONS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
/** Where plain notation is chosen. */
const NOTATION_KEY = "agon.notation";
/** The most moves of a game whose words are kept. */
const MAX_KNOWN = 20_000;
/** @type {Map<string, Map<string, MoveWords>>} What moves do, by game and notation. */
const knownMoves = new Map();

/**
 * The label of a cell: "row 2, column 3, height 2, your pawn".
 * @param {string} game
 * @param {Layout} layout
 * @param {Cell} cell
 */
export function cellLabel(game, layout, cell) {
  const label = CELL_LABELS[game] ?? generic;
  return label(layout, cell).filter(Boolean).join(", ");
}

/**
 * The label of a cell with what is marked there: the last move, a hint, a proven result.
 * @param {string} game
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {{ last: string[] | null, hint: string[] | null, badge?: string, drawn: string[] }} marks
 */
export function noteLabel(game, layout, cell, { last, hint, badge, drawn }) {
  const notes = [cellLabel(game, layout, cell)];
  if (last?.includes(cell.id)) notes.push(t("board.label.last"));
  if (layout.has(cell.id, "won")) notes.push(t("board.label.won"));
  if (layout.has(cell.id, "differs")) notes.push(t("board.label.differs"));
  if (hint?.includes(cell.id)) notes.push(t("board.label.hint"));
  if (badge) notes.push(badge);
  return [...notes, ...drawn].join(", ");
}

/**
 * The label of a board.
 * @param {string} game
 * @param {Layout} layout
 */
export function gridLabel(game, layout) {
  const key = game in CELL_LABELS ? game : "generic";
  return t(`board.grid.${key}`, { rows: layout.height, columns: layout.width });
}

/**
 * The label of a level of a stack.
 * @param {Token} token
 * @param {number} level
 * @param {number} count
 */
export function levelLabel(token, level, count) {
  if (count === 1) return t("board.label.checker", { sign: token.symbol });
  return t("board.label.level", { level, count, sign: token.symbol });
}

/**
 * Keeps what the program says about the moves of a game.
 * @param {string} game
 * @param {MoveDictionary} words
 */
export function learnMoves(game, words) {
  const known = knownMoves.get(game) ?? new Map();
  if (known.size > MAX_KNOWN) known.clear();
  knownMoves.set(game, known);
  for (const [text, move] of Object.entries(words)) known.set(text, move);
}

/**
 * What is known about some moves of a game.
 * @param {string} game
 * @param {string[]} moves
 * @returns {MoveDictionary}
 */
export function wordsOf(game, moves) {
  return Object.fromEntries(moves.flatMap((text) => {
    const words = knownMoves.get(game)?.get(text);
    return words ? [[text, words]] : [];
  }));
}

/**
 * A move in words, in the page's language; its notation if the program said nothing about it.
 * @param {string} game
 * @param {string} text
 */
export function describeMove(game, text) {
  const words = knownMoves.get(game)?.get(text);
  if (!words) return text;
  const isOne = Object.values(words.args).some((arg) => "numbers" in arg && arg.numbers.length === 1);
  const key = [`board.move.${game}.${words.kind}`, isOne ? `board.move.${words.kind}_one` : ""].find((key) => has(key)) ?? `board.move.${words.kind}`;
  const args = Object.fromEntries(Object.entries(words.args).map(([name, arg]) => [name, argText(game, name, arg)]));
  return has(key, args) ? t(key, args) : text;
}

/**
 * A move in short, for lists: its notation if that was chosen, or if there is nothing shorter.
 * @param {string} game
 * @param {string} text
 */
export function shortMove(game, text) {
  const words = knownMoves.get(game)?.get(text);
  if (!words || plainNotation()) return text;
  const key = `board.short.${words.kind}`;
  const args = Object.fromEntries(Object.entries(words.args).map(([name, arg]) => [name, shortArg(game, name, arg)]));
  return has(key, args) ? t(key, args) : describeMove(game, text);
}

/**
 * @param {string} game
 * @param {string} name
 * @param {MoveArg} arg
 */
function shortArg(game, name, arg) {
  if ("numbers" in arg) return arg.numbers.join(", ");
  return "place" in arg && game !== "tictactoe" ? arg.place.row + arg.place.column : argText(game, name, arg);
}

/**
 * The cells of tic-tac-toe have names.
 * @param {{ row: string | number, column: string | number }} place
 */
function cellName({ row, column }) {
  const parts = [["top", "", "bottom"][Number(row)], ["left", "", "right"][Number(column)]].filter(Boolean);
  return (parts.length ? parts : ["centre"]).map((part) => t(`board.cell.${part}`)).join(" ");
}

/** Whether moves are listed in plain notation. */
export function plainNotation() {
  try { return localStorage.getItem(NOTATION_KEY) === "plain"; } catch { return false; }
}

/**
 * Lists moves in plain notation, or in words, and remembers it.
 * @param {boolean} plain
 */
export function setPlainNotation(plain) {
  try { localStorage.setItem(NOTATION_KEY, plain ? "plain" : "words"); } catch { /* Then it stays as it is. */ }
}

/**
 * @param {string} game
 * @param {string} name
 * @param {MoveArg} arg
 */
function argText(game, name, arg) {
  if ("place" in arg) return game === "tictactoe" ? cellName(arg.place) : t("board.label.place", arg.place);
  if ("key" in arg) return tOr(`board.${name}.${arg.key}`, arg.key);
  if ("numbers" in arg) return listText(arg.numbers.map(String));
  return "name" in arg ? arg.name : arg.number;
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function place(layout, cell) {
  return t("board.label.place", { row: layout.scene.rows[cell.row], column: layout.scene.columns[cell.column] });
}

/**
 * Whose a piece is; "yours" or "theirs" if exactly one side is played by a person.
 * @param {Layout} layout
 * @param {Side | null} owner
 */
function ownerKey(layout, owner) {
  const [first, second] = (layout.game?.seats ?? []).map((spec) => spec === "person");
  if (first === second) return owner;
  return owner === (first ? "p1" : "p2") ? "yours" : "theirs";
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function santorini(layout, cell) {
  const level = cell.height ?? 0;
  const height = level > 3 ? t("board.label.dome") : t("board.label.height", { height: level });
  const pawns = layout.at(cell).map(({ owner, id }) => t(`board.label.pawn.${ownerKey(layout, owner)}`, { number: id.slice(-1) }));
  return [place(layout, cell), height, ...pawns];
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function byte(layout, cell) {
  const stack = layout.at(cell);
  const name = t("board.label.square", { name: cell.id });
  if (!stack.length) return [name, t("board.label.empty")];
  const signs = stack.map((token) => token.symbol).join(" ");
  return [name, stack.length === 1 ? t("board.label.checker", { sign: signs }) : t("board.label.stack", { count: stack.length, signs })];
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function theseus(layout, cell) {
  const tokens = layout.at(cell);
  const things = tokens.map(({ label, id }) => {
    const thing = label === "loot" ? t("board.label.loot", { number: id.slice(1) }) : t(`board.label.${label}`);
    return layout.has(id, "recalled") ? t("board.label.recalled", { thing }) : thing;
  });
  const light = lightOf(layout, cell);
  if (light === "seen" || light === "dark") things.push(t(`board.label.${light}`));
  if (tokens.some((token) => token.label === "theseus")) things.push(t(`board.label.sabre.${sabreColour(layout)}`));
  const open = openDirections(layout, cell).map((direction) => t(`board.direction.${direction}`));
  return [place(layout, cell), ...things, t("board.label.open", { directions: listText(open) })];
}

/**
 * Whether a tile is sensed now, was seen before, or lies in the dark; empty where the board shows everything.
 * @param {Layout} layout
 * @param {Cell} cell
 */
export function lightOf(layout, cell) {
  if (!layout.scene.marks.some(({ label }) => label === "sensed")) return "";
  const isLit = layout.has(cell.id, "sensed") || layout.at(cell).some(({ id, owner }) => owner && !layout.has(id, "recalled"));
  return isLit ? "sensed" : layout.has(cell.id, "seen") ? "seen" : "dark";
}

/**
 * The colour of Theseus's sabre, which shows what he senses.
 * @param {Layout} layout
 */
export function sabreColour(layout) {
  if (layout.has("theseus", "sabre-minotaur")) return "red";
  return layout.has("theseus", "sabre-loot") ? "green" : "white";
}

/** @type {WeakMap<Layout, { walls: Set<string>, cells: Map<string, string> }>} The walls and the places of tiles. */
const mazes = new WeakMap();

/** @param {Layout} layout */
function mazeOf(layout) {
  const { scene, row, column } = layout;
  const maze = mazes.get(layout) ?? {
    walls: new Set(scene.edges.flatMap(({ between: [a, b] }) => [`${a}|${b}`, `${b}|${a}`])),
    cells: new Map(scene.cells.map((cell) => [`${row(cell)} ${column(cell)}`, cell.id])),
  };
  mazes.set(layout, maze);
  return maze;
}

/**
 * The directions without a wall, as they are seen.
 * @param {Layout} layout
 * @param {Cell} cell
 */
function openDirections(layout, cell) {
  const { walls, cells } = mazeOf(layout);
  return Object.keys(DIRECTIONS).filter((direction) => {
    const [down, right] = DIRECTIONS[direction];
    const neighbour = cells.get(`${layout.row(cell) + down} ${layout.column(cell) + right}`);
    return neighbour && !walls.has(`${cell.id}|${neighbour}`);
  });
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function nim(layout, cell) {
  const heaps = heapsOf(layout.scene);
  const heap = heaps.findIndex((cells) => cells.some(({ id }) => id === cell.id));
  const place = heaps[heap].findIndex(({ id }) => id === cell.id);
  return [t("board.label.match", { heap: heap + 1, place: place + 1, count: heaps[heap].length })];
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function tictactoe(layout, cell) {
  const [token] = layout.at(cell);
  return [cellName(cell), t(`board.label.${token?.label ?? "empty"}`)];
}

/**
 * @param {Layout} layout
 * @param {Cell} cell
 */
function generic(layout, cell) {
  const letters = layout.at(cell).map((token) => token.symbol);
  const height = cell.height ? t("board.label.height", { height: cell.height }) : null;
  return [place(layout, cell), height, letters.length ? letters.join(" ") : t("board.label.empty")];
}

/**
 * Words as a list: "up, right and down".
 * @param {string[]} words
 */
function listText(words) {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(words);
}
