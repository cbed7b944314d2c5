// The state of a game's view: what is looked at, what is kept, and what is open.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { connection } from "../shell/connection.js";
import { rememberLoot, withSeenLoot } from "../game/loot-memory.js";
import { boardStep, firstState, gameChange, GameStore, lineComments, listedStep, neededSteps, openPanels, shownComment, shownGame, shownLine, withOwnBoard, withVariation } from "../game/state.js";
import { Viewing } from "../game/viewing.js";

const game = (more = {}) => ({
  id: "g", game: "nim", ply: 3, line: ["a", "b", "c"], by: ["p1", "p2", "p1"], position: "now", outcome: null, moves: ["m"],
  seats: ["person", "level:7"], viewer: null, solved: true, words: {}, thinking: true, ...more,
});
const at = (ply, after = []) => ({ ply, after, position: `${ply} ${after.join(" ")}`, by: after.map(() => "p2"), moves: ["n"], words: {} });
const state = (more = {}) => ({ ...firstState(game(), { variations: [], comments: {}, seen: { viewer: null, tokens: [] } }, 0), ...more });

test("a view follows the game until another position is looked at", () => {
  const present = state();
  assert.equal(shownGame(present), present.game);
  const shown = shownGame(state({ at: at(2, ["x"]), made: ["a", "x"], variation: { from: 1, moves: ["x", "y"] } }));
  assert.deepEqual([shown.ply, shown.position, shown.line, shown.by, shown.thinking], [2, "2 x", ["a", "x", "y"], ["p1", "p2"], false]);
  // A side that does not see everything makes no moves elsewhere.
  assert.deepEqual(shownGame(state({ game: game({ viewer: "p1" }), at: at(1) })).moves, []);
});

test("what is looked at is left when the moves that led to it are taken back", () => {
  const looking = state({ at: at(2), made: ["a", "b"], target: 2 });
  assert.equal("at" in gameChange(looking, game({ ply: 1 }), 5), false, "the moves can be made again");
  assert.deepEqual(gameChange(looking, game({ ply: 2, line: ["a", "z"] }), 5).at, null);
  const variation = { from: 1, moves: ["x"] };
  const trying = state({ at: at(2, ["x"]), made: ["a", "x"], variation, target: 2 });
  assert.equal(gameChange(trying, game({ line: ["a", "z"] }), 5).target, 2, "only the line before it counts");
  const left = gameChange(trying, game({ ply: 0, line: [] }), 5);
  assert.deepEqual([left.at, left.variation, left.target], [null, null, 0]);
  // A hidden move may be any.
  assert.equal("at" in gameChange(looking, game({ line: ["a", null, "c"] }), 5), false);
});

test("the computers of a game are remembered, but not while players are being changed", () => {
  assert.deepEqual(state().computers, ["level:5", "level:7"]);
  const alone = game({ seats: ["person", "person"] });
  assert.deepEqual(gameChange(state(), alone, 0).computers, ["level:5", "level:7"]);
  const stronger = game({ seats: ["person", "level:8"] });
  assert.deepEqual(gameChange(state(), stronger, 0).computers, ["level:5", "level:8"]);
  assert.deepEqual(gameChange(state({ seatChanges: 1 }), stronger, 0).computers, ["level:5", "level:7"]);
});

test("comments belong to lines", () => {
  const commented = state({ comments: { "a b": "good", "a x": "bad" } });
  assert.deepEqual(lineComments(commented), { 2: "good" });
  assert.equal(shownComment(commented), "");
  assert.equal(shownComment({ ...commented, at: at(2) }), "good");
  assert.equal(shownComment({ ...commented, at: at(2, ["x"]), variation: { from: 1, moves: ["x"] } }), "bad");
});

test("a move at the end of a variation makes it longer, and another one is kept beside it", () => {
  const [first, other] = [{ from: 1, moves: ["x"] }, { from: 0, moves: ["q"] }];
  const longer = { from: 1, moves: ["x", "y"] };
  assert.deepEqual(withVariation([first, other], first, longer), [longer, other]);
  assert.deepEqual(withVariation([first], first, other), [first, other]);
  assert.deepEqual(withVariation([first], null, longer), [first, longer]);
});

test("panels are open by their tab and their button", () => {
  assert.deepEqual(openPanels(state()), []);
  assert.deepEqual(openPanels(state({ tab: "analysis", hasTree: true })), ["analysis", "tree"]);
  assert.deepEqual(openPanels(state({ tab: "knowledge", hasRules: true })), ["verdicts", "rules"]);
  assert.deepEqual(openPanels(state({ tab: "knowledge", game: game({ solved: false }) })), []);
});

test("a side remembers the loot that it has seen until it knows that it is gone", () => {
  const loot = (id, cell) => ({ id, cell, label: "loot" });
  const seen = (before, ply, tokens, sensed = []) => rememberLoot(before, game({
    viewer: "p1", ply, scene: { tokens, marks: sensed.map((element) => ({ element, label: "sensed" })) },
  }));
  const first = seen(null, 1, [loot("l1", "c1"), loot("l2", "c2")], ["c1", "c2"]);
  const later = seen(first, 2, [], ["c1"]);
  assert.deepEqual(later.tokens.map(({ id }) => id), ["l2"]);
  assert.deepEqual(seen(null, 3, []).tokens, later.tokens, "after a reload too");
  const others = rememberLoot(later, game({ viewer: "p2", scene: { tokens: [], marks: [] } }));
  assert.deepEqual([others.tokens, rememberLoot(later, game()).tokens], [[], []]);
  assert.deepEqual(seen({ viewer: "p2", tokens: [loot("l9", "c9")] }, 3, []).tokens, later.tokens, "not what the other side has seen");
  const scene = withSeenLoot({ tokens: [{ id: "t", cell: "c0" }], marks: [] }, later);
  assert.deepEqual([scene.tokens.map(({ id }) => id), scene.marks], [["l2", "t"], [{ element: "l2", label: "recalled" }]]);
  assert.deepEqual(seen(later, 0, []).tokens, [], "at the start nothing has been seen");
});

/** A view that looks; `refuses` says which requests fail. */
function looking(more = {}, refuses = () => false) {
  const asked = [];
  connection.request = async (name, { ply, moves }) => {
    asked.push([ply, ...moves]);
    if (refuses(moves)) throw { kind: "Lost" };
    return ply === null ? null : at(ply + moves.length, moves);
  };
  const store = new GameStore(state(more), () => {});
  return { store, asked, viewing: new Viewing(store, () => {}) };
}

test("one goes along the line, and back to the present", async () => {
  const { store, asked, viewing } = looking();
  await viewing.go(store.state.target - 1);
  assert.deepEqual([store.state.at.ply, store.state.made], [2, ["a", "b"]]);
  await viewing.go(-1);
  await viewing.go(Infinity);
  assert.deepEqual([store.state.at, store.state.target, asked], [null, 3, [[2], [0], [null]]]);
});

test("a move that is tried begins a variation, and the line goes on from its own moves", async () => {
  const { store, viewing } = looking();
  await viewing.go(1);
  assert.equal(await viewing.try("x", []), true);
  assert.equal(await viewing.try("y", []), true);
  assert.deepEqual(store.state.variations, [{ from: 1, moves: ["x", "y"] }]);
  assert.deepEqual(shownLine(store.state), ["a", "x", "y"]);
  // The same ply of the game itself is another position.
  await viewing.go(2);
  await viewing.goOnLine(2);
  assert.deepEqual([store.state.variation, store.state.at.position, store.state.made], [null, "2 ", ["a", "b"]]);
  await viewing.try("c", []);
  assert.deepEqual([store.state.at, store.state.variations.length], [null, 1]);
});

test("a move that is refused leaves everything as it was", async () => {
  const { store, viewing } = looking({}, (moves) => moves.includes("bad"));
  await viewing.go(1);
  assert.equal(await viewing.try("bad", []), false);
  assert.deepEqual([store.state.variation, store.state.variations, store.state.target], [null, [], 1]);
});

test("the board shows the program's state where it differs, at the last step that led there", () => {
  const step = (ply, what = "move", differences = []) => ({ ply, what, mv: "m", differences, error: null });
  const lost = { kind: "cell", cell: "12" };
  const steps = [step(0, "start"), step(1), step(2), step(3, "move", [lost]), step(2, "undo"), step(3, "redo", [lost]), step(3, "try")];
  const scene = { marks: [{ element: "12", label: "differs" }] };
  const followed = { steps, asking: false, problem: null };
  const now = state({ game: game({ follows: "hand-in:ann" }), followed, told: { 5: { scene } } });
  assert.deepEqual([boardStep(now), listedStep(now), neededSteps(now)], [5, 6, [6, 5]]);
  assert.equal(withOwnBoard(now, now.game).scene, scene);
  assert.equal(withOwnBoard({ ...now, ownBoard: false }, now.game), now.game);
  const back = { ...now, at: at(2), made: ["a", "b"] };
  assert.deepEqual([boardStep(back), listedStep(back), neededSteps(back)], [4, 4, [4]]);
  assert.equal(withOwnBoard(back, back.game), back.game);
  assert.equal(boardStep({ ...now, game: game() }), -1, "no program follows the game");
  assert.equal(boardStep({ ...now, at: at(2, ["x"]), variation: { from: 1, moves: ["x"] } }), -1, "it knows no variations");
});
