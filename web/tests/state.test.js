// The state of a game's view: what is looked at, what is kept, and what is open.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { connection } from "../shell/connection.js";
import { rememberLoot, withSeenLoot } from "../game/loot-memory.js";
import { boardStep, firstState, gameChange, GameStore, lineComments, listedStep, neededSteps, openPanels, shownComment, shownGame, shownLine, shownMarks, withOwnBoard } from "../game/state.js";
import { annotated, loadOwn, notebookOf, numberOf, promoted, pruned } from "../game/variation-tree.js";
import { Viewing } from "../game/viewing.js";

const game = (more = {}) => ({
  id: "g", game: "nim", ply: 3, line: ["a", "b", "c"], by: ["p1", "p2", "p1"], position: "now", outcome: null, moves: ["m"],
  seats: ["person", "level:7"], viewer: null, solved: true, words: {}, thinking: true, help: { state: "open", asked: [] }, ...more,
});
const at = (ply, after = []) => ({ ply, after, position: `${ply} ${after.join(" ")}`, by: after.map(() => "p2"), moves: ["n"], words: {} });
const state = (more = {}) => ({ ...firstState(game(), { own: [], seen: { viewer: null, tokens: [], cells: [] } }, 0), ...more });

test("a view follows the game until another position is looked at", () => {
  const present = state();
  assert.equal(shownGame(present), present.game);
  const shown = shownGame(state({ at: at(2, ["x"]), made: ["a", "x"], variation: { from: 1, moves: ["x", "y"] } }));
  assert.deepEqual([shown.ply, shown.position, shown.line, shown.by, shown.thinking], [2, "2 x", ["a", "x", "y"], ["p1", "p2"], false]);
  // The drawing of the last move depends on what its elements select.
  const placed = shownGame(state({ game: game({ last: ["11", "12", "13"], last_phases: ["pawn", "step", "build"] }), at: { ...at(1), last: ["00", "44"], last_phases: ["place", "place_second"] } }));
  assert.deepEqual([placed.last, placed.last_phases], [["00", "44"], ["place", "place_second"]]);
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

/** A tree with notes, each by its moves. */
const tree = (...notes) => notes.map(([moves, comment, marks]) => ({ moves: moves.split(" ").filter(Boolean), comment, marks })).reduce(annotated, []);

test("comments and marks belong to lines", () => {
  const commented = { ...state(), ...notebookOf(tree(["a b", "good", ["G1"]], ["a x", "bad"], ["", "start"]), [], ["a", "b", "c"]) };
  assert.deepEqual(lineComments(commented), { 2: "good" });
  assert.deepEqual(commented.variations, [{ from: 1, moves: ["x"] }]);
  assert.equal(shownComment(commented), "");
  assert.deepEqual([shownComment({ ...commented, at: at(2) }), shownMarks({ ...commented, at: at(2) })], ["good", ["G1"]]);
  assert.equal(shownComment({ ...commented, at: at(0) }), "start");
  assert.equal(shownComment({ ...commented, at: at(2, ["x"]), variation: { from: 1, moves: ["x"] } }), "bad");
});

test("the moves that a game has left stay as a variation", () => {
  const notes = tree(["a b c", "good"]);
  assert.deepEqual(notebookOf(notes, [], ["a", "b", "c"]).variations, []);
  assert.deepEqual(notebookOf(notes, [], ["a", "z"]).variations, [{ from: 1, moves: ["b", "c"] }]);
  assert.deepEqual(gameChange({ ...state(), tree: notes }, game({ line: ["a", "z"] }), 0).variations, [{ from: 1, moves: ["b", "c"] }]);
});

test("a branch is preferred or removed with what follows it, and the moves before it stay", () => {
  const moves = (some) => notebookOf(some, [], []).variations.map((variation) => variation.moves.join(" "));
  const notes = tree(["a b c"], ["a d"], ["e"]);
  assert.deepEqual(moves(promoted(notes, { moves: ["a", "d"] })), ["a d", "a b c", "e"]);
  assert.deepEqual(moves(promoted(promoted(notes, { moves: ["e"] }), { moves: ["a", "d"] })), ["e", "a d", "a b c"]);
  assert.deepEqual(moves(pruned(notes, { moves: ["a", "b"] })), ["a d", "e"]);
  assert.deepEqual(moves(pruned(pruned(notes, { moves: ["a", "b"] }), { moves: ["a", "d"] })), ["a", "e"]);
  assert.deepEqual(pruned(notes, { moves: ["x"] }), notes);
  assert.equal(numberOf(notes, ["a", "x"]), -1);
});

test("what earlier versions kept in the browser is read", () => {
  const read = (saved) => {
    localStorage.setItem("agon.variations.old", JSON.stringify(saved));
    return notebookOf([], loadOwn("old", ["a", "b"]).moves, ["a", "b"]);
  };
  assert.deepEqual(read([{ from: 1, moves: ["x", "y"] }]).variations, [{ from: 1, moves: ["x", "y"] }]);
  const both = read({ variations: [{ from: 0, moves: ["q"] }, { from: "?" }], comments: { "a b": "good", "a x": "bad", "": "none" } });
  assert.deepEqual([both.variations, both.comments], [[{ from: 0, moves: ["q"] }, { from: 1, moves: ["x"] }], { "a b": "good", "a x": "bad" }]);
  for (const saved of [null, 3, { moves: [{ after: 4, mv: "x", marks: [] }] }, { moves: [{ mv: "x" }] }]) assert.deepEqual(read(saved).variations, []);
});

test("panels are open by their tab and their button", () => {
  assert.deepEqual(openPanels(state()), []);
  assert.deepEqual(openPanels(state({ tab: "analysis", hasTree: true })), ["analysis", "tree"]);
  assert.deepEqual(openPanels(state({ tab: "knowledge", hasRules: true })), ["verdicts", "rules"]);
  assert.deepEqual(openPanels(state({ tab: "knowledge", game: game({ solved: false }) })), []);
  assert.deepEqual(openPanels(state({ tab: "knowledge", game: game({ solved: false, opening_solved: true }) })), ["verdicts"]);
  const between = (state, claims) => game({ help: { state, asked: [] }, rights: { claims } });
  const opened = (...args) => openPanels(state({ tab: "analysis", hasTree: true, game: between(...args) }));
  assert.deepEqual(opened("refused", ["you", "other"]), [], "two people play");
  assert.deepEqual(opened("agreed", ["you", "other"]), ["analysis", "tree"]);
  assert.deepEqual(opened("agreed", ["other", "other"]), [], "who watches may not help");
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
  assert.deepEqual(seen({ viewer: "p2", tokens: [loot("l9", "c9")], cells: [] }, 3, []).tokens, later.tokens, "not what the other side has seen");
  const scene = withSeenLoot({ tokens: [{ id: "t", cell: "c0" }], marks: [] }, later);
  assert.deepEqual([scene.tokens.map(({ id }) => id), scene.marks.map(({ element, label }) => `${element}:${label}`)], [["l2", "t"], ["l2:recalled", "c1:seen", "c2:seen"]]);
  assert.deepEqual(seen(later, 0, []).tokens, [], "at the start nothing has been seen");
});

test("a side remembers the tiles that it has seen, and where the other side was until it sees that it has gone", () => {
  const figure = (id, owner, cell) => ({ id, owner, cell, label: id });
  const seen = (before, ply, tokens, sensed) => rememberLoot(before, game({
    id: "dark", viewer: "p1", ply, scene: { tokens, marks: sensed.map((element) => ({ element, label: "sensed" })) },
  }));
  const first = seen(null, 1, [figure("theseus", "p1", "a"), figure("minotaur", "p2", "c")], ["b", "c"]);
  const later = seen(first, 2, [figure("theseus", "p1", "d")], ["e"]);
  assert.deepEqual([later.tokens.map(({ id }) => id), later.cells], [["minotaur"], ["b", "c", "a", "e", "d"]]);
  const scene = withSeenLoot({ tokens: [figure("theseus", "p1", "d")], marks: [{ element: "e", label: "sensed" }] }, later);
  assert.deepEqual(scene.marks.filter(({ label }) => label === "seen").map(({ element }) => element), ["b", "c", "a"]);
  assert.deepEqual(seen(later, 3, [figure("theseus", "p1", "b")], ["c"]).tokens, [], "gone");
});

/** A view that looks; `refuses` says which requests fail. */
function looking(more = {}, refuses = () => false) {
  const asked = [];
  connection.request = async (name, { ply, moves, comment, marks = [] }) => {
    asked.push([name === "look" ? ply : name, ...moves, ...(comment ? [comment] : []), ...marks]);
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

test("what may not be written to a game stays in this browser, and is handed over when it may be", async () => {
  const { store, asked, viewing } = looking();
  await viewing.go(1);
  viewing.setComment(" so  so ");
  viewing.toggleMark({ from: "1", to: "2", colour: "G" });
  assert.deepEqual([store.state.tree, asked], [[], [[1]]]);
  assert.deepEqual(loadOwn("g", []).moves, store.state.own);
  store.set({ game: game({ annotates: true }) });
  await viewing.handOver();
  assert.deepEqual(asked.slice(1), [["annotate", "a", "so so", "G1>2"]]);
  assert.deepEqual([store.state.own, localStorage.getItem("agon.variations.g")], [[], null]);
  // From then on it is written to the game at once, and shown before the program has answered.
  store.set({ marks: {} });
  viewing.toggleMark({ from: "1", to: null, colour: "R" });
  assert.deepEqual(shownMarks(store.state), ["R1"]);
  viewing.toggleMark({ from: "1", to: null, colour: "B" });
  viewing.toggleMark({ from: "1", to: null, colour: "B" });
  assert.deepEqual(shownMarks(store.state), []);
  // What comes meanwhile may be from before the last edit, and counts when all are answered.
  viewing.toggleMark({ from: "2", to: null, colour: "G" });
  viewing.receive({ moves: tree(["a", "old"]), words: {} });
  assert.deepEqual(shownMarks(store.state), ["G2"]);
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([shownMarks(store.state), shownComment(store.state)], [[], "old"]);
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
