// Byte: a board of dark and light squares with stacks of checkers.
import { axisLabels, flatFace, sceneLayout } from "./layout.js";
import { piece, round, s, shape, text } from "./svg.js";
/** @import { Cell, Scene, Side, Token } from "../protocol.d.ts" */
/** @import { CellDrawing, ExitPath, Face, Layout, PickerLevel, Point, RectLayout, SceneLayout, ViewOptions } from "./types.d.ts" */

/** @typedef {RectLayout & { tray: (side: Side) => Point }} ByteLayout */

/** @type {Side[]} */
const SIDES = ["p1", "p2"];

const [WIDE, HIGH] = [60, 54];
/** Half the width, half the depth and the thickness of a checker. */
const [RX, RY, THICK] = [25, 19, 10.4];
const SIGNS = { p1: "X", p2: "O" };

/**
 * The board on the screen.
 * @param {Scene} scene
 * @param {ViewOptions} view
 * @returns {ByteLayout}
 */
export function layout(scene, view) {
  const base = sceneLayout(scene, view);
  /**
   * @param {Cell} cell
   * @returns {Point}
   */
  const centre = (cell) => [(base.column(cell) + 0.5) * WIDE, (base.row(cell) + 0.5) * HIGH];
  const [wide, high] = [base.width * WIDE, base.height * HIGH];
  return {
    ...base, centre, wide, high, tray: trayOf(base, wide),
    box: base.thumbnail ? [-10, -34, wide + 20, high + 52] : [-34, -34, wide + 118, high + 78],
    face: (cell) => flatFace(...centre(cell), WIDE / 2 - 1, HIGH / 2 - 1),
  };
}

/**
 * Where the stacks that a side has won are drawn.
 * @param {SceneLayout} base
 * @param {number} wide
 * @returns {(side: Side) => Point}
 */
function trayOf(base, wide) {
  const high = base.height * HIGH;
  const low = base.flip ? "p2" : "p1";
  return (side) => [wide + 44, side === low ? high - 14 : high / 2 - 14];
}

/**
 * The squares, the frame and the stacks that were won.
 * @param {ByteLayout} layout
 */
export function background(layout) {
  const frame = s("rect", { class: "frame", x: -8, y: -8, width: layout.wide + 16, height: layout.high + 22, rx: 8 });
  const light = s("rect", { class: "light", width: layout.wide, height: layout.high });
  const edge = s("rect", { class: "edge-front", x: -8, y: layout.high + 6, width: layout.wide + 16, height: 8, rx: 4 });
  return [frame, edge, light, ...axisLabels(layout, { wide: WIDE, high: HIGH, gap: 20, below: layout.high + 30 }), ...(layout.thumbnail ? [] : trays(layout))];
}

/** @param {ByteLayout} layout */
function trays(layout) {
  return SIDES.flatMap((side) => {
    const stacks = layout.scene.counts.find((count) => count.label === "stacks" && count.owner === side);
    if (!stacks) return [];
    const [x, y] = layout.tray(side);
    const slots = Math.max(stacks.of ?? 1, stacks.count);
    const places = Array.from({ length: slots }, (_, place) => {
      const at = `translate(${x} ${round(y - 24 - place * (slots > 2 ? 54 : 72))}) scale(.72)`;
      return s("g", { transform: at }, place < stacks.count ? wonStack(side, slots > 2) : slot());
    });
    const count = stacks.of ? `${stacks.count}/${stacks.of}` : stacks.count;
    return [s("g", { class: "tray" }, text("tray-count", x, y + 2, `${SIGNS[side]} ${count}`), places.reverse())];
  });
}

function slot() {
  return s("ellipse", { class: "slot", rx: RX, ry: RY });
}

/**
 * @param {Side} side
 * @param {boolean} low
 */
function wonStack(side, low) {
  const levels = low ? 4 : 8;
  return Array.from({ length: levels }, (_, level) =>
    s("g", { transform: `translate(0 ${round(-level * 6.4)})` }, level < levels - 1 ? plainChecker() : checker(side)));
}

function plainChecker() {
  return s("g", { class: "checker spent" }, shape("rim-side", side()), s("ellipse", { class: "top", cy: -THICK, rx: RX, ry: RY }));
}

/**
 * A dark square and the stack on it.
 * @param {ByteLayout} layout
 * @param {Cell} cell
 * @returns {CellDrawing}
 */
export function drawCell(layout, cell) {
  const place = layout.centre(cell);
  const square = s("rect", {
    class: "dark", x: place[0] - WIDE / 2, y: place[1] - HIGH / 2, width: WIDE, height: HIGH,
  });
  const stack = layout.at(cell);
  const drawn = stack.map((token, level) => piece(layout.pieceKeys?.get(token.id) ?? token.id,
    [place[0], place[1] + 5 - level * THICK], { enter: "drop", exit: "won", kind: `level-${level}` }, checker(token.owner ?? "p1", layout.thumbnail)));
  const height = stack.length > 1 && !layout.thumbnail ? text("stack-height", place[0] + WIDE / 2 - 7, place[1] + HIGH / 2 - 8, stack.length) : null;
  return { base: [square], top: [height, ...drawn] };
}

function side() {
  return `M${-RX} ${-THICK}V0A${RX} ${RY} 0 0 0 ${RX} 0V${-THICK}A${RX} ${RY} 0 0 1 ${-RX} ${-THICK}Z`;
}

/**
 * A checker with its sign on top and around its axisLabels.
 * @param {Side} owner
 * @param {boolean} [thumbnail]
 */
function checker(owner, thumbnail = false) {
  const top = owner === "p1"
    ? shape("sign", `M-9.5 ${-THICK - 7}L9.5 ${-THICK + 7}M9.5 ${-THICK - 7}L-9.5 ${-THICK + 7}`)
    : s("ellipse", { class: "sign", cy: -THICK, rx: 11, ry: 8 });
  return s("g", { class: `checker ${owner}` },
    shape("rim-side", side()), thumbnail ? null : rimSigns(owner),
    s("ellipse", { class: "top", cy: -THICK, rx: RX, ry: RY }),
    s("ellipse", { class: "groove", cy: -THICK, rx: RX - 4, ry: RY - 3.4 }), top);
}

/** @param {Side} owner */
function rimSigns(owner) {
  return [-14, 0, 14].map((x) => {
    const y = round(RY * Math.sqrt(1 - (x / RX) ** 2) - THICK / 2);
    return owner === "p1"
      ? shape("rim-sign", `M${x - 2.4} ${y - 2.4}l4.8 4.8m0-4.8l-4.8 4.8`)
      : s("ellipse", { class: "rim-sign", cx: x, cy: y, rx: 2.7, ry: 2.5 });
  });
}

/**
 * The levels of a stack one above the other, so that each can be selected.
 * @param {ByteLayout} layout
 * @param {Cell} cell
 * @param {number} unit How many units of the drawing a pixel of the screen is.
 * @returns {{ back: SVGElement[], levels: PickerLevel[] }}
 */
export function stackPicker(layout, cell, unit) {
  const stack = layout.at(cell);
  const [x, y] = layout.centre(cell);
  const [left, top, width, height] = layout.box;
  const pitch = Math.min(Math.max(30, 42 * unit), (height - 12) / stack.length);
  const wide = Math.max(76, pitch * 1.9);
  const right = x + WIDE / 2 + wide + 10 < left + width;
  const middle = right ? x + WIDE / 2 + wide / 2 + 4 : x - WIDE / 2 - wide / 2 - 4;
  const tall = pitch * stack.length;
  const low = Math.min(Math.max(y + HIGH / 2, top + tall + 6), top + height - 6);
  const levels = stack.map((token, level) => {
    const face = flatFace(middle, low - (level + 0.5) * pitch, wide / 2 - 3, pitch / 2 - 2);
    return { id: token.id, face, node: pickerLevel(face, token, level) };
  });
  const board = s("rect", { class: "picker-panel", x: middle - wide / 2, y: low - tall - 1, width: wide, height: tall + 2, rx: 8 });
  const tail = shape("picker-panel", right ? `M${x + WIDE / 2 - 6} ${y}l12-7v14z` : `M${x - WIDE / 2 + 6} ${y}l-12-7v14z`);
  return { back: [tail, board], levels };
}

/**
 * @param {Face} face
 * @param {Token} token
 * @param {number} level
 */
function pickerLevel({ x, y, u, v }, token, level) {
  const [half, up] = [u[0], v[1]];
  const size = round(up / 13);
  const sign = token.owner === "p1" ? shape("sign", "M-7-7L7 7M7-7L-7 7") : s("circle", { class: "sign", r: 7.5 });
  /**
   * @param {number} at
   * @param {SVGElement} drawing
   */
  const part = (at, drawing) => s("g", { transform: `translate(${round(at)} 0) scale(${size})` }, drawing);
  return s("g", { class: `picker-level ${token.owner}`, transform: `translate(${round(x)} ${round(y)})` },
    s("rect", { class: "pill", x: -half, y: -up, width: 2 * half, height: 2 * up, rx: up }),
    part(-half + 18 * size, sign), part(half - 14 * size, text("level", 0, 1, level)));
}

/**
 * The keys of checkers: those that moved as part of a stack keep theirs.
 * @param {Layout} before
 * @param {Layout} layout
 */
export function pieceKeys(before, layout) {
  /** @param {string} id */
  const old = (id) => before.pieceKeys?.get(id) ?? id;
  const keys = new Map(layout.scene.tokens.map((token) => [token.id, old(token.id)]));
  /**
   * @param {Layout} view
   * @param {string} id
   */
  const size = (view, id) => view.tokens.get(id)?.length ?? 0;
  const changed = [...layout.cells.keys()].filter((id) => size(before, id) !== size(layout, id));
  const giver = changed.find((id) => size(layout, id) < size(before, id));
  const taker = changed.find((id) => size(layout, id) > size(before, id));
  if (changed.length !== 2 || !giver || !taker) return uniqueKeys(keys, layout);
  const moved = (before.tokens.get(giver) ?? []).slice(size(layout, giver));
  const landed = (layout.tokens.get(taker) ?? []).slice(size(before, taker));
  landed.forEach((token, index) => moved[index] && keys.set(token.id, old(moved[index].id)));
  return uniqueKeys(keys, layout);
}

/**
 * No two pieces share a key: a new piece that would take another's gets one of its own.
 * @param {Map<string, string>} keys
 * @param {Layout} layout
 */
function uniqueKeys(keys, layout) {
  const used = new Set();
  for (const token of layout.scene.tokens) {
    let key = keys.get(token.id) ?? token.id;
    while (used.has(key)) key += "'";
    used.add(key);
    keys.set(token.id, key);
  }
  return keys;
}

/**
 * How the checkers of a finished stack leave: those that moved join the others first.
 * @param {ByteLayout} before
 * @param {ByteLayout} layout
 * @param {string[] | null} last
 * @returns {((cell: string | undefined) => ExitPath) | null}
 */
export function exitPath(before, layout, last) {
  if (last?.length !== 3) return null;
  const [from, , to] = last;
  const [start, end] = [from, to].map((id) => layout.cells.get(id));
  if (!start || !end || layout.at(end).length) return null;
  const winner = SIDES.find((side) => stacksWon(layout, side) > stacksWon(before, side));
  if (!winner) return null;
  const tray = layout.tray(winner);
  const [[x1, y1], [x2, y2]] = [layout.centre(start), layout.centre(end)];
  const grown = before.at(end).length - layout.at(start).length;
  return (cellId) => {
    /** @type {Point} */
    const step = cellId === from ? [x2 - x1, y2 - y1 - grown * THICK] : [0, 0];
    const [x, y] = cellId === from ? [x1, y1] : [x2, y2];
    return [step, [tray[0] - x, tray[1] - y]];
  };
}

/**
 * @param {Layout} layout
 * @param {Side} side
 */
function stacksWon(layout, side) {
  return layout.scene.counts.find((count) => count.label === "stacks" && count.owner === side)?.count ?? 0;
}
