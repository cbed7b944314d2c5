// Dragging the pointer from one element of a board to another.

/** How long after a drag its click is ignored, in milliseconds. */
const CLICK_WINDOW = 80;
/** A press of this length is a long one, in milliseconds. */
const LONG_PRESS = 450;
/** So near the edge of a board that scrolls a drag scrolls it, and by so much, in pixels. */
const [EDGE, SCROLL] = [32, 14];

/** Recognizes drags: `onRange` is called while the pointer moves, `onDone` when it is released. */
export class RangeDrag {
  #svg;
  #onRange;
  #onDone;
  /** @type {string | null} */
  #from = null;
  /** @type {string | null} */
  #to = null;
  #lastDrag = -CLICK_WINDOW;
  #pressedAt = 0;
  #listeners = new AbortController();

  /**
   * @param {SVGSVGElement} svg
   * @param {(from: string | null, to: string | null) => void} onRange
   * @param {(from: string, to: string | null) => void} onDone
   */
  constructor(svg, onRange, onDone) {
    this.#svg = svg;
    this.#onRange = onRange;
    this.#onDone = onDone;
    const { signal } = this.#listeners;
    svg.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    document.addEventListener("pointermove", (event) => this.#move(event), { signal });
    document.addEventListener("pointerup", (event) => this.#up(event), { signal });
    document.addEventListener("pointercancel", () => this.cancel(), { signal });
  }

  /** Whether a click that happens now is the end of a drag. */
  isClickOfDrag() {
    return performance.now() - this.#lastDrag < CLICK_WINDOW;
  }

  /** Whether a click that happens now is the end of a long press. */
  isLongPress() {
    return performance.now() - this.#pressedAt > LONG_PRESS;
  }

  /** Stops listening. */
  end() {
    this.#listeners.abort();
  }

  /**
   * The element under the pointer.
   * @param {PointerEvent} event
   */
  #elementAt({ clientX, clientY }) {
    const node = document.elementFromPoint(clientX, clientY)?.closest("[data-element]");
    return node instanceof SVGElement && this.#svg.contains(node) ? node.dataset.element ?? null : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#pressedAt = performance.now();
    if (event.button === 0 && event.isPrimary) this.#from = this.#to = this.#elementAt(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#from) return;
    const place = this.#svg.closest(".zoomed");
    const box = place?.getBoundingClientRect();
    if (box && event.clientX > box.right - EDGE) place?.scrollBy({ left: SCROLL, behavior: "instant" });
    if (box && event.clientX < box.left + EDGE) place?.scrollBy({ left: -SCROLL, behavior: "instant" });
    const to = this.#elementAt(event);
    if (!to || to === this.#to) return;
    this.#to = to;
    this.#onRange(this.#from, to);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const [from, to] = [this.#from, this.#elementAt(event)];
    const hasMoved = this.#to !== this.#from;
    this.#from = this.#to = null;
    if (!from || !hasMoved) return;
    this.#lastDrag = performance.now();
    this.#onDone(from, to);
  }

  /** Forgets the drag, as when a second finger comes. */
  cancel() {
    if (this.#from) this.#onRange(null, null);
    this.#from = this.#to = null;
  }
}
