// The games that were made in this browser: the text that is edited, and those without errors.
/** @import { RuleFile } from "../protocol.d.ts" */

const STORAGE_KEY = "agon.games";
/** The longest text that the program reads, in characters; longer ones are not kept. */
const MAX_LENGTH = 1 << 16;
/** The most games that are kept; the oldest are dropped. */
const MAX_GAMES = 12;

/** @returns {{ draft?: RuleFile, games: RuleFile[] }} */
function load() {
  try {
    const { draft, games } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return { draft: isFile(draft) ? draft : undefined, games: Array.isArray(games) ? games.filter(isFile).slice(0, MAX_GAMES) : [] };
  } catch {
    return { games: [] };
  }
}

/** @param {{ draft?: RuleFile, games?: RuleFile[] }} change */
function save(change) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...load(), ...change }));
  } catch { /* Then they last until the page is left. */ }
}

/** The text that was edited last; undefined if there is none. */
export function savedDraft() {
  return load().draft;
}

/** @param {RuleFile} draft */
export function saveDraft(draft) {
  if (isFile(draft)) save({ draft });
}

/** The games that were made here, the latest first. */
export function ownGames() {
  return load().games;
}

/**
 * Keeps a game, in place of the one of the same title.
 * @param {RuleFile} file
 */
export function saveGame(file) {
  if (!isFile(file)) return;
  const others = load().games.filter((known) => titleOf(known) !== titleOf(file));
  save({ games: [file, ...others].slice(0, MAX_GAMES) });
}

/**
 * The title of a game: as its text says it, or else its name.
 * @param {RuleFile} file
 */
export function titleOf({ name, source }) {
  return source.match(/^\s*title\s+"([^"\n]*)"/m)?.[1] || source.match(/^\s*game\s+(\w+)/m)?.[1] || name;
}

/** @param {any} file What was stored may be anything. */
function isFile(file) {
  return typeof file?.name === "string" && typeof file.source === "string" && file.source.length <= MAX_LENGTH;
}
