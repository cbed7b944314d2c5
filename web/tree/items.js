// What is drawn of a tree: the items of its nodes, in the order in which they are read.
import { nodesOf } from "./model.js";
/** @import { LinkedNode } from "./model.js" */

/** @typedef {"more" | "cut"} Stub A placeholder for moves that are not shown, or that were cut off. */

/**
 * What is drawn of a node: its card or a stub, with its place in the tree.
 * @typedef {object} Item
 * @property {LinkedNode} node
 * @property {Stub | null} stub
 * @property {Item[]} children
 * @property {number} x
 * @property {number} y
 * @property {number} index Its number among its siblings, from 1.
 * @property {number} siblings
 * @property {SVGPathElement | null} line The line from its parent.
 */

/** A tree that is no wider than this is expanded completely, in cards. */
const MAX_EXPANDED_WIDTH = 11;
/** A whole tree of no more nodes is expanded completely. */
const MAX_WHOLE_NODES = 700;

/**
 * @param {LinkedNode} node
 * @param {Stub | null} stub
 * @param {Item[]} children
 * @returns {Item}
 */
export function newItem(node, stub, children) {
  return { node, stub, children, x: 0, y: 0, index: 1, siblings: 1, line: null };
}

/**
 * @param {HTMLElement} element
 * @param {Item} item
 * @param {string} label
 */
export function setAria(element, { node, stub, index, siblings }, label) {
  const attributes = { label, level: node.level + (stub ? 2 : 1), posinset: index, setsize: siblings };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(`aria-${name}`, String(value));
}

/**
 * The nodes that are expanded at first: all of a small tree, the chosen line of a large one.
 * @param {LinkedNode} tree
 * @param {boolean} isWhole
 */
export function initiallyExpanded(tree, isWhole) {
  const all = [...nodesOf(tree)];
  const inner = all.filter((node) => node.children.length);
  if (isWhole && all.length <= MAX_WHOLE_NODES) return new Set(inner);
  const width = inner.reduce((sum, node) => sum + node.children.length + Number(node.more > 0) + Number(Boolean(node.cut)) - 1, 1);
  if (width <= MAX_EXPANDED_WIDTH) return new Set(inner);
  /** @type {Set<LinkedNode>} */
  const line = new Set();
  /** @type {LinkedNode | undefined} */
  let node = tree;
  for (; node; node = node.children.find((child) => child.chosen)) line.add(node);
  return line;
}

/**
 * @param {Item} item
 * @param {Item[]} list
 */
export function flatten(item, list) {
  list.push(item);
  item.children.forEach((child, index) => {
    Object.assign(child, { index: index + 1, siblings: item.children.length });
    flatten(child, list);
  });
}
