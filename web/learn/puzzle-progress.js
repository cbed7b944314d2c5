// What this browser remembers of puzzles: those that are solved, the streak, and the solver's rating.
/** @import { PuzzleSummary } from "../protocol.d.ts" */

/** @typedef {{ solved: string[], streak: number, best: number, rating: number | null }} Saved */

/** The most puzzles of a game that are remembered. */
const MAX_SOLVED = 2000;
/** The most that one puzzle changes a rating, and the difference that makes one ten times as likely to solve it, as Elo has it. */
const STEP = 60;
const SCALE = 400;
const MAX_RATING = 4000;

/** The progress in the puzzles of a game, kept in the browser. */
export class PuzzleProgress {
  #key;
  #saved;

  /** What the rating is before the first puzzle. */
  #first;

  /**
   * @param {string} game
   * @param {number} [first] The rating of a solver who begins: that of the easiest puzzle.
   */
  constructor(game, first = 0) {
    this.#first = first;
    this.#key = `agon.puzzles.${game}`;
    this.#saved = load(this.#key);
  }

  /** How many puzzles were solved in a row at the first try, and the most ever. */
  get streak() {
    return this.#saved.streak;
  }

  get best() {
    return this.#saved.best;
  }

  /** How many puzzles were solved. */
  get count() {
    return this.#saved.solved.length;
  }

  /** The solver's own rating, on the scale of the puzzles: it follows from the first tries alone. */
  get rating() {
    return this.#saved.rating ?? this.#first;
  }

  /** @param {string} id Whether a puzzle was solved. */
  has(id) {
    return this.#saved.solved.includes(id);
  }

  /**
   * @param {Pick<PuzzleSummary, "id" | "rating">} puzzle
   * @param {boolean} counts Whether it was solved at the first try, without a hint.
   */
  solve({ id, rating }, counts) {
    const saved = this.#saved;
    if (counts) this.#rate(rating, 1);
    if (!saved.solved.includes(id)) saved.solved = [...saved.solved, id].slice(-MAX_SOLVED);
    if (counts) saved.streak += 1;
    saved.best = Math.max(saved.best, saved.streak);
    this.#save();
  }

  /**
   * @param {Pick<PuzzleSummary, "id" | "rating">} puzzle
   * @param {boolean} counts
   */
  fail({ id, rating }, counts) {
    if (!counts || this.has(id)) return;
    this.#rate(rating, 0);
    this.#saved.streak = 0;
    this.#save();
  }

  /**
   * @param {number} puzzle
   * @param {0 | 1} result
   */
  #rate(puzzle, result) {
    const expected = 1 / (1 + 10 ** ((puzzle - this.rating) / SCALE));
    const rating = Math.round(this.rating + STEP * (result - expected));
    this.#saved.rating = Math.min(MAX_RATING, Math.max(0, rating));
  }

  #save() {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#saved));
    } catch { /* Then it lasts until the page is left. */ }
  }
}

/**
 * What was saved; nothing if it is damaged.
 * @param {string} key
 * @returns {Saved}
 */
function load(key) {
  try {
    const { solved, streak, best, rating } = JSON.parse(localStorage.getItem(key) ?? "{}");
    const isList = Array.isArray(solved) && solved.every((id) => typeof id === "string");
    return { solved: isList ? solved : [], streak: count(streak), best: count(best), rating: count(rating) === rating && rating <= MAX_RATING ? rating : null };
  } catch {
    return { solved: [], streak: 0, best: 0, rating: null };
  }
}

/** @param {unknown} value */
function count(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}
