// What one side has seen in a game with hidden information, remembered for this tab: tiles, loot, and where the other side was.
/** @import { Game, Scene, Side, Token } from "../protocol.d.ts" */

/** @typedef {{ viewer: Side | null, tokens: Token[], cells: string[] }} SeenLoot What a side has seen. */

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
  if (!viewer) return { viewer, tokens: [], cells: [] };
  const seen = see(before?.viewer === viewer ? before : saved(id, viewer), game, viewer);
  try {
    sessionStorage.setItem(storageKey(id, viewer), JSON.stringify([seen.tokens, seen.cells]));
  } catch { /* Then it lasts until the page is left. */ }
  return seen;
}

/**
 * What was seen before and is not known to be gone, and what is seen.
 * @param {SeenLoot} before
 * @param {Game} game
 * @param {Side} viewer
 * @returns {SeenLoot}
 */
function see(before, { scene, ply }, viewer) {
  const lit = litCells(scene, viewer);
  const here = scene.tokens.filter(({ label, owner }) => label === "loot" || (owner && owner !== viewer));
  const isHere = (/** @type {Token} */ token) => here.some(({ id }) => id === token.id);
  // At the start nothing has been seen.
  const known = ply === 0 ? [] : before.tokens.filter((token) => !lit.has(token.cell) && !isHere(token));
  const cells = new Set([...(ply === 0 ? [] : before.cells), ...lit]);
  return { viewer, tokens: [...known, ...here], cells: [...cells] };
}

/**
 * The tiles that a side sees now: those that are sensed, and its own.
 * @param {Scene} scene
 * @param {Side | null} viewer
 */
function litCells({ marks, tokens }, viewer) {
  const sensed = marks.filter(({ label }) => label === "sensed").map(({ element }) => element);
  return new Set([...sensed, ...tokens.filter(({ owner }) => owner && owner === viewer).map(({ cell }) => cell)]);
}

/**
 * A board with what was seen before: the tiles, the loot, and the last known place of the other side.
 * @param {Scene} scene
 * @param {SeenLoot} seen
 * @returns {Scene}
 */
export function withSeenLoot(scene, { viewer, tokens, cells }) {
  const here = new Set(scene.tokens.map((token) => token.id));
  const lit = litCells(scene, viewer);
  const recalled = tokens.filter((token) => !here.has(token.id));
  const marks = [
    ...recalled.map((token) => ({ element: token.id, label: "recalled" })),
    ...cells.filter((cell) => !lit.has(cell)).map((cell) => ({ element: cell, label: "seen" })),
  ];
  return { ...scene, tokens: [...recalled, ...scene.tokens], marks: [...scene.marks, ...marks] };
}

/**
 * @param {string} id
 * @param {Side} viewer
 * @returns {SeenLoot}
 */
function saved(id, viewer) {
  try {
    const [tokens, cells] = JSON.parse(sessionStorage.getItem(storageKey(id, viewer)) ?? "[[],[]]");
    return { viewer, tokens: tokens.filter(isToken), cells: cells.map(String) };
  } catch {
    return { viewer, tokens: [], cells: [] };
  }
}

/**
 * @param {any} value What was stored may be anything.
 * @returns {value is Token}
 */
function isToken(value) {
  return typeof value?.id === "string" && typeof value.cell === "string";
}
