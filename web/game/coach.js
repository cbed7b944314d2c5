// Coach marks: in the first game of each kind, what to do in each phase and what it means, once.
import { button, el } from "../shell/elements.js";
import { has, t } from "../shell/i18n.js";
/** @import { Game } from "../protocol.d.ts" */

const KEY = "agon.coach";
/** The most marks that are remembered. */
const MAX_SEEN = 200;

/** A note over the side column, which never moves what is below it. */
export class Coach {
  #marks = new CoachMarks();

  /** @param {() => void} onChange Called when a mark was dismissed. */
  constructor(onChange) {
    this.text = el("p", {});
    this.root = el("aside", { class: "coach", "aria-label": t("coach.title"), "aria-live": "polite", hidden: true }, this.text,
      el("div", { class: "row" },
        button("check", t("coach.ok"), () => { this.#marks.leave(); onChange(); }, { class: "primary" }),
        button(null, t("coach.off"), () => { this.#marks.end(); onChange(); }, { class: "subtle" })));
  }

  /**
   * Shows the mark of what is to be done now, unless it was seen before.
   * @param {Game} game The game at the position that is looked at.
   * @param {number} selected How many elements of a move are selected.
   * @param {boolean} isOwn Whether a person of this browser is to move.
   */
  show(game, selected, isOwn) {
    const mark = this.#marks.next(game, selected, isOwn);
    const text = mark ? t(`coach.${mark}`) : "";
    this.root.hidden = !mark;
    if (this.text.textContent !== text) this.text.textContent = text;
  }
}

/** Which mark is shown, and which were. */
export class CoachMarks {
  #shown = "";

  /**
   * The mark of what is to be done now; empty if there is none, or it was seen before.
   * @param {Pick<Game, "game" | "phases" | "ply" | "line">} game
   * @param {number} selected
   * @param {boolean} isOwn
   */
  next(game, selected, isOwn) {
    const { off, seen } = load();
    const wanted = off || !isOwn ? "" : marksOf(game, selected).find((mark) => !seen.includes(mark) && has(`coach.${mark}`)) ?? "";
    if (wanted !== this.#shown) this.leave();
    return this.#shown = wanted;
  }

  /** Notes that the mark was seen. */
  leave() {
    const { off, seen } = load();
    if (this.#shown) save({ off, seen: [...new Set([...seen, this.#shown])].slice(-MAX_SEEN) });
  }

  /** Shows no marks from now on. */
  end() {
    save({ ...load(), off: true });
  }
}

/**
 * The marks that fit a position, the most important first.
 * @param {Pick<Game, "game" | "phases" | "ply" | "line">} game
 * @param {number} selected
 */
function marksOf({ game, phases, ply, line }, selected) {
  const phase = `${game}.${phases[selected] ?? phases.at(-1)}`;
  return ply > 1 && ply === line.length && selected === 0 ? [phase, "reply"] : [phase];
}

/**
 * Lets the marks of a game be shown again.
 * @param {string} game
 */
export function coachAgain(game) {
  save({ off: false, seen: load().seen.filter((mark) => !mark.startsWith(`${game}.`) && mark !== "reply") });
}

/** @returns {{ off: boolean, seen: string[] }} */
function load() {
  try {
    const { off, seen } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { off: off === true, seen: Array.isArray(seen) ? seen.map(String) : [] };
  } catch {
    return { off: false, seen: [] };
  }
}

/** @param {{ off: boolean, seen: string[] }} value */
function save(value) {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch { /* Then the marks come again. */ }
}
