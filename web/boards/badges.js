// Badges: the proven results of moves, on the elements where they are selected.
import { round, s, shape, text } from "./svg.js";
/** @import { VerdictKind } from "../protocol.d.ts" */
/** @import { Face } from "./types.d.ts" */

/** @typedef {{ path: string[], verdict: VerdictKind, text: string }} MoveBadge */
/** @typedef {MoveBadge & { id: string }} ElementBadge */

/** @type {VerdictKind[]} The best first. */
const ORDER = ["win", "draw", "lose"];
const SHAPES = {
  win: "M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0Z",
  draw: "M-9-9H9V9H-9Z",
  lose: "M0-11.5L11.5 0 0 11.5-11.5 0Z",
};
const SIGNS = { win: "M-5 0L-1.5 3.8 5.2-4", draw: "M-4.8-2.6H4.8M-4.8 2.6H4.8", lose: "M-4-4L4 4M4-4L-4 4" };

/**
 * The best badge of each element that can be selected after `path`.
 * @param {MoveBadge[]} badges
 * @param {string[]} path
 * @returns {ElementBadge[]}
 */
export function bestBadges(badges, path) {
  /** @type {Map<string, ElementBadge>} */
  const best = new Map();
  for (const badge of badges) {
    const id = badge.path[path.length];
    if (!id || !path.every((element, index) => badge.path[index] === element)) continue;
    const old = best.get(id);
    if (!old || ORDER.indexOf(badge.verdict) < ORDER.indexOf(old.verdict)) best.set(id, { ...badge, id });
  }
  return [...best.values()];
}

/**
 * A badge in the upper corner of a face.
 * @param {ElementBadge} badge
 * @param {Face} face
 * @param {number} unit
 */
export function badgeNode({ verdict, text: label }, { x, y, u, v }, unit) {
  const size = Math.min(unit, Math.hypot(...u) / 15);
  const isUpright = u[1] === 0;
  const [left, top] = isUpright ? [x + (u[0] > 24 ? u[0] * 0.5 : 0), y - v[1] * 0.62] : [x, y - v[1] * 1.1];
  const sign = s("g", { class: `badge badge-${verdict}` }, shape("plate", SHAPES[verdict]), shape("sign", SIGNS[verdict]));
  // Where the label does not fit, only its number is shown.
  const maxLength = (1.7 * Math.hypot(...u)) / (6.2 * size);
  const shown = label.length > maxLength ? label.match(/\d+/)?.[0] : label;
  return s("g", { transform: `translate(${round(left)} ${round(top)}) scale(${round(size)})` },
    sign, shown ? text("badge-text", 0, 18, shown) : null);
}
