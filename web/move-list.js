// The list of moves, with the variations that were tried.
import { describeMove } from "./boards/labels.js";
import { button, el } from "./elements.js";
import { t } from "./i18n.js";
import { SIGNS } from "./move-quality.js";
/** @import { Game, Side } from "./protocol.d.ts" */
/** @import { ReviewPoints } from "./review.js" */
/** @import { ShownGame, Variation } from "./viewing.js" */

/**
 * @typedef {object} MoveListActions
 * @property {(ply: number, variation: Variation | null) => void} onJump Goes to the position after a move.
 * @property {(variation: Variation) => void} onRemove Forgets a variation.
 * @property {(variation: Variation) => void} onPlay Plays a variation in the game itself.
 */

/** The moves of a game; a click goes to the position after a move. */
export class MoveList {
  /** @param {MoveListActions} actions */
  constructor(actions) {
    this.actions = actions;
    /** What is shown, to redraw only changes. */
    this.shown = "";
    /** @type {ReviewPoints} What a review says of the moves. */
    this.review = [];
    this.list = el("ol", { class: "moves" });
    this.empty = el("p", { class: "muted" }, t("move_list.none"));
    this.root = el("div", { class: "move-list" }, this.empty, this.list);
  }

  /**
   * Shows the moves of a game.
   * @param {Game} game
   * @param {ShownGame} shown The game at the position that is looked at.
   * @param {Variation[]} variations
   */
  show(game, shown, variations) {
    const index = shown.variation ? variations.indexOf(shown.variation) : -1;
    const state = JSON.stringify([game.ply, game.line, shown.ply, index, variations, game.rights.owner, this.review.map((point) => point?.quality)]);
    if (state === this.shown) return;
    this.shown = state;
    this.empty.hidden = game.line.length > 0;
    const skipped = moverAt(game, 0) === "p2" ? 1 : 0;
    const rows = [];
    for (let index = -skipped; index < game.line.length; index += 2) {
      rows.push(this.#row(game, shown, index, skipped));
      for (const variation of variations) {
        const isLast = index + 2 >= game.line.length;
        const isHere = variation.from === index || variation.from === index + 1 || (isLast && variation.from > index + 1);
        if (isHere) rows.push(this.#variation(game, shown, variation, skipped));
      }
    }
    this.list.replaceChildren(...rows);
    // Reading the layout is cheap once the frame has been laid out.
    requestAnimationFrame(() => this.#reveal());
  }

  /**
   * @param {Game} game
   * @param {ShownGame} shown
   * @param {number} index
   * @param {number} skipped
   */
  #row(game, shown, index, skipped) {
    const number = (index + skipped) / 2 + 1;
    return el("li", {}, el("span", { class: "number" }, `${number}.`),
      this.#move(game, shown, index), this.#move(game, shown, index + 1));
  }

  /**
   * @param {Game} game
   * @param {ShownGame} shown
   * @param {number} index
   */
  #move(game, shown, index) {
    if (index < 0 || index >= game.line.length) return el("span", {}, index < 0 ? "…" : "");
    const text = game.line[index];
    const isUndone = index >= game.ply;
    const isCurrent = index === shown.ply - 1 && (!shown.variation || index < shown.variation.from);
    const quality = this.review[index]?.quality;
    const words = text === null ? t("move_list.hidden") : describeMove(game.game, text);
    const description = quality && SIGNS[quality] ? `${words}, ${t(`review.count.${quality}`)}` : words;
    return el("button", {
      type: "button", "data-quality": quality, class: isUndone ? "undone" : "", title: description,
      "aria-label": isUndone ? t("move_list.undone", { move: description }) : description,
      onclick: () => this.actions.onJump(index + 1, null), ...(isCurrent ? { "aria-current": "step" } : {}),
    }, text ?? "?", quality && SIGNS[quality] ? el("span", { class: "quality", "aria-hidden": "true" }, SIGNS[quality]) : null);
  }

  /**
   * @param {Game} game
   * @param {ShownGame} shown
   * @param {Variation} variation
   * @param {number} skipped
   */
  #variation(game, shown, variation, skipped) {
    const { from, moves } = variation;
    const mayPlay = game.rights.owner || game.rights.claims.includes("you");
    const buttons = moves.map((mv, index) => {
      const ply = from + index + 1;
      const isCurrent = shown.variation === variation && shown.ply === ply;
      return el("button", {
        type: "button", title: describeMove(game.game, mv), "aria-label": describeMove(game.game, mv),
        onclick: () => this.actions.onJump(ply, variation), ...(isCurrent ? { "aria-current": "step" } : {}),
      }, mv);
    });
    const number = Math.floor((from + skipped) / 2) + 1;
    return el("li", { class: "variation" }, el("span", { class: "number" }, `${number}${(from + skipped) % 2 ? "…" : "."}`),
      el("span", { class: "variation-moves" }, buttons),
      mayPlay ? button("play", t("variation.play"), () => this.actions.onPlay(variation), { iconOnly: true, class: "subtle" }) : null,
      button("bin", t("variation.remove"), () => this.actions.onRemove(variation), { iconOnly: true, class: "subtle" }));
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
