// Drawing circles and arrows on a board: by dragging with the right button, and in drawing mode also by clicks and keys.
import { elementOf } from "./pointer.js";
/** @import { Layout } from "./types.d.ts" */

/** @typedef {{ from: string, to: string | null, colour: string }} BoardMark A circle around an element, or an arrow to another. */

/**
 * A mark as it is kept, such as `G11` and `R11>22`.
 * @param {string} text
 * @returns {BoardMark}
 */
export function readMark(text) {
  const [from, to = null] = text.slice(1).split(">");
  return { from, to, colour: text[0] };
}

/** @param {BoardMark} mark */
export function markText({ from, to, colour }) {
  return `${colour}${from}${to === null ? "" : `>${to}`}`;
}

/**
 * The marks with one that was drawn: the same one again removes it, in another colour it changes.
 * @param {string[]} marks
 * @param {BoardMark} mark
 */
export function withMark(marks, mark) {
  const others = marks.filter((other) => other.slice(1) !== markText(mark).slice(1));
  return marks.includes(markText(mark)) ? others : [...others, markText(mark)];
}

/**
 * The colour for the keys that are held: green, with Shift red, with Alt blue, with both yellow.
 * @param {{ shiftKey: boolean, altKey: boolean }} event
 */
function colourOf({ shiftKey, altKey }) {
  return shiftKey ? (altKey ? "Y" : "R") : altKey ? "B" : "G";
}

/** Turns drags, clicks and keys into marks. */
export class MarkDrawing {
  /** Whether clicks and keys draw, too. */
  isOn = false;
  /** @type {string | null} Where a mark begins that was not ended yet. */
  from = null;
  /** @type {{ id: string, button: number } | null} */
  #pressed = null;
  #listeners = new AbortController();

  /**
   * @param {SVGSVGElement} svg
   * @param {() => Layout} layout
   * @param {(mark: BoardMark) => void} onMark
   * @param {() => void} onBegin Called when a mark begins or is given up.
   */
  constructor(svg, layout, onMark, onBegin) {
    this.svg = svg;
    this.layout = layout;
    this.onMark = onMark;
    this.onBegin = onBegin;
    const { signal } = this.#listeners;
    svg.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    // Before anything else of the board hears of it.
    svg.addEventListener("pointerdown", (event) => this.#down(event), { signal, capture: true });
    document.addEventListener("pointerup", (event) => this.#up(event), { signal });
    document.addEventListener("pointercancel", () => this.release(), { signal });
  }

  /** Forgets what is pressed, because the pointer does something else. */
  release() {
    this.#pressed = null;
  }

  /** Stops listening. */
  end() {
    this.#listeners.abort();
  }

  /** @param {boolean} on */
  toggle(on) {
    this.isOn = on;
    this.cancel();
  }

  /** Gives up a mark that has begun; returns whether there was one. */
  cancel() {
    const hadBegun = this.from !== null;
    this.from = null;
    if (hadBegun) this.onBegin();
    return hadBegun;
  }

  /**
   * Begins a mark at a cell, or ends it there.
   * @param {string} id
   * @param {{ shiftKey: boolean, altKey: boolean }} event
   */
  press(id, event) {
    const { from } = this;
    this.from = from === null ? id : null;
    this.onBegin();
    if (from !== null) this.#mark(from, id, event);
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {{ shiftKey: boolean, altKey: boolean }} event
   */
  #mark(from, to, event) {
    this.onMark({ from, to: from === to ? null : to, colour: colourOf(event) });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { button, isPrimary } = event;
    if (!isPrimary || (button !== 2 && !(button === 0 && this.isOn))) return;
    event.stopPropagation();
    const id = this.#cellAt(event);
    this.#pressed = id === null ? null : { id, button };
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const pressed = this.#pressed;
    if (!pressed || pressed.button !== event.button) return;
    this.#pressed = null;
    const id = this.#cellAt(event);
    if (id === null) return;
    if (pressed.button === 0 && pressed.id === id) return this.press(id, event);
    this.cancel();
    this.#mark(pressed.id, id, event);
  }

  /**
   * The cell under the pointer; pieces and levels belong to theirs.
   * @param {PointerEvent} event
   */
  #cellAt({ clientX, clientY }) {
    const node = document.elementFromPoint(clientX, clientY);
    const id = node && this.svg.contains(node) ? elementOf(node)?.split("/")[0] : null;
    return id && this.layout().cells.has(id) ? id : null;
  }
}
