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
/**
 * What the page shows: its view, how many were opened, to recognize those that come too late, and where games are stored.
 * @type {{ view: View | null, routes: number, storage: Storage | null }}
 */
const page = { view: null, routes: 0, storage: null };

/** Shows what the address names. */
async function route({ focus = true } = {}) {
  const current = ++page.routes;
  const [, kind = "", name = "", part = ""] = location.hash.split("/");
  // A view that is only built again leaves a dialog open, with what was typed into it.
  if (focus) for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  if (focus && kind === "game" && page.view?.navigate?.(name, part)) return;
  const saved = page.view?.savedState;
  page.view?.end();
  page.view = null;
  try {
    const next = await openView(kind, name, part, saved);
    // The user has gone elsewhere in the meantime.
    if (current !== page.routes) return next.end();
    page.view = next;
    document.title = next.title ? `${next.title} – ${t("app.name")}` : t("app.name");
    markCurrentPage();
    if (focus) content.focus({ preventScroll: true });
    if (focus) scrollTo(0, 0);
  } catch (error) {
    // A lost connection has its banner; the view is shown after the reconnect.
    if (current !== page.routes || isLost(error)) return;
    if (kind === "open" || kind === "make") return showMissing(errorText(error));
    showError(error);
    if (kind === "game") showMissing(t("game.missing"));
  }
}

/**
 * Opens a view; a game is restored to its saved state.
 * @param {string} kind
 * @param {string} name
 * @param {string} part The ply of a game.
 * @param {GameViewState | undefined} saved
 * @returns {Promise<View>}
 */
async function openView(kind, name, part, saved) {
  if (kind === "game") return (await import("../game/game.js")).showGame(content, name, part, saved);
  if (kind === "contest" || kind === "mistakes") await serverInfo();
  if (kind === "contest") return (await import("../contest/contest.js")).showContest(content, name);
  if (kind === "edit") return (await import("../boards/editor.js")).showEditor(content, name, part);
  if (kind === "mistakes") return (await import("../learn/mistakes.js")).showMistakes(content);
  if (kind === "puzzles") return (await import("../learn/puzzles.js")).showPuzzles(content, name, part);
  if (kind === "lesson") return (await import("../learn/lessons.js")).showLesson(content, name, part);
  if (kind === "progress") return (await import("../learn/progress.js")).showProgress(content);
  if (kind === "rules") return (await import("../rules/rules.js")).showRules(content, name);
  if (kind === "make") return (await import("../make/make.js")).showMaker(content, name, part);
  if (kind === "open") return (await import("../game/link.js")).openGameLink(name, part);
  return showHome(content);
}

/** @param {string} why */
function showMissing(why) {
  content.replaceChildren(el("div", { class: "article" },
    el("h1", {}, why),
    el("p", {}, el("a", { href: "#/" }, t("game.missing_home")))));
}

function markCurrentPage() {
  const { view } = page;
  const [, kind = ""] = location.hash.split("/");
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (view?.rules && link.getAttribute("href")?.startsWith("#/rules")) link.setAttribute("href", `#/rules/${view.rules}`);
    const [, own = ""] = (link.getAttribute("href") ?? "").split("/");
    if (own === kind) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function buildHeader() {
  const menu = byId("site-menu");
  menu.onclick = (event) => { if (event.target instanceof HTMLAnchorElement) menu.hidePopover(); };
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
  if (page.storage?.kind === "memory") {
    rows.push(el("p", { class: "banner" }, t("banner.memory", { why: page.storage.why ?? "" })));
  }
  byId("banners").replaceChildren(...rows);
}

async function loadStorage() {
  const info = await serverInfo();
  page.storage = info.storage;
  byId("contests").hidden = !info.contests;
  byId("puzzles-link").hidden = !info.games.some((game) => game.puzzles);
  byId("lessons-link").hidden = !info.lessons.length;
  showBanners();
}

/** @param {ConnectionState} state */
function stateChanged(state) {
  showBanners();
  if (state !== "open") return;
  forgetServerInfo();
  loadStorage().catch(() => {});
  if (page.view?.reopen) page.view.reopen();
  else route({ focus: false });
}

async function start() {
  connection.connect();
  await setLanguage(document.documentElement.lang.slice(0, 2));
  buildHeader();
  acceptDrops();
  bindShortcuts(() => page.view?.shortcuts ?? {});
  onLanguage(() => {
    buildHeader();
    showBanners();
    route({ focus: false });
  });
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#/") || location.hash === "") route();
  });
  addEventListener("online", () => connection.retry());
  addEventListener("pagehide", () => connection.leave());
  document.addEventListener("visibilitychange", () => connection.retry());
  connection.on("storage", (event) => {
    page.storage = event.storage;
    showBanners();
  });
  await route({ focus: false });
  loadStorage().catch(() => {});
  connection.onState(stateChanged);
  showBanners();
}

start();
