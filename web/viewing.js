// Where this browser looks in a game: at the present position, at an earlier one, or in a variation.
import { connection, isLost } from "./connection.js";
import { showError } from "./notify.js";
/** @import { Game, PositionAt } from "./protocol.d.ts" */

/** @typedef {{ from: number, moves: string[] }} Variation Moves that leave the line after `from` moves. */
/** @typedef {Game & { variation?: Variation | null }} ShownGame A game at the position that is looked at. */

/** The most variations of a game that are kept. */
const MAX_VARIATIONS = 40;

/** @param {string} id */
const storageKey = (id) => `agon.variations.${id}`;

/** The position that is looked at, and the variations that were tried. */
export class Viewing {
  /** Counts the requests, to recognize answers that come too late. */
  #requests = 0;
  /** @type {number} The ply that will be shown when all requests are answered. */
  #target;
  /** @type {PositionAt | null} What is looked at; null follows the game. */
  #at = null;
  /** @type {string[]} The moves that lead to it. */
  #made = [];

  /**
   * @param {Game} game
   * @param {() => void} onChange Called when another position is looked at.
   */
  constructor(game, onChange) {
    this.game = game;
    this.onChange = onChange;
    this.#target = game.ply;
    /** @type {Variation | null} The variation that is looked at. */
    this.variation = null;
    this.variations = loadVariations(game.id);
  }

  /** Whether something else than the present position is shown. */
  get isLooking() {
    return this.#at !== null;
  }

  /** The ply that is shown, or will be. */
  get target() {
    return this.#target;
  }

  /** @returns {ShownGame} The game at the position that is looked at. */
  get shown() {
    const { game, variation } = this;
    const at = this.#at;
    if (!at) return game;
    const { ply, position, to_move, outcome, ending, scene, phases, last } = at;
    const moves = game.viewer ? [] : at.moves;
    const by = variation ? [...game.by.slice(0, variation.from), ...at.by] : game.by;
    return { ...game, ply, position, to_move, outcome, ending, scene, phases, last, moves, by, line: this.#line, variation, thinking: false, thought: null };
  }

  /** The line that is looked at. */
  get #line() {
    const { game, variation } = this;
    return variation ? [...game.line.slice(0, variation.from), ...variation.moves] : game.line;
  }

  /**
   * Takes the next state of the game.
   * @param {Game} game
   */
  update(game) {
    this.game = game;
    const isKept = this.#at && this.#made.slice(0, this.variation?.from ?? this.#made.length)
      .every((mv, index) => game.line[index] === mv || game.line[index] === null);
    if (this.#at && !isKept) {
      this.variation = null;
      this.#at = null;
      this.#send(null, []);
    }
    if (!this.#at) this.#target = game.ply;
  }

  /**
   * Looks at the position after so many moves of the line that is shown.
   * @param {number} ply
   */
  async go(ply) {
    const target = Math.max(0, Math.min(this.#line.length, ply));
    if (target === this.#target) return;
    this.#target = target;
    const { variation, game } = this;
    if (!variation && target === game.ply) return this.follow();
    if (variation && target <= variation.from) {
      this.variation = null;
      return target === game.ply ? this.follow() : this.#look(target, []);
    }
    return this.#look(variation?.from ?? target, variation ? variation.moves.slice(0, target - variation.from) : []);
  }

  /**
   * Looks into a variation.
   * @param {Variation} variation
   * @param {number} ply
   */
  open(variation, ply) {
    this.variation = variation;
    this.#target = ply;
    return this.#look(variation.from, variation.moves.slice(0, ply - variation.from));
  }

  /**
   * Looks into a line that begins at the position that is shown; it is not kept as a variation.
   * @param {string[]} moves
   * @param {number} count How many of its moves are made.
   */
  openLine(moves, count) {
    const { ply } = this.shown;
    const from = this.variation?.from ?? ply;
    const before = this.variation?.moves.slice(0, ply - from) ?? [];
    return this.open({ from, moves: [...before, ...moves] }, ply + count);
  }

  /** Shows the present position of the game again. */
  async follow() {
    this.variation = null;
    this.#target = this.game.ply;
    if (!this.#at) return;
    this.#at = null;
    this.onChange();
    await this.#send(null, []);
  }

  /**
   * Tries a move at the position that is looked at; it becomes part of a variation unless the
   * line goes on with it. Returns whether it is legal.
   * @param {string} mv
   */
  async try(mv) {
    const line = this.#line;
    const ply = this.#target;
    if (line[ply] === mv) {
      await this.go(ply + 1);
      return true;
    }
    const from = this.variation?.from ?? ply;
    /** @type {Variation} */
    const next = { from, moves: [...line.slice(from, ply).flatMap((move) => move ?? []), mv] };
    const known = this.variations.find((other) => other.from === from && startsWith(other.moves, next.moves));
    if (known) {
      await this.open(known, ply + 1);
      return true;
    }
    const [before, index] = [this.variation, this.variation ? this.variations.indexOf(this.variation) : -1];
    if (!(await this.open(next, ply + 1))) {
      this.variation = before;
      this.#target = ply;
      return false;
    }
    // A move at the end of a variation makes it longer.
    if (before && index >= 0 && startsWith(next.moves, before.moves)) this.variations[index] = next;
    else this.variations.push(next);
    this.#save();
    this.onChange();
    return true;
  }

  /**
   * Keeps moves that the game has left as a variation.
   * @param {number} from
   * @param {(string | null)[]} line
   */
  keep(from, line) {
    const moves = line.flatMap((move) => move ?? []);
    if (!moves.length || moves.length < line.length) return;
    if (this.variations.some((other) => other.from === from && startsWith(other.moves, moves))) return;
    this.variations.push({ from, moves });
    this.#save();
  }

  /**
   * Forgets a variation.
   * @param {Variation} variation
   */
  async remove(variation) {
    this.variations = this.variations.filter((other) => other !== variation);
    this.#save();
    if (this.variation === variation) await this.follow();
    else this.onChange();
  }

  /** Looks again at the same position, on a new connection. */
  async again() {
    const at = this.#at;
    if (at) await this.#send(this.variation?.from ?? at.ply, at.after);
  }

  /**
   * @param {number} from
   * @param {string[]} moves
   */
  async #look(from, moves) {
    const made = [...this.game.line.slice(0, from), ...moves];
    const request = this.#requests + 1;
    const at = await this.#send(from, moves);
    if (!at) return false;
    if (request !== this.#requests) return true;
    this.#at = at;
    this.#made = made.map((mv) => mv ?? "");
    this.#target = at.ply;
    this.onChange();
    return true;
  }

  /**
   * @param {number | null} ply
   * @param {string[]} moves
   */
  async #send(ply, moves) {
    this.#requests += 1;
    try {
      return await connection.request("look", { game: this.game.id, ply, moves });
    } catch (error) {
      if (!isLost(error)) showError(error, this.game.game);
      this.#target = this.#at?.ply ?? this.game.ply;
      return null;
    }
  }

  #save() {
    this.variations = this.variations.slice(-MAX_VARIATIONS);
    try {
      if (this.variations.length) localStorage.setItem(storageKey(this.game.id), JSON.stringify(this.variations));
      else localStorage.removeItem(storageKey(this.game.id));
    } catch { /* Then they last until the page is left. */ }
  }
}

/**
 * @param {string} id
 * @returns {Variation[]}
 */
function loadVariations(id) {
  try {
    const saved = JSON.parse(localStorage.getItem(storageKey(id)) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isVariation).slice(-MAX_VARIATIONS) : [];
  } catch {
    return [];
  }
}

/** @param {any} value What was stored may be anything. */
function isVariation(value) {
  return Number.isInteger(value?.from) && Array.isArray(value.moves) && value.moves.every((/** @type {unknown} */ mv) => typeof mv === "string");
}

/**
 * @param {string[]} moves
 * @param {string[]} start
 */
function startsWith(moves, start) {
  return start.every((mv, index) => moves[index] === mv);
}
