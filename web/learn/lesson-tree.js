// A small game tree, drawn for a lesson.
import { s } from "../boards/svg.js";

/** @typedef {number | null | { max?: LessonNode[], min?: LessonNode[], value?: number }} LessonNode A leaf (null if it is not looked at), or a node with its children. */
/** @typedef {{ node: LessonNode, x: number, y: number, children: Placed[] }} Placed */

const WIDTH = 60;
const HEIGHT = 90;

/**
 * The drawing of a tree.
 * @param {LessonNode} root
 */
export function lessonTree(root) {
  let leaves = 0;
  let depth = 0;
  /**
   * @param {LessonNode} node
   * @param {number} level
   * @returns {Placed}
   */
  const place = (node, level) => {
    depth = Math.max(depth, level);
    const children = childrenOf(node).map((child) => place(child, level + 1));
    const x = children.length ? (children[0].x + children[children.length - 1].x) / 2 : (leaves++ + 0.5) * WIDTH;
    return { node, x, y: (level + 0.5) * HEIGHT, children };
  };
  const top = place(root, 0);
  const box = `0 0 ${leaves * WIDTH} ${(depth + 1) * HEIGHT}`;
  return s("svg", { class: "lesson-tree", viewBox: box, role: "img", "aria-label": spoken(root) }, ...draw(top));
}

/** @param {LessonNode} node */
function childrenOf(node) {
  return typeof node === "object" && node !== null ? node.max ?? node.min ?? [] : [];
}

/**
 * @param {Placed} placed
 * @returns {SVGElement[]}
 */
function draw({ node, x, y, children }) {
  const lines = children.map((child) => s("line", { x1: x, y1: y + 20, x2: child.x, y2: child.y - 20, class: child.node === null ? "cut" : "" }));
  const isLeaf = !children.length;
  const kind = node === null ? "cut" : typeof node === "object" && node.min ? "min" : "max";
  const text = s("text", { x, y });
  text.textContent = label(node);
  const group = s("g", { class: kind }, ...(isLeaf ? [] : [s("circle", { cx: x, cy: y, r: 20 })]), text);
  return [...lines, group, ...children.flatMap(draw)];
}

/** @param {LessonNode} node */
function label(node) {
  if (node === null) return "?";
  if (typeof node === "number") return String(node);
  return node.value === undefined ? (node.max ? "max" : "min") : String(node.value);
}

/**
 * The tree in words, for screen readers.
 * @param {LessonNode} node
 * @returns {string}
 */
function spoken(node) {
  const children = childrenOf(node).map(spoken);
  return children.length ? `${label(node)} (${children.join(", ")})` : label(node);
}
