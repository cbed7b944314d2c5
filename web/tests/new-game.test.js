// How a new game begins: what is remembered, and what becomes of a choice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./browser.js";
import { personName } from "../shell/display-names.js";
import { connection } from "../shell/connection.js";
import { createGame, drawnSide, lastGame, levelText, playersOf, playNow, saveChoices, savedChoices } from "../game/new-game.js";
import { savedViewer } from "../game/viewer.js";

const parameter = (name, more = {}) => ({ name, kind: "choice", range: null, values: [], default: "", needs: null, ...more });
const info = (more = {}) => ({
  name: "byte", assignment: "minimax:depth=3,eval=course", opponent: "level:5", hides: false, players: ["person", "level"],
  parameters: [
    parameter("size", { values: ["8", "10"], default: "8" }), parameter("plies", { kind: "number", range: [0, 400, 1] }),
    parameter("seed", { kind: "seed", range: [0, 1000, 1] }), parameter("heaps", { kind: "text" }),
  ], ...more,
});
const usual = { opponent: "computer", level: 3, side: "p1", settings: {}, seats: null, knowsAll: false };

/** Answers requests with what they are given. */
function answering() {
  const asked = [];
  connection.request = async (type, args) => {
    asked.push([type, args]);
    return { game: { id: "new", rights: { claims: ["you", null] } } };
  };
  return asked;
}

test("a first game is against a learner, and later ones begin as the last did", () => {
  assert.deepEqual(savedChoices(info()), usual);
  const chosen = { opponent: "assignment", level: 6, side: "random", settings: { size: "10", seed: "7" }, seats: null, knowsAll: true };
  saveChoices(info(), chosen);
  assert.deepEqual(savedChoices(info()), { ...chosen, settings: { size: "10" } }, "a seed is drawn anew");
  assert.deepEqual(savedChoices(info({ name: "nim" })), usual, "each game has its own");
  assert.equal(savedChoices(info({ assignment: null })).opponent, "computer", "a game without an assignment");
  assert.equal(lastGame([info({ name: "nim" }), info()]).name, "byte");
  assert.equal(lastGame([info({ name: "nim" })]).name, "nim");
  const custom = { ...usual, opponent: "custom", seats: ["minimax:depth=2", "person"] };
  saveChoices(info(), custom);
  assert.deepEqual(savedChoices(info()), custom);
  saveChoices(info(), { ...custom, seats: null });
  assert.equal(savedChoices(info()).opponent, "computer", "rule files are not kept");
});

test("what is damaged or unknown is as usual", () => {
  for (const text of ["{", "null", "7", "{\"games\":null}", "{\"games\":{\"byte\":null}}", "{\"games\":{\"byte\":{\"settings\":[1],\"seats\":[1,2]}}}"]) {
    localStorage.setItem("agon.new", text);
    assert.deepEqual(savedChoices(info()), usual, text);
  }
  const settings = { size: "9", plies: "401", other: "1", heaps: "x".repeat(300), __proto__: "1" };
  localStorage.setItem("agon.new", JSON.stringify({ games: { byte: { opponent: "nobody", level: 9, side: "p3", settings, seats: "ab" } } }));
  assert.deepEqual(savedChoices(info()), usual);
  localStorage.setItem("agon.new", JSON.stringify({ games: { byte: { level: 8, settings: { size: "10", plies: "40", heaps: "3,4" } } } }));
  assert.deepEqual(savedChoices(info()), { ...usual, level: 8, settings: { size: "10", plies: "40", heaps: "3,4" } });
});

test("a choice of the opponent and the side becomes two players", () => {
  assert.deepEqual(playersOf({ opponent: "computer", level: 4, knowsAll: false }, info(), "p1"), ["person", "level:4"]);
  assert.deepEqual(playersOf({ opponent: "computer", level: 4, knowsAll: false }, info(), "p2"), ["level:4", "person"]);
  assert.deepEqual(playersOf({ opponent: "assignment", level: 4, knowsAll: false }, info(), "p2"), ["minimax:depth=3,eval=course", "person"]);
  for (const opponent of ["friend", "self"]) assert.deepEqual(playersOf({ opponent, level: 4, knowsAll: false }, info(), "p1"), ["person", "person"]);
  assert.equal(drawnSide("p2"), "p2");
  assert.deepEqual([...new Set(Array.from({ length: 200 }, () => drawnSide("random")))].sort(), ["p1", "p2"]);
});

test("where something is hidden, the computer knows no more than its side senses, unless one chooses so", async () => {
  await speak("en");
  const maze = info({ hides: true });
  assert.equal(playersOf({ opponent: "computer", level: 4, knowsAll: false }, maze, "p1")[1], "level:4");
  assert.equal(playersOf({ opponent: "computer", level: 4, knowsAll: true }, maze, "p2")[0], "level:4,all-knowing");
  assert.equal(playersOf({ opponent: "computer", level: 4, knowsAll: true }, info(), "p2")[0], "level:4", "nothing is hidden");
  assert.equal(levelText(maze, { level: 3, knowsAll: false }), "Level 3, learner");
  assert.equal(levelText(maze, { level: 3, knowsAll: true }), "Level 3, learner, all-knowing");
  assert.equal(personName({ seats: ["minmax", "level:3,all-knowing"], names: [null, null], hides: true }, 1), "Level 3, learner, all-knowing");
});

test("one click begins a game with the last choices against the computer", async () => {
  await speak("en");
  localStorage.removeItem("agon.new");
  saveChoices(info(), { ...usual, opponent: "friend", level: 2, side: "p2", settings: { size: "10" } });
  const asked = answering();
  await playNow(info());
  assert.equal(asked.length, 1);
  const [type, { game, seats, settings }] = asked[0];
  assert.deepEqual([type, game, seats, settings], ["create", "byte", ["level:2", "person"], { size: "10" }]);
  assert.equal(location.hash, "#/game/new");
  assert.equal(savedChoices(info()).opponent, "friend", "the dialog still begins with the last opponent");
  assert.equal(levelText(info(), { level: 2, knowsAll: false }), "Level 2, beginner");
});

test("who plays both sides claims both, and a person sees only their side of a game with hidden information", async () => {
  const asked = answering();
  await createGame(info(), { seats: ["person", "person"], settings: {}, claimsBoth: true });
  assert.deepEqual(asked.slice(1).map(([type, { side }]) => [type, side]), [["claim", "p2"]]);
  assert.equal(savedViewer("new"), null);
  await createGame(info({ hides: true }), { seats: ["level:3", "person"], settings: {} });
  assert.equal(savedViewer("new"), "p2");
  await createGame(info({ hides: true }), { seats: ["level:3", "person"], settings: {}, seesAll: true });
  assert.equal(savedViewer("new"), null);
});
