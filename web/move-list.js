// The list of moves: the current one is marked, undone ones are grey.
import { describeMove } from "./boards/labels.js";
import { el } from "./elements.js";
import { t } from "./i18n.js";
/** @import { Game, Side } from "./protocol.d.ts" */

/** The moves of a game; a click goes to the position after a move. */
export class MoveList {
  /** @param {{ onJump: (ply: number) => void }} options */
  constructor({ onJump }) {
    this.onJump = onJump;
    /** What is shown, to redraw only changes. */
    this.shown = "";
    this.list = el("ol", { class: "moves" });
    this.empty = el("p", { class: "muted" }, t("move_list.none"));
    this.root = el("section", { class: "panel move-list", "aria-labelledby": "move-list" },
      el("h2", { id: "move-list" }, t("move_list.title")), this.empty, this.list);
  }

  /**
   * Shows the moves of a game.
   * @param {Game} game
   */
  show(game) {
    const shown = `${game.ply}:${game.line.join(" ")}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.empty.hidden = game.line.length > 0;
    const skipped = moverAt(game, 0) === "p2" ? 1 : 0;
    const rows = [];
    for (let index = -skipped; index < game.line.length; index += 2) rows.push(this.#row(game, index, skipped));
    this.list.replaceChildren(...rows);
    // Reading the layout is cheap once the frame has been laid out.
    requestAnimationFrame(() => this.#reveal());
  }

  /**
   * @param {Game} game
   * @param {number} index
   * @param {number} skipped
   */
  #row(game, index, skipped) {
    const number = (index + skipped) / 2 + 1;
    return el("li", {}, el("span", { class: "number" }, `${number}.`),
      this.#move(game, index), this.#move(game, index + 1));
  }

  /**
   * @param {Game} game
   * @param {number} index
   */
  #move(game, index) {
    if (index < 0 || index >= game.line.length) return el("span", {}, index < 0 ? "…" : "");
    const text = game.line[index];
    const isUndone = index >= game.ply;
    const current = index === game.ply - 1 ? { "aria-current": "step" } : {};
    const description = text === null ? t("move_list.hidden") : describeMove(game.game, text);
    return el("button", {
      type: "button", class: isUndone ? "undone" : "", title: description,
      "aria-label": isUndone ? t("move_list.undone", { move: description }) : description,
      onclick: () => this.onJump(index + 1), ...current,
    }, text ?? "?");
  }

  #reveal() {
    /** @type {HTMLElement | null} */
    const current = this.list.querySelector("[aria-current]");
    if (!current) {
      this.list.scrollTop = 0;
      return;
    }
    const top = current.offsetTop;
    if (top < this.list.scrollTop || top + 40 > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }
}

/**
 * The side that makes a move of a game's line.
 * @param {Game} game
 * @param {number} ply
 * @returns {Side}
 */
export function moverAt(game, ply) {
  return game.by[ply] ?? game.to_move ?? "p1";
}
