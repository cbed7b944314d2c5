// The page: its routes, its switches and its banners.
import { forgetWelcome, welcome } from "./about.js";
import { button, el, icon } from "./elements.js";
import { showHome } from "./home.js";
import { takeDrops } from "./importing.js";
import { bindKeys, openKeys } from "./keys.js";
import { complain } from "./voice.js";
import { wire } from "./wire.js";
import { keepLanguage, language, LANGUAGES, onLanguage, setLanguage, t } from "./words.js";

const content = document.getElementById("content");
let view = null;
let shown = 0;

/** Shows what the address names. */
async function route({ focus = true } = {}) {
  const turn = ++shown;
  const [, page = "", name = ""] = location.hash.split("/");
  const kept = view?.kept;
  view?.end();
  view = null;
  try {
    const next = await open(page, name, kept);
    // Somebody who went on meanwhile does not want this view any more.
    if (turn !== shown) return next.end();
    view = next;
    document.title = next.title ? `${next.title} – ${t("app.name")}` : t("app.name");
    markPage();
    if (focus) content.focus({ preventScroll: true });
    if (focus) scrollTo(0, 0);
  } catch (error) {
    // A lost connection has its banner, and the view is shown when it is back.
    if (turn !== shown || error.kind === "Lost") return;
    complain(error);
    if (page === "game") showMissing();
  }
}

/** Opens a view; one of the same thing as before goes on as it was kept. */
async function open(page, name, kept) {
  if (page === "game") return (await import("./game.js")).showGame(content, name, kept);
  if (page === "contest") return (await import("./contest.js")).showContest(content, name);
  if (page === "rules") return (await import("./rules.js")).showRules(content, name);
  return showHome(content);
}

function showMissing() {
  content.replaceChildren(el("div", { class: "rulebook" },
    el("h1", {}, t("game.missing")),
    el("p", {}, el("a", { href: "#/" }, t("game.missing_home")))));
}

function markPage() {
  const [, page = ""] = location.hash.split("/");
  for (const link of document.querySelectorAll(".bar nav a")) {
    const [, own = ""] = link.getAttribute("href").split("/");
    if (own === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function switches() {
  const select = document.getElementById("language");
  select.replaceChildren(...LANGUAGES.map((code) => el("option", { value: code }, t(`language.${code}`))));
  select.value = language();
  select.onchange = () => {
    keepLanguage(select.value);
    setLanguage(select.value).catch(() => complain({ kind: "Lost" }));
  };
  const theme = document.getElementById("theme");
  theme.replaceChildren(icon("theme"));
  theme.title = t("app.theme");
  theme.onclick = switchTheme;
  const keys = document.getElementById("keys");
  keys.replaceChildren(icon("keys"));
  keys.title = t("keys.title");
  keys.onclick = openKeys;
}

/** The other theme than what is seen now; the browser's own choice is kept by keeping none. */
function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  if (next === system) delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    if (next === system) localStorage.removeItem("agon.theme");
    else localStorage.setItem("agon.theme", next);
  } catch { /* It holds until the page is left. */ }
}

let storage = null;

function banners() {
  const rows = [];
  if (wire.state === "lost") {
    rows.push(el("p", { class: "banner trouble" }, t("banner.lost"),
      button(null, t("banner.retry"), () => wire.retry())));
  }
  if (storage?.kind === "memory") {
    rows.push(el("p", { class: "banner" }, t("banner.memory", { why: storage.why ?? "" })));
  }
  document.getElementById("banners").replaceChildren(...rows);
}

async function learnStorage() {
  const told = await welcome();
  storage = told.storage;
  document.getElementById("contests").hidden = !told.contests;
  banners();
}

function stateChanged(state) {
  banners();
  if (state !== "open") return;
  forgetWelcome();
  learnStorage().catch(() => {});
  // A view that was never shown, or cannot mend itself, is shown anew.
  if (view?.reopen) view.reopen();
  else route({ focus: false });
}

async function start() {
  wire.connect();
  await setLanguage(document.documentElement.lang.slice(0, 2));
  switches();
  takeDrops();
  bindKeys(() => view?.keys ?? {});
  onLanguage(() => {
    switches();
    banners();
    route({ focus: false });
  });
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#/") || location.hash === "") route();
  });
  addEventListener("online", () => wire.retry());
  document.addEventListener("visibilitychange", () => wire.retry());
  wire.on("storage", (event) => {
    storage = event.storage;
    banners();
  });
  await route({ focus: false });
  learnStorage().catch(() => {});
  wire.onState(stateChanged);
  banners();
}

start();
