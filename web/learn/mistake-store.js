// The mistakes of one's own games, as reviews found them. They are kept in this browser.
import { isBad } from "../analysis/move-quality.js";
import { isPerson } from "../game/player-spec.js";
/** @import { Game, MoveQuality, Side, Slip } from "../protocol.d.ts" */
/** @import { ReviewPoints } from "../analysis/review.js" */

/**
 * A mistake of a game of one's own.
 * @typedef {object} Mistake
 * @property {string} id The id of the game.
 * @property {string} game Its name.
 * @property {number} ply How many moves were made before.
 * @property {string} mv
 * @property {Side} side
 * @property {MoveQuality} quality
 * @property {number} loss
 * @property {Slip | null} slip
 * @property {string} position The position before it.
 * @property {boolean} learned Whether a better move was found.
 */

const MISTAKES = "agon.mistakes";
const REVIEWED = "agon.reviewed";
/** The most mistakes and games that are kept; older ones are forgotten. */
const MAX_MISTAKES = 400;
const MAX_REVIEWED = 400;

/** All mistakes that are kept, the latest games first. @returns {Mistake[]} */
export function savedMistakes() {
  return load(MISTAKES).filter(isMistake);
}

/** The games whose mistakes are known. @returns {Set<string>} */
export function reviewedGames() {
  return new Set(load(REVIEWED).map(String));
}

/**
 * Keeps the mistakes of a game that was reviewed to its end, for the sides that a person played here.
 * @param {Game} game
 * @param {ReviewPoints} points
 */
export function saveReview(game, points) {
  const { id, by, line } = game;
  if (!game.outcome || game.ply < line.length || !points[line.length]) return;
  const own = [0, 1].filter((index) => isPerson(game.seats[index]) && (game.rights.owner || game.rights.claims[index] === "you"));
  if (!own.length) return;
  const before = savedMistakes();
  const learned = new Set(before.filter((mistake) => mistake.id === id && mistake.learned).map(({ ply, mv }) => `${ply} ${mv}`));
  const found = points.flatMap((point) => {
    const mv = point && line[point.ply];
    if (!point || !mv || !point.quality || !isBad(point.quality) || !own.includes(by[point.ply] === "p2" ? 1 : 0)) return [];
    const { ply, position, quality, slip } = point;
    return [{ id, game: game.game, ply, mv, side: by[ply], quality, slip, loss: point.loss ?? 0, position, learned: learned.has(`${ply} ${mv}`) }];
  });
  save(MISTAKES, [...found, ...before.filter((mistake) => mistake.id !== id)].slice(0, MAX_MISTAKES));
  save(REVIEWED, [id, ...[...reviewedGames()].filter((other) => other !== id)].slice(0, MAX_REVIEWED));
}

/**
 * Notes that a better move was found.
 * @param {string} id
 * @param {number} ply
 */
export function markLearned(id, ply) {
  save(MISTAKES, savedMistakes().map((mistake) => (mistake.id === id && mistake.ply === ply ? { ...mistake, learned: true } : mistake)));
}

/** Forgets all mistakes. */
export function forgetMistakes() {
  save(MISTAKES, []);
  save(REVIEWED, []);
}

/**
 * @param {string} key
 * @returns {unknown[]}
 */
function load(key) {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(saved) ? saved : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} key
 * @param {unknown[]} value
 */
function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* Then they last until the page is left. */ }
}

/**
 * @param {any} value What was stored may be anything.
 * @returns {value is Mistake}
 */
function isMistake(value) {
  const texts = [value?.id, value?.game, value?.mv, value?.side, value?.quality, value?.position];
  return texts.every((text) => typeof text === "string") && Number.isInteger(value.ply);
}
