// What is kept of learning: brought together from two places, and counted.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./browser.js";
import { mergeLearning, savedLearning } from "../learn/learning.js";
import { doneSteps, markDone } from "../learn/lesson-progress.js";
import { openingsOf, resultsOf } from "../learn/progress.js";

beforeEach(() => {
  for (const key of Object.keys(savedLearning())) localStorage.removeItem(key);
});

test("the steps of lessons that are done are kept, and what is damaged counts as none", () => {
  markDone("nim", 2);
  markDone("nim", 0);
  markDone("nim", 2);
  markDone("rules", 1);
  assert.deepEqual(doneSteps(), { rules: [1], nim: [2, 0] });
  assert.deepEqual(savedLearning(), { "agon.lessons": { rules: [1], nim: [2, 0] } });
  for (const text of ["{", "null", "{\"nim\":7}"]) {
    localStorage.setItem("agon.lessons", text);
    assert.deepEqual(Object.values(doneSteps()).flat(), [], text);
  }
});

test("two browsers know together what either knows, and nothing that is not learning", () => {
  const mistake = (learned) => ({ id: "g", ply: 3, mv: "a", learned });
  const ours = { "agon.lessons": { nim: [0, 1] }, "agon.puzzles.nim": { solved: ["a"], streak: 1, best: 4 }, "agon.mistakes": [mistake(false)] };
  const theirs = { "agon.lessons": { nim: [1, 2], rules: [0] }, "agon.puzzles.nim": { solved: ["b"], streak: 3, best: 3 }, "agon.mistakes": [mistake(true)], "agon.key": "secret" };
  assert.deepEqual(mergeLearning(ours, theirs), {
    "agon.lessons": { nim: [0, 1, 2], rules: [0] }, "agon.mistakes": [mistake(true)], "agon.puzzles.nim": { best: 4, solved: ["a", "b"], streak: 1 },
  });
  const merged = mergeLearning(ours, theirs);
  assert.deepEqual(mergeLearning(merged, theirs), merged, "again changes nothing");
  assert.ok(mergeLearning({ "agon.reviewed": Array.from({ length: 3000 }, (_, index) => index) }, { "agon.reviewed": ["x"] })["agon.reviewed"].length <= 1000);
});

test("games count for the computer that was played, whichever side it had", () => {
  const game = (seats, outcome) => ({ game: "nim", seats, outcome });
  const games = [game(["person", "level:2,seed=4"], "p1"), game(["level:2,seed=9", "person"], "p1"), game(["person", "level:2"], "draw"),
    game(["person", "level:2"], null), game(["person", "person"], "p1"), game(["level:1", "level:2"], "p1")];
  assert.deepEqual(resultsOf(games), [{ game: "nim", opponent: "level:2", results: [1, 1, 1] }]);
});

test("openings are counted, the most frequent first", () => {
  const games = ["a b", "c d", "a b", ""].map((opening) => ({ game: "nim", opening }));
  assert.deepEqual(openingsOf(games).map(({ opening, count }) => [opening, count]), [["a b", 2], ["c d", 1]]);
});
