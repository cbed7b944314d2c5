// What this browser remembers: puzzles that were solved, and mistakes of one's own games.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { reviewedGames, savedMistakes, saveReview } from "../learn/mistake-store.js";
import { PuzzleProgress } from "../learn/puzzle-progress.js";

const puzzle = (id, rating = 400) => ({ id, rating });

test("a streak counts puzzles that are solved at the first try, and a failure ends it", () => {
  const progress = new PuzzleProgress("nim", 400);
  progress.solve(puzzle("a"), true);
  progress.solve(puzzle("b"), true);
  progress.solve(puzzle("c"), false);
  assert.deepEqual([progress.streak, progress.best, progress.has("c")], [2, 2, true]);
  progress.fail(puzzle("d"), true);
  progress.solve(puzzle("d"), true);
  assert.deepEqual([progress.streak, progress.best], [1, 2]);
  const later = new PuzzleProgress("nim", 400);
  assert.deepEqual([later.streak, later.best, later.has("a"), later.has("x")], [1, 2, true, false]);
  assert.equal(new PuzzleProgress("byte", 400).best, 0);
});

test("the solver's rating begins with that of the easiest puzzle and follows from first tries", () => {
  const progress = new PuzzleProgress("theseus", 300);
  assert.equal(progress.rating, 300);
  progress.solve(puzzle("a", 300), true);
  assert.equal(progress.rating, 330, "half of what a puzzle as strong as oneself can change");
  progress.solve(puzzle("b", 1300), true);
  assert.equal(progress.rating, 390, "much for a hard one");
  progress.solve(puzzle("c", 900), false);
  assert.equal(progress.rating, 390, "nothing for a later try, or with a hint");
  progress.fail(puzzle("d", 390), true);
  progress.fail(puzzle("d", 390), false);
  assert.equal(progress.rating, 360);
  for (let failed = 0; failed < 99; failed += 1) progress.fail(puzzle(`e${failed}`, 0), true);
  assert.ok(progress.rating >= 0 && progress.rating < 60);
  assert.equal(new PuzzleProgress("theseus", 300).rating, progress.rating, "it is kept");
});

test("what is stored and is no progress counts as none", () => {
  for (const text of ["{", "null", "[]", "{\"solved\":1}", "{\"rating\":\"x\"}", "{\"rating\":1e9}"]) {
    localStorage.setItem("agon.puzzles.byte", text);
    const progress = new PuzzleProgress("byte", 350);
    assert.deepEqual([progress.streak, progress.best, progress.has("a"), progress.rating], [0, 0, false, 350], text);
  }
});

const game = (more = {}) => ({
  id: "g", game: "nim", line: ["a", "b", "c"], by: ["p1", "p2", "p1"], ply: 3, outcome: "p2", seats: ["person", "level:5"],
  rights: { owner: true, claims: [null, null] }, ...more,
});
const point = (ply, quality) => ({ ply, position: `position ${ply}`, quality, loss: 0.5, slip: null });
const POINTS = [point(0, "blunder"), point(1, "blunder"), point(2, "fine"), point(3, null)];

test("the mistakes of a person are kept, and those of the computer are not", () => {
  saveReview(game(), POINTS);
  assert.deepEqual(savedMistakes().map(({ ply, mv, side, learned }) => [ply, mv, side, learned]), [[0, "a", "p1", false]]);
  assert.deepEqual([...reviewedGames()], ["g"]);
  // A game is kept once.
  saveReview(game(), POINTS);
  assert.equal(savedMistakes().length, 1);
});

test("a game that is not over, not reviewed to its end, or of others is not kept", () => {
  saveReview(game({ id: "open", outcome: null }), POINTS);
  saveReview(game({ id: "early", ply: 2 }), POINTS);
  saveReview(game({ id: "part" }), POINTS.slice(0, 2));
  saveReview(game({ id: "others", rights: { owner: false, claims: ["other", null] } }), POINTS);
  assert.deepEqual([...reviewedGames()], ["g"]);
});
