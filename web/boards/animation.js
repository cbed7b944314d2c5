// The animation of pieces from one scene to the next, by transforms alone.
/** @import { ExitPath } from "./types.d.ts" */

/** @typedef {{ node: SVGElement, x: number, y: number, cell: string | undefined }} PlacedPiece */
/** @typedef {((cell: string | undefined) => ExitPath) | null} ExitPaths */

const EASING = "cubic-bezier(.3, .1, .2, 1)";
const DURATION = 240;
const EXIT_PATH_DURATION = 300;

/** @type {Record<string, Keyframe>} */
const ENTER_FRAMES = {
  rise: { transform: "scale(1, 0)" },
  drop: { transform: "translateY(-26px)", opacity: 0 },
  pop: { transform: "scale(.3)", opacity: 0 },
};

/**
 * Where every piece of a drawing is, by its key.
 * @param {SVGElement} layer
 * @returns {Map<string, PlacedPiece>}
 */
export function snapshot(layer) {
  /** @type {Map<string, PlacedPiece>} */
  const pieces = new Map();
  for (const node of /** @type {NodeListOf<SVGElement>} */ (layer.querySelectorAll("[data-key]"))) {
    const { key = "", x, y } = node.dataset;
    /** @type {SVGElement | null} */
    const cell = node.closest("[data-element]");
    pieces.set(key, { node, x: Number(x), y: Number(y), cell: cell?.dataset.element });
  }
  return pieces;
}

/** Whether the user allows motion. */
export function motionAllowed() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Animates pieces from where they were to where they are; removed ones leave through `layer`.
 * @param {Map<string, PlacedPiece>} before
 * @param {Map<string, PlacedPiece>} after
 * @param {SVGElement} layer
 * @param {ExitPaths} [exitPath]
 */
export function animate(before, after, layer, exitPath = null) {
  for (const [key, { node, x, y }] of after) {
    const old = before.get(key);
    if (!old) appear(node);
    else if (old.x !== x || old.y !== y) glide(node, old.x - x, old.y - y);
  }
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, piece]) => piece);
  removed.forEach((piece, index) => vanish(piece, layer, exitPath, removed.length > 1 ? index / (removed.length - 1) : 0));
}

/**
 * @param {SVGElement} node
 * @param {number} dx
 * @param {number} dy
 */
function glide(node, dx, dy) {
  const hop = Math.min(14, Math.hypot(dx, dy) * 0.18);
  play(node, [
    { transform: `translate(${dx}px, ${dy}px)` },
    { transform: `translate(${dx / 2}px, ${dy / 2 - hop}px)`, offset: 0.5 },
    { transform: "none" },
  ]);
}

/** @param {SVGElement} node */
function appear(node) {
  const { enter = "pop" } = node.dataset;
  play(node, [ENTER_FRAMES[enter], { transform: "none", opacity: 1 }], enter === "rise" ? 120 : 0);
}

/**
 * @param {PlacedPiece} piece
 * @param {SVGElement} layer
 * @param {ExitPaths} exitPath
 * @param {number} part Its place among the pieces that leave together, from 0 to 1.
 */
function vanish({ node, cell }, layer, exitPath, part) {
  const path = exitPath?.(cell);
  layer.append(node);
  const animation = play(node, exitFrames(node.dataset.exit, path, part), 0, path ? EXIT_PATH_DURATION : DURATION);
  const remove = () => node.remove();
  if (animation) animation.finished.then(remove, remove);
  else remove();
}

/**
 * @param {string | undefined} kind
 * @param {ExitPath | undefined} path
 * @param {number} part
 * @returns {Keyframe[]}
 */
function exitFrames(kind, path, part) {
  if (kind === "sink") return [{ transform: "none" }, { transform: "scale(1, 0)" }];
  if (kind === "pop") return [{ transform: "none", opacity: 1 }, { transform: "scale(1.5)", opacity: 0 }];
  if (kind === "toss") {
    const thrown = `translate(${40 + part * 30}px, -18px) rotate(${20 + part * 25}deg)`;
    return [{ transform: "none", opacity: 1 }, { transform: thrown, opacity: 0 }];
  }
  if (kind === "won" && path) {
    const [near, far] = path;
    return [{ transform: "none" }, { transform: `translate(${near[0]}px, ${near[1]}px)`, offset: 0.5 },
      { transform: `translate(${far[0]}px, ${far[1]}px) scale(.7)`, opacity: 0.2 }];
  }
  return [{ opacity: 1 }, { opacity: 0 }];
}

/**
 * @param {SVGElement} node
 * @param {Keyframe[]} frames
 * @param {number} [delay]
 * @param {number} [duration]
 */
function play(node, frames, delay = 0, duration = DURATION) {
  return node.firstElementChild?.animate(frames, { duration, delay, easing: EASING, fill: delay ? "backwards" : "none" });
}
