// The names of games, sides, players and outcomes in the page's language.
import { parseSeat } from "./seat.js";
import { language, locale, number, t, tOr } from "./words.js";

/** The name of a game. */
export function gameTitle(name, otherwise = name) {
  return tOr(`game.${name}.title`, otherwise);
}

/** What a game is about, in a line. */
export function gameSummary(name, otherwise = "") {
  return tOr(`game.${name}.summary`, otherwise);
}

/** The name of a side of a game. */
export function sideName(game, side) {
  return tOr(`side.${game}.${side}`, side);
}

/** The name of a level, counted from 1. */
export function levelName(level) {
  return tOr(`level.${level}`, String(level));
}

/** Who plays, in words. */
export function seatName(text) {
  const { name, options } = parseSeat(text);
  const { eval: judge } = options;
  const by = judge && judge !== "hand" && judge !== "lines" ? t("seat.by", { name: judge }) : "";
  switch (name) {
    case "level": return t("seat.at_level", { level: options.level ?? 5, name: levelName(options.level ?? 5) });
    case "minimax": return t("seat.at_depth", { depth: options.depth ?? 3 }) + by;
    case "engine": return engineName(options) + by;
    case "minmax": return t(options.fair ? "seat.minmax_fair" : "seat.minmax_depth", { depth: options.depth ?? 2 });
    default: return tOr(`player.${name}`, name);
  }
}

/** How a game stands, in a line: who is to move, or how it ended. */
export function standing({ game, outcome, to_move }) {
  if (outcome) return outcomeText(game, outcome);
  return to_move ? t("game.turn", { side: sideName(game, to_move) }) : "";
}

/** How a game ended. */
export function outcomeText(game, outcome) {
  if (!outcome) return t("outcome.open");
  return outcome === "draw" ? t("outcome.draw") : t("outcome.won", { side: sideName(game, outcome) });
}

/** How long ago something was, from seconds since 1970. */
export function ago(seconds) {
  const past = Math.max(0, Date.now() / 1000 - seconds);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, length]) => past >= length) ?? ["second", 1];
  return format.format(-Math.floor(past / length), unit);
}

/** What a side's counts say: "up 3, loot 2" in the page's words; nothing where it has none. */
export function statisticsText(text) {
  if (language() === "en") return text;
  return text.replace(/[a-z]+/g, (word) => tOr(`statistic.${word}`, word));
}

/** A count of positions, short. */
export function short(value) {
  return new Intl.NumberFormat(locale(), { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

const UNITS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];

function engineName({ depth, nodes, movetime }) {
  const limits = [];
  if (movetime) limits.push(t("seat.seconds", { seconds: number(movetime / 1000) }));
  if (nodes) limits.push(t("seat.positions", { count: short(nodes) }));
  if (depth) limits.push(t("seat.plies", { depth }));
  return t("seat.engine_within", { limits: limits.join(", ") });
}
