// What this browser remembers of puzzles: those that are solved, and the streak.

/** @typedef {{ solved: string[], streak: number, best: number }} Saved */

/** The most puzzles of a game that are remembered. */
const MAX_SOLVED = 2000;

/** The progress in the puzzles of a game, kept in the browser. */
export class PuzzleProgress {
  #key;
  #saved;

  /** @param {string} game */
  constructor(game) {
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

  /** @param {string} id Whether a puzzle was solved. */
  has(id) {
    return this.#saved.solved.includes(id);
  }

  /**
   * @param {string} id
   * @param {boolean} counts Whether it was solved at the first try, without a hint.
   */
  solve(id, counts) {
    const saved = this.#saved;
    if (!saved.solved.includes(id)) saved.solved = [...saved.solved, id].slice(-MAX_SOLVED);
    if (counts) saved.streak += 1;
    saved.best = Math.max(saved.best, saved.streak);
    this.#save();
  }

  /**
   * @param {string} id
   * @param {boolean} counts
   */
  fail(id, counts) {
    if (!counts || this.has(id)) return;
    this.#saved.streak = 0;
    this.#save();
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
    const { solved, streak, best } = JSON.parse(localStorage.getItem(key) ?? "{}");
    const isList = Array.isArray(solved) && solved.every((id) => typeof id === "string");
    return { solved: isList ? solved : [], streak: count(streak), best: count(best) };
  } catch {
    return { solved: [], streak: 0, best: 0 };
  }
}

/** @param {unknown} value */
function count(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}
