// Requests of the page: links, boards in portions, and requests that are too long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./browser.js";
import { connection } from "../shell/connection.js";
import { gameLink, movesOnly, openGameLink, withoutReview } from "../game/link.js";
import { errorText } from "../shell/notify.js";
import { fetchScenes } from "../boards/sample-positions.js";
import { requestScenes } from "../boards/scenes.js";

const RECORD = "[Game \"nim\"]\n\n1. 3:2 {ß, 100 %} *\n";

/** Answers requests for as long as something is done. */
async function answered(answer, work) {
  const request = connection.request;
  const asked = [];
  connection.request = async (name, args) => {
    asked.push([name, args]);
    return answer(args);
  };
  try {
    await work();
  } finally {
    connection.request = request;
  }
  return asked;
}

test("a link carries a record, and leads to its game", async () => {
  const link = new URL(gameLink(RECORD) ?? "");
  assert.equal(link.href.split("#")[0], "https://agon.example/page/");
  const [, page, sum, text] = link.hash.split("/");
  assert.equal(page, "open");
  const asked = await answered(() => ({ game: { id: "g1" } }), () => openGameLink(sum, text).catch(() => {}));
  assert.deepEqual(asked[0], ["import", { text: RECORD }]);
});

test("a link that was cut or changed asks for nothing", async () => {
  const [, , sum, text] = new URL(gameLink(RECORD) ?? "").hash.split("/");
  const asked = await answered(() => ({}), async () => {
    for (const [other, damaged] of [[sum, text.slice(0, -3)], [`${sum}1`, text], [sum, `${text}%`]]) {
      await assert.rejects(openGameLink(other, damaged), { kind: "Link" });
    }
  });
  assert.deepEqual(asked, []);
  assert.equal(gameLink("x".repeat(16001)), null);
  const written = "[Game \"nim\"]\n\n{at (first} 1. a {(so} (1. x\n(1... y {)}) b) c (... d) *\n";
  assert.equal(movesOnly(written), "[Game \"nim\"]\n\n1. a c *\n");
  const reviewed = "{[%eval +1 0.5 [3,5] []]} 1. a {so [%csl G1] [%eval #1 1] [%quality fine 0]} b {[%eval #1 1]} *";
  assert.equal(withoutReview(reviewed), "1. a {so [%csl G1]} b *");
});

test("many boards are fetched in portions, and a program that sends none ends it", async () => {
  const positions = Array.from({ length: 150 }, (_, index) => `p${index}`);
  let scenes = [];
  const asked = await answered(({ positions }) => ({ scenes: positions.slice(0, 50) }), async () => {
    scenes = await requestScenes("nim", positions);
  });
  assert.deepEqual(scenes, positions);
  assert.deepEqual(asked.map(([, args]) => args.positions.length), [64, 64, 50]);
  await answered(() => ({ scenes: [] }), async () => assert.deepEqual(await requestScenes("nim", positions), []));
});

test("the start needs no request, and without a program there are only starts", async () => {
  const info = { name: "nim", start: "start" };
  await answered(({ positions }) => ({ scenes: positions }), async () => {
    assert.deepEqual(await fetchScenes(info, ["startpos", "a", "b"]), ["start", "a", "b"]);
  });
  await answered(() => { throw new Error("lost"); }, async () => {
    assert.deepEqual(await fetchScenes(info, ["startpos", "a"]), ["start", undefined]);
  });
});

test("a request that the program would refuse for its length is not sent", async () => {
  await speak("en");
  const sent = connection.request("explain", { game: "nim", rules: "é".repeat(70_000) });
  await assert.rejects(sent, (problem) => /131/.test(errorText(problem)));
});
