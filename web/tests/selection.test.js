// The selection of a move, element by element.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MoveSelection } from "../boards/selection.js";

const MOVES = [
  { text: "a", paths: [["11", "12", "13"]] },
  { text: "b", paths: [["11", "12", "22"]] },
  { text: "c", paths: [["33", "32"]] },
];

test("a move is complete when its last element is selected", () => {
  const selection = new MoveSelection(MOVES);
  assert.deepEqual([...selection.options()], [["11", 2], ["33", 1]]);
  for (const id of ["11", "12"]) assert.ok(selection.select(id) && !selection.complete());
  assert.ok(selection.select("22"));
  assert.deepEqual(selection.complete(), { text: "b", path: ["11", "12", "22"] });
});

test("what no move has is not accepted, and changes nothing", () => {
  const selection = new MoveSelection(MOVES);
  selection.select("11");
  assert.ok(!selection.accepts("44") && !selection.select("44"));
  assert.deepEqual(selection.path, ["11"]);
});

test("a selected element is deselected with those behind it, and another one takes its place", () => {
  const selection = new MoveSelection(MOVES);
  for (const id of ["11", "12", "11"]) selection.select(id);
  assert.deepEqual(selection.path, []);
  for (const id of ["11", "12", "33"]) selection.select(id);
  assert.deepEqual(selection.path, ["33"]);
});

test("going back deselects one element, and the only level of a stack with its cell", () => {
  const selection = new MoveSelection([{ text: "d", paths: [["A1", "A1/2", "B2"]] }]);
  selection.select("A1");
  assert.deepEqual(selection.path, ["A1", "A1/2"]);
  // Who selects the level, too, means the same.
  selection.select("A1/2");
  assert.deepEqual(selection.path, ["A1", "A1/2"]);
  selection.select("B2");
  assert.ok(selection.back());
  assert.deepEqual(selection.path, ["A1", "A1/2"]);
  const other = new MoveSelection([{ text: "d", paths: [["A1", "A1/2", "B2"]] }]);
  other.select("A1");
  assert.ok(other.back() && !other.back());
});

test("a level of another stack is selected with its cell", () => {
  const selection = new MoveSelection([
    { text: "e", paths: [["A1", "A1/0", "B2"], ["A1", "A1/1", "B2"]] }, { text: "f", paths: [["C3", "C3/0", "B2"], ["C3", "C3/1", "D4"]] },
  ]);
  selection.select("A1");
  assert.ok(selection.select("C3/1"));
  assert.deepEqual(selection.path, ["C3", "C3/1"]);
});

test("a range is selected at once, if a move has it", () => {
  const selection = new MoveSelection([{ text: "take 2", paths: [["m1", "m2"], ["m2", "m1"]] }]);
  assert.ok(!selection.selectRange("m1", "m9") && !selection.selectRange("m1", null));
  assert.ok(selection.selectRange("m1", "m2"));
  assert.equal(selection.complete()?.text, "take 2");
  assert.ok(selection.fits([{ text: "g", paths: [["m1", "m2", "m3"]] }]) && !selection.fits(MOVES));
});
