// Where this browser looks in a game: at the present position, at an earlier one, or in a variation.
import { learnMoves, wordsOf } from "../boards/labels.js";
import { withMark } from "../boards/mark-drawing.js";
import { connection, isLost, problemOf } from "../shell/connection.js";
import { showError } from "../shell/notify.js";
import { requestOf } from "./requests.js";
import { annotationChange, movesToShown, shownGame, shownLine, shownMarks } from "./state.js";
import { annotated, ownNotes, promoted, pruned, saveOwn, startsWith, tidyComment } from "./variation-tree.js";
/** @import { Annotations } from "../protocol.d.ts" */
/** @import { BoardMark } from "../boards/mark-drawing.js" */
/** @import { GameStore } from "./state.js" */
/** @import { Note, Variation } from "./variation-tree.js" */

/** What each request does to a tree. */
const EDITS = { annotate: annotated, prune: pruned, promote: promoted };

/** Looks at positions, and keeps the variations that are tried there. */
export class Viewing {
  /** Counts the requests, to recognize answers that come too late. */
  #requests = 0;
  /** How many edits are on their way, and what was received meanwhile, which may be from before them. */
  #edits = 0;
  /** @type {Annotations | null} */
  #received = null;
  /** Whether what this browser keeps is being written to the game. */
  #isHandingOver = false;

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
    this.#edit("annotate", { moves: this.#path(next) });
    this.onLook();
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
    this.#edit("annotate", { moves: this.#path({ from, moves }) });
  }

  /**
   * Forgets a branch: the last of these moves, and what follows it.
   * @param {Variation} branch
   */
  async remove(branch) {
    const { variation } = this.#state;
    this.#edit("prune", { moves: this.#path(branch) });
    const isShown = variation?.from === branch.from && startsWith(variation.moves, branch.moves);
    if (isShown) await this.follow();
    else this.onLook();
  }

  /**
   * Puts a branch before the others that begin at the same place.
   * @param {Variation} branch
   */
  promote(branch) {
    this.#edit("promote", { moves: this.#path(branch) });
    this.onLook();
  }

  /**
   * Comments on the position that is shown; an empty text removes the comment.
   * @param {string} text
   */
  setComment(text) {
    this.#annotateShown({ comment: tidyComment(text) });
  }

  /**
   * Draws a circle or an arrow in the position that is shown, or removes it.
   * @param {BoardMark} mark
   */
  toggleMark(mark) {
    this.#annotateShown({ marks: withMark(shownMarks(this.#state), mark) });
  }

  /** Removes all that was drawn in the position that is shown. */
  erase() {
    this.#annotateShown({ marks: [] });
  }

  /** @param {Omit<Note, "moves">} note */
  #annotateShown(note) {
    const line = movesToShown(this.#state);
    if (line.includes(null)) return;
    this.#edit("annotate", { moves: line.flatMap((mv) => mv ?? []), ...note });
    this.onLook();
  }

  /**
   * Takes what was written to the game, here or elsewhere.
   * @param {Annotations} annotations
   */
  receive(annotations) {
    const { moves, words } = annotations;
    learnMoves(this.#state.game.game, words);
    this.#received = this.#edits ? annotations : null;
    if (this.#received) return;
    this.store.set(annotationChange(this.#state, { tree: moves }));
    this.onLook();
  }

  /** Writes to the game what this browser has kept until it may: of a game between people, at its end. */
  async handOver() {
    const { game, own } = this.#state;
    if (!game.annotates || !own.length || this.#isHandingOver) return;
    this.#isHandingOver = true;
    try {
      for (const note of ownNotes(own)) await this.#send("annotate", note);
      this.#keepOwn([]);
      this.onLook();
    } catch (error) {
      if (!isLost(error)) showError(error, game.game);
    } finally {
      this.#isHandingOver = false;
    }
  }

  /**
   * Sends a note; what does not belong to the game, such as an illegal move, is left out.
   * @param {keyof typeof EDITS} name
   * @param {Note} note
   */
  async #send(name, note) {
    try {
      await requestOf(this.#state.game.id, name, note);
    } catch (error) {
      const kind = problemOf(error)?.kind;
      if (kind !== "InLine" && kind !== "Bound") throw error;
    }
  }

  /**
   * The moves from the start to the end of a variation.
   * @param {Variation} variation
   */
  #path({ from, moves }) {
    return [...this.#state.game.line.slice(0, from).flatMap((mv) => mv ?? []), ...moves];
  }

  /**
   * Changes what was written to the game, or what this browser keeps of it if it may not.
   * @param {keyof typeof EDITS} name
   * @param {Note} note
   */
  async #edit(name, note) {
    const { game, tree, own } = this.#state;
    if (!game.annotates) return this.#keepOwn(EDITS[name](own, note));
    const next = EDITS[name](tree, note);
    this.store.set(annotationChange(this.#state, { tree: next }));
    this.#edits += 1;
    try {
      await requestOf(game.id, name, note);
    } catch (error) {
      if (this.#state.tree === next) {
        this.store.set(annotationChange(this.#state, { tree }));
        this.onLook();
      }
      if (!isLost(error)) showError(error, game.game);
    } finally {
      this.#edits -= 1;
      if (!this.#edits && this.#received) this.receive(this.#received);
    }
  }

  /** @param {import("../protocol.d.ts").AnnotatedMove[]} own */
  #keepOwn(own) {
    const { id, game } = this.#state.game;
    this.store.set(annotationChange(this.#state, { own }));
    saveOwn(id, own, wordsOf(game, own.map(({ mv }) => mv)));
  }

  /** Tells the program that the present position is looked at. */
  leave() {
    return this.#lookAt(null, []);
  }

  /** Looks again at the same position, on a new connection. */
  async again() {
    const { at, variation } = this.#state;
    if (at) await this.#lookAt(variation?.from ?? at.ply, at.after);
  }

  /**
   * @param {number} from
   * @param {string[]} moves
   * @param {string[]} [path]
   */
  async #look(from, moves, path) {
    const made = [...this.#state.game.line.slice(0, from), ...moves].map((mv) => mv ?? "");
    const request = this.#requests + 1;
    const at = await this.#lookAt(from, moves, path);
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
  async #lookAt(ply, moves, path) {
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
}
