// What is said of the places of a board, and of moves.
import { language, t } from "../words.js";
import { sizesIn } from "./nim.js";

/** What a place is called: "row 2, column 3, height 2, your pawn". */
export function labelOf(game, plan, cell) {
  const own = { santorini, byte, theseus, nim, tictactoe }[game] ?? plain;
  return own(plan, cell).filter(Boolean).join(", ");
}

/** What the board is called. */
export function gridLabel(game, plan) {
  const key = { santorini: 1, byte: 1, theseus: 1, nim: 1, tictactoe: 1 }[game] ? game : "plain";
  return t(`board.grid.${key}`, { rows: plan.height, columns: plan.width });
}

/** A level of a stack in words. */
export function levelLabel(token, level, count) {
  return t("board.label.level", { level, count, sign: token.symbol });
}

function place(plan, cell) {
  return t("board.label.place", { row: plan.scene.rows[cell.row], column: plan.scene.columns[cell.column] });
}

/** Whose a thing is, from the point of view of whoever plays one side alone. */
function whose(plan, owner) {
  const people = (plan.game?.seats ?? []).map((seat) => seat === "person");
  if (people[0] === people[1]) return owner;
  return owner === (people[0] ? "p1" : "p2") ? "yours" : "theirs";
}

function santorini(plan, cell) {
  const height = cell.height > 3 ? t("board.label.dome") : t("board.label.height", { height: cell.height });
  const pawns = plan.at(cell).map((token) => t(`board.label.pawn.${whose(plan, token.owner)}`, { number: token.id.slice(-1) }));
  return [place(plan, cell), height, ...pawns];
}

function byte(plan, cell) {
  const stack = plan.at(cell);
  const name = t("board.label.square", { name: cell.id });
  if (!stack.length) return [name, t("board.label.empty")];
  const signs = stack.map((token) => token.symbol).join(" ");
  return [name, stack.length === 1 ? t("board.label.checker", { sign: signs }) : t("board.label.stack", { count: stack.length, signs })];
}

function theseus(plan, cell) {
  const things = plan.at(cell).map((token) =>
    token.label === "loot" ? t("board.label.loot", { number: token.id.slice(1) }) : t(`board.label.${token.label}`));
  if (plan.at(cell).some((token) => token.label === "theseus")) things.push(t(`board.label.sabre.${sabre(plan)}`));
  return [place(plan, cell), ...things, t("board.label.open", { ways: and(open(plan, cell)) })];
}

function sabre(plan) {
  if (plan.has("theseus", "sabre-minotaur")) return "red";
  return plan.has("theseus", "sabre-loot") ? "green" : "white";
}

/** The ways out of a tile, as they are seen. */
function open(plan, cell) {
  plan.walled ??= new Set(plan.scene.edges.flatMap(({ between: [one, two] }) => [`${one}|${two}`, `${two}|${one}`]));
  plan.byPlace ??= new Map(plan.scene.cells.map((cell) => [`${plan.row(cell)} ${plan.column(cell)}`, cell.id]));
  const ways = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };
  return Object.keys(ways).filter((way) => {
    const [down, right] = ways[way];
    const beyond = plan.byPlace.get(`${plan.row(cell) + down} ${plan.column(cell) + right}`);
    return beyond && !plan.walled.has(`${cell.id}|${beyond}`);
  }).map((way) => t(`board.way.${way}`));
}

function nim(plan, cell) {
  const count = plan.scene.cells.filter((other) => other.row === cell.row).length;
  return [t("board.label.match", { heap: cell.row + 1, place: cell.column + 1, count })];
}

function tictactoe(plan, cell) {
  const [token] = plan.at(cell);
  return [place(plan, cell), t(`board.label.${token?.label ?? "empty"}`)];
}

function plain(plan, cell) {
  const letters = plan.at(cell).map((token) => token.symbol);
  const height = cell.height ? t("board.label.height", { height: cell.height }) : null;
  return [place(plan, cell), height, letters.length ? letters.join(" ") : t("board.label.empty")];
}

const lists = new Map();

/** Words in a row: "up, right and down". */
function and(words) {
  const code = language() === "sr" ? "sr-Latn" : language();
  if (!lists.has(code)) lists.set(code, new Intl.ListFormat(code, { type: "conjunction" }));
  return lists.get(code).format(words);
}

/** A move in words, in the page's language. */
export function describe(game, text) {
  const name = typeof game === "string" ? game : game.game;
  const own = { santorini: step, byte: carried, theseus: die, nim: left, tictactoe: marked }[name];
  return own?.(text) ?? text;
}

function at(cell) {
  return t("board.label.place", { row: cell[0], column: cell[1] });
}

function step(text) {
  if (text.startsWith("@")) {
    const [one, two] = text.slice(1).split(",").map(at);
    return t("board.move.place", { one, two });
  }
  const [from, to, build] = text.split("-").map(at);
  return t("board.move.step", { from, to, build });
}

function carried(text) {
  const parts = text.match(/^(\w+)-(\w+)\/(\d+)$/);
  if (!parts) return text === "pass" ? t("board.move.pass") : text;
  const [, from, to, level] = parts;
  return t(level === "0" ? "board.move.stack" : "board.move.part", { from, to, level });
}

function die(text) {
  const way = { 1: "up", 3: "right", 5: "down", 7: "left" }[text];
  return way ? t("board.move.go", { way: t(`board.way.${way}`) }) : t("board.move.stay");
}

function left(text) {
  const sizes = sizesIn(text);
  return sizes.length ? t("board.move.leaves", { heaps: and(sizes.map(String)) }) : t("board.move.takes_last");
}

function marked(text) {
  return t("board.move.mark", { place: at(text) });
}
