// Where this browser looks in a game: at the present position, at an earlier one, or in a variation.
import { learnMoves } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { showError } from "../shell/notify.js";
import { movesToShown, shownGame, shownLine, withVariation } from "./state.js";
import { commentKey, promoted, pruned, saveNotebook, startsWith, tidyComment } from "./variation-tree.js";
/** @import { GameState, GameStore } from "./state.js" */
/** @import { Variation } from "./variation-tree.js" */

/** Looks at positions, and keeps the variations that are tried there. */
export class Viewing {
  /** Counts the requests, to recognize answers that come too late. */
  #requests = 0;

  /**
   * @param {GameStore} store
   * @param {() => void} onLook Called when another position is looked at.
   */
  constructor(store, onLook) {
    this.store = store;
    this.onLook = onLook;
  }

  get #state() {
    return this.store.state;
  }

  /**
   * Looks at the position after so many moves of the line that is shown.
   * @param {number} ply
   */
  async go(ply) {
    const { game, variation } = this.#state;
    const target = Math.max(0, Math.min(shownLine(this.#state).length, ply));
    if (target === this.#state.target) return;
    this.store.set({ target });
    if (!variation && target === game.ply) return this.follow();
    if (variation && target <= variation.from) {
      this.store.set({ variation: null });
      return target === game.ply ? this.follow() : this.#look(target, []);
    }
    return this.#look(variation?.from ?? target, variation ? variation.moves.slice(0, target - variation.from) : []);
  }

  /**
   * Looks at a position of the game's own line.
   * @param {number} ply
   */
  async goOnLine(ply) {
    // In a variation the same ply is another position.
    if (this.#state.variation) this.store.set({ variation: null, target: -1 });
    if (ply === this.#state.game.ply) await this.follow();
    else await this.go(ply);
  }

  /**
   * Looks into a variation.
   * @param {Variation} variation
   * @param {number} ply
   * @param {string[]} [path] The elements by which its last move was selected.
   */
  open(variation, ply, path = undefined) {
    this.store.set({ variation, target: ply });
    return this.#look(variation.from, variation.moves.slice(0, ply - variation.from), path);
  }

  /**
   * Looks into a line that begins at the position that is shown; it is not kept as a variation.
   * @param {string[]} moves
   * @param {number} count How many of its moves are made.
   */
  openLine(moves, count) {
    const { variation } = this.#state;
    const { ply } = shownGame(this.#state);
    const from = variation?.from ?? ply;
    const before = variation?.moves.slice(0, ply - from) ?? [];
    return this.open({ from, moves: [...before, ...moves] }, ply + count);
  }

  /** Shows the present position of the game again. */
  async follow() {
    const { at, game } = this.#state;
    this.store.set({ variation: null, target: game.ply, at: null });
    if (!at) return;
    this.onLook();
    await this.leave();
  }

  /**
   * Tries a move at the position that is looked at; it becomes part of a variation unless the
   * line goes on with it. Returns whether it is legal.
   * @param {string} mv
   * @param {string[]} path The elements by which it was selected.
   */
  async try(mv, path) {
    const line = shownLine(this.#state);
    const { target: ply, variation: before, variations } = this.#state;
    if (line[ply] === mv) {
      await this.go(ply + 1);
      return true;
    }
    const from = before?.from ?? ply;
    /** @type {Variation} */
    const next = { from, moves: [...line.slice(from, ply).flatMap((move) => move ?? []), mv] };
    const known = variations.find((other) => other.from === from && startsWith(other.moves, next.moves));
    if (known) {
      await this.open(known, ply + 1, path);
      return true;
    }
    if (!(await this.open(next, ply + 1, path))) {
      this.store.set({ variation: before, target: ply });
      return false;
    }
    this.#keep({ variations: withVariation(this.#state.variations, before, next) });
    this.onLook();
    return true;
  }

  /**
   * Keeps moves that the game has left as a variation.
   * @param {number} from
   * @param {(string | null)[]} line
   */
  keep(from, line) {
    const { variations } = this.#state;
    const moves = line.flatMap((move) => move ?? []);
    if (!moves.length || moves.length < line.length) return;
    if (variations.some((other) => other.from === from && startsWith(other.moves, moves))) return;
    this.#keep({ variations: [...variations, { from, moves }] });
  }

  /**
   * Forgets a branch: the last of these moves, and what follows it.
   * @param {Variation} branch
   */
  async remove(branch) {
    const { variations, variation } = this.#state;
    this.#keep({ variations: pruned(variations, branch) });
    const isShown = variation?.from === branch.from && startsWith(variation.moves, branch.moves);
    if (isShown) await this.follow();
    else this.onLook();
  }

  /**
   * Puts a branch before the others that begin at the same place.
   * @param {Variation} branch
   */
  promote(branch) {
    this.#keep({ variations: promoted(this.#state.variations, branch) });
    this.onLook();
  }

  /**
   * Comments on the move that led to what is shown; an empty text removes the comment.
   * @param {string} text
   */
  setComment(text) {
    const line = movesToShown(this.#state);
    if (!line.length || line.includes(null)) return;
    this.#keep({ comments: { ...this.#state.comments, [commentKey(line)]: tidyComment(text) } });
    this.onLook();
  }

  /** Tells the program that the present position is looked at. */
  leave() {
    return this.#send(null, []);
  }

  /** Looks again at the same position, on a new connection. */
  async again() {
    const { at, variation } = this.#state;
    if (at) await this.#send(variation?.from ?? at.ply, at.after);
  }

  /**
   * @param {number} from
   * @param {string[]} moves
   * @param {string[]} [path]
   */
  async #look(from, moves, path) {
    const made = [...this.#state.game.line.slice(0, from), ...moves].map((mv) => mv ?? "");
    const request = this.#requests + 1;
    const at = await this.#send(from, moves, path);
    if (!at) return false;
    learnMoves(this.#state.game.game, at.words);
    if (request !== this.#requests) return true;
    this.store.set({ at, made, target: at.ply });
    this.onLook();
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
      return await connection.request("look", { game: this.#state.game.id, ply, moves, path });
    } catch (error) {
      const { at, game } = this.#state;
      if (!isLost(error)) showError(error, game.game);
      this.store.set({ target: at?.ply ?? game.ply });
      return null;
    }
  }

  /**
   * Keeps variations or comments in this browser too.
   * @param {Partial<Pick<GameState, "variations" | "comments">>} change
   */
  #keep(change) {
    this.store.set(saveNotebook(this.#state.game.id, { ...this.#state, ...change }));
  }
}
