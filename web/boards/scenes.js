// Boards of positions, fetched from the program.
import { drawThumbnail } from "./drawers.js";
import { connection } from "../shell/connection.js";
/** @import { Scene } from "../protocol.d.ts" */

/** The program draws at most so many positions for one request. */
const MAX_POSITIONS = 64;

/**
 * The boards of positions. A reply has as many as fit, so several may be needed.
 * @param {string} game The id of a game, or the name of one.
 * @param {string[]} positions
 * @returns {Promise<Scene[]>}
 */
export async function requestScenes(game, positions) {
  /** @type {Scene[]} */
  const all = [];
  while (all.length < positions.length) {
    const rest = positions.slice(all.length, all.length + MAX_POSITIONS);
    const { scenes } = await connection.request("scenes", { game, positions: rest });
    if (!scenes.length) break;
    all.push(...scenes);
  }
  return all;
}

/**
 * Draws the boards of the positions that elements of a list name, with one request for each game.
 * @param {HTMLElement} list
 */
export async function drawBoards(list) {
  /** @type {Map<string, HTMLElement[]>} */
  const byGame = new Map();
  /** @type {NodeListOf<HTMLElement>} */
  const boards = list.querySelectorAll("[data-position]:empty");
  for (const board of boards) {
    const game = board.dataset.game ?? "";
    byGame.set(game, [...byGame.get(game) ?? [], board]);
  }
  for (const [game, boards] of byGame) {
    const scenes = await requestScenes(game, boards.map((board) => board.dataset.position ?? "")).catch(() => []);
    scenes.forEach((scene, index) => drawThumbnail(boards[index], game, scene));
  }
}
