// The positions of a game of a report as scenes, and their boards.
import { drawerClass, drawerOf } from "../boards/drawers.js";
import { marker } from "../boards/markers.js";
import { renderLayers } from "../boards/render.js";
import { s } from "../boards/svg.js";
/** @import { Box } from "../boards/types.d.ts" */
/** @import { Scene } from "../protocol.d.ts" */
/** @import { ReportData, ReportGame, Change } from "./types.d.ts" */

/**
 * The scenes of a game, by ply.
 * @param {Pick<ReportData, "scenes">} data
 * @param {Pick<ReportGame, "board">} game
 */
export function scenesOf(data, game) {
  const { start, steps } = game.board;
  const scenes = [data.scenes[start]];
  for (const step of steps) scenes.push("scene" in step ? data.scenes[step.scene] : after(scenes[scenes.length - 1], step));
  return scenes;
}

/**
 * A scene after a step.
 * @param {Scene} scene
 * @param {Change} step
 * @returns {Scene}
 */
export function after(scene, { cells = {}, moved = {}, put = [], gone = [], marks, counts }) {
  const left = new Set([...gone, ...put.map((token) => token.id)]);
  /** @param {Scene["cells"][0]} cell */
  const changed = (cell) => (cell.id in cells ? { ...cell, height: cells[cell.id][0], label: cells[cell.id][1] } : cell);
  /** @param {Scene["tokens"][0]} old */
  const token = (old) => (old.id in moved ? { ...old, cell: moved[old.id][0], order: moved[old.id][1] } : old);
  return {
    ...scene,
    cells: scene.cells.map(changed),
    tokens: [...scene.tokens.filter((old) => !left.has(old.id)).map(token), ...put],
    marks: marks ?? scene.marks,
    counts: counts ?? scene.counts,
  };
}

/**
 * The cells in which two scenes differ.
 * @param {Scene} before
 * @param {Scene} scene
 */
export function changedCells(before, scene) {
  /** @param {Scene} from */
  const face = (from) => new Map(from.cells.map((cell) => [
    cell.id, JSON.stringify([cell.height, from.tokens.filter((token) => token.cell === cell.id)]),
  ]));
  const old = face(before);
  return [...face(scene)].filter(([id, now]) => old.get(id) !== now).map(([id]) => id);
}

/**
 * The box that holds every scene of a game, so that its board has one scale from move to move.
 * @param {string} name
 * @param {Scene[]} scenes
 * @returns {Box}
 */
export function commonBox(name, scenes) {
  const drawer = drawerOf(name);
  const boxes = scenes.map((scene) => drawer.layout(scene, {}).box);
  const [left, top] = [0, 1].map((place) => Math.min(...boxes.map((box) => box[place])));
  const [right, bottom] = [0, 1].map((place) => Math.max(...boxes.map((box) => box[place] + box[place + 2])));
  return [left, top, right - left, bottom - top];
}

/**
 * Draws a scene into an element, as the page draws it; the cells of the last move are marked.
 * @param {Element} root
 * @param {string} name
 * @param {Scene} scene
 * @param {Scene | null} before
 * @param {string} label
 * @param {Box} box
 */
export function drawBoard(root, name, scene, before, label, box) {
  const drawer = drawerOf(name);
  const layout = { ...drawer.layout(scene, {}), box };
  const { cells, background, grid, foreground } = renderLayers(drawer, layout);
  const last = before && !drawer.selectsRange ? changedCells(before, scene) : [];
  for (const id of last) {
    const cell = layout.cells.get(id);
    if (cell) cells.get(id)?.markers.append(marker("last", layout.face(cell)));
  }
  for (const node of grid.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  root.replaceChildren(s("svg", {
    class: `board-svg ${drawerClass(name)}`, viewBox: layout.box.join(" "), role: "img", "aria-label": label,
  }, background, s("g", { "aria-hidden": "true" }, grid), foreground));
}
