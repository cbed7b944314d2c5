// Clocks: how long each player has left, and the form that asks for a time control.
import { dropdown, el, field } from "../shell/elements.js";
import { locale, t } from "../shell/i18n.js";
/** @import { Clock, TimeControl } from "../protocol.d.ts" */

/** How often a running clock is drawn, in milliseconds. */
const TICK = 100;
/** Below this tenths of a second are shown. */
const LOW = 10000;

/** The clock of one player, counted here between the messages of the program. */
export class ClockFace {
  /** @type {number | undefined} */
  #timer = undefined;
  /** @param {number} index The side, as a number. */
  constructor(index) {
    this.index = index;
    this.root = el("p", { class: "clock", role: "timer", hidden: true });
  }

  /**
   * Shows what the player has left.
   * @param {Clock | null} clock
   * @param {number} since When the program told so.
   * @param {string} label
   */
  show(clock, since, label) {
    this.end();
    const left = clock?.left[this.index] ?? null;
    this.root.hidden = left === null;
    if (!clock || left === null) return;
    this.root.setAttribute("aria-label", label);
    const isRunning = clock.running === (this.index ? "p2" : "p1");
    this.root.classList.toggle("running", isRunning);
    const draw = () => this.#draw(Math.max(0, left - (isRunning ? performance.now() - since : 0)));
    if (isRunning) this.#timer = setInterval(draw, TICK);
    draw();
  }

  /** @param {number} left */
  #draw(left) {
    const text = clockText(left);
    if (this.root.textContent !== text) this.root.textContent = text;
    this.root.classList.toggle("low", left < LOW);
  }

  /** Stops counting. */
  end() {
    clearInterval(this.#timer);
  }
}

/**
 * A time as clocks show it: 1:02:03, 4:05, or 9.8 in the last ten seconds.
 * @param {number} left In milliseconds.
 */
export function clockText(left) {
  if (left < LOW) {
    const tenths = Math.floor(left / 100) / 10;
    return new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(tenths);
  }
  const seconds = Math.ceil(left / 1000);
  const pad = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** The fields of a time control. */
export class ClockForm {
  #isWanted = true;

  constructor() {
    /**
     * @param {number} value
     * @param {number} min
     * @param {number} max
     */
    const input = (value, min, max) => el("input", { type: "number", required: true, value, min, max, step: "any" });
    this.kind = dropdown([["none", t("clock.none")], ["fischer", t("clock.fischer")], ["move", t("clock.move")]], "none", {
      onchange: () => this.#show(),
    });
    this.kind.name = "clock";
    this.minutes = input(5, 0.05, 1440);
    this.increment = input(3, 0, 600);
    this.seconds = input(30, 1, 1209600);
    this.fischer = el("div", { class: "row" }, field(t("clock.minutes"), this.minutes), field(t("clock.increment"), this.increment));
    this.move = field(t("clock.seconds"), this.seconds);
    this.root = el("div", { class: "form-stack" }, field(t("clock.title"), this.kind), this.fischer, this.move);
    this.#show();
  }

  #show() {
    const kind = this.#isWanted ? this.kind.value : "none";
    this.root.hidden = !this.#isWanted;
    this.fischer.hidden = kind !== "fischer";
    this.move.hidden = kind !== "move";
    // A field that is not shown must not stop the form.
    this.minutes.disabled = this.increment.disabled = kind !== "fischer";
    this.seconds.disabled = kind !== "move";
  }

  /**
   * Shows the fields where people play, and only there.
   * @param {boolean} isWanted
   */
  offer(isWanted) {
    this.#isWanted = isWanted;
    this.#show();
  }

  /** @returns {TimeControl | null} */
  get value() {
    if (!this.#isWanted) return null;
    const scaled = (/** @type {HTMLInputElement} */ input, /** @type {number} */ unit) => Math.round(Number(input.value) * unit);
    if (this.kind.value === "fischer") {
      return { kind: "fischer", initial: scaled(this.minutes, 60000), increment: scaled(this.increment, 1000) };
    }
    return this.kind.value === "move" ? { kind: "move", time: scaled(this.seconds, 1000) } : null;
  }
}
