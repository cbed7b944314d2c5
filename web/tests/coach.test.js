// Coach marks: each is shown once, in the phase that it explains.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { speak } from "./browser.js";
import { CoachMarks, coachAgain } from "../game/coach.js";

beforeEach(async () => {
  await speak("en");
  localStorage.removeItem("agon.coach");
});

const game = (ply = 4, name = "santorini") => ({ game: name, phases: ["pawn", "step", "build"], ply, line: "abcdef".slice(0, ply).split("") });

test("every phase has its mark, once", () => {
  const marks = new CoachMarks();
  const texts = [0, 1, 2].map((selected) => marks.next(game(), selected, true));
  assert.deepEqual(texts, ["santorini.pawn", "santorini.step", "santorini.build"]);
  assert.equal(marks.next(game(5), 0, false), "", "the other side's turn");
  assert.deepEqual([0, 1].map((selected) => marks.next(game(6), selected, true)), ["reply", ""]);
  assert.equal(new CoachMarks().next(game(6), 0, true), "", "not in the next game either");
});

test("a mark stays while nothing is done, and goes when it is dismissed", () => {
  const marks = new CoachMarks();
  assert.deepEqual([0, 0].map((selected) => marks.next(game(0), selected, true)), ["santorini.pawn", "santorini.pawn"]);
  marks.leave();
  assert.equal(marks.next(game(0), 0, true), "");
});

test("marks can be ended, and come again for somebody who is new", () => {
  const marks = new CoachMarks();
  marks.next(game(0), 0, true);
  marks.end();
  assert.equal(marks.next(game(0), 1, true), "");
  coachAgain("santorini");
  assert.equal(marks.next(game(0), 0, true), "santorini.pawn");
  localStorage.setItem("agon.coach", "damaged");
  assert.equal(marks.next(game(4, "chess"), 0, true), "reply", "a game without marks of its own");
});
