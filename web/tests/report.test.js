// The report of a contest: positions from their differences, and what is said of moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { noteText, opinions, sideOf, turnText } from "../report/graph.js";
import { changedCells, commonBox, scenesOf } from "../report/scenes.js";

const cell = (id, row, column, height = 0) => ({ id, row, column, height, label: "cell" });
const token = (id, place, order = 0) => ({ id, cell: place, order, owner: "p1", label: "pawn", symbol: "x" });
const start = {
  rows: ["0"], columns: ["0", "1"], cells: [cell("a", 0, 0), cell("b", 0, 1)], edges: [], tokens: [token("one", "a"), token("two", "b")], marks: [], counts: [],
};

test("positions are the first one and what each move changes", () => {
  const other = { ...start, tokens: [] };
  const steps = [
    { cells: { b: [2, "tower"] }, moved: { one: ["b", 1] } },
    { gone: ["two"], put: [token("three", "a")], marks: [{ element: "a", label: "won" }], counts: [] },
    { scene: 1 },
  ];
  const scenes = scenesOf({ scenes: [start, other] }, { board: { start: 0, steps } });
  assert.equal(scenes.length, 4);
  assert.deepEqual(scenes[1].cells[1], { ...start.cells[1], height: 2, label: "tower" });
  assert.deepEqual(scenes[1].tokens, [token("one", "b", 1), token("two", "b")]);
  assert.deepEqual(scenes[2].tokens, [token("one", "b", 1), token("three", "a")]);
  assert.deepEqual(scenes[2].marks, [{ element: "a", label: "won" }]);
  assert.equal(scenes[3], other);
  assert.deepEqual([scenes[0], start.tokens.length], [start, 2], "the first one is not changed");
  assert.deepEqual(changedCells(scenes[0], scenes[1]), ["a", "b"]);
  assert.deepEqual(changedCells(scenes[1], scenes[1]), []);
});

test("one box holds every position of a game", () => {
  const small = { ...start, columns: ["0"], cells: [start.cells[0]] };
  const [left, top, width, height] = commonBox("tictactoe", [small, start]);
  const alone = commonBox("tictactoe", [start]);
  assert.deepEqual([left, top, width, height], alone);
  assert.ok(commonBox("tictactoe", [small])[2] < width);
});

test("chances of both players are seen by the first side", () => {
  const game = { board: { start: 0, steps: [] }, chances: [0.75, 0.75, null, 0.5] };
  assert.deepEqual(opinions(game, 0), [0.5, null, null, null]);
  assert.deepEqual(opinions(game, 1), [null, -0.5, null, -0]);
  assert.equal(sideOf({ board: { start: 0, steps: [], sides: [1, 1] } }, 0), 1);
});

test("what is known about a move is told in words", () => {
  assert.equal(noteText(null), "");
  assert.equal(noteText({ score: 12, depth: 3, time: 0.00123, nodes: 12345 }), "score +12, depth 3, 1.23 ms, 12,345 nodes");
  assert.equal(noteText({ win: 0 }), "wins in 0 plies");
  assert.equal(noteText({ lose: 4, time: 1.5, comment: "alas" }), "loses in 4 plies, 1.5 s, alas");
  assert.equal(turnText({ quality: "blunder", loss: 0.456, better: "b2" }), "blunder, lost 46 % of the winning chance; better was b2");
  assert.equal(turnText({ quality: "mistake", loss: 1, better: null, gave_away: "win" }), "mistake, gave away a proven win");
});
