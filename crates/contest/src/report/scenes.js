"use strict";
// The positions of a game as scenes, and their boards.

/** The scenes of a game, by ply. */
function scenesOf(data, game) {
  const { start, steps } = game.board;
  const scenes = [data.scenes[start]];
  for (const step of steps) scenes.push("scene" in step ? data.scenes[step.scene] : after(scenes.at(-1), step));
  return scenes;
}

/** A scene after a step. */
function after(scene, { cells = {}, moved = {}, put = [], gone = [], marks, counts }) {
  const left = new Set([...gone, ...put.map((token) => token.id)]);
  const changed = (cell) => (cell.id in cells ? { ...cell, height: cells[cell.id][0], label: cells[cell.id][1] } : cell);
  const token = (old) => (old.id in moved ? { ...old, cell: moved[old.id][0], order: moved[old.id][1] } : old);
  return {
    ...scene,
    cells: scene.cells.map(changed),
    tokens: [...scene.tokens.filter((old) => !left.has(old.id)).map(token), ...put],
    marks: marks ?? scene.marks,
    counts: counts ?? scene.counts,
  };
}

/** The cells in which two scenes differ. */
function changedCells(before, scene) {
  const face = (from) => new Map(from.cells.map((cell) => [
    cell.id, JSON.stringify([cell.height, from.tokens.filter((token) => token.cell === cell.id)]),
  ]));
  const old = face(before);
  return [...face(scene)].filter(([id, now]) => old.get(id) !== now).map(([id]) => id);
}

/** The box that holds every scene of a game, so that its board has one scale from move to move. */
function commonBox(name, scenes) {
  const drawer = modules["boards/drawers.js"].drawerOf(name);
  const boxes = scenes.map((scene) => drawer.layout(scene, {}).box);
  const [left, top] = [0, 1].map((place) => Math.min(...boxes.map((box) => box[place])));
  const [right, bottom] = [0, 1].map((place) => Math.max(...boxes.map((box) => box[place] + box[place + 2])));
  return [left, top, right - left, bottom - top];
}

/** Draws a scene into an element, as the page draws it; the cells of the last move are marked. */
function drawBoard(root, name, scene, before, label, box) {
  const { drawerOf, drawerClass } = modules["boards/drawers.js"];
  const { renderLayers } = modules["boards/render.js"];
  const { marker } = modules["boards/markers.js"];
  const { s } = modules["boards/svg.js"];
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
