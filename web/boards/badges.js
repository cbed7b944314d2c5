// What is known of moves, as small signs on the elements where they are chosen.
import { round, s, shape, text } from "./draw.js";

const ORDER = ["win", "draw", "lose"];
const SHAPES = {
  win: "M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0Z",
  draw: "M-9-9H9V9H-9Z",
  lose: "M0-11.5L11.5 0 0 11.5-11.5 0Z",
};
const SIGNS = { win: "M-5 0L-1.5 3.8 5.2-4", draw: "M-4.8-2.6H4.8M-4.8 2.6H4.8", lose: "M-4-4L4 4M4-4L-4 4" };

/** The best of the badges on each element that can be chosen after `path`. */
export function bestBadges(list, path) {
  const best = new Map();
  for (const badge of list) {
    const id = badge.path[path.length];
    if (!id || !path.every((element, place) => badge.path[place] === element)) continue;
    const old = best.get(id);
    if (!old || ORDER.indexOf(badge.kind) < ORDER.indexOf(old.kind)) best.set(id, { ...badge, id });
  }
  return [...best.values()];
}

/** A badge in the upper corner of a face. */
export function badgeNode({ kind, text: words }, { x, y, u, v }, unit) {
  const size = Math.min(unit, Math.hypot(...u) / 15);
  const upright = u[1] === 0;
  const [left, top] = upright ? [x + (u[0] > 24 ? u[0] * 0.5 : 0), y - v[1] * 0.62] : [x, y - v[1] * 1.1];
  const sign = s("g", { class: `badge badge-${kind}` }, shape("plate", SHAPES[kind]), shape("sign", SIGNS[kind]));
  const room = (1.7 * Math.hypot(...u)) / (6.2 * size);
  const short = words && words.length > room ? words.match(/\d+/)?.[0] : words;
  const told = short ? text("badge-text", 0, 18, short) : null;
  return s("g", { transform: `translate(${round(left)} ${round(top)}) scale(${round(size)})` }, sign, told);
}
