// The page: its routes, its header and its banners.
import { connection, isLost } from "./connection.js";
import { button, byId, el, icon } from "./elements.js";
import { showHome } from "./home.js";
import { language, LANGUAGES, onLanguage, saveLanguage, setLanguage, t } from "./i18n.js";
import { acceptDrops } from "./import-dialog.js";
import { errorText, showError } from "./notify.js";
import { forgetServerInfo, serverInfo } from "./server-info.js";
import { bindShortcuts, openShortcutList } from "./shortcuts.js";
/** @import { Storage } from "../protocol.d.ts" */
/** @import { ConnectionState } from "./connection.js" */
/** @import { GameViewState } from "../game/game.js" */
/** @import { Shortcuts } from "./shortcuts.js" */

/**
 * What is shown at an address.
 * @typedef {object} View
 * @property {string} [title]
 * @property {string} [rules] The game whose rules the header leads to.
 * @property {Shortcuts} shortcuts
 * @property {GameViewState} [savedState] What is restored when the view is rebuilt.
 * @property {() => void} end
 * @property {(name: string, part: string) => boolean} [navigate] Goes to another part of the same view; returns false if the address is of another view.
 * @property {() => void} [reopen] Updates the view after a reconnect; without it the view is rebuilt.
 */

const content = byId("content");
/** @type {View | null} */
let view = null;
/** Counts the routes, to recognize views that come too late. */
let routes = 0;
/** @type {Storage | null} */
let storage = null;

/** Shows what the address names. */
async function route({ focus = true } = {}) {
  const current = ++routes;
  const [, page = "", name = "", part = ""] = location.hash.split("/");
  // A view that is only built again leaves a dialog open, with what was typed into it.
  if (focus) for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  if (focus && page === "game" && view?.navigate?.(name, part)) return;
  const saved = view?.savedState;
  view?.end();
  view = null;
  try {
    const next = await openView(page, name, part, saved);
    // The user has gone elsewhere in the meantime.
    if (current !== routes) return next.end();
    view = next;
    document.title = next.title ? `${next.title} – ${t("app.name")}` : t("app.name");
    markCurrentPage();
    if (focus) content.focus({ preventScroll: true });
    if (focus) scrollTo(0, 0);
  } catch (error) {
    // A lost connection has its banner; the view is shown after the reconnect.
    if (current !== routes || isLost(error)) return;
    if (page === "open") return showMissing(errorText(error));
    showError(error);
    if (page === "game") showMissing(t("game.missing"));
  }
}

/**
 * Opens a view; a game is restored to its saved state.
 * @param {string} page
 * @param {string} name
 * @param {string} part The ply of a game.
 * @param {GameViewState | undefined} saved
 * @returns {Promise<View>}
 */
async function openView(page, name, part, saved) {
  if (page === "game") return (await import("../game/game.js")).showGame(content, name, part, saved);
  if (page === "contest") return (await import("../contest/contest.js")).showContest(content, name);
  if (page === "edit") return (await import("../boards/editor.js")).showEditor(content, name, part);
  if (page === "mistakes") return (await import("../learn/mistakes.js")).showMistakes(content);
  if (page === "puzzles") return (await import("../learn/puzzles.js")).showPuzzles(content, name, part);
  if (page === "lesson") return (await import("../learn/lessons.js")).showLesson(content, name, part);
  if (page === "rules") return (await import("../rules/rules.js")).showRules(content, name);
  if (page === "open") return (await import("../game/link.js")).openGameLink(name, part);
  return showHome(content);
}

/** @param {string} why */
function showMissing(why) {
  content.replaceChildren(el("div", { class: "article" },
    el("h1", {}, why),
    el("p", {}, el("a", { href: "#/" }, t("game.missing_home")))));
}

function markCurrentPage() {
  const [, page = ""] = location.hash.split("/");
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (view?.rules && link.getAttribute("href")?.startsWith("#/rules/")) link.setAttribute("href", `#/rules/${view.rules}`);
    const [, own = ""] = (link.getAttribute("href") ?? "").split("/");
    if (own === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function buildHeader() {
  const select = byId("language");
  if (select instanceof HTMLSelectElement) {
    select.replaceChildren(...LANGUAGES.map((code) => el("option", { value: code }, t(`language.${code}`))));
    select.value = language();
    select.onchange = () => {
      saveLanguage(select.value);
      setLanguage(select.value).catch(() => showError({ kind: "Lost", args: {}, text: "" }));
    };
  }
  const theme = byId("theme");
  theme.replaceChildren(icon("theme"));
  theme.title = t("app.theme");
  theme.onclick = switchTheme;
  const shortcuts = byId("shortcuts");
  shortcuts.replaceChildren(icon("keys"));
  shortcuts.title = t("shortcuts.title");
  shortcuts.onclick = openShortcutList;
}

/** Switches to the other theme; the system's own theme is saved as no choice. */
function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  if (next === system) delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    if (next === system) localStorage.removeItem("agon.theme");
    else localStorage.setItem("agon.theme", next);
  } catch { /* Then it lasts until the page is left. */ }
}

function showBanners() {
  const rows = [];
  if (connection.state === "lost") {
    rows.push(el("p", { class: "banner error" }, t("banner.lost"),
      button(null, t("banner.retry"), () => connection.retry())));
  }
  if (storage?.kind === "memory") {
    rows.push(el("p", { class: "banner" }, t("banner.memory", { why: storage.why ?? "" })));
  }
  byId("banners").replaceChildren(...rows);
}

async function loadStorage() {
  const info = await serverInfo();
  storage = info.storage;
  byId("contests").hidden = !info.contests;
  showBanners();
}

/** @param {ConnectionState} state */
function stateChanged(state) {
  showBanners();
  if (state !== "open") return;
  forgetServerInfo();
  loadStorage().catch(() => {});
  if (view?.reopen) view.reopen();
  else route({ focus: false });
}

async function start() {
  connection.connect();
  await setLanguage(document.documentElement.lang.slice(0, 2));
  buildHeader();
  acceptDrops();
  bindShortcuts(() => view?.shortcuts ?? {});
  onLanguage(() => {
    buildHeader();
    showBanners();
    route({ focus: false });
  });
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#/") || location.hash === "") route();
  });
  addEventListener("online", () => connection.retry());
  document.addEventListener("visibilitychange", () => connection.retry());
  connection.on("storage", (event) => {
    storage = event.storage;
    showBanners();
  });
  await route({ focus: false });
  loadStorage().catch(() => {});
  connection.onState(stateChanged);
  showBanners();
}

start();
