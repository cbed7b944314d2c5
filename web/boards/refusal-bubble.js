// The bubble that says at a place of the board why it cannot be selected.
import { el } from "../shell/elements.js";
/** @import { Box, Face } from "./types.d.ts" */

/** How long the reason is shown, in milliseconds. */
const DURATION = 4000;

/** A reason at a place of the board. It is announced elsewhere. */
export class RefusalBubble {
  /** @type {number | undefined} */
  #timer = undefined;

  constructor() {
    this.root = el("p", { class: "refusal", "aria-hidden": "true", hidden: true });
  }

  /**
   * Shows a reason above a face of a drawing.
   * @param {string} text
   * @param {Face} face
   * @param {Box} box
   */
  show(text, { x, y, v }, [left, top, width, height]) {
    const [across, down] = [(x - left) / width, (y - Math.abs(v[1]) - top) / height];
    // Near an edge it grows towards the middle.
    this.root.dataset.side = across < 0.25 ? "right" : across > 0.75 ? "left" : "middle";
    this.root.dataset.below = String(down < 0.15);
    this.root.style.left = `${100 * across}%`;
    this.root.style.top = `${100 * (down < 0.15 ? (y + Math.abs(v[1]) - top) / height : down)}%`;
    this.root.textContent = text;
    this.root.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), DURATION);
  }

  /** Hides the reason. */
  hide() {
    clearTimeout(this.#timer);
    this.root.hidden = true;
  }
}
