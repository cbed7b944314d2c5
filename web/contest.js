// The contests that the program shows: standings and games, updated while they are played.
import { connection, isLost } from "./connection.js";
import { button, el } from "./elements.js";
import { t } from "./i18n.js";
import { showError } from "./notify.js";
/** @import { Contest, ContestGame, ContestSummary, Standing } from "./protocol.d.ts" */
/** @import { Child } from "./dom.d.ts" */
/** @import { View } from "./main.js" */

/** How often the standings are updated during a contest, in milliseconds. */
const UPDATE_INTERVAL = 2000;

/**
 * Shows a contest by its number, the first if none is given.
 * @param {HTMLElement} root
 * @param {string} name
 * @returns {Promise<View>}
 */
export async function showContest(root, name) {
  const { contests } = await connection.request("contests", {});
  const number = Number(name) || 0;
  const title = contests[number]?.name ?? t("contest.title");
  const body = el("div", {});
  root.replaceChildren(el("div", { class: "article contest" },
    el("nav", { class: "tabs", "aria-label": t("contest.title") }, contests.map((contest) => tab(contest, number))),
    el("h1", {}, title),
    contests.length ? body : el("p", {}, t("contest.none"))));
  /** @type {number | undefined} */
  let timer;
  let ended = false;
  const update = async () => {
    try {
      const contest = await connection.request("contest", { number });
      body.replaceChildren(...sections(contest, number));
      // The view may have been left while the answer was on its way.
      if (!contest.over && !ended) timer = setTimeout(update, UPDATE_INTERVAL);
    } catch (error) {
      if (!isLost(error)) showError(error);
    }
  };
  if (contests.length) await update();
  return {
    title,
    shortcuts: {},
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}

/**
 * @param {ContestSummary} contest
 * @param {number} shown
 */
function tab({ number, name, why }, shown) {
  const current = number === shown ? { "aria-current": "page" } : {};
  return el("a", { href: `#/contest/${number}`, ...current }, name ?? why);
}

/**
 * @param {Contest} contest
 * @param {number} number
 */
function sections({ over, played, standings, games }, number) {
  return [
    el("p", { class: "lead" }, t(over ? "contest.over" : "contest.running", { played })),
    el("h2", {}, t("contest.standings")),
    table(["place", "name", "points", "wins", "draws", "losses", "rating"], standings.map(standingRow)),
    el("h2", {}, t("contest.games")),
    table(["name", "name", "result", "moves", null], games.map((game) => gameRow(game, number))),
  ];
}

/**
 * @param {Standing} standing
 * @returns {Child[]}
 */
function standingRow({ place, name, points, wins, draws, losses, rating, low, high }) {
  return [place, name, points, wins, draws, losses, `${rating} (${low}–${high})`];
}

/**
 * @param {ContestGame} game
 * @param {number} number
 * @returns {Child[]}
 */
function gameRow({ key, players, result, reason, moves }, number) {
  const watch = async () => {
    try {
      const { game } = await connection.request("replay", { number, key });
      await connection.request("jump", { game: game.id, ply: 0 });
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      showError(error);
    }
  };
  const label = `${t("contest.watch")}: ${players.join(" – ")}`;
  return [...players, reason ? el("span", { title: reason }, result) : result, moves,
    button("play", label, watch, { iconOnly: true })];
}

/**
 * @param {(string | null)[]} heads
 * @param {Child[][]} rows
 */
function table(heads, rows) {
  return el("div", { class: "wide" }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head ? t(`contest.${head}`) : "")))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));
}
