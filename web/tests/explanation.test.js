// Explanations: reasons in words, and the cells that they are about.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { speak } from "./browser.js";
import { cellsOf, reasonsText, reasonText } from "../analysis/explanation.js";

beforeEach(() => speak("en"));

const LEAVES = { kind: "santorini.leaves", good: false, args: { side: { side: "p2" }, cells: { cells: ["23", "31"] } } };

test("a reason is told with the names and lists of the language", async () => {
  assert.equal(reasonText("santorini", LEAVES), "lets Red step up to 23 and 31 and win");
  await speak("sr");
  assert.equal(reasonText("santorini", LEAVES), "dopušta da se na 23 i 31 popne i dobije Crveni");
});

test("one of something has words of its own", () => {
  /** @param {number} count */
  const reason = (count) => ({ kind: "nim.odd_ones", good: true, args: { side: { side: "p1" }, count: { number: count } } });
  assert.equal(reasonText("nim", reason(1)), "leaves one match, which First player must take");
  assert.match(reasonText("nim", reason(3)), /^leaves 3 single matches/);
});

test("reasons make one text, and name the cells that are marked on the board", () => {
  const dome = { kind: "santorini.must_dome", good: false, args: { side: { side: "p2" }, cell: { cell: "23" } } };
  assert.equal(reasonsText("santorini", [LEAVES, dome]), "lets Red step up to 23 and 31 and win; does not dome 23, the only way to stop Red");
  assert.deepEqual([LEAVES, dome].map(cellsOf), [["23", "31"], ["23"]]);
});
