// The crosstable of a contest: what each entrant scored against each other one.
import { el } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
/** @import { Contest } from "../protocol.d.ts" */

/**
 * The crosstable, the entrants in the order of the standings; null if there are too many.
 * @param {string[]} names
 * @param {Contest["crosstable"]} scores Points and games.
 * @param {(name: string) => void} onSelect Called when an entrant is clicked.
 */
export function crosstable(names, scores, onSelect) {
  if (scores.length < 2) return null;
  return el("div", { class: "wide" }, el("table", { class: "crosstable" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "#"), el("th", { scope: "col" }, t("contest.name")),
      names.map((name, index) => el("th", { scope: "col", title: name }, number(index + 1))))),
    el("tbody", {}, names.map((name, row) => el("tr", {}, el("td", {}, number(row + 1)), el("th", { scope: "row" }, entrantButton(name, onSelect)),
      names.map((other, column) => el("td", row === column ? { class: "self" } : { title: `${name} – ${other}` }, row === column ? "" : cellText(scores[row][column]))))))));
}

/**
 * The name of an entrant, which selects it.
 * @param {string} name
 * @param {(name: string) => void} onSelect
 */
export function entrantButton(name, onSelect) {
  return el("button", { type: "button", class: "entrant", onclick: () => onSelect(name) }, name);
}

/** @param {[number, number] | null} score */
function cellText(score) {
  return score ? `${number(score[0])}/${number(score[1])}` : "·";
}
