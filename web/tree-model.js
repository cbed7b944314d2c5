// The tree as the page holds it: nodes that know their parents, and branches grafted on later.

/** Prepares a tree that the program told: parents, levels, and who wants most. */
export function prepare(root, depth) {
  root.first = root.mover;
  link(root, null, { first: root.mover, depth, apart: false });
  return root;
}

/** Puts onto a node what a search of its own found below it. */
export function graft(node, sub, root) {
  const turned = node.mover !== root.first;
  const moves = movesTo(node);
  const children = sub.children.map((child) => turn(child, turned, node.level, moves));
  const known = new Map(node.children.map((child) => [child.mv, child]));
  const found = new Set(children.map((child) => child.mv));
  const all = sub.children.length + sub.more - (node.cut?.left ?? 0);
  node.children = [...node.children.filter((child) => !found.has(child.mv)), ...children.map((child) => known.get(child.mv) ?? child)];
  node.more = Math.max(0, all - node.children.length);
  node.end = !sub.children.length;
  const fresh = node.children.filter((child) => !child.parent);
  fresh.forEach((child) => link(child, node, { first: root.first, depth: root.depth, apart: true }));
}

/** The moves that lead from the root to a node. */
export function movesTo(node) {
  return node.parent ? [...movesTo(node.parent), node.mv] : [];
}

/** Whether a node has nothing below it because the search went no deeper. */
export function isShallow(node) {
  return !node.children.length && !node.end && !node.cut && !isOver(node);
}

/** Whether the game is over at a node, as far as its value tells. */
export function isOver(node) {
  return !node.children.length && (node.value.win === node.level || node.value.lose === node.level);
}

/** Every node of a tree, in the order in which they are entered. */
export function* nodesOf(node) {
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

function link(node, parent, about) {
  node.parent = parent;
  node.level = parent ? parent.level + 1 : 0;
  node.key = parent ? `${parent.key} ${node.mv}` : "";
  node.max = node.mover === about.first;
  node.apart = about.apart;
  node.depth = about.depth;
  // A search that looked deeper and found no moves was at the end of the game.
  node.end = !about.apart && !node.children.length && node.level < about.depth;
  node.children.forEach((child) => link(child, node, about));
}

/** A branch that was told from where it begins, as the root of the tree sees it. */
function turn(node, turned, plies, moves) {
  const value = (told) => told && turnValue(told, turned, plies);
  const is = turned ? { exact: "exact", most: "least", least: "most" }[node.is] : node.is;
  const [low, high] = turned ? [node.beta, node.alpha] : [node.alpha, node.beta];
  return {
    ...node, is, value: value(node.value), alpha: value(low), beta: value(high), chosen: false, parent: null,
    cut: node.cut && turnCut(node.cut, turned, value, moves),
    children: node.children.map((child) => turn(child, turned, plies, moves)),
  };
}

function turnCut(cut, turned, value, moves) {
  const by = turned ? { alpha: "beta", beta: "alpha" }[cut.by] : cut.by;
  return { ...cut, by, bound: value(cut.bound), at: [...moves, ...cut.at] };
}

function turnValue(value, turned, plies) {
  const [[kind, amount]] = Object.entries(value);
  if (kind === "points") return { points: turned ? -amount : amount };
  const other = kind === "win" ? "lose" : "win";
  return { [turned ? other : kind]: amount + plies };
}
