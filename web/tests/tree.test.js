// The tree of a search: its nodes, its layout, and its replay.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { replayState, replaySteps } from "../tree/search-replay.js";
import { flatten, initiallyExpanded, newItem } from "../tree/items.js";
import { CARD, edgePath, layoutTree, SMALL_CARD } from "../tree/layout.js";
import { addBranch, isAtHorizon, isGameOver, linkTree, movesTo, nodesOf, preferredChildren } from "../tree/model.js";

const node = (mv, mover, value, children = [], more = {}) => ({
  mv, mover, value: typeof value === "number" ? { points: value } : value, children, alpha: null, beta: null, chosen: false, pruned: false, cut: null, more: 0, ...more,
});
const sample = () => linkTree(node(null, "p1", { win: 1 }, [
  node("a", "p2", 4, [node("a1", "p1", 4), node("a2", "p1", 9)]),
  node("b", "p2", 2, [node("b1", "p1", 2)], { alpha: { points: 4 }, cut: { left: 1 }, more: 0 }),
  node("c", "p2", { win: 1 }),
]), { depth: 2, scale: 1, isWhole: false });

test("nodes know their parents, their level and who chooses there", () => {
  const tree = sample();
  const all = [...nodesOf(tree)];
  assert.deepEqual(all.map(({ mv }) => mv), [null, "a", "a1", "a2", "b", "b1", "c"]);
  assert.deepEqual(all.map(({ level }) => level), [0, 1, 2, 2, 1, 2, 1]);
  assert.deepEqual(all.map(({ isMax }) => isMax), [true, false, true, true, false, true, false]);
  assert.deepEqual(movesTo(all[3]), ["a", "a2"]);
});

test("the end of the game and the end of the search are told apart", () => {
  const [, , leaf, , , , won] = nodesOf(sample());
  assert.ok(isAtHorizon(leaf) && !isGameOver(leaf));
  assert.ok(!isAtHorizon(won) && isGameOver(won) && won.isEnd);
});

test("the side that chooses prefers its best move", () => {
  const tree = sample();
  assert.deepEqual(preferredChildren(tree).map(({ mv }) => mv), ["c", "a", "b"]);
  assert.deepEqual(preferredChildren(tree.children[0]).map(({ mv }) => mv), ["a1", "a2"]);
});

test("a branch that is searched later keeps the nodes that are there", () => {
  const tree = sample();
  const [, b] = tree.children;
  const [known] = b.children;
  addBranch(b, node(null, "p2", 2, [node("b1", "p1", 2), node("b2", "p1", 5)], { more: 3 }), tree);
  assert.deepEqual(b.children.map(({ mv, separate, level }) => [mv, separate, level]), [["b1", false, 2], ["b2", true, 2]]);
  assert.equal(b.children[0], known);
  // Two of five moves are there, and one was cut off.
  assert.equal(b.more, 2);
});

test("a small tree is expanded, and of a large one the chosen line", () => {
  const tree = sample();
  assert.equal(initiallyExpanded(tree, false).size, 3);
  const wide = linkTree(node(null, "p1", 1, Array.from({ length: 20 }, (_, index) =>
    node(`m${index}`, "p2", 1, [node("x", "p1", 1)], { chosen: index === 7 }))), { depth: 2, scale: 1, isWhole: false });
  const open = initiallyExpanded(wide, false);
  assert.deepEqual([...open].map(({ mv }) => mv), [null, "m7"]);
  assert.equal(initiallyExpanded(wide, true).size, 21);
});

const items = (tree) => newItem(tree, null, tree.children.map(items));

test("cards of one level do not overlap, and parents stand above the middle of their children", () => {
  for (const size of [CARD, SMALL_CARD]) {
    const root = items(sample());
    const { width, height } = layoutTree(root, size);
    const all = [];
    flatten(root, all);
    for (const one of all) {
      assert.ok(one.x >= 0 && one.x + size.width <= width + 0.5 && one.y + size.height <= height, `${one.node.mv} is inside`);
      for (const other of all) {
        const isApart = Math.abs(one.x - other.x) >= size.width || Math.abs(one.y - other.y) >= size.height;
        assert.ok(one === other || isApart, `${one.node.mv} and ${other.node.mv}`);
      }
    }
    assert.equal(root.x, (root.children[0].x + root.children[2].x) / 2);
    assert.deepEqual(root.children.map(({ index, siblings }) => [index, siblings]), [[1, 3], [2, 3], [3, 3]]);
  }
});

test("the line of a stacked leaf goes down beside its parent", () => {
  const root = items(sample());
  layoutTree(root, SMALL_CARD);
  const [a] = root.children;
  assert.ok(a.children.every((leaf) => leaf.isStacked) && !root.children[1].isStacked);
  assert.match(edgePath(a, a.children[0], SMALL_CARD), /^M[\d.]+,[\d.]+ V[\d.]+ H[\d.]+$/);
  assert.match(edgePath(root, a, SMALL_CARD), /^M.* C.*/);
});

test("a replay enters and leaves every node, narrows the window and cuts", () => {
  const tree = sample();
  const steps = replaySteps(tree);
  assert.deepEqual(steps.map(({ kind, node }) => `${kind} ${node.mv ?? "root"}`), [
    "enter root", "enter a", "enter a1", "leave a1", "enter a2", "leave a2", "leave a",
    "enter b", "enter b1", "leave b1", "cut b", "leave b", "enter c", "leave c", "leave root",
  ]);
  const after = replayState(steps, 7);
  assert.deepEqual(after.changed, { bound: "alpha", value: { points: 4 } });
  assert.deepEqual(after.states.get(tree)?.best, { points: 4 });
  // The worse move of the maximizing side changes nothing.
  assert.equal(replayState(steps, 12).changed, null);
  const done = replayState(steps, steps.length);
  assert.ok([...done.states.values()].every(({ left }) => left) && done.states.get(tree.children[1])?.cut);
  assert.deepEqual(done.states.get(tree)?.best, { win: 1 });
});
