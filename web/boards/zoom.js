// How large a board is drawn: as its place allows, or larger, so that fingers can hit its cells; then it scrolls.
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { motionAllowed } from "./animation.js";
/** @import { Layout } from "./types.d.ts" */

/** The size of a cell that a finger can hit, in pixels. */
const CELL = 24;
/** How far it can be zoomed, and by how much a button does so. */
const [MOST, STEP] = [4, 1.5];
/** For so many cells the nearest one is looked for; the cells of large boards are alike. */
const SAMPLE = 24;

/** The zoom of a board within the element around it: by two fingers, or by buttons where cells are small. */
export class BoardZoom {
  #root;
  #svg;
  #onPinch;
  /** @type {Layout | null} */
  #layout = null;
  /** How far apart cells are, in units of the drawing. */
  #pitch = 0;
  #zoom = 1;
  /** Whether a person has chosen the zoom. */
  #isChosen = false;
  /** @type {string | undefined} The cell that was scrolled to. */
  #revealed = undefined;
  /** @type {{ far: number, zoom: number, at: [number, number] } | null} Where two fingers began. */
  #pinch = null;
  #observer;

  /**
   * @param {HTMLElement} root The board; its parent is its place.
   * @param {SVGSVGElement} svg
   * @param {() => void} [onPinch] Told when two fingers begin.
   */
  constructor(root, svg, onPinch = () => {}) {
    this.#root = root;
    this.#svg = svg;
    this.#onPinch = onPinch;
    this.buttons = el("div", { class: "zoom-buttons", role: "group", "aria-label": t("zoom.title"), hidden: true },
      button("minus", t("zoom.out"), () => this.#choose(this.#zoom / STEP), { iconOnly: true }),
      button("plus", t("zoom.in"), () => this.#choose(this.#zoom * STEP), { iconOnly: true }));
    this.#observer = new ResizeObserver(() => this.#fit());
    this.#observer.observe(svg);
    svg.addEventListener("touchstart", (event) => this.#begin(event), { passive: true });
    svg.addEventListener("touchmove", (event) => this.#move(event), { passive: false });
    svg.addEventListener("touchend", () => { this.#pinch = null; });
  }

  /** Whether the board is larger than its place. */
  get isZoomed() {
    return this.#zoom > 1;
  }

  /**
   * Takes the geometry of the board.
   * @param {Layout} layout
   */
  show(layout) {
    const isSame = this.#layout?.box.join() === layout.box.join() && this.#layout.scene.cells.length === layout.scene.cells.length;
    this.#layout = layout;
    this.#place?.style.setProperty("--shape", String(layout.box[2] / layout.box[3]));
    if (isSame) return;
    const middles = layout.scene.cells.map((cell) => layout.centre(cell));
    this.#pitch = Math.min(...middles.slice(0, SAMPLE).flatMap(([x, y]) => middles.map((other) => Math.hypot(other[0] - x, other[1] - y) || Infinity)));
    this.#fit();
  }

  /**
   * Scrolls to a cell, if it is near an edge or outside.
   * @param {string | undefined} id
   * @param {ScrollBehavior} [behavior]
   */
  reveal(id, behavior = motionAllowed() ? "smooth" : "instant") {
    this.#revealed = id;
    const [place, layout] = [this.#place, this.#layout];
    const cell = id && layout?.cells.get(id.split("/")[0]);
    if (!this.isZoomed || !place || !layout || !cell) return;
    const scale = this.#svg.clientWidth / layout.box[2];
    const { x, y } = layout.face(cell);
    const at = [(x - layout.box[0]) * scale, (y - layout.box[1]) * scale];
    const edge = 2 * this.#pitch * scale;
    const isSeen = [[at[0] - place.scrollLeft, place.clientWidth], [at[1] - place.scrollTop, place.clientHeight]]
      .every(([from, room]) => from > edge && from < room - edge);
    if (isSeen) return;
    place.scrollTo({ left: at[0] - place.clientWidth / 2, top: at[1] - place.clientHeight / 2, behavior });
  }

  /** Stops listening. */
  end() {
    this.#observer.disconnect();
    this.buttons.remove();
  }

  get #place() {
    return this.#root.parentElement;
  }

  /** The size of a cell without a zoom, in pixels. */
  get #cell() {
    return this.#layout ? this.#pitch * this.#svg.getBoundingClientRect().width / this.#layout.box[2] / this.#zoom : Infinity;
  }

  /** Zooms as far as fingers need it, unless a person has chosen. */
  #fit() {
    const cell = this.#cell;
    if (!cell) return;
    const before = this.#zoom;
    // The zoom changes how much room there is: what is nearly right stays.
    const isSmall = cell < (before > 1 ? CELL + 1 : CELL);
    this.buttons.hidden = !isSmall;
    if (this.#isChosen) return;
    const wanted = isSmall && matchMedia("(pointer: coarse), (max-width: 48rem)").matches ? 1.04 * CELL / cell : 1;
    if (wanted > 1 && Math.abs(wanted / before - 1) < 0.03) return;
    this.#set(wanted);
    if (before !== this.#zoom) this.reveal(this.#revealed, "instant");
  }

  /**
   * Zooms by a button, around the middle of what is seen.
   * @param {number} zoom
   */
  #choose(zoom) {
    const place = this.#place;
    if (!place) return;
    this.#isChosen = true;
    const middle = /** @type {const} */ ([place.clientWidth / 2, place.clientHeight / 2]);
    const at = middle.map((half, axis) => (half + (axis ? place.scrollTop : place.scrollLeft)) / this.#zoom);
    this.#set(zoom);
    place.scrollTo(at[0] * this.#zoom - middle[0], at[1] * this.#zoom - middle[1]);
  }

  /** @param {number} zoom */
  #set(zoom) {
    // As small as it fits, and as large as a cell of a large board needs.
    this.#zoom = Math.max(1, Math.min(Math.max(MOST, 2 * CELL / this.#cell), zoom));
    this.#place?.style.setProperty("--zoom", String(this.#zoom));
    this.#place?.classList.toggle("zoomed", this.isZoomed);
  }

  /** @param {TouchEvent} event */
  #begin({ touches }) {
    const place = this.#place;
    if (touches.length !== 2 || !place) return;
    this.#onPinch();
    const { far, x, y } = this.#fingers(touches, place);
    this.#pinch = { far, zoom: this.#zoom, at: [(x + place.scrollLeft) / this.#zoom, (y + place.scrollTop) / this.#zoom] };
  }

  /** @param {TouchEvent} event */
  #move(event) {
    const [place, pinch] = [this.#place, this.#pinch];
    if (!pinch || !place || event.touches.length !== 2) return;
    event.preventDefault();
    const { far, x, y } = this.#fingers(event.touches, place);
    this.#isChosen = true;
    this.#set(pinch.zoom * far / pinch.far);
    place.scrollTo({ left: pinch.at[0] * this.#zoom - x, top: pinch.at[1] * this.#zoom - y, behavior: "instant" });
  }

  /**
   * How far apart two fingers are, and where their middle is in the place of the board.
   * @param {TouchList} touches
   * @param {HTMLElement} place
   */
  #fingers([one, two], place) {
    const { left, top } = place.getBoundingClientRect();
    return {
      far: Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)),
      x: (one.clientX + two.clientX) / 2 - left, y: (one.clientY + two.clientY) / 2 - top,
    };
  }
}
