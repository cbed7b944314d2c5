// The start screen: the games, and the recent ones.
import { drawThumbnail } from "../boards/drawers.js";
import { connection } from "./connection.js";
import { colourSides, gameSummary, gameTitle } from "./display-names.js";
import { button, el, icon } from "./elements.js";
import { t } from "./i18n.js";
import { showError } from "./notify.js";
import { openImportDialog } from "./import-dialog.js";
import { levelText, openNewGame, playNow, savedChoices } from "../game/new-game.js";
import { RecentGames } from "./recent-games.js";
import { fetchScenes } from "../boards/sample-positions.js";
import { serverInfo } from "./server-info.js";
/** @import { GameInfo } from "../protocol.d.ts" */
/** @import { View } from "./main.js" */

/**
 * Shows the start screen.
 * @param {HTMLElement} root
 * @returns {Promise<View>}
 */
export async function showHome(root) {
  const { games } = await serverInfo();
  const recent = new RecentGames(games);
  const edited = games.find((game) => game.edited);
  root.replaceChildren(
    el("div", { class: "home" },
      el("section", { class: "hero" },
        el("h1", {}, games.length === 1 ? gameTitle(games[0].name) : t("home.title")),
        el("p", {}, t("home.lead")),
        el("div", { class: "row" },
          button("plus", t("new.title"), () => openNewGame(), { class: "primary" }),
          button("hint", t("home.new_here"), () => startFirstGame(games), { "data-start": "new" }),
          button("load", t("home.import"), () => openImportDialog()),
          edited ? el("a", { class: "button", href: `#/edit/${edited.name}` }, icon("edit"), el("span", {}, t("edit.title"))) : null,
          el("a", { class: "button", href: "#/mistakes" }, icon("chart"), el("span", {}, t("mistakes.title"))),
          el("a", { class: "button", href: "#/progress" }, icon("check"), el("span", {}, t("progress.title"))))),
      el("section", { "aria-labelledby": "games" },
        el("h2", { id: "games" }, t("app.home")),
        el("ul", { class: "cards" }, games.map(card)),
        moreGames()),
      recent.root));
  recent.load();
  return { shortcuts: { n: () => openNewGame() }, end() {} };
}

/** The games that come with the program as files, and the way to one's own. */
function moreGames() {
  const list = el("ul");
  const more = el("details", { class: "more-games", ontoggle: () => more.open && !list.children.length && import("../make/more-games.js").then(({ listMoreGames }) => listMoreGames(list)) },
    el("summary", {}, t("make.more")), el("p", {}, t("make.lead")), list);
  return [more, el("p", {}, el("a", { class: "button", href: "#/make" }, icon("edit"), el("span", {}, t("make.title"))))];
}

/**
 * Starts the game with the smallest board against the weakest computer, with coach marks.
 * @param {GameInfo[]} games
 */
async function startFirstGame(games) {
  const size = (/** @type {GameInfo} */ { start }) => start.cells.length;
  const smallest = [...games].sort((one, two) => size(one) - size(two))[0];
  try {
    (await import("../game/coach.js")).coachAgain(smallest.name);
    const { game } = await connection.request("create", { game: smallest.name, settings: {}, seats: ["person", "level:1"] });
    location.hash = `#/game/${game.id}`;
  } catch (error) {
    showError(error);
  }
}

/** @param {GameInfo} info */
function card(info) {
  const title = gameTitle(info.name, info.title);
  const level = levelText(info, savedChoices(info));
  const thumbnail = el("div", { class: "thumbnail", "aria-hidden": "true" });
  colourSides(thumbnail, info);
  drawEmblem(thumbnail, info);
  return el("li", { class: "card" },
    thumbnail,
    el("h3", {}, title),
    el("p", {}, gameSummary(info.name, info.summary)),
    el("div", { class: "row" },
      button("play", t("home.play"), () => playNow(info), {
        class: "primary", "aria-label": t("home.play_game", { title }), title: level,
      }),
      el("a", { class: "button", href: `#/rules/${info.name}`, "aria-label": t("home.rules_of", { title }) },
        icon("book"), el("span", {}, t("app.rules"))),
      info.puzzles ? el("a", { class: "button", href: `#/puzzles/${info.name}`, "aria-label": t("puzzle.title_of", { title }) },
        icon("check"), el("span", {}, t("puzzle.title"))) : null),
    button(null, t("home.change", { level }), () => openNewGame(info.name), { class: "subtle", "aria-label": t("home.change_game", { title, level }) }));
}

/**
 * @param {HTMLElement} thumbnail
 * @param {GameInfo} info
 */
async function drawEmblem(thumbnail, info) {
  const [scene] = await fetchScenes(info, [info.emblem]);
  drawThumbnail(thumbnail, info.name, scene ?? info.start);
}
