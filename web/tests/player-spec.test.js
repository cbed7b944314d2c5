// Specifications of players.
import assert from "node:assert/strict";
import { test } from "node:test";
import { adjustStrength, formatPlayerSpec, parsePlayerSpec } from "../game/player-spec.js";

test("a specification is read and written as the program does", () => {
  for (const text of ["person", "level:5", "minimax:depth=3,eval=hand", "minmax:fair,depth=2", "ugi:command=a=b"]) {
    assert.equal(formatPlayerSpec(parsePlayerSpec(text)), text);
  }
  assert.deepEqual(parsePlayerSpec("engine:nodes=2000,eval=a.rules,fair"), {
    name: "engine", options: { nodes: 2000, eval: "a.rules", fair: true },
  });
});

test("a computer gets stronger within its bounds, and one of fixed strength does not", () => {
  assert.equal(adjustStrength("level:5", 1), "level:6");
  assert.equal(adjustStrength("level", -1), "level:4");
  assert.equal(adjustStrength("level:8", 1), "level:8");
  assert.equal(adjustStrength("minimax:depth=1,eval=hand", -1), "minimax:depth=1,eval=hand");
  assert.equal(adjustStrength("minimax:eval=hand", 1), "minimax:depth=4,eval=hand");
  assert.equal(adjustStrength("random", 1), null);
});
