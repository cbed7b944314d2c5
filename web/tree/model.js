// The tree as the page holds it: nodes linked to their parents, and branches added later.
import { rank } from "../analysis/scores.js";
/** @import { Side, TreeNode } from "../protocol.d.ts" */

/**
 * What a linked node knows beyond the node that the program sent.
 * @typedef {object} NodeLinks
 * @property {LinkedNode | null} parent
 * @property {LinkedNode[]} children
 * @property {number} level Its distance from the root.
 * @property {boolean} isMax Whether the root's side to move chooses here.
 * @property {boolean} separate Whether it was searched on its own, after the tree.
 * @property {boolean} isEnd Whether a search found no moves here.
 * @property {number} scale How many points of its values are 1.
 * @property {boolean} isWhole Whether it belongs to a player's own tree, which is not searched deeper.
 */
/** @typedef {Omit<TreeNode, "children"> & NodeLinks} LinkedNode */
/** @typedef {{ rootMover: Side, depth: number, separate: boolean, scale: number, isWhole: boolean }} LinkOptions */

/**
 * Links a tree that was searched to a depth, or a player's own tree.
 * @param {TreeNode} root
 * @param {{ depth: number, scale: number, isWhole: boolean }} options
 */
export function linkTree(root, options) {
  return link(root, null, { rootMover: root.mover, separate: false, ...options });
}

/**
 * Adds to a node what a separate search found below it, with values that count from the root.
 * @param {LinkedNode} node
 * @param {TreeNode} found
 * @param {LinkedNode} root
 */
export function addBranch(node, found, root) {
  const known = new Map(node.children.map((child) => [child.mv, child]));
  const foundMoves = new Set(found.children.map((child) => child.mv));
  const total = found.children.length + found.more - (node.cut?.left ?? 0);
  const options = { rootMover: root.mover, depth: 0, separate: true, scale: root.scale, isWhole: false };
  node.children = [
    ...node.children.filter((child) => !foundMoves.has(child.mv)),
    ...found.children.map((child) => known.get(child.mv) ?? link(child, node, options)),
  ];
  node.more = Math.max(0, total - node.children.length);
  node.isEnd = !found.children.length;
}

/**
 * The moves from the root to a node.
 * @param {LinkedNode} node
 * @returns {string[]}
 */
export function movesTo(node) {
  return node.parent ? [...movesTo(node.parent), node.mv ?? ""] : [];
}

/**
 * The children of a node in the order in which the side that chooses there prefers them.
 * @param {LinkedNode} node
 */
export function preferredChildren({ children, isMax }) {
  return [...children].sort((a, b) => (isMax ? rank(b.value) - rank(a.value) : rank(a.value) - rank(b.value)));
}

/**
 * Whether a node has no children because the search went no deeper.
 * @param {LinkedNode} node
 */
export function isAtHorizon(node) {
  return !node.isWhole && !node.pruned && !node.children.length && !node.isEnd && !node.cut && !isGameOver(node);
}

/**
 * Whether the game is over at a node, as far as its value tells.
 * @param {LinkedNode} node
 */
export function isGameOver({ children, level, value, pruned }) {
  return !pruned && !children.length && (("win" in value && value.win === level) || ("lose" in value && value.lose === level));
}

/**
 * Every node of a tree, in the order in which they are entered.
 * @param {LinkedNode} node
 * @returns {Generator<LinkedNode>}
 */
export function* nodesOf(node) {
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

/**
 * @param {TreeNode} node
 * @param {LinkedNode | null} parent
 * @param {LinkOptions} options
 * @returns {LinkedNode}
 */
function link(node, parent, options) {
  const { rootMover, depth, separate, scale, isWhole } = options;
  const level = parent ? parent.level + 1 : 0;
  /** @type {LinkedNode} */
  const linked = {
    ...node, parent, level, separate, scale, isWhole, isMax: node.mover === rootMover, children: [],
    // A search that could go deeper but found no moves reached the end of the game.
    isEnd: !separate && !node.pruned && !node.children.length && level < depth,
  };
  linked.children = node.children.map((child) => link(child, linked, options));
  return linked;
}
