// The geometry of boards, and the cells that keys lead to.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { arrowTarget, walkTarget } from "../boards/arrow-keys.js";
import { rowsOf, sceneLayout, squareLayout } from "../boards/layout.js";

const token = (id, cell, order = 0, owner = null, label = "pawn") => ({ id, cell, order, owner, label, symbol: "x" });
const scene = (more = {}) => ({
  rows: ["A", "B", "C"], columns: ["1", "2"], edges: [], counts: [], marks: [],
  cells: [0, 1, 2].flatMap((row) => [0, 1].map((column) => ({ id: `${row}${column}`, row, column, height: null, label: "cell" }))),
  tokens: [token("top", "11", 1), token("low", "11", 0), token("mine", "20", 0, "p1")], ...more,
});
const layout = (options) => squareLayout(scene(), options, { side: 10, margins: [2, 3], gap: 1 });

test("tokens are stacked by their order, and marks are found by element", () => {
  const here = sceneLayout(scene({ marks: [{ element: "11", label: "won" }, { element: "11", label: "last" }] }));
  assert.deepEqual(here.at(here.cells.get("11")).map(({ id }) => id), ["low", "top"]);
  assert.ok(here.has("11", "won") && here.has("11", "last") && !here.has("00", "won"));
});

test("a flipped board is turned by half a circle", () => {
  const [plain, flipped] = [layout({}), layout({ flip: true })];
  const corner = plain.cells.get("00");
  assert.deepEqual(plain.centre(corner), [5, 5]);
  assert.deepEqual(flipped.centre(corner), [15, 25]);
  assert.deepEqual(flipped.rowLabels, ["C", "B", "A"]);
  assert.deepEqual(plain.box, [-2, -2, 25, 35]);
  assert.deepEqual(plain.face(corner), { x: 5, y: 5, u: [4, 0], v: [0, 4] });
  assert.deepEqual(rowsOf(flipped).map((row) => row.map(({ id }) => id)), [["21", "20"], ["11", "10"], ["01", "00"]]);
});

test("arrow keys lead to the neighbour that is seen there", () => {
  for (const [options, expected] of [[{}, ["01", "10", null, null]], [{ flip: true }, [null, null, "01", "10"]]]) {
    const seen = layout(options);
    const cell = seen.cells.get("00");
    const found = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].map((key) => arrowTarget(seen, cell, key, null)?.cell?.id ?? null);
    assert.deepEqual(found, expected);
  }
  const seen = layout({});
  assert.equal(arrowTarget(seen, seen.cells.get("00"), "End", null)?.cell?.id, "01");
  assert.equal(arrowTarget(seen, seen.cells.get("00"), "PageDown", null)?.cell?.id, "20");
  assert.equal(arrowTarget(seen, seen.cells.get("00"), "x", null), null);
});

test("up and down keep to the column in which they began", () => {
  const gapped = scene();
  gapped.cells = gapped.cells.filter(({ id }) => id !== "11");
  const seen = squareLayout(gapped, {}, { side: 10, margins: [0, 0], gap: 0 });
  const first = arrowTarget(seen, seen.cells.get("01"), "ArrowDown", null);
  assert.deepEqual([first?.cell?.id, first?.column], ["10", 1]);
  assert.equal(arrowTarget(seen, first.cell, "ArrowDown", first.column)?.cell?.id, "21");
});

test("a piece walks from where it stands", () => {
  const seen = layout({});
  assert.equal(walkTarget(seen, { scene: scene(), to_move: "p1" }, "ArrowUp")?.id, "10");
  assert.equal(walkTarget(seen, { scene: scene(), to_move: "p2" }, "ArrowUp"), null);
});
