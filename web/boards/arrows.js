// Moves drawn on the board: an arrow for a step, a block for a build, rings, frames and bars for the rest.
import { readMark } from "./mark-drawing.js";
import { round, s, shape } from "./svg.js";
/** @import { Game } from "../protocol.d.ts" */
/** @import { Face, Layout, Point } from "./types.d.ts" */

/**
 * A move to draw: the elements that select it, what each of them selects, and the side that makes it.
 * @typedef {object} DrawnMove
 * @property {string[]} path
 * @property {readonly string[]} phases
 * @property {string} kind Its class: `hint`, `last`, `threat`, `mistake`, `line-1` for the best line.
 * @property {string | null} [mover]
 */

const BLOCK = "M-.46-.46H.46V.46H-.46Z";
const FRAME = "M-.8-.8H.8V.8H-.8Z";
const CIRCLE = "M-.84 0A.84.84 0 1 1 .84 0A.84.84 0 1 1-.84 0Z";
const RING = "M-.62 0A.62.62 0 1 1 .62 0A.62.62 0 1 1-.62 0Z";
/** How wide an arrow is, as a part of a cell. */
const WIDTH = 0.16;

/** The moves that are drawn: the last one, a hint, a threat, a mistake, and the first moves of the best lines. */
export class DrawnMoves {
  layer = s("g", { class: "arrows", "aria-hidden": "true" });
  /** @type {string[][]} The first moves of the best lines, the best first. */
  lines = [];
  /** @type {string[] | null} What the other side would do if it were its turn. */
  threat = null;
  /** @type {string[] | null} The bad move that was made here. */
  mistake = null;
  /** @type {string[]} The circles and arrows that somebody has drawn. */
  marks = [];
  /** @type {string | null} Where a mark begins that is being drawn. */
  begun = null;
  #shown = "";

  /**
   * Draws what has changed; while a move is being selected, only a hint.
   * @param {Layout} layout
   * @param {Game} game
   * @param {{ isSelecting: boolean, hint: string[] | null, showsLast: boolean }} state
   */
  show(layout, { phases, last, last_phases: lastPhases, to_move: mover }, { isSelecting, hint, showsLast }) {
    /** @type {DrawnMove[]} */
    const moves = [];
    if (last && showsLast && !isSelecting) moves.push({ path: last, phases: lastPhases, kind: "last" });
    if (!isSelecting) moves.push(...this.lines.map((path, index) => ({ path, phases, kind: `line drawn-line-${index + 1}`, mover })));
    const opponent = mover === "p1" ? "p2" : "p1";
    if (this.threat && !isSelecting) moves.push({ path: this.threat, phases, kind: "threat", mover: opponent });
    if (this.mistake && !isSelecting) moves.push({ path: this.mistake, phases, kind: "mistake", mover });
    if (hint) moves.push({ path: hint, phases, kind: "hint", mover });
    const shown = JSON.stringify([moves, this.marks, this.begun, layout.flip, layout.scene.cells.map((cell) => cell.height)]);
    if (this.#shown === shown) return;
    this.#shown = shown;
    const begun = this.begun === null ? [] : [markDrawing(layout, `G${this.begun}`, "mark-begun")];
    this.layer.replaceChildren(...moves.map((move) => moveDrawing(layout, move)), ...this.marks.map((mark) => markDrawing(layout, mark)), ...begun);
  }
}

/**
 * The drawing of a move.
 * @param {Layout} layout
 * @param {DrawnMove} move
 */
function moveDrawing(layout, { path, phases, kind, mover = null }) {
  const faces = path.map((id) => {
    const cell = layout.cells.get(id);
    return cell ? layout.face(cell) : null;
  });
  /** @type {SVGElement[]} */
  const parts = [];
  const goesFrom = phases[0] === "go" ? ownFace(layout, mover) : null;
  let from = goesFrom;
  faces.forEach((face, index) => {
    if (!face) return;
    const phase = phases[index] ?? "";
    if (phase === "build") parts.push(onFace("build", BLOCK, face));
    else if (phase === "take_to" && from) parts.push(bar(from, face));
    else if (from && (phase === "step" || phase === "target" || phase === "go")) parts.push(arrow(from, face));
    // Where marks are made, a ring would be one.
    else if (phase === "mark") parts.push(onFace("ring", FRAME, face));
    else if (phase !== "pawn" && phase !== "stack" && phase !== "take") parts.push(onFace("ring", RING, face));
    from = face;
  });
  return s("g", { class: `drawn-move drawn-${kind}` }, parts);
}

/**
 * A circle or an arrow that somebody has drawn; nothing where the board has no such cell.
 * @param {Layout} layout
 * @param {string} text
 * @param {string} [kind]
 */
function markDrawing(layout, text, kind = "") {
  const { from, to, colour } = readMark(text);
  const [begin, end] = [from, to ?? from].map((id) => layout.cells.get(id));
  if (!begin || !end) return s("g", {});
  const drawing = to === null ? onFace("ring", CIRCLE, layout.face(begin)) : arrow(layout.face(begin), layout.face(end));
  return s("g", { class: `drawn-move drawn-mark mark-${colour} ${kind}`, "data-mark": text }, drawing);
}

/**
 * The face of the only piece of a side, if it has one only.
 * @param {Layout} layout
 * @param {string | null} side
 */
function ownFace(layout, side) {
  const own = layout.scene.tokens.filter((token) => token.owner === side);
  const cell = own.length === 1 ? layout.cells.get(own[0].cell) : undefined;
  return cell ? layout.face(cell) : null;
}

/**
 * @param {string} kind
 * @param {string} d
 * @param {Face} face
 */
function onFace(kind, d, { x, y, u, v }) {
  return s("g", { transform: `matrix(${[...u, ...v, x, y].map(round).join(" ")})` }, shape(kind, d));
}

/**
 * An arrow from one face to another, which ends before the middle of the second.
 * @param {Face} from
 * @param {Face} to
 */
function arrow(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const size = Math.hypot(...to.u);
  const [ax, ay] = [dx / length, dy / length];
  const [start, end, head] = [size * 0.3, length - size * 0.12, size * 0.55];
  const half = size * WIDTH;
  /**
   * @param {number} along
   * @param {number} aside
   * @returns {Point}
   */
  const at = (along, aside) => [round(from.x + ax * along - ay * aside), round(from.y + ay * along + ax * aside)];
  const neck = Math.max(start, end - head);
  const points = [at(start, -half), at(neck, -half), at(neck, -half * 2.4), at(end, 0), at(neck, half * 2.4), at(neck, half), at(start, half)];
  return shape("arrow", `M${points.map((point) => point.join(" ")).join("L")}Z`);
}

/**
 * A bar over all elements from one to another.
 * @param {Face} from
 * @param {Face} to
 */
function bar(from, to) {
  const [left, right] = [Math.min(from.x, to.x) - from.u[0] * 0.8, Math.max(from.x, to.x) + from.u[0] * 0.8];
  const half = from.v[1] * 0.12;
  return shape("arrow", `M${round(left)} ${round(from.y - half)}H${round(right)}V${round(from.y + half)}H${round(left)}Z`);
}
