// The rules of a game in short, with pictures.
import { welcome } from "./about.js";
import { drawMini } from "./board.js";
import { button, el } from "./elements.js";
import { gameSummary, gameTitle } from "./names.js";
import { openNewGame } from "./newgame.js";
import { wire } from "./wire.js";
import { has, t } from "./words.js";

/** The positions that are shown beside the rules; null is the start. */
const PICTURES = {
  santorini: [
    "00000/00000/00000/00000/00000 B 11,33 13,31",
    "00000/01200/00310/00000/00000 B 11,33 13,31",
    "00000/01200/00340/01000/00000 R 22,33 13,31",
  ],
  byte: [null, "8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X", "8 X 1-1 C3:XOXO,D4:OXXX"],
  theseus: [null, "00200/00200/22001/02020/00110 0,0-2,2 0,3-0,4 200/2/T/- 3 0,1-1,2 11", "00200/00200/22001/02020/00110 0,0-2,2 0,3-0,4 200/2/T/- 6 0,3-2,3 01"],
  nim: [null, "[1,1,3,7] second", "[1] second"],
  tictactoe: [null, "([1,-1,0,0,1,0,0,0,-1],1)", "([1,1,1,-1,-1,0,0,0,0],-1)"],
};

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
  const positions = pictures.filter((position) => position !== null);
  const told = await wire.ask("scenes", { game: about.name, positions }).catch(() => ({ scenes: [] }));
  const scenes = told.scenes.values();
  pictures.forEach((position, place) => {
    const scene = position === null ? about.start : scenes.next().value;
    if (scene) drawMini(figures[place].picture, about.name, scene);
    else figures[place].root.hidden = true;
  });
}
