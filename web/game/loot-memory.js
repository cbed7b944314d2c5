// What one side has seen of the loot in a game with hidden information, remembered for this tab.
/** @import { Game, Scene, Side, Token } from "../protocol.d.ts" */

/** @typedef {{ viewer: Side | null, tokens: Token[] }} SeenLoot What a side has seen. */

/** @param {string} id @param {string} viewer */
const storageKey = (id, viewer) => `agon.seen.${id}.${viewer}`;

/**
 * What the viewer's side has seen by now, as players may remember who know only what they sense.
 * @param {SeenLoot | null} before
 * @param {Game} game
 * @returns {SeenLoot}
 */
export function rememberLoot(before, game) {
  const { id, viewer } = game;
  if (!viewer) return { viewer, tokens: [] };
  const tokens = seenLoot(before?.viewer === viewer ? before.tokens : savedLoot(id, viewer), game);
  try {
    sessionStorage.setItem(storageKey(id, viewer), JSON.stringify(tokens.map((token) => [token.id, token])));
  } catch { /* Then it lasts until the page is left. */ }
  return { viewer, tokens };
}

/**
 * The loot that was seen before and is not known to be gone, and the loot that is seen.
 * @param {Token[]} before
 * @param {Game} game
 */
export function seenLoot(before, { scene, ply }) {
  const sensed = new Set(scene.marks.filter(({ label }) => label === "sensed").map(({ element }) => element));
  const here = scene.tokens.filter(({ label }) => label === "loot");
  const isHere = (/** @type {Token} */ token) => here.some(({ id }) => id === token.id);
  // At the start nothing has been seen.
  const known = ply === 0 ? [] : before.filter((token) => !sensed.has(token.cell) && !isHere(token));
  return [...known, ...here];
}

/**
 * A board with the loot that was seen before.
 * @param {Scene} scene
 * @param {SeenLoot} seen
 * @returns {Scene}
 */
export function withSeenLoot(scene, { tokens }) {
  const here = new Set(scene.tokens.map((token) => token.id));
  const recalled = tokens.filter((token) => !here.has(token.id));
  const marks = recalled.map((token) => ({ element: token.id, label: "recalled" }));
  return { ...scene, tokens: [...recalled, ...scene.tokens], marks: [...scene.marks, ...marks] };
}

/**
 * @param {string} id
 * @param {string} viewer
 * @returns {Token[]}
 */
function savedLoot(id, viewer) {
  try {
    return [...new Map(JSON.parse(sessionStorage.getItem(storageKey(id, viewer)) ?? "[]")).values()];
  } catch {
    return [];
  }
}
