// The start screen: the games, the way to a new one, and those of the past.
import { welcome } from "./about.js";
import { drawMini } from "./board.js";
import { button, el, icon } from "./elements.js";
import { openImport } from "./importing.js";
import { gameSummary, gameTitle } from "./names.js";
import { openNewGame } from "./newgame.js";
import { PastGames } from "./past.js";
import { EMBLEMS, scenesOf } from "./pictures.js";
import { t } from "./words.js";

/** Shows the start screen; gives back what ends it. */
export async function showHome(root) {
  const { games } = await welcome();
  const past = new PastGames();
  root.replaceChildren(
    el("div", { class: "home" },
      el("section", { class: "hero" },
        el("h1", {}, t("home.title")),
        el("p", {}, t("home.lead")),
        el("div", { class: "row" },
          button("plus", t("new.title"), () => openNewGame(), { class: "main" }),
          button("load", t("home.import"), () => openImport()))),
      el("section", { "aria-labelledby": "games" },
        el("h2", { id: "games" }, t("app.home")),
        el("ul", { class: "cards" }, games.map(card))),
      past.root));
  past.load();
  return { keys: { n: () => openNewGame() }, end() {} };
}

function card(about) {
  const title = gameTitle(about.name, about.title);
  const picture = el("div", { class: "mini", "aria-hidden": "true" });
  drawEmblem(picture, about);
  return el("li", { class: "card" },
    picture,
    el("h3", {}, title),
    el("p", {}, gameSummary(about.name, about.summary)),
    el("div", { class: "row" },
      button("play", t("home.play"), () => openNewGame(about.name), {
        class: "main", "aria-label": t("home.play_game", { title }),
      }),
      el("a", { class: "button", href: `#/rules/${about.name}`, "aria-label": t("home.rules_of", { title }) },
        icon("book"), el("span", {}, t("app.rules")))));
}

async function drawEmblem(picture, about) {
  const [scene] = await scenesOf(about, [EMBLEMS[about.name] ?? null]);
  drawMini(picture, about.name, scene ?? about.start);
}
