// The rules that were written in this browser: for each game the draft, and the version that was tried last.
/** @import { RuleFile } from "../protocol.d.ts" */

/** @typedef {{ draft?: RuleFile, tried?: RuleFile }} SavedRules */

/** The longest rule file that the program reads, in characters; longer ones are not kept. */
const MAX_LENGTH = 1 << 16;

/**
 * What is kept for a game.
 * @param {string} game
 * @returns {SavedRules}
 */
export function savedRules(game) {
  try {
    const saved = JSON.parse(localStorage.getItem(`agon.rules.${game}`) ?? "{}");
    return Object.fromEntries(Object.entries(saved).filter(([, file]) => isFile(file)));
  } catch {
    return {};
  }
}

/**
 * Keeps a draft or the version that was tried.
 * @param {string} game
 * @param {SavedRules} change
 */
export function saveRules(game, change) {
  if (Object.values(change).some((file) => !isFile(file))) return;
  try {
    localStorage.setItem(`agon.rules.${game}`, JSON.stringify({ ...savedRules(game), ...change }));
  } catch { /* Then they last until the page is left. */ }
}

/** @param {any} file What was stored may be anything. */
function isFile(file) {
  return typeof file?.name === "string" && typeof file.source === "string" && file.source.length <= MAX_LENGTH;
}
