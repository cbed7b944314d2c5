// The page with the rules of a game in short, with pictures.
import { drawThumbnail } from "../boards/drawers.js";
import { colourSides, gameSummary, gameTitle } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { has, t, tOr } from "../shell/i18n.js";
import { openNewGame, playNow } from "../game/new-game.js";
import { fetchScenes } from "../boards/sample-positions.js";
import { serverInfo } from "../shell/server-info.js";
import { notationLegend } from "../game/side-tabs.js";
/** @import { GameInfo } from "../protocol.d.ts" */
/** @import { View } from "../shell/main.js" */

/** @typedef {{ thumbnail: HTMLElement, root: HTMLElement }} Figure */

/**
 * Shows the rules of a game.
 * @param {HTMLElement} root
 * @param {string} name
 * @returns {Promise<View>}
 */
export async function showRules(root, name) {
  const { games } = await serverInfo();
  const info = games.find((game) => game.name === name) ?? games[0];
  const title = gameTitle(info.name, info.title);
  const positions = info.pictures;
  const steps = el("ol", { class: "rules" });
  for (let step = 1; has(`rules.${info.name}.${step}`); step += 1) {
    steps.append(el("li", {}, t(`rules.${info.name}.${step}`)));
  }
  const figures = positions.map((_, index) => figure(info.name, index + 1));
  root.replaceChildren(
    el("div", { class: "article" },
      el("nav", { class: "tabs", "aria-label": t("rules.games") }, games.map((game) => tab(game, info))),
      el("h1", {}, t("rules.title", { title })),
      el("p", { class: "lead" }, gameSummary(info.name, info.summary)),
      el("div", { class: "figures" }, figures.map(({ root }) => root)),
      steps,
      has(`rules.${info.name}.how`) ? el("p", {}, t(`rules.${info.name}.how`)) : null, notationLegend(info.name),
      button("play", t("home.play_game", { title }), () => playNow(info), { class: "primary" })));
  figures.forEach((figure) => colourSides(figure.root, info));
  draw(info, positions, figures);
  return { shortcuts: { n: () => openNewGame(info.name) }, end() {} };
}

/**
 * @param {GameInfo} game
 * @param {GameInfo} shown
 */
function tab(game, shown) {
  const current = game.name === shown.name ? { "aria-current": "page" } : {};
  return el("a", { href: `#/rules/${game.name}`, ...current }, gameTitle(game.name, game.title));
}

/**
 * @param {string} name
 * @param {number} number
 * @returns {Figure}
 */
function figure(name, number) {
  const thumbnail = el("div", { class: "thumbnail" });
  const caption = el("figcaption", {}, tOr(`rules.${name}.picture${number}`, ""));
  return { thumbnail, root: el("figure", {}, thumbnail, caption) };
}

/**
 * Draws the pictures; a figure without a scene is hidden.
 * @param {GameInfo} info
 * @param {string[]} positions
 * @param {Figure[]} figures
 */
async function draw(info, positions, figures) {
  const scenes = await fetchScenes(info, positions);
  scenes.forEach((scene, index) => {
    if (scene) drawThumbnail(figures[index].thumbnail, info.name, scene);
    else figures[index].root.hidden = true;
  });
}
