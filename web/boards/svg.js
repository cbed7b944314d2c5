// Functions that create SVG elements.
import { flatNodes } from "../shell/elements.js";
/** @import { Child } from "../shell/dom.d.ts" */
/** @import { Point } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(key, String(value));
  }
  node.append(...flatNodes(children));
  return node;
}

/**
 * A path with a class.
 * @param {string} kind
 * @param {string} d
 */
export function shape(kind, d) {
  return s("path", { class: kind, d });
}

/**
 * A closed path through points.
 * @param {...Point} points
 */
export function polygon(...points) {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

/**
 * A text, centred at a point.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 * @param {string | number} content
 */
export function text(kind, x, y, content) {
  return s("text", { class: kind, x: round(x), y: round(y) }, String(content));
}

/**
 * A piece that keeps its key from scene to scene, so that it can be animated: `enter` says how
 * it appears (`rise`, `drop`, `pop`), `exit` how it disappears.
 * @param {string} key
 * @param {Point} point
 * @param {{ enter?: string, exit?: string, kind?: string }} options
 * @param {...Child} children
 */
export function piece(key, [x, y], { enter = "pop", exit = "fade", kind = "" }, ...children) {
  return s("g", {
    class: `piece ${kind}`, transform: `translate(${round(x)} ${round(y)})`,
    "data-key": key, "data-x": round(x), "data-y": round(y), "data-enter": enter, "data-exit": exit,
  }, s("g", { class: "piece-body" }, children));
}

/**
 * A number with the precision that a drawing needs.
 * @param {number} value
 */
export function round(value) {
  return Math.round(value * 100) / 100;
}
