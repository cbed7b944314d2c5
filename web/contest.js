// The contests that the program shows: standings and games, updated while they are played.
import { connection, isLost } from "./connection.js";
import { crosstable, entrantButton } from "./crosstable.js";
import { button, el } from "./elements.js";
import { number as numberText, t } from "./i18n.js";
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
  /** @type {Contest | null} What was received last. */
  let shown = null;
  /** @type {string | null} The entrant whose games are shown. */
  let entrant = null;
  const draw = () => {
    if (shown) body.replaceChildren(...sections(shown, number, entrant, (name) => {
      entrant = name === entrant ? null : name;
      draw();
    }));
  };
  const update = async () => {
    try {
      const contest = await connection.request("contest", { number });
      // What stays the same keeps the focus.
      if (JSON.stringify(contest) !== JSON.stringify(shown)) {
        shown = contest;
        draw();
      }
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
 * @param {string | null} entrant The entrant whose games are shown; null for all.
 * @param {(name: string) => void} onSelect
 */
function sections({ over, played, standings, games }, number, entrant, onSelect) {
  const cross = crosstable(standings.flatMap(({ name }) => name ?? []), games, onSelect);
  const own = entrant === null ? games : games.filter(({ players }) => players.includes(entrant));
  return [
    el("p", { class: "lead" }, t(over ? "contest.over" : "contest.running", { played })),
    el("h2", {}, t("contest.standings")),
    table(["place", "name", "points", "wins", "draws", "losses", "rating"], standings.map((standing) => standingRow(standing, onSelect))),
    cross && el("h2", {}, t("contest.crosstable")), cross && played > games.length ? el("p", { class: "muted" }, t("contest.latest", { games: numberText(games.length), played: numberText(played) })) : null, cross,
    el("h2", {}, entrant === null ? t("contest.games") : t("contest.games_of", { name: entrant })),
    entrant === null ? null : button("close", t("contest.all_games"), () => onSelect(entrant)),
    table(["name", "name", "result", "moves", null], own.map((game) => gameRow(game, number))),
  ].filter((part) => part !== null);
}

/**
 * @param {Standing} standing
 * @param {(name: string) => void} onSelect
 * @returns {Child[]}
 */
function standingRow({ place, name, points, wins, draws, losses, rating, low, high }, onSelect) {
  return [place, name && entrantButton(name, onSelect), points, wins, draws, losses, `${rating} (${low}–${high})`];
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
