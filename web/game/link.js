// Links that carry a whole game, so that they work without the server or browser that has it.
import { connection } from "../shell/connection.js";
/** @import { View } from "../shell/main.js" */

/** The longest record in a link; longer addresses are cut by some programs. */
const MAX_LENGTH = 16000;

/**
 * A number by which a link that was cut or changed is recognized.
 * @param {string} text
 */
function checksum(text) {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

/**
 * The link with a record; null if it would be too long.
 * @param {string} record
 */
export function gameLink(record) {
  return record.length > MAX_LENGTH ? null : new URL(`#/open/${checksum(record)}/${encodeURIComponent(record)}`, location.href).href;
}

/**
 * The record without what a review found, which can be found again.
 * @param {string} record
 */
export function withoutReview(record) {
  const bare = record.replace(/\[%(eval|quality) (?:[^[\]]|\[[^[\]]*\])*\]/g, "");
  return bare.replace(/\{\s+/g, "{").replace(/\s+\}/g, "}").replace(/\{\} ?/g, "");
}

/**
 * The record without comments, drawings and variations.
 * @param {string} record
 */
export function movesOnly(record) {
  const end = record.indexOf("\n\n") + 2;
  let moves = record.slice(end).replace(/\{[^}]*\}/g, "");
  for (let before = ""; before !== moves;) {
    before = moves;
    moves = moves.replace(/\([^()]*\)/g, "");
  }
  return `${record.slice(0, end)}${moves.trim().replace(/\s+/g, " ")}\n`;
}

/**
 * Makes a game of a link, and goes there.
 * @param {string} sum
 * @param {string} text
 * @returns {Promise<View>}
 */
export async function openGameLink(sum, text) {
  let record = "";
  try {
    record = decodeURIComponent(text);
  } catch { /* Then the sum is wrong too. */ }
  if (record.length > MAX_LENGTH || checksum(record) !== sum) throw { kind: "Link", args: {}, text: "" };
  const { game } = await connection.request("import", { text: record });
  location.replace(`#/game/${game.id}`);
  return { shortcuts: {}, end() {} };
}
