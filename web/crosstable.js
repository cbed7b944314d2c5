// The crosstable of a contest: what each entrant scored against each other one.
import { el } from "./elements.js";
import { number, t } from "./i18n.js";
/** @import { ContestGame } from "./protocol.d.ts" */

/** @type {Record<string, [number, number]>} The points of both players by the result of a game. */
const POINTS = { "1-0": [1, 0], "0-1": [0, 1], "1/2-1/2": [0.5, 0.5], "0-0": [0, 0] };
/** With more entrants the table could not be read. */
const MAX_ENTRANTS = 24;

/**
 * The crosstable of games, the entrants in the order of the standings; null if there are too many.
 * @param {string[]} names
 * @param {ContestGame[]} games
 * @param {(name: string) => void} onSelect Called when an entrant is clicked.
 */
export function crosstable(names, games, onSelect) {
  if (names.length < 2 || names.length > MAX_ENTRANTS) return null;
  const scores = scoresOf(games);
  return el("div", { class: "wide" }, el("table", { class: "crosstable" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "#"), el("th", { scope: "col" }, t("contest.name")),
      names.map((name, index) => el("th", { scope: "col", title: name }, number(index + 1))))),
    el("tbody", {}, names.map((name, index) => el("tr", {}, el("td", {}, number(index + 1)), el("th", { scope: "row" }, entrantButton(name, onSelect)),
      names.map((other) => el("td", other === name ? { class: "self" } : { title: `${name} – ${other}` }, other === name ? "" : cellText(scores.get(pairKey(name, other))))))))));
}

/**
 * The name of an entrant, which selects it.
 * @param {string} name
 * @param {(name: string) => void} onSelect
 */
export function entrantButton(name, onSelect) {
  return el("button", { type: "button", class: "entrant", onclick: () => onSelect(name) }, name);
}

/**
 * @param {string} name
 * @param {string} other
 */
function pairKey(name, other) {
  return JSON.stringify([name, other]);
}

/** @param {ContestGame[]} games */
function scoresOf(games) {
  /** @type {Map<string, { points: number, games: number }>} */
  const scores = new Map();
  for (const { players: [one, two], result } of games) {
    const points = POINTS[result];
    if (!points) continue;
    for (const [key, own] of /** @type {const} */ ([[pairKey(one, two), points[0]], [pairKey(two, one), points[1]]])) {
      const before = scores.get(key) ?? { points: 0, games: 0 };
      scores.set(key, { points: before.points + own, games: before.games + 1 });
    }
  }
  return scores;
}

/** @param {{ points: number, games: number } | undefined} score */
function cellText(score) {
  return score ? `${number(score.points)}/${number(score.games)}` : "·";
}
