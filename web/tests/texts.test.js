// Texts, names and numbers in the languages of the page.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { speak } from "./browser.js";
import { clockText } from "../game/clock.js";
import { compactNumber, gameTitle, noteText, outcomeText, playerName, playersText, sideName, statusText, timeAgo } from "../shell/display-names.js";
import { isNeeded, listed } from "../game/parameter-form.js";
import { pastText } from "../game/instruction.js";
import { claimText, playerText } from "../game/player-panels.js";
import { describeMove, learnMoves, shortMove } from "../boards/labels.js";
import { addGameTexts, has, language, locale, number, percent, plural, t, tOr } from "../shell/i18n.js";
import { barShare, boundText, moveNumber, rank, scoreText, signedPoints, valueText, verdictText } from "../analysis/scores.js";

beforeEach(() => speak("en"));

test("arguments are filled in, and what has no text is its key or the fallback", () => {
  assert.equal(t("board.move.stack", { from: "B2", to: "C3" }), "from B2 to C3");
  assert.equal(t("board.move.stack", { from: "B2" }), "from B2 to {to}");
  const unknown = "no.such.text";
  assert.equal(t(unknown), unknown);
  assert.equal(tOr(unknown, "something else"), "something else");
  assert.ok(has("board.move.stack", { from: "B2", to: "C3" }) && !has("board.move.stack", { from: "B2" }));
});

test("an unknown language is English, and Serbian is written in Latin letters", async () => {
  await speak("xx");
  assert.equal(language(), "en");
  await speak("sr");
  assert.equal(locale(), "sr-Latn");
  assert.equal(document.documentElement.lang, "sr-Latn");
});

test("plurals and numbers are those of the language", async () => {
  assert.equal(number(1234567), "1,234,567");
  assert.equal(percent(0.256), "26%");
  await speak("sr");
  assert.equal(number(1234567), "1.234.567");
  const texts = [1, 3, 5, 21].map((count) => plural("mistakes.reviewed", count));
  assert.deepEqual([1, 3, 8, 21].map((count) => `${plural("mistakes.mistakes", count)} u ${plural("mistakes.games", count)}`), [
    "1 greška u 1 partiji", "3 greške u 3 partije", "8 grešaka u 8 partija", "21 greška u 21 partiji",
  ]);
  assert.deepEqual(texts, ["Pregledana je 1 partija.", "Pregledane su 3 partije.", "Pregledano je 5 partija.", "Pregledana je 21 partija."]);
});

test("a clock shows hours, minutes, and tenths of the last ten seconds", () => {
  const shown = [3723000, 245000, 60000, 59001, 10000, 9999, 980, 0].map(clockText);
  assert.deepEqual(shown, ["1:02:03", "4:05", "1:00", "1:00", "0:10", "9.9", "0.9", "0.0"]);
});

test("players are named by what they are", () => {
  assert.equal(playerName("level:5"), "Level 5, club");
  assert.equal(playerName("minimax"), "Minimax, depth 3");
  assert.equal(playerName("minimax:depth=4,eval=mine.rules"), "Minimax, depth 4, evaluated by mine.rules");
  assert.equal(playerName("minimax:depth=4,eval=hand"), "Minimax, depth 4");
  assert.equal(playerName("engine:nodes=1200000,movetime=500"), "Engine, 0.5 s per move, 1.2M positions");
  assert.equal(playerName("minmax:fair"), "MinMax with senses only, depth 2");
  assert.equal(playersText({ seats: ["person", "level:5"], names: ["Ann", null] }), "Ann – Level 5, club");
});

test("results and the side to move are told with the names of the game", () => {
  assert.equal(outcomeText("santorini", "p2"), "Red wins");
  assert.equal(outcomeText("santorini", "draw"), "Draw");
  assert.equal(outcomeText("santorini", null), "In progress");
  assert.match(statusText({ game: "santorini", outcome: null, to_move: "p1" }), /Blue/);
});

test("times are told in the largest whole unit", () => {
  const now = Date.now() / 1000;
  assert.equal(timeAgo(now - 3 * 86400 - 5), "3 days ago");
  assert.equal(timeAgo(now - 7205), "2 hours ago");
  assert.equal(timeAgo(now + 100), "now");
  assert.equal(compactNumber(1234), "1.2K");
});

test("what a computer says without words of the page is told as it is", () => {
  assert.equal(noteText({ note: "plain", said: null }), "plain");
  assert.equal(noteText({ note: "plain", said: { kind: "nothing", args: {} } }), "plain");
});

test("scores are told by the side that is better, and proven ones by their length", () => {
  const told = [{ points: 0 }, { points: 30 }, { points: -30 }, { win: 5 }, { lose: 0 }, { win: null }, { draw: true }];
  assert.deepEqual(told.map((score) => scoreText("santorini", score, "p1")), [
    "Equal", "Blue is ahead by 30", "Red is ahead by 30", "Blue wins in 3 moves", "Red has won", "Blue wins", "Draw with best play",
  ]);
  assert.deepEqual([0, 7, -7].map(signedPoints), ["0", "+7", "\u22127"]);
  assert.equal(valueText({ points: -250 }, 100), "\u22122.5");
  assert.equal(valueText({ lose: 4 }), "loss in 2");
  assert.deepEqual([boundText(null, "alpha"), boundText(null, "beta"), boundText({ points: 3 }, "beta")], ["\u2212\u221e", "+\u221e", "+3"]);
  assert.deepEqual([verdictText({ verdict: "draw", plies: 3 }), verdictText({ verdict: "win", plies: null })], ["draw", "win"]);
});

test("a win is counted in moves of the side that wins, also where the other side ends the game", async () => {
  const told = (plies, mover) => scoreText("nim", { win: plies }, mover);
  // Red answers, and the third ply is Blue's second move.
  assert.deepEqual([told(1, "p1"), told(3, "p1"), told(2, "p2"), told(4, "p2")], [
    "First player wins in 1 move", "First player wins in 2 moves", "First player wins in 1 move", "First player wins in 2 moves",
  ]);
  // In NIM the loser takes the last match: then nothing is left to do for the winner.
  assert.deepEqual([told(2, "p1"), told(1, "p2")], ["First player wins in 1 move", "First player wins"]);
  assert.deepEqual([1, 2, 3].map((plies) => verdictText({ verdict: "win", plies })), ["win in 1", "win in 1", "win in 2"]);
  assert.deepEqual([1, 2, 4].map((plies) => verdictText({ verdict: "lose", plies })), ["loss", "loss in 1", "loss in 2"]);
  await speak("sr");
  assert.deepEqual([1, 3, 9, 41].map((plies) => told(plies, "p1")), [
    "Prvi igrač pobeđuje u 1 potezu", "Prvi igrač pobeđuje u 2 poteza", "Prvi igrač pobeđuje u 5 poteza", "Prvi igrač pobeđuje u 21 potezu",
  ]);
});

test("a short win is worth more than a long one, and any win more than points", () => {
  const values = [{ lose: 2 }, { lose: 9 }, { points: -500000 }, { points: 0 }, { points: 500000 }, { win: 9 }, { win: 2 }];
  assert.deepEqual([...values].reverse().sort((a, b) => rank(a) - rank(b)), values);
  assert.deepEqual([{ win: 3 }, { lose: 3 }, { draw: true }, { points: 1 }].map((score) => barShare(score, 0.7)), [1, 0, 0.5, 0.7]);
  assert.equal(barShare({ points: 1 }, undefined), 0.5);
});

test("moves are numbered as the list counts them, also when the second side begins", () => {
  const game = { game: "santorini", by: ["p2", "p1", "p2"] };
  assert.deepEqual([0, 1, 2, 3].map((index) => moveNumber(game, index)), [
    { number: 1, side: "Red" }, { number: 2, side: "Blue" }, { number: 2, side: "Red" }, { number: 3, side: "Blue" },
  ]);
  assert.equal(pastText(game, 2), "Position after move 2, Blue.");
  assert.equal(pastText(game, 0), "Position at the start.");
});

test("a game that the page does not know has its own texts, and the page's come first", async () => {
  const texts = { en: { "instruct.drop": "choose a column", "words.drop": "a disc in {column}" }, sr: { "instruct.drop": "izaberi kolonu" } };
  addGameTexts({ name: "rows", title: "Rows", summary: "four in a row", sides: ["yellow", "red"], texts });
  assert.equal(gameTitle("rows"), "Rows");
  assert.equal(sideName("rows", "p2"), "Red");
  const drop = ["instruct", "rows", "drop"].join(".");
  assert.equal(t(drop), "Choose a column.");
  assert.equal(t(["board.move", "rows", "drop"].join("."), { column: "d" }), "a disc in d");
  await speak("sr");
  assert.equal(t(drop), "Izaberi kolonu.");
  assert.equal(gameTitle("rows"), "Rows", "what is not translated is English");
  addGameTexts({ name: "nim", title: "Heaps", summary: "", sides: ["a", "b"], texts: {} });
  assert.equal(gameTitle("nim"), "NIM");
});

test("a parameter matters if the one that it needs has its value", () => {
  const parameter = (needs) => ({ name: "maze-size", about: "", kind: "number", range: [3, 31, 2], values: [], default: "9", needs });
  assert.ok(isNeeded(parameter(null), {}));
  assert.ok(isNeeded(parameter(["maze", "new"]), { maze: "new" }));
  assert.ok(!isNeeded(parameter(["maze", "new"]), { maze: "first" }));
});

test("a few numbers are listed, and many are typed", () => {
  const parameter = (values, range) => ({ name: "n", about: "", kind: "number", range, values, default: "", needs: null });
  assert.deepEqual(listed(parameter([], [1, 2, 1])), ["1", "2"]);
  assert.deepEqual(listed(parameter([], [3, 9, 2])), ["3", "5", "7", "9"]);
  assert.deepEqual(listed(parameter([], [0, 10000, 1])), []);
  assert.deepEqual(listed(parameter(["8", "10"], null)), ["8", "10"]);
});

test("a side is marked that the owner has freed, also when somebody else plays it", () => {
  const rights = (claim, isFreed) => ({ claims: [claim, null], deserted: [isFreed, false] });
  const told = (claim, isFreed, index = 0) => claimText(rights(claim, isFreed), index);
  assert.equal(told(null, false), "");
  assert.equal(told("you", false), " (you)");
  const player = (name, seat = "person") => playerText({ rights: rights("you", false), names: [name, null], seats: [seat, "person"] }, 0);
  assert.deepEqual([player(null), player("Ann"), player(null, "level:3")], ["You", "Ann (you)", `${player(null, "level:3").replace(" (you)", "")} (you)`]);
  assert.equal(told(null, true), " (freed while its player was away)");
  assert.equal(told("other", true), " (freed while its player was away)");
  assert.equal(told("other", true, 1), "");
});

test("the first visit is in the first language of the browser that the page has", async () => {
  const boot = async (languages, saved) => {
    localStorage.removeItem("agon.language");
    if (saved) localStorage.setItem("agon.language", saved);
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    await import(`../shell/boot.js?${languages.join()}${saved}`);
    return document.documentElement.lang;
  };
  assert.equal(await boot(["el-GR", "en"]), "el");
  for (const code of ["sr", "sr-Latn", "sr-RS", "sr-Cyrl-RS", "sh", "cnr"]) assert.equal(await boot([code, "en"]), "sr", code);
  assert.equal(await boot(["de-DE", "en-GB", "el"]), "en");
  // A Croat or Bosnian can read Serbian, unless there is another language that was asked for.
  assert.deepEqual([await boot(["hr-HR", "hr"]), await boot(["bs"]), await boot(["hr-HR", "en-US"])], ["sr", "sr", "en"]);
  // Sardinian only begins with the same letters.
  assert.deepEqual([await boot(["srd"]), await boot([])], ["en", "en"]);
  assert.equal(await boot(["el-GR"], "sr"), "sr", "a choice is kept");
});

test("a person is addressed in the same way by every text, and one word stands for one thing", async () => {
  const texts = async (code) => Object.entries(await (await fetch(`i18n/${code}.json`)).json());
  const found = async (code, wrong) => (await texts(code)).filter(([, text]) => wrong.test(text)).map(([key]) => key);
  assert.deepEqual(await found("el", /(?<!\p{L})(σας|εσείς)(?!\p{L})|(ξτε|ψτε|ήστε|άστε|φυλλομετρητή)/u), []);
  assert.deepEqual(await found("sr", /\b[Vv]aš|(?<!\p{L})vi(?!\p{L})|(ajte|ijte|ožite|ažite)(?!\p{L})/u), []);
});

test("moves are told with the names of cells and in the number of heaps that are left", async () => {
  const place = { place: { row: "2", column: "0" } };
  learnMoves("tictactoe", { 20: { kind: "mark", args: { place } } });
  learnMoves("nim", { "[2]": { kind: "leaves", args: { heaps: { numbers: [2] } } }, "[1,2]": { kind: "leaves", args: { heaps: { numbers: [1, 2] } } } });
  assert.deepEqual([describeMove("tictactoe", "20"), shortMove("tictactoe", "20")], ["bottom left", "bottom left"]);
  assert.deepEqual([describeMove("nim", "[2]"), describeMove("nim", "[1,2]")], ["leaves one heap of 2", "leaves heaps of 1 and 2"]);
  // A place of another game is its row and column, whatever it is called, and a word without a text is itself.
  learnMoves("rows", { a: { kind: "mark", args: { place } }, b: { kind: "go", args: { direction: { key: "sideways" } } } });
  assert.deepEqual([describeMove("rows", "a"), describeMove("rows", "b")], ["row 2, column 0", "moves sideways"]);
});
