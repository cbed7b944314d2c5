// The selection of a move: the elements selected so far, and the legal moves that remain.
/** @import { ListedMove } from "../protocol.d.ts" */

/** The elements selected so far, and the legal moves that begin with them. */
export class MoveSelection {
  /** @type {string[]} The selected elements, the first one first. */
  path = [];
  /** Whether the last element was selected automatically, as the only possible one. */
  #isAutomatic = false;

  /** @param {ListedMove[]} moves */
  constructor(moves) {
    this.moves = moves;
  }

  /**
   * The elements that can be selected next, with the number of moves that each leaves.
   * @param {string[]} [path]
   * @returns {Map<string, number>}
   */
  options(path = this.path) {
    /** @type {Map<string, number>} */
    const options = new Map();
    for (const candidate of this.#paths(path)) {
      const next = candidate[path.length];
      if (next !== undefined) options.set(next, (options.get(next) ?? 0) + 1);
    }
    return options;
  }

  /**
   * Whether selecting an element would change anything.
   * @param {string} id
   */
  accepts(id) {
    return this.#pathAfter(id) !== null;
  }

  /**
   * Selects an element, deselects it, or selects it instead of another one.
   * @param {string} id
   */
  select(id) {
    const path = this.#pathAfter(id);
    if (!path) return false;
    const isConfirmed = this.#isAutomatic && path.length === this.path.length && path.at(-1) === id;
    this.path = path;
    this.#isAutomatic = false;
    if (!isConfirmed) this.#selectOnlyLevel();
    return true;
  }

  /**
   * Selects two elements at once; returns false if no move is selected so.
   * @param {string} from
   * @param {string | null} to
   */
  selectRange(from, to) {
    if (to === null || !this.options([from]).has(to)) return false;
    this.path = [from, to];
    return true;
  }

  /** The move that is selected, once it is complete. */
  complete() {
    const move = this.path.length ? this.moves.find(({ paths }) => paths.some((path) => isSame(path, this.path))) : null;
    return move ? { text: move.text, path: this.path } : null;
  }

  /** Deselects the last element; returns false if there is none. */
  back() {
    if (!this.path.length) return false;
    this.path = this.path.slice(0, this.#isAutomatic ? -2 : -1);
    this.#isAutomatic = false;
    return true;
  }

  /**
   * Whether the selected elements begin one of these moves, too.
   * @param {ListedMove[]} moves
   */
  fits(moves) {
    return moves.some(({ paths }) => paths.some((path) => startsWith(path, this.path)));
  }

  /** @param {string[]} start */
  #paths(start) {
    return this.moves.flatMap(({ paths }) => paths.filter((path) => startsWith(path, start)));
  }

  /**
   * The path after an element is selected; null if it cannot be.
   * @param {string} id
   * @returns {string[] | null}
   */
  #pathAfter(id) {
    const { path } = this;
    if (this.options().has(id)) return [...path, id];
    if (this.#isAutomatic && path.at(-1) === id) return path;
    if (path.includes(id)) return path.slice(0, path.indexOf(id));
    for (let length = path.length - 1; length >= 0; length -= 1) {
      const start = path.slice(0, length);
      if (this.options(start).has(id)) return [...start, id];
    }
    const [cell] = id.split("/");
    return cell !== id && this.options([cell]).has(id) ? [cell, id] : null;
  }

  /** Selects the level of a stack if it is the only possible one. */
  #selectOnlyLevel() {
    const options = [...this.options().keys()];
    if (options.length !== 1 || !options[0].startsWith(`${this.path.at(-1)}/`)) return;
    this.path = [...this.path, options[0]];
    this.#isAutomatic = true;
  }
}

/**
 * @param {string[]} path
 * @param {string[]} start
 */
function startsWith(path, start) {
  return start.every((id, index) => path[index] === id);
}

/**
 * @param {string[]} a
 * @param {string[]} b
 */
function isSame(a, b) {
  return a.length === b.length && startsWith(a, b);
}
