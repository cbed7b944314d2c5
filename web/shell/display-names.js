// The names of games, sides, players and results in the page's language.
import { parsePlayerSpec } from "../game/player-spec.js";
import { has, locale, number, t, tOr } from "./i18n.js";
/** @import { GameInfo, Outcome, Side, Tally, Thought } from "../protocol.d.ts" */
/** @import { PlayerOptions } from "../game/player-spec.js" */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} Units of time with their length in seconds, the longest first. */
const UNITS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

/**
 * The name of a game.
 * @param {string} name
 * @param {string} [fallback]
 */
export function gameTitle(name, fallback = name) {
  return tOr(`game.${name}.title`, fallback);
}

/**
 * Gives what is shown of a game the colours of its sides, if it has its own.
 * @param {HTMLElement} root
 * @param {GameInfo} game
 */
export function colourSides(root, { colours }) {
  (colours ?? []).forEach(([colour, letters], index) => {
    root.style.setProperty(`--p${index + 1}`, colour);
    root.style.setProperty(`--p${index + 1}-ink`, letters);
  });
}

/**
 * What a game is about, in one line.
 * @param {string} name
 * @param {string} [fallback]
 */
export function gameSummary(name, fallback = "") {
  return tOr(`game.${name}.summary`, fallback);
}

/**
 * The name of a side of a game.
 * @param {string} game
 * @param {Side} side
 */
export function sideName(game, side) {
  return tOr(`side.${game}.${side}`, side);
}

/**
 * The name of a level, counted from 1.
 * @param {number} level
 */
export function levelName(level) {
  return tOr(`level.${level}`, String(level));
}

/**
 * The name of a player, from its specification.
 * @param {string} spec
 */
export function playerName(spec) {
  const { name, options } = parsePlayerSpec(spec);
  const { eval: evaluation, level = 5 } = options;
  const custom = evaluation && evaluation !== "hand" && evaluation !== "lines";
  const by = custom ? t("spec.evaluation", { name: evaluationName(String(evaluation)) }) : "";
  switch (name) {
    case "level": return t("spec.level", { level: Number(level), name: levelName(Number(level)) });
    case "minimax": return t("spec.minimax", { depth: Number(options.depth ?? 3) }) + by;
    case "engine": return engineName(options) + by;
    case "minmax": return t(options.fair ? "spec.minmax_fair" : "spec.minmax", { depth: Number(options.depth ?? 2) });
    case "hand-in": return programName(spec);
    default: return tOr(`player.${name}`, name);
  }
}

/**
 * The name of a student's program: `hand-in:ann` is "ann's program".
 * @param {string} spec
 */
export function programName(spec) {
  const { options } = parsePlayerSpec(spec);
  return t("program.of", { name: Object.keys(options)[0] ?? "" });
}

/**
 * The name of an evaluation.
 * @param {string} name
 */
export function evaluationName(name) {
  return name.startsWith("hand-in:") ? programName(name) : name;
}

/**
 * Who plays a side: the name of a person, or what plays, and whether it knows what is hidden from its side.
 * @param {{ seats: string[], names: (string | null)[], hides?: boolean }} game
 * @param {number} index
 */
export function personName({ seats, names, hides }, index) {
  return names[index] ?? playerName(seats[index]) + (hides && knowsAll(seats[index]) ? t("spec.all_knowing") : "");
}

/**
 * Whether a player of a game with hidden information knows everything.
 * @param {string} spec
 */
function knowsAll(spec) {
  const { name, options } = parsePlayerSpec(spec);
  if (name === "level") return Boolean(options["all-knowing"]);
  return !["person", "random", "heuristic", "hand-in", "ugi"].includes(name) && !options.fair;
}

/**
 * Both players in one line.
 * @param {{ seats: string[], names: (string | null)[] }} game
 */
export function playersText(game) {
  return `${personName(game, 0)} – ${personName(game, 1)}`;
}

/**
 * The status of a game in one line: who is to move, or the result.
 * @param {{ game: string, outcome: Outcome | null, to_move: Side | null }} game
 */
export function statusText({ game, outcome, to_move }) {
  if (outcome) return outcomeText(game, outcome);
  return to_move ? t("game.turn", { side: sideName(game, to_move) }) : "";
}

/**
 * The result of a game.
 * @param {string} game
 * @param {Outcome | null} outcome
 */
export function outcomeText(game, outcome) {
  if (!outcome) return t("outcome.open");
  return outcome === "draw" ? t("outcome.draw") : t("outcome.won", { side: sideName(game, outcome) });
}

/**
 * The date of a time in seconds since 1970.
 * @param {number} seconds
 */
export function dateText(seconds) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(seconds * 1000);
}

/**
 * How long ago something was, from seconds since 1970.
 * @param {number} seconds
 */
export function timeAgo(seconds) {
  const elapsed = Math.max(0, Date.now() / 1000 - seconds);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, length]) => elapsed >= length) ?? ["second", 1];
  return format.format(-Math.floor(elapsed / length), unit);
}

/**
 * The statistics of a side, such as "up 3, loot 2"; empty if there are none.
 * @param {Tally[]} tallies
 */
export function statisticsText(tallies) {
  return tallies.map(({ label, count }) => `${tOr(`statistic.${label}`, label)} ${number(count)}`).join(", ");
}

/**
 * What a computer says about its move, in the page's language.
 * @param {Thought} thought
 */
export function noteText({ note, said }) {
  if (!said) return note ?? "";
  const { direction, loot, opponent, tree, ...args } = said.args;
  /** @param {string} distance */
  const far = (distance) => (distance ? t("note.distance", { distance }) : t("note.not_sensed"));
  const words = {
    ...args, direction: tOr(`board.direction.${direction}`, direction ?? ""), loot: far(loot), opponent: far(opponent),
  };
  const text = has(`note.${said.kind}`, words) ? t(`note.${said.kind}`, words) : note ?? "";
  return tree ? `${text}, ${t("note.tree", { worth: tree })}` : text;
}

/**
 * A large number in compact form, such as 1.2M.
 * @param {number} value
 */
export function compactNumber(value) {
  return new Intl.NumberFormat(locale(), { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** @param {PlayerOptions} options */
function engineName({ depth, nodes, movetime }) {
  const limits = [];
  if (movetime) limits.push(t("spec.seconds", { seconds: number(Number(movetime) / 1000) }));
  if (nodes) limits.push(t("spec.positions", { count: compactNumber(Number(nodes)) }));
  if (depth) limits.push(t("spec.depth", { depth: Number(depth) }));
  return t("spec.engine", { limits: limits.join(", ") });
}
