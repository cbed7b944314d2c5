// Theseus and the Minotaur: a maze of stone by night.
import { t } from "../shell/i18n.js";
import { lightOf, sabreColour } from "./labels.js";
import { axisLabels, flatFace, sceneLayout } from "./layout.js";
import { piece, round, s, shape, text } from "./svg.js";
/** @import { Cell, Scene, Token } from "../protocol.d.ts" */
/** @import { CellDrawing, Point, RectLayout, ViewOptions } from "./types.d.ts" */

/** @typedef {RectLayout & { fontSize: number }} MazeLayout */

const TILE = 40;

/**
 * The maze on the screen.
 * @param {Scene} scene
 * @param {ViewOptions} view
 * @returns {MazeLayout}
 */
export function layout(scene, view) {
  const base = sceneLayout(scene, view);
  /**
   * @param {Cell} cell
   * @returns {Point}
   */
  const centre = (cell) => [(base.column(cell) + 0.5) * TILE, (base.row(cell) + 0.5) * TILE];
  const [wide, high] = [base.width * TILE, base.height * TILE];
  const edge = 10;
  const margin = base.thumbnail ? edge : 12 + fontSize(base);
  return {
    ...base, centre, wide, high, fontSize: fontSize(base),
    box: [-margin, -margin, wide + margin + edge, high + margin + edge + 2],
    face: (cell) => flatFace(...centre(cell), TILE / 2 - 4),
  };
}

/**
 * The font size of the labels, which grow with the maze to stay readable.
 * @param {{ width: number }} size
 */
function fontSize({ width }) {
  return Math.max(14, width * 0.95);
}

/**
 * The floor, the walls and the labels.
 * @param {MazeLayout} layout
 */
export function background(layout) {
  const floor = s("rect", { class: "floor", width: layout.wide, height: layout.high });
  const dots = layout.thumbnail ? null : shape("joints", joints(layout));
  const d = walls(layout);
  const labels = s("g", { class: "labels", "font-size": round(layout.fontSize) },
    axisLabels(layout, { wide: TILE, high: TILE, gap: 7 + layout.fontSize / 2 }));
  return [floor, dots, s("path", { class: "wall-side", d, transform: "translate(0 3)" }), s("path", { class: "wall-top", d }), labels];
}

/** @param {MazeLayout} layout */
function joints(layout) {
  let d = "";
  for (let row = 1; row < layout.height; row += 1) d += `M0 ${row * TILE}H${layout.wide}`;
  for (let column = 1; column < layout.width; column += 1) d += `M${column * TILE} 0V${layout.high}`;
  return d;
}

/** @param {MazeLayout} layout */
function walls(layout) {
  let d = `M0 0H${layout.wide}V${layout.high}H0Z`;
  for (const { between } of layout.scene.edges) {
    const [one, two] = between.map((id) => layout.cells.get(id));
    if (!one || !two) continue;
    const [row, column] = [Math.max(layout.row(one), layout.row(two)), Math.max(layout.column(one), layout.column(two))];
    d += one.row === two.row
      ? `M${column * TILE} ${row * TILE}v${TILE}`
      : `M${column * TILE} ${row * TILE}h${TILE}`;
  }
  return d;
}

/**
 * A tile and what is on it.
 * @param {MazeLayout} layout
 * @param {Cell} cell
 * @returns {CellDrawing}
 */
export function drawCell(layout, cell) {
  const [x, y] = layout.centre(cell);
  const tile = s("rect", { class: `tile ${lightOf(layout, cell)}`, x: x - TILE / 2, y: y - TILE / 2, width: TILE, height: TILE });
  const here = layout.at(cell);
  const both = here.filter((token) => token.owner).length > 1;
  return { base: [tile], top: here.map((token) => drawToken(layout, token, [x, y], both, here.length > 1)) };
}

/**
 * @param {MazeLayout} layout
 * @param {Token} token
 * @param {Point} centre
 * @param {boolean} both Whether Theseus and the Minotaur are on the tile.
 * @param {boolean} shared
 */
function drawToken(layout, token, [x, y], both, shared) {
  if (token.label === "loot") {
    /** @type {Point} */
    const at = shared ? [x + 9, y + 9] : [x, y];
    return piece(token.id, at, { exit: "pop", kind: layout.has(token.id, "recalled") ? "loot recalled" : "loot" }, scaled(layout, shared ? 0.6 : 1, loot(token)));
  }
  const isTheseus = token.label === "theseus";
  const aside = both ? (isTheseus ? -8 : 8) : 0;
  const figure = isTheseus ? theseus(layout) : minotaur();
  const kind = layout.has(token.id, "recalled") ? `figure ${token.owner} recalled` : `figure ${token.owner}`;
  return piece(token.id, [x + aside, y], { kind }, scaled(layout, both ? 0.78 : 1, figure));
}

/**
 * Thumbnails of large mazes have larger figures, so that they can be seen.
 * @param {MazeLayout} layout
 * @param {number} size
 * @param {SVGElement[]} drawing
 */
function scaled(layout, size, drawing) {
  const larger = layout.thumbnail ? Math.max(1, layout.width / 9) : 1;
  return s("g", { transform: `scale(${round(size * larger)})` }, drawing);
}

/**
 * A jar full of gold.
 * @param {Token} token
 */
function loot(token) {
  return [
    s("ellipse", { class: "shadow", cy: 12, rx: 11, ry: 3.4 }),
    shape("handle", "M-8-5C-15-5-14 4-8 4M8-5C15-5 14 4 8 4"),
    shape("jar", "M-5-13H5L4-8C12-4 12 6 5 13H-5C-12 6-12-4-4-8Z"),
    shape("coins", "M-6-13a6 3.4 0 0 1 12 0Z"),
    text("jar-number", 0, 3, token.id.slice(1)),
  ];
}

/**
 * A hero with a crest, a shield with his letter, and a blade of light.
 * @param {MazeLayout} layout
 */
function theseus(layout) {
  const colour = sabreColour(layout);
  return [
    s("ellipse", { class: "shadow", cy: 15, rx: 12, ry: 3.6 }),
    s("g", { class: `sabre ${colour}` }, layout.game ? s("title", {}, t(`board.label.sabre.${colour}`)) : null, shape("glow", "M9 4L15.5-14"), shape("blade", "M9 4L15.5-14"), shape("hilt", "M7.6 8L9.4 3"), sabreSign(colour)),
    shape("body", "M-11 15C-11 3-7-2 0-2S11 3 11 15Z"),
    s("circle", { class: "skin", cy: -7, r: 6.4 }),
    shape("body", "M-7.4-5.5A7.4 7.4 0 0 1 7.4-5.5L4-5.5V-2.6L1.6-5.5H-7.4Z"),
    shape("crest", "M-8-10C-8-19 8-19 8-10C5-14.5-5-14.5-8-10Z"),
    s("circle", { class: "shield", cx: -3, cy: 7, r: 7 }), text("letter", -3, 7.4, "T"),
  ];
}

/**
 * The colour of the sabre as a shape: a coin for loot, horns for the Minotaur.
 * @param {string} colour
 */
function sabreSign(colour) {
  if (colour === "green") return shape("light-sign", "M12-17l4-4 4 4-4 4z");
  if (colour === "red") return shape("light-sign", "M10.5-20.5c0 5 10 5 10 0c2.5 9-12.5 9-10 0Z");
  return null;
}

/** A bull's head with his letter. */
function minotaur() {
  return [
    s("ellipse", { class: "shadow", cy: 15, rx: 12, ry: 3.6 }),
    shape("horn", "M-7-6C-16-6-17-13-15-18C-13-12-9-11-4-10ZM7-6C16-6 17-13 15-18C13-12 9-11 4-10Z"),
    shape("body", "M-15-4C-12-8-8-7-7-8C-3-12 3-12 7-8C8-7 12-8 15-4C13 0 10 0 9 1C9 8 6 15 0 15S-9 8-9 1C-10 0-13 0-15-4Z"),
    s("circle", { class: "eye", cx: -4, cy: -3.5, r: 1.5 }), s("circle", { class: "eye", cx: 4, cy: -3.5, r: 1.5 }),
    text("letter", 0, 5, "M"), s("circle", { class: "ring", cy: 14.6, r: 2.6 }),
  ];
}
