// Which moves are left after what has been pointed at so far.

/** The elements pointed at, and the legal moves that begin with them. */
export class Pointing {
  /** What has been chosen, from the first element on. */
  path = [];
  /** Whether the last element was the only one there was, and chosen without being asked for. */
  #given = false;

  constructor(moves) {
    this.moves = moves;
  }

  /** The elements that can be chosen next, with the number of moves that each leaves. */
  options(path = this.path) {
    const next = new Map();
    for (const way of this.#ways(path)) {
      if (way.length > path.length) next.set(way[path.length], (next.get(way[path.length]) ?? 0) + 1);
    }
    return next;
  }

  /** Whether pointing at an element would change anything. */
  takes(id) {
    return this.#after(id) !== null;
  }

  /** Chooses an element, gives it up again, or chooses it instead of another. */
  point(id) {
    const path = this.#after(id);
    if (!path) return false;
    const confirmed = this.#given && path.length === this.path.length && path.at(-1) === id;
    this.path = path;
    this.#given = false;
    if (!confirmed) this.#goOn();
    return true;
  }

  /** Chooses two elements at once; false if no move is pointed out so. */
  sweep(from, to) {
    if (!this.options([from]).has(to)) return false;
    this.path = [from, to];
    return true;
  }

  /** The move that is pointed out, once it is. */
  complete() {
    const move = this.path.length ? this.moves.find(({ paths }) => paths.some((way) => same(way, this.path))) : null;
    return move ? { text: move.text, path: this.path } : null;
  }

  /** Takes back the last choice; false if there is none. */
  back() {
    if (!this.path.length) return false;
    this.path = this.path.slice(0, this.#given ? -2 : -1);
    this.#given = false;
    return true;
  }

  /** Whether what has been chosen begins one of these moves too. */
  fits(moves) {
    return moves.some(({ paths }) => paths.some((way) => begins(way, this.path)));
  }

  #ways(path) {
    return this.moves.flatMap(({ paths }) => paths.filter((way) => begins(way, path)));
  }

  #after(id) {
    const { path } = this;
    if (this.options().has(id)) return [...path, id];
    if (this.#given && path.at(-1) === id) return path;
    if (path.includes(id)) return path.slice(0, path.indexOf(id));
    for (let length = path.length - 1; length >= 0; length -= 1) {
      const kept = path.slice(0, length);
      if (this.options(kept).has(id)) return [...kept, id];
    }
    const [place] = id.split("/");
    return place !== id && this.options([place]).has(id) ? [place, id] : null;
  }

  /** Where a place has only one level to choose, it is chosen. */
  #goOn() {
    const next = [...this.options().keys()];
    if (next.length !== 1 || !next[0].startsWith(`${this.path.at(-1)}/`)) return;
    this.path = [...this.path, next[0]];
    this.#given = true;
  }
}

function begins(way, path) {
  return path.every((id, place) => way[place] === id);
}

function same(way, path) {
  return way.length === path.length && begins(way, path);
}
