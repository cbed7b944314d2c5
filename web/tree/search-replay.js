// The replay of a search: every node entered, cut off and left, with alpha and beta as they change.
import { rank } from "../analysis/scores.js";
/** @import { Score } from "../protocol.d.ts" */
/** @import { LinkedNode } from "./model.js" */

/** @typedef {{ kind: "enter" | "cut" | "leave", node: LinkedNode }} Step */
/** @typedef {{ alpha: Score | null, beta: Score | null, best: Score | null, left: boolean, cut: boolean }} NodeState */
/** @typedef {{ bound: "alpha" | "beta", value: Score }} BoundChange */
/** @typedef {{ states: Map<LinkedNode, NodeState>, changed: BoundChange | null, step: Step | null }} ReplayState */

/**
 * The steps of a search, in the order in which they were made.
 * @param {LinkedNode} root
 * @returns {Step[]}
 */
export function replaySteps(root) {
  /** @type {Step[]} */
  const steps = [];
  /** @param {LinkedNode} node */
  const visit = (node) => {
    steps.push({ kind: "enter", node });
    node.children.filter((child) => !child.separate && !child.pruned).forEach(visit);
    if (node.cut) steps.push({ kind: "cut", node });
    steps.push({ kind: "leave", node });
  };
  visit(root);
  return steps;
}

/**
 * The state after `count` steps: the window and the best value of each node entered so far,
 * and how the last step changed the window of its parent.
 * @param {Step[]} steps
 * @param {number} count
 * @returns {ReplayState}
 */
export function replayState(steps, count) {
  /** @type {Map<LinkedNode, NodeState>} */
  const states = new Map();
  /** @type {BoundChange | null} */
  let changed = null;
  for (const { kind, node } of steps.slice(0, count)) {
    changed = null;
    const state = states.get(node);
    if (!state) enter(states, node);
    else if (kind === "cut") state.cut = true;
    else changed = leave(states, node, state);
  }
  return { states, changed, step: steps[count - 1] ?? null };
}

/**
 * @param {Map<LinkedNode, NodeState>} states
 * @param {LinkedNode} node
 */
function enter(states, node) {
  const parent = node.parent && states.get(node.parent);
  // Moves that are not shown may have narrowed the window before this one.
  if (parent) [parent.alpha, parent.beta] = [node.alpha, node.beta];
  states.set(node, { alpha: node.alpha, beta: node.beta, best: null, left: false, cut: false });
}

/**
 * Leaves a node; returns the bound of its parent that changed, if one did.
 * @param {Map<LinkedNode, NodeState>} states
 * @param {LinkedNode} node
 * @param {NodeState} state
 * @returns {BoundChange | null}
 */
function leave(states, node, state) {
  state.left = true;
  state.best = node.value;
  const parent = node.parent && states.get(node.parent);
  if (!node.parent || !parent) return null;
  const { isMax } = node.parent;
  /** @param {Score | null} than */
  const isBetter = (than) => !than || (isMax ? rank(node.value) > rank(than) : rank(node.value) < rank(than));
  if (isBetter(parent.best)) parent.best = node.value;
  const bound = isMax ? "alpha" : "beta";
  if (!isBetter(parent[bound])) return null;
  parent[bound] = node.value;
  return { bound, value: node.value };
}
