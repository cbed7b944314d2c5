// Values of positions: in words, as short signs, and as shares of a bar.
import { sideName } from "./names.js";
import { locale, t } from "./words.js";

/** How many points of a game are much of an advantage. */
const MUCH = { byte: 200, nim: 100, santorini: 80, theseus: 500, tictactoe: 4 };
const PROVEN = 1e9;

/** Points with their sign. */
export function points(value) {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `\u2212${-value}`;
}

/** What the first side has of the bar, from 0 to 1; a proven win has all of it. */
export function share(game, score) {
  if ("win" in score) return 1;
  if ("lose" in score) return 0;
  if ("draw" in score) return 0.5;
  return 0.5 + 0.47 * Math.tanh(score.points / (MUCH[game] ?? 50));
}

/** A score in words, such as "Red wins in 5". */
export function scoreWords(game, score) {
  if ("win" in score) return won(game, "p1", score.win);
  if ("lose" in score) return won(game, "p2", score.lose);
  if ("draw" in score) return t("analysis.draw");
  if (score.points === 0) return t("analysis.even");
  const side = sideName(game, score.points > 0 ? "p1" : "p2");
  return t("analysis.ahead", { side, points: Math.abs(score.points) });
}

/** A value of the tree, from the point of view of who is to move at its root. */
export function valueText(value) {
  if ("points" in value) return points(value.points);
  const [[verdict, plies]] = Object.entries(value);
  return verdictWords({ verdict, plies });
}

/** A bound of the window; where there is none it is infinite. */
export function boundText(value, name) {
  if (value) return valueText(value);
  return name === "alpha" ? "\u2212\u221e" : "+\u221e";
}

/** A number by which values are compared. */
export function rank(value) {
  if ("win" in value) return PROVEN - value.win;
  if ("lose" in value) return value.lose - PROVEN;
  return value.points;
}

/** A verdict on a move in words, such as "win in 3". */
export function verdictWords({ verdict, plies }) {
  if (verdict === "draw") return t("analysis.verdict.draw");
  return plies ? t(`analysis.verdict.${verdict}_in`, { plies }) : t(`analysis.verdict.${verdict}`);
}

/** The number of a move of a game's line as the list of moves counts it, and who made it. */
export function numbered({ game, by }, place) {
  const skipped = by?.[0] === "p2" ? 1 : 0;
  const side = by?.[place] ?? ((place + skipped) % 2 ? "p2" : "p1");
  return { number: Math.floor((place + skipped) / 2) + 1, side: sideName(game, side) };
}

/** The text of a key for so many of something. */
export function plural(key, count, args = {}) {
  const form = new Intl.PluralRules(locale()).select(count);
  return t(`${key}.${form}`, { count, ...args });
}

function won(game, side, plies) {
  const name = sideName(game, side);
  if (plies === null) return t("analysis.wins", { side: name });
  return plies ? t("analysis.wins_in", { side: name, plies }) : t("analysis.won", { side: name });
}
