// Arrows for fingers: where a move is one step of the only piece of a side, a button or a swipe over the board makes it.
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";

/** How far a finger moves to make a step, in pixels. */
const SWIPE = 28;

const KEYS = /** @type {const} */ ([["left", "ArrowLeft"], ["up", "ArrowUp"], ["down", "ArrowDown"], ["right", "ArrowRight"]]);

/** The arrow buttons of a game, which are shown on screens that are touched. */
export class WalkPad {
  #onWalk;

  /** @param {(key: string) => void} onWalk */
  constructor(onWalk) {
    this.#onWalk = onWalk;
    this.buttons = KEYS.map(([name, key]) => button(name, t(`board.direction.${name}`), () => onWalk(key), { iconOnly: true }));
    this.root = el("div", { class: "walk-pad", role: "group", "aria-label": t("walk.title"), hidden: true }, this.buttons);
  }

  /**
   * Offers the steps; once there was one, the buttons keep their place.
   * @param {boolean} canWalk
   */
  show(canWalk) {
    if (canWalk) this.root.hidden = false;
    for (const button of this.buttons) button.disabled = !canWalk;
  }

  /**
   * Makes a step by a swipe over a board that does not scroll.
   * @param {HTMLElement} area
   */
  listen(area) {
    /** @type {Touch | null} */
    let from = null;
    area.addEventListener("touchstart", ({ touches }) => { from = touches.length === 1 ? touches[0] : null; }, { passive: true });
    area.addEventListener("touchend", ({ changedTouches: [to] }) => {
      const [x, y] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
      from = null;
      if (this.root.hidden || area.classList.contains("zoomed") || Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
      this.#onWalk(Math.abs(x) > Math.abs(y) ? (x < 0 ? "ArrowLeft" : "ArrowRight") : (y < 0 ? "ArrowUp" : "ArrowDown"));
    });
  }
}
