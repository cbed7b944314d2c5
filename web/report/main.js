// The report of a contest: its overview with search and filters, and the pages that links lead to.
import { byId, el } from "../shell/elements.js";
import { fillList, gameView, isForfeit, playerView, REPORT } from "./views.js";
/** @import { ReportData, ReportGame } from "./types.d.ts" */

/**
 * A field of the overview.
 * @param {string} id
 */
const field = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id));

/** Shows what the address names. */
export function route() {
  const address = decodeURIComponent(location.hash.slice(1));
  REPORT.keys = {};
  const [, kind, first, second] = address.match(/^(player|game|pair)-([\d.]+)(?:[-/](\d+))?$/) ?? [];
  const view = kind === "player" ? playerView(Number(first)) : kind === "game" ? gameView(first, Number(second ?? 0)) : null;
  byId("overview").hidden = view !== null;
  byId("view").hidden = view === null;
  if (view) {
    byId("view").replaceChildren(...view);
    scrollTo(0, 0);
    return;
  }
  if (kind === "pair") {
    field("one").value = first;
    field("other").value = second ?? "";
    filterGames();
  }
  const target = document.getElementById(kind === "pair" ? "games" : address);
  if (target && target !== byId("overview")) target.scrollIntoView();
}

/** Lists the games that the filters leave. */
function filterGames() {
  const [one, other] = ["one", "other"].map((id) => field(id).value);
  const kind = field("kind").value;
  const has = (/** @type {ReportGame} */ game, /** @type {string} */ number) => number === "" || game.p1 === Number(number) || game.p2 === Number(number);
  const fits = (/** @type {ReportGame} */ game) => kind === "" || kind === "long" || (kind === "fault" ? isForfeit(game) : game.result === kind);
  const games = REPORT.data.games.filter((game) => has(game, one) && has(game, other) && fits(game));
  if (kind === "long") games.sort((a, b) => b.moves.length - a.moves.length);
  byId("count").textContent = `${games.length} of ${REPORT.data.games.length} games`;
  fillList(byId("list"), byId("more"), games, one === "" ? null : Number(one));
}

/** Hides the standings of other names. */
function searchNames() {
  const wanted = field("search").value.trim().toLocaleLowerCase();
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#standings tbody tr"))) {
    row.hidden = !(row.dataset.name ?? "").toLocaleLowerCase().includes(wanted);
  }
}

/** Changes between light and dark, and remembers it where that is possible. */
function changeTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem("agon.report.theme", root.dataset.theme);
  } catch { /* Then it is forgotten with the page. */ }
}

/** Begins. */
function startReport() {
  /** @type {ReportData} */
  const data = JSON.parse(byId("data").textContent ?? "");
  REPORT.data = data;
  REPORT.byKey = new Map(data.games.map((game) => [game.key, game]));
  try {
    const theme = localStorage.getItem("agon.report.theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch { /* Then it is that of the system. */ }
  const byName = data.entrants.map(({ name }, number) => ({ name, number })).sort((a, b) => a.name.localeCompare(b.name));
  for (const id of ["one", "other"]) {
    field(id).replaceChildren(el("option", { value: "" }, "anybody"), ...byName.map(({ name, number }) => el("option", { value: String(number) }, name)));
    field(id).onchange = filterGames;
  }
  byId("kind").onchange = filterGames;
  byId("search").oninput = searchNames;
  byId("theme").onclick = changeTheme;
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = REPORT.keys[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  addEventListener("hashchange", route);
  filterGames();
  if (data.only !== null && !location.hash) history.replaceState(null, "", `#player-${data.only}`);
  route();
}

startReport();
