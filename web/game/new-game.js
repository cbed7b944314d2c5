// What a new game is made of: the choices that this browser remembers, and the request that they become.
import { connection } from "../shell/connection.js";
import { personName } from "../shell/display-names.js";
import { listed } from "./parameter-form.js";
import { savedName } from "./person-name.js";
import { isPerson } from "./player-spec.js";
import { saveViewer } from "./viewer.js";
/** @import { GameInfo, RuleFile, Side, TimeControl } from "../protocol.d.ts" */

/** @typedef {"computer" | "friend" | "self" | "assignment" | "custom"} Opponent Who plays the other side; any players at all are `custom`. */

/**
 * How a game was begun the last time.
 * @typedef {object} Choices
 * @property {Opponent} opponent
 * @property {number} level
 * @property {Side | "random"} side
 * @property {Record<string, string>} settings The parameters that differ from the usual start.
 * @property {[string, string] | null} seats The players of `custom`.
 * @property {boolean} knowsAll Whether the computer knows what is hidden from its side.
 */

/**
 * What the dialog adds to the choices.
 * @typedef {object} NewGame
 * @property {[string, string]} seats
 * @property {Record<string, string>} settings
 * @property {Side | null} [side] The side of whoever creates a game for two people.
 * @property {boolean} [claimsBoth] Whether they play both sides.
 * @property {RuleFile[]} [rules]
 * @property {string | null} [name]
 * @property {TimeControl | null} [clock]
 * @property {string | null} [follows]
 * @property {boolean} [seesAll] Whether a person sees what is hidden from their side.
 */

const STORAGE_KEY = "agon.new";
/** @type {readonly Opponent[]} */
const OPPONENTS = ["computer", "friend", "self", "assignment", "custom"];
export const LEVELS = 8;
/** The level of a first game: it makes mistakes that a newcomer can use. */
const FIRST_LEVEL = 3;
/** The most characters of a text that is remembered. */
const MAX_TEXT = 200;

/** @type {[Side, Side]} */
export const SIDES = ["p1", "p2"];

/** @returns {{ last?: unknown, games?: Record<string, any> }} */
function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return saved !== null && typeof saved === "object" ? saved : {};
  } catch {
    return {};
  }
}

/**
 * How a game was begun the last time; what this game does not have, or is damaged, is as usual.
 * @param {GameInfo} info
 * @returns {Choices}
 */
export function savedChoices(info) {
  const { games } = load();
  const { opponent, level, side, settings, seats, knowsAll } = games?.[info.name] ?? {};
  const isOffered = OPPONENTS.includes(opponent) && (opponent !== "assignment" || Boolean(info.assignment));
  const known = isOffered ? opponent : "computer";
  const players = Array.isArray(seats) && seats.length === 2 && seats.every(isShort) ? seats : null;
  return {
    opponent: known === "custom" && !players ? "computer" : known,
    level: Number.isInteger(level) && level >= 1 && level <= LEVELS ? level : FIRST_LEVEL,
    side: side === "p2" || side === "random" ? side : "p1",
    settings: knownSettings(info, settings),
    seats: known === "custom" && players ? [players[0], players[1]] : null,
    knowsAll: knowsAll === true,
  };
}

/**
 * Remembers how a game was begun. Seeds are drawn anew, so that the next game is another one.
 * @param {GameInfo} info
 * @param {Choices} choices
 */
export function saveChoices(info, choices) {
  const seeds = info.parameters.filter(({ kind }) => kind === "seed").map(({ name }) => name);
  const settings = Object.fromEntries(Object.entries(choices.settings).filter(([name]) => !seeds.includes(name)));
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ last: info.name, games: { ...load().games, [info.name]: { ...choices, settings } } }));
  } catch { /* Then the next game begins as usual. */ }
}

/**
 * The game that was begun last, or else the first one.
 * @param {GameInfo[]} games
 */
export function lastGame(games) {
  const { last } = load();
  return games.find(({ name }) => name === last) ?? games[0];
}

/** @param {unknown} text */
function isShort(text) {
  return typeof text === "string" && text.length <= MAX_TEXT;
}

/**
 * The settings that the parameters of a game may have.
 * @param {GameInfo} info
 * @param {unknown} settings
 * @returns {Record<string, string>}
 */
function knownSettings({ parameters }, settings) {
  const given = settings !== null && typeof settings === "object" ? Object.entries(settings) : [];
  return Object.fromEntries(given.filter(([name, value]) => {
    const parameter = parameters.find((parameter) => parameter.name === name);
    if (!parameter || !isShort(value)) return false;
    const values = listed(parameter);
    if (values.length) return values.includes(value);
    return parameter.range === null || (Number(value) >= parameter.range[0] && Number(value) <= parameter.range[1]);
  }));
}

/**
 * The side of a person who has chosen one, or chance.
 * @param {Side | "random"} side
 * @returns {Side}
 */
export function drawnSide(side) {
  if (side === "random") return Math.random() < 0.5 ? "p1" : "p2";
  return side;
}

/**
 * The computer of a level.
 * @param {Pick<GameInfo, "hides">} info
 * @param {{ level: number, knowsAll: boolean }} choices
 */
function computerOf({ hides }, { level, knowsAll }) {
  return `level:${level}${hides && knowsAll ? ",all-knowing" : ""}`;
}

/**
 * The players of a game, but for `custom`.
 * @param {{ opponent: Opponent, level: number, knowsAll: boolean }} choices
 * @param {GameInfo} info
 * @param {Side} side The person's side against a computer.
 * @returns {[string, string]}
 */
export function playersOf({ opponent, level, knowsAll }, info, side) {
  const other = opponent === "computer" ? computerOf(info, { level, knowsAll }) : opponent === "assignment" ? info.assignment ?? info.opponent : "person";
  return side === "p1" ? ["person", other] : [other, "person"];
}

/**
 * The computer of a level by its name, which says what it knows where something is hidden.
 * @param {Pick<GameInfo, "hides" | "players">} info
 * @param {{ level: number, knowsAll: boolean }} choices
 */
export function levelText(info, { level, knowsAll }) {
  return personName({ seats: [computerOf(info, { level, knowsAll })], names: [null], hides: info.hides }, 0);
}

/**
 * Creates a game and opens it.
 * @param {GameInfo} info
 * @param {NewGame} game
 */
export async function createGame(info, { seats, settings, side = null, claimsBoth = false, rules = [], name = null, clock = null, follows = null, seesAll = false }) {
  const { game } = await connection.request("create", { game: info.name, settings, seats, rules, side, name, clock, follows });
  for (const side of claimsBoth ? SIDES : []) {
    if (game.rights.claims[SIDES.indexOf(side)] !== "you") await connection.request("claim", { game: game.id, side, name });
  }
  const persons = SIDES.filter((_, index) => isPerson(seats[index]));
  saveViewer(game.id, info.hides && !seesAll && persons.length === 1 ? persons[0] : null);
  location.hash = `#/game/${game.id}`;
}

/**
 * Begins a game against the computer at once, with the last choices. If it is refused, the dialog says why.
 * @param {GameInfo} info
 */
export async function playNow(info) {
  const choices = savedChoices(info);
  const seats = playersOf({ ...choices, opponent: "computer" }, info, drawnSide(choices.side));
  try {
    await createGame(info, { seats, settings: choices.settings, name: savedName() || null });
    saveChoices(info, choices);
  } catch (error) {
    await openNewGame(info.name, error);
  }
}

/**
 * Asks for a new game.
 * @param {string} [name]
 * @param {unknown} [error] Why the last choices were refused.
 */
export async function openNewGame(name, error) {
  const { openNewGameDialog } = await import("./new-game-dialog.js");
  await openNewGameDialog(name, error);
}
