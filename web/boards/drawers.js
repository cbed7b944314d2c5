// The drawing of each game, and small pictures of scenes.
import * as byte from "./byte.js";
import * as generic from "./generic.js";
import * as nim from "./nim.js";
import { renderStill } from "./render.js";
import * as santorini from "./santorini.js";
import { s } from "./svg.js";
import * as theseus from "./theseus.js";
import * as tictactoe from "./tictactoe.js";
/** @import { Scene } from "../protocol.d.ts" */
/** @import { Drawer } from "./types.d.ts" */

/** @type {Record<string, Drawer>} */
const DRAWERS = { santorini, byte, theseus, nim, tictactoe };

/**
 * The drawer of a game; a generic one if it has none of its own.
 * @param {string} game
 */
export function drawerOf(game) {
  return DRAWERS[game] ?? generic;
}

/**
 * The class of a game's drawings.
 * @param {string} game
 */
export function drawerClass(game) {
  return `board-${game in DRAWERS ? game : "generic"}`;
}

/**
 * Draws a scene as a small picture that is not announced and cannot be played on.
 * @param {HTMLElement} root
 * @param {string} game
 * @param {Scene} scene
 */
export function drawThumbnail(root, game, scene) {
  const drawer = drawerOf(game);
  const layout = drawer.layout(scene, { thumbnail: true });
  root.replaceChildren(s("svg", {
    class: `board-svg board-thumbnail ${drawerClass(game)}`, viewBox: layout.box.join(" "), "aria-hidden": "true", focusable: "false",
  }, renderStill(drawer, layout)));
}
