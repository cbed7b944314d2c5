// My progress: lessons, puzzles, games by opponent, openings, and mistakes by theme.
import { connection, isLost } from "../shell/connection.js";
import { confirmDialog } from "../shell/dialogs.js";
import { gameTitle, playerName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { number, t, tOr } from "../shell/i18n.js";
import { showError } from "../shell/notify.js";
import { serverInfo } from "../shell/server-info.js";
import { loadStyles } from "../shell/styles.js";
import { download } from "../game/share-dialog.js";
import { isPerson } from "../game/player-spec.js";
import { eraseLearning, savedLearning, syncLearning } from "./learning.js";
import { doneSteps } from "./lesson-progress.js";
import { savedMistakes } from "./mistake-store.js";
import { PuzzleProgress } from "./puzzle-progress.js";
/** @import { GameInfo, GameList, StoredGame } from "../protocol.d.ts" */
/** @import { View } from "../shell/main.js" */

/** The most games that are counted. */
const MAX_GAMES = 500;
/** How many openings of a game are shown. */
const SHOWN_OPENINGS = 5;

/**
 * Shows what somebody has done.
 * @param {HTMLElement} root
 * @returns {Promise<View>}
 */
export async function showProgress(root) {
  const [{ games, lessons, lesson_titles: titles }] = await Promise.all([serverInfo(), loadStyles("learn/learn.css"), syncLearning().catch(() => {})]);
  const title = t("progress.title");
  const body = el("div", {});
  const draw = () => body.replaceChildren(
    section("lesson.title", lessonTable(lessons, titles)), section("puzzle.title", puzzleTable(games)), section("mistakes.title", mistakeTable()));
  const gamesRoot = el("div", {});
  root.replaceChildren(el("div", { class: "article progress" }, el("h1", {}, title), el("p", { class: "lead" }, t("progress.lead")),
    el("div", { class: "row" },
      button("save", t("progress.export"), () => download("agon-progress.json", JSON.stringify(savedLearning(), null, 1))),
      button("bin", t("progress.erase"), () => erase(draw), { class: "subtle" })),
    body, gamesRoot));
  draw();
  showGames(gamesRoot);
  return { title, shortcuts: {}, end() {} };
}

/** @param {() => void} draw */
async function erase(draw) {
  if (!(await confirmDialog(t("progress.erase"), t("progress.erase_ask"), t("progress.erase"), { danger: true }))) return;
  try {
    await eraseLearning();
  } catch (error) {
    showError(error);
  }
  draw();
}

/**
 * @param {string} key
 * @param {HTMLElement} content
 */
function section(key, content) {
  return el("section", {}, el("h2", {}, t(key)), content);
}

/**
 * @param {string[]} heads
 * @param {(string | HTMLElement)[][]} rows
 * @param {string} none What is said if there are no rows.
 */
function table(heads, rows, none) {
  if (!rows.length) return el("p", { class: "muted" }, none);
  return el("div", { class: "table-scroll" }, el("table", { class: "lesson-terms" },
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))));
}

/**
 * @param {string[]} lessons
 * @param {Record<string, Record<string, string>>} titles
 */
function lessonTable(lessons, titles) {
  const done = doneSteps();
  const name = (/** @type {string} */ lesson) => titles[lesson]?.[document.documentElement.lang.slice(0, 2)] ?? titles[lesson]?.en ?? tOr(`lesson.name.${lesson}`, gameTitle(lesson));
  return table([t("lesson.title"), t("progress.steps")],
    lessons.map((lesson) => [el("a", { href: `#/lesson/${lesson}` }, name(lesson)), number(done[lesson]?.length ?? 0)]), "");
}

/** @param {GameInfo[]} games */
function puzzleTable(games) {
  const rows = games.filter((game) => game.puzzles).map((game) => {
    const progress = new PuzzleProgress(game.name);
    return [el("a", { href: `#/puzzles/${game.name}` }, gameTitle(game.name, game.title)), number(progress.count), progress.rating ? number(Math.round(progress.rating)) : "–", number(progress.best)];
  });
  return table([t("new.game"), t("progress.solved"), t("progress.rating"), t("progress.best_streak")], rows, "");
}

function mistakeTable() {
  /** @type {Map<string, { game: string, kind: string, count: number, learned: number }>} */
  const themes = new Map();
  for (const { game, slip, quality, learned } of savedMistakes()) {
    const kind = slip ? `slip_${slip}` : quality;
    const theme = themes.get(`${game} ${kind}`) ?? { game, kind, count: 0, learned: 0 };
    themes.set(`${game} ${kind}`, { ...theme, count: theme.count + 1, learned: theme.learned + (learned ? 1 : 0) });
  }
  const rows = [...themes.values()].sort((one, two) => two.count - one.count).map(({ game, kind, count, learned }) =>
    [gameTitle(game), t(`progress.theme.${kind}`), number(count), number(learned)]);
  return table([t("new.game"), t("progress.theme"), t("progress.count"), t("mistakes.learned")], rows, t("mistakes.none"));
}

/**
 * Shows the games by opponent and opening, when they are known.
 * @param {HTMLElement} root
 */
async function showGames(root) {
  try {
    const games = await ownGames();
    const results = resultsOf(games).map(({ game, opponent, results: [won, drawn, lost] }) =>
      [gameTitle(game), playerName(opponent), number(won), number(drawn), number(lost)]);
    const openings = openingsOf(games).map(({ game, opening, count }) => [gameTitle(game), el("code", {}, opening), number(count)]);
    root.replaceChildren(
      section("progress.games", table([t("new.game"), t("progress.opponent"), t("progress.won"), t("progress.drawn"), t("progress.lost")], results, t("progress.no_games"))),
      section("progress.openings", table([t("new.game"), t("progress.first_moves"), t("progress.count")], openings, t("progress.no_games"))));
  } catch (error) {
    if (!isLost(error)) showError(error);
  }
}

/** The games that are over. */
async function ownGames() {
  /** @type {StoredGame[]} */
  const all = [];
  /** @type {number | null} */
  let before = null;
  do {
    /** @type {GameList} */
    const { games, next } = await connection.request("list", { before, limit: 100, player: "person" });
    all.push(...games);
    before = next;
  } while (before !== null && all.length < MAX_GAMES);
  return all;
}

/**
 * How one has fared against each computer: games won, drawn and lost.
 * @param {Pick<StoredGame, "game" | "seats" | "outcome">[]} games
 */
export function resultsOf(games) {
  /** @type {Map<string, { game: string, opponent: string, results: [number, number, number] }>} */
  const all = new Map();
  for (const { game, seats, outcome } of games) {
    const own = seats.findIndex(isPerson);
    if (!outcome || own < 0 || isPerson(seats[1 - own])) continue;
    const opponent = seats[1 - own].replace(/,?seed=\d+/, "");
    const known = all.get(`${game} ${opponent}`) ?? { game, opponent, results: [0, 0, 0] };
    known.results[outcome === "draw" ? 1 : outcome === (own ? "p2" : "p1") ? 0 : 2] += 1;
    all.set(`${game} ${opponent}`, known);
  }
  return [...all.values()].sort((one, two) => one.game.localeCompare(two.game) || one.opponent.localeCompare(two.opponent));
}

/**
 * The openings that were tried, the most frequent of each game first.
 * @param {Pick<StoredGame, "game" | "opening">[]} games
 */
export function openingsOf(games) {
  /** @type {Map<string, { game: string, opening: string, count: number }>} */
  const all = new Map();
  for (const { game, opening } of games) {
    const key = `${game} ${opening}`;
    if (opening) all.set(key, { game, opening, count: (all.get(key)?.count ?? 0) + 1 });
  }
  const sorted = [...all.values()].sort((one, two) => one.game.localeCompare(two.game) || two.count - one.count || one.opening.localeCompare(two.opening));
  return sorted.filter(({ game }, index) => sorted.slice(0, index).filter((other) => other.game === game).length < SHOWN_OPENINGS);
}
