// The search replayed: every node entered, cut and left, with alpha and beta as they change.
import { rank } from "./values.js";

/** The steps of a search, in the order in which they were made. */
export function stepsOf(root) {
  const steps = [];
  const visit = (node) => {
    steps.push({ kind: "enter", node });
    node.children.filter((child) => !child.apart).forEach(visit);
    if (node.cut) steps.push({ kind: "cut", node });
    steps.push({ kind: "leave", node });
  };
  visit(root);
  return steps;
}

/**
 * What is known after so many steps: for each node entered so far its window, the best
 * value so far and whether it is left; and how the last step changed the window above.
 */
export function stateAt(steps, count) {
  const states = new Map();
  let changed = null;
  for (const { kind, node } of steps.slice(0, count)) {
    changed = null;
    if (kind === "enter") enter(states, node);
    else if (kind === "cut") states.get(node).cut = true;
    else changed = leave(states, node);
  }
  return { states, changed, step: steps[count - 1] ?? null };
}

function enter(states, node) {
  const above = states.get(node.parent);
  // Moves that are not shown may have narrowed the window before this one.
  if (above) [above.alpha, above.beta] = [node.alpha, node.beta];
  states.set(node, { alpha: node.alpha, beta: node.beta, best: null, left: false, cut: false });
}

/** Leaves a node; tells which bound of the node above moved, if one did. */
function leave(states, node) {
  const state = states.get(node);
  state.left = true;
  state.best = node.value;
  const above = states.get(node.parent);
  if (!above) return null;
  const { max } = node.parent;
  const better = (than) => !than || (max ? rank(node.value) > rank(than) : rank(node.value) < rank(than));
  if (better(above.best)) above.best = node.value;
  const bound = max ? "alpha" : "beta";
  if (!better(above[bound])) return null;
  above[bound] = node.value;
  return { bound, value: node.value };
}
