// The rounds of a contest side by side, with who played whom; of an elimination they are its bracket.
import { el } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
/** @import { Contest, ContestPairing } from "../protocol.d.ts" */

/** @param {Contest} contest */
export function rounds({ rounds, round, of_rounds, format }) {
  const isBracket = format === "single-elimination";
  // What scrolls can be reached by keys.
  return el("div", { class: "wide", tabindex: 0, role: "group", "aria-label": t("contest.rounds") },
    el("ol", { class: isBracket ? "rounds bracket" : "rounds" }, rounds.map((shown) =>
      el("li", shown.number === round ? { "aria-current": "step" } : {},
        el("h3", {}, isBracket && shown.number === of_rounds ? t("contest.final") : t("contest.round", { round: number(shown.number) })),
        el("ul", {}, shown.pairings.map(pairing))))));
}

/** @param {ContestPairing} pairing */
function pairing({ players, points, played, games, winner, third }) {
  return el("li", { class: played > 0 && played < games ? "pairing running" : "pairing" },
    third ? el("em", {}, t("contest.third")) : null,
    players.map((name, index) => el("span", { class: winner === index ? "winner" : "" },
      el("span", {}, name ?? t("contest.bye")), games && played ? el("span", {}, number(points[index])) : null)));
}
