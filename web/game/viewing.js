// Where this browser looks in a game: at the present position, at an earlier one, or in a variation.
import { learnMoves } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { showError } from "../shell/notify.js";
import { commentKey, loadNotebook, promoted, pruned, saveNotebook, startsWith, tidyComment } from "./variation-tree.js";
/** @import { Game, PositionAt } from "../protocol.d.ts" */
/** @import { Variation } from "./variation-tree.js" */

/** @typedef {Game & { variation?: Variation | null }} ShownGame A game at the position that is looked at. */

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
    learnMoves(game.game, game.words);
    this.onChange = onChange;
    this.#target = game.ply;
    /** @type {Variation | null} The variation that is looked at. */
    this.variation = null;
    const { variations, comments } = loadNotebook(game.id);
    this.variations = variations;
    /** The comments on moves, by the line up to them. */
    this.comments = comments;
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
    learnMoves(game.game, game.words);
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
   * @param {string[]} [path] The elements by which its last move was selected.
   */
  open(variation, ply, path = undefined) {
    this.variation = variation;
    this.#target = ply;
    return this.#look(variation.from, variation.moves.slice(0, ply - variation.from), path);
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
   * @param {string[]} path The elements by which it was selected.
   */
  async try(mv, path) {
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
      await this.open(known, ply + 1, path);
      return true;
    }
    const [before, index] = [this.variation, this.variation ? this.variations.indexOf(this.variation) : -1];
    if (!(await this.open(next, ply + 1, path))) {
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
   * Forgets a branch: the last of these moves, and what follows it.
   * @param {Variation} branch
   */
  async remove(branch) {
    this.variations = pruned(this.variations, branch);
    this.#save();
    const { variation } = this;
    const isShown = variation?.from === branch.from && startsWith(variation.moves, branch.moves);
    if (isShown) await this.follow();
    else this.onChange();
  }

  /**
   * Puts a branch before the others that begin at the same place.
   * @param {Variation} branch
   */
  promote(branch) {
    this.variations = promoted(this.variations, branch);
    this.#save();
    this.onChange();
  }

  /** The comment on the move that led to what is shown. */
  get comment() {
    return this.comments[commentKey(this.#shownLine)] ?? "";
  }

  /**
   * Comments on the move that led to what is shown; an empty text removes the comment.
   * @param {string} text
   */
  setComment(text) {
    const line = this.#shownLine;
    if (!line.length || line.includes(null)) return;
    this.comments = { ...this.comments, [commentKey(line)]: tidyComment(text) };
    this.#save();
    this.onChange();
  }

  /** The comments on the moves of the game itself, by how many moves were made with them. */
  get lineComments() {
    const { line } = this.game;
    const texts = line.map((_, index) => this.comments[commentKey(line.slice(0, index + 1))]);
    return Object.fromEntries(texts.flatMap((text, index) => (text ? [[index + 1, text]] : [])));
  }

  get #shownLine() {
    return this.#line.slice(0, this.shown.ply);
  }

  /** Looks again at the same position, on a new connection. */
  async again() {
    const at = this.#at;
    if (at) await this.#send(this.variation?.from ?? at.ply, at.after);
  }

  /**
   * @param {number} from
   * @param {string[]} moves
   * @param {string[]} [path]
   */
  async #look(from, moves, path) {
    const made = [...this.game.line.slice(0, from), ...moves];
    const request = this.#requests + 1;
    const at = await this.#send(from, moves, path);
    if (!at) return false;
    learnMoves(this.game.game, at.words);
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
   * @param {string[]} [path]
   */
  async #send(ply, moves, path) {
    this.#requests += 1;
    try {
      return await connection.request("look", { game: this.game.id, ply, moves, path });
    } catch (error) {
      if (!isLost(error)) showError(error, this.game.game);
      this.#target = this.#at?.ply ?? this.game.ply;
      return null;
    }
  }

  #save() {
    const { variations, comments } = saveNotebook(this.game.id, this);
    this.variations = variations;
    this.comments = comments;
  }
}
