// The contests that the program shows: standings, rounds and games, updated while they are played.
import { connection, isLost } from "../shell/connection.js";
import { crosstable, entrantButton } from "./crosstable.js";
import { rounds } from "./rounds.js";
import { liveBoards } from "./live-boards.js";
import { button, el, icon } from "../shell/elements.js";
import { number as numberText, t } from "../shell/i18n.js";
import { showError } from "../shell/notify.js";
import { loadStyles } from "../shell/styles.js";
/** @import { Contest, ContestGame, ContestSummary, Standing } from "../protocol.d.ts" */
/** @import { Child } from "../shell/dom.d.ts" */
/** @import { View } from "../shell/main.js" */

/** How often the contest is asked for, in milliseconds: also when it is over, for it may go on. */
const UPDATE_INTERVAL = 2000;

/**
 * Shows a contest by its number, the first if none is given.
 * @param {HTMLElement} root
 * @param {string} name
 * @returns {Promise<View>}
 */
export async function showContest(root, name) {
  const [{ contests }] = await Promise.all([connection.request("contests", {}), loadStyles("contest/contest.css")]);
  const number = contests[Number(name)] ? Number(name) : 0;
  const title = contests[number]?.name ?? t("contest.title");
  const notice = el("p", { class: "contest-notice", role: "status" });
  const [lead, boards, tables] = [el("p", { class: "lead" }), el("section", {}), el("div", {})];
  root.replaceChildren(el("div", { class: "article contest" },
    el("nav", { class: "tabs", "aria-label": t("contest.title") }, contests.map((contest) => tab(contest, number))),
    el("h1", {}, title),
    contests.length ? [notice, lead, boards, tables] : el("p", {}, t("contest.none"))));
  /** @type {number | undefined} */
  let timer;
  let ended = false;
  /** @type {Contest | null} What was received last. */
  let shown = null;
  /** @type {string | null} The entrant whose games are shown. */
  let entrant = null;
  const draw = () => {
    if (!shown) return;
    const { over, played, round, of_rounds } = shown;
    lead.textContent = t(over ? "contest.over" : "contest.running", { played: numberText(played) })
      + (round === null ? "" : ` ${t("contest.round_of", { round: numberText(round), count: numberText(of_rounds) })}`);
    keepPlace(tables, sections(shown, entrant, (name) => {
      entrant = name === entrant ? null : name;
      draw();
    }));
  };
  const update = async () => {
    try {
      const contest = await connection.request("contest", { number });
      const fewer = (shown?.played ?? 0) - contest.played;
      if (contest.why) notice.textContent = t("contest.unreadable", { why: contest.why });
      else if (fewer > 0) notice.textContent = t("contest.fewer", { count: numberText(fewer) });
      else if (shown?.why || contest.played !== shown?.played) notice.textContent = "";
      const before = shown;
      shown = contest;
      // What stays the same is not drawn again.
      if (JSON.stringify(contest.live) !== JSON.stringify(before?.live)) keepPlace(boards, liveBoards(contest, (key) => address(contest, key)));
      if (JSON.stringify({ ...contest, live: 0 }) !== JSON.stringify({ ...before, live: 0 })) draw();
    } catch (error) {
      if (!isLost(error) && shown === null) showError(error);
    }
    // The view may have been left while the answer was on its way.
    if (!ended) timer = setTimeout(update, UPDATE_INTERVAL);
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
 * Replaces what an element holds; what scrolls stays where it was, and the focus is on the same link or button.
 * @param {HTMLElement} root
 * @param {HTMLElement[]} parts
 */
function keepPlace(root, parts) {
  const scrolled = [...root.querySelectorAll(".wide")].map((part) => part.scrollLeft);
  const all = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("a, button")]);
  const focused = all().findIndex((node) => node === document.activeElement);
  root.replaceChildren(...parts);
  root.querySelectorAll(".wide").forEach((part, index) => {
    // At first the round that is played is shown.
    const current = /** @type {HTMLElement | null} */ (part.querySelector("[aria-current]"));
    part.scrollLeft = scrolled[index] ?? (current ? current.offsetLeft - part.clientWidth / 2 : 0);
  });
  all()[focused]?.focus({ preventScroll: true });
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
 * @param {string | null} entrant The entrant whose games are shown; null for all.
 * @param {(name: string) => void} onSelect
 */
function sections(contest, entrant, onSelect) {
  const { played, standings, games } = contest;
  const cross = crosstable(standings.map(({ name }) => name ?? ""), contest.crosstable, onSelect);
  const own = entrant === null ? games : games.filter(({ players }) => players.includes(entrant));
  return [
    el("h2", {}, t("contest.standings")),
    table(["place", "name", "points", "wins", "draws", "losses", "rating"], standings.map((standing) => standingRow(standing, onSelect))),
    el("h2", {}, t("contest.rounds")), rounds(contest),
    cross && el("h2", {}, t("contest.crosstable")), cross,
    el("h2", {}, entrant === null ? t("contest.games") : t("contest.games_of", { name: entrant })),
    entrant === null ? null : button("close", t("contest.all_games"), () => onSelect(entrant)),
    played > games.length ? el("p", { class: "muted" }, t("contest.latest", { games: numberText(games.length), played: numberText(played) })) : null,
    table(["number", "first", "second", "result", "moves", null], own.map((game) => gameRow(contest, game))),
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
 * @param {Contest} contest
 * @param {ContestGame} game
 * @returns {Child[]}
 */
function gameRow(contest, { key, players, result, reason, moves }) {
  const label = `${t("contest.watch")}: ${players.join(" – ")}, ${key}`;
  // The first number of a key is the round.
  return [numberText(Number.parseInt(key, 10)), ...players, reason ? el("span", { title: reason }, result) : result, moves,
    el("a", { class: "button", href: `${address(contest, key)}/0`, title: label, "aria-label": label }, icon("play"))];
}

/**
 * Where a game is watched.
 * @param {Contest} contest
 * @param {string} key
 */
function address({ prefix }, key) {
  return `#/game/${prefix}${key.replaceAll(".", "-")}`;
}

/**
 * @param {(string | null)[]} heads
 * @param {Child[][]} rows
 */
function table(heads, rows) {
  return el("div", { class: "wide" }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((head) => (head ? el("th", { scope: "col" }, t(`contest.${head}`)) : el("td", {}))))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));
}
