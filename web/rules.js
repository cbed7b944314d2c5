// The rules of a game in short, with pictures.
import { welcome } from "./about.js";
import { drawMini } from "./board.js";
import { button, el } from "./elements.js";
import { gameSummary, gameTitle } from "./names.js";
import { openNewGame } from "./newgame.js";
import { PICTURES, scenesOf } from "./pictures.js";
import { has, t } from "./words.js";

/** Shows the rules of a game; gives back what ends it. */
export async function showRules(root, name) {
  const { games } = await welcome();
  const about = games.find((game) => game.name === name) ?? games[0];
  const title = gameTitle(about.name, about.title);
  const pictures = PICTURES[about.name] ?? [null];
  const steps = el("ol", { class: "rules" });
  for (let step = 1; has(`rules.${about.name}.${step}`); step += 1) {
    steps.append(el("li", {}, t(`rules.${about.name}.${step}`)));
  }
  const figures = pictures.map((_, place) => figure(about.name, place + 1));
  root.replaceChildren(
    el("div", { class: "rulebook" },
      el("nav", { class: "tabs", "aria-label": t("rules.games") }, games.map((game) => tab(game, about))),
      el("h1", {}, t("rules.title", { title })),
      el("p", { class: "lead" }, gameSummary(about.name, about.summary)),
      el("div", { class: "figures" }, figures.map(({ root }) => root)),
      steps,
      el("p", {}, t(`rules.${about.name}.how`)),
      button("play", t("home.play_game", { title }), () => openNewGame(about.name), { class: "main" })));
  draw(about, pictures, figures);
  return { keys: { n: () => openNewGame(about.name) }, end() {} };
}

function tab(game, about) {
  const current = game.name === about.name ? { "aria-current": "page" } : {};
  return el("a", { href: `#/rules/${game.name}`, ...current }, gameTitle(game.name, game.title));
}

function figure(name, place) {
  const picture = el("div", { class: "mini" });
  const caption = el("figcaption", {}, t(`rules.${name}.picture${place}`));
  return { picture, root: el("figure", {}, picture, caption) };
}

/** Draws the pictures; a position that cannot be had leaves its place empty. */
async function draw(about, pictures, figures) {
  const scenes = await scenesOf(about, pictures);
  scenes.forEach((scene, place) => {
    if (scene) drawMini(figures[place].picture, about.name, scene);
    else figures[place].root.hidden = true;
  });
}
