// Which element of a board an event is about.
/** @import { Layout } from "./types.d.ts" */

/** A click that misses an element by less than this still selects it, in pixels. */
const CLICK_TOLERANCE = 26;

/**
 * The id of the board's element that an event happened in.
 * @param {EventTarget | null} target
 */
export function elementOf(target) {
  /** @type {SVGElement | null} */
  const element = target instanceof Element ? target.closest("[data-element]") : null;
  return element?.dataset.element ?? null;
}

/**
 * The one of some elements that is nearest to a click that missed.
 * @param {SVGSVGElement} svg
 * @param {Layout} layout
 * @param {MouseEvent} event
 * @param {Iterable<string>} ids
 * @returns {string | null}
 */
export function nearestElement(svg, layout, { clientX, clientY, detail }, ids) {
  const matrix = svg.getScreenCTM();
  if (!detail || !matrix) return null;
  let best = { id: /** @type {string | null} */ (null), distance: CLICK_TOLERANCE };
  for (const id of ids) {
    const cell = layout.cells.get(id);
    if (!cell) continue;
    const { x, y } = layout.face(cell);
    const distance = Math.hypot(matrix.a * x + matrix.e - clientX, matrix.d * y + matrix.f - clientY);
    if (distance < best.distance) best = { id, distance };
  }
  return best.id;
}
