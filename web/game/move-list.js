// The list of moves, with the variations that were tried.
import { describeMove, plainNotation, shortMove } from "../boards/labels.js";
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { SIGNS } from "../analysis/move-quality.js";
import { moverAt } from "../analysis/scores.js";
import { shownComment, shownGame, shownMarks } from "./state.js";
import { commentKey, numberOf, startsWith, variationRows } from "./variation-tree.js";
/** @import { Game } from "../protocol.d.ts" */
/** @import { GameState, ShownGame } from "./state.js" */
/** @import { Variation, VariationNode, VariationRow } from "./variation-tree.js" */

/**
 * @typedef {object} MoveListActions
 * @property {(ply: number, variation: Variation | null) => void} onJump Goes to the position after a move.
 * @property {(branch: Variation) => void} onRemove Forgets a branch of the variations.
 * @property {(branch: Variation) => void} onPromote Puts a branch before the others.
 * @property {(text: string) => void} onComment Comments on the position that is shown.
 * @property {(on: boolean) => void} onDraw Lets clicks draw on the board, or not any more.
 * @property {() => void} onErase Removes what was drawn in the position that is shown.
 * @property {(variation: Variation) => void} onPlay Plays a variation in the game itself.
 */

/** The moves of a game; a click goes to the position after a move. */
export class MoveList {
  /** @param {MoveListActions} actions */
  constructor(actions) {
    this.actions = actions;
    /** What is shown, to redraw only changes. */
    this.drawn = "";
    this.list = el("ol", { class: "moves" });
    this.empty = el("p", { class: "muted" }, t("move_list.none"));
    this.comment = el("input", {
      type: "text", class: "move-comment", maxlength: 300, autocomplete: "off",
      onchange: () => actions.onComment(this.comment.value),
    });
    this.draw = button("edit", t("comment.draw"), () => actions.onDraw(this.draw.getAttribute("aria-pressed") !== "true"), { iconOnly: true, class: "subtle draw" });
    this.erase = button("bin", t("comment.erase"), () => actions.onErase(), { iconOnly: true, class: "subtle erase" });
    this.root = el("div", { class: "move-list" }, this.empty, this.list, el("div", { class: "comment-row" }, this.comment, this.draw, this.erase));
  }

  /**
   * Shows the moves of a game.
   * @param {GameState} state
   */
  show(state) {
    const { game, variations, comments, review, isDrawing } = state;
    const shown = shownGame(state);
    const marks = shownMarks(state);
    const qualities = review.map((point) => point?.quality);
    const drawn = JSON.stringify([game.ply, game.line, shown.ply, shown.variation, variations, comments, marks, isDrawing, game.annotates, game.rights.owner, qualities, plainNotation()]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.comment.value = shownComment(state);
    this.comment.disabled = this.draw.disabled = game.viewer !== null;
    const label = t(shown.ply ? "comment.label" : "comment.start");
    this.comment.placeholder = label;
    this.comment.setAttribute("aria-label", label);
    this.draw.setAttribute("aria-pressed", String(isDrawing));
    this.erase.classList.toggle("unused", !marks.length);
    this.empty.hidden = game.line.length > 0;
    const skipped = moverAt(game, 0) === "p2" ? 1 : 0;
    const rows = comments[""] ? [el("li", { class: "comment" }, comments[""])] : [];
    for (let index = -skipped; index < game.line.length; index += 2) {
      rows.push(this.#row(state, shown, index, skipped));
      rows.push(...this.#comments(game, comments, index));
      const isLast = index + 2 >= game.line.length;
      const starts = new Set(variations.map(({ from }) => from));
      for (const from of [...starts].sort((a, b) => a - b)) {
        const isHere = from === index || from === index + 1 || (isLast && from > index + 1);
        if (isHere) rows.push(...variationRows(variations, from).map((row) => this.#variation(state, shown, from, row, skipped)));
      }
    }
    this.list.replaceChildren(...rows);
    // Reading the layout is cheap once the frame has been laid out.
    requestAnimationFrame(() => this.#reveal());
  }

  /**
   * @param {GameState} state
   * @param {ShownGame} shown
   * @param {number} index
   * @param {number} skipped
   */
  #row(state, shown, index, skipped) {
    const number = (index + skipped) / 2 + 1;
    return el("li", {}, el("span", { class: "number" }, `${number}.`),
      this.#move(state, shown, index), this.#move(state, shown, index + 1));
  }

  /**
   * @param {GameState} state
   * @param {ShownGame} shown
   * @param {number} index
   */
  #move({ game, review }, shown, index) {
    if (index < 0 || index >= game.line.length) return el("span", {}, index < 0 ? "…" : "");
    const text = game.line[index];
    const isUndone = index >= game.ply;
    const isCurrent = index === shown.ply - 1 && (!shown.variation || index < shown.variation.from);
    const quality = review[index]?.quality;
    const words = text === null ? t("move_list.hidden") : describeMove(game.game, text);
    const description = quality && SIGNS[quality] ? `${words}, ${t(`review.count.${quality}`)}` : words;
    return el("button", {
      type: "button", "data-quality": quality, "data-move": text, class: isUndone ? "undone" : "", title: text === null ? description : description.replace(words, text),
      "aria-label": isUndone ? t("move_list.undone", { move: description }) : description,
      onclick: () => this.actions.onJump(index + 1, null), ...(isCurrent ? { "aria-current": "step" } : {}),
    }, text === null ? "?" : shortMove(game.game, text), quality && SIGNS[quality] ? el("span", { class: "quality", "aria-hidden": "true" }, SIGNS[quality]) : null);
  }

  /**
   * The comments on the two moves of a row.
   * @param {Game} game
   * @param {Record<string, string>} comments
   * @param {number} index
   */
  #comments(game, comments, index) {
    return [index, index + 1].flatMap((ply) => {
      const text = ply < 0 || ply >= game.line.length ? "" : comments[commentKey(game.line.slice(0, ply + 1))];
      return text ? [el("li", { class: "comment" }, text)] : [];
    });
  }

  /**
   * A row of a variation, with what can be done with it.
   * @param {GameState} state
   * @param {ShownGame} shown
   * @param {number} from
   * @param {VariationRow} row
   * @param {number} skipped
   */
  #variation(state, shown, from, { depth, nodes, isFirst }, skipped) {
    const { game } = state;
    const mayPlay = game.rights.owner || game.rights.claims.includes("you");
    const [branch, whole] = [{ from, moves: nodes[0].moves }, { from, moves: nodes[nodes.length - 1].moves }];
    const start = from + branch.moves.length - 1 + skipped;
    const { onPlay, onPromote, onRemove } = this.actions;
    const subtle = { iconOnly: true, class: "subtle" };
    const path = [...game.line.slice(0, from).flatMap((mv) => mv ?? []), ...branch.moves];
    const mayEdit = game.annotates || numberOf(state.own, path) > 0;
    return el("li", { class: "variation", "data-depth": Math.min(depth, 3) },
      el("span", { class: "number" }, `${Math.floor(start / 2) + 1}${start % 2 ? "…" : "."}`),
      el("span", { class: "variation-moves" }, nodes.flatMap((node) => this.#variationMove(state, shown, from, node))),
      isFirst || !mayEdit ? null : button("up", t("variation.promote"), () => onPromote(branch), subtle),
      mayPlay ? button("play", t("variation.play"), () => onPlay(whole), subtle) : null,
      mayEdit ? button("bin", t("variation.remove"), () => onRemove(branch), subtle) : null);
  }

  /**
   * A move of a variation, and its comment.
   * @param {GameState} state
   * @param {ShownGame} shown
   * @param {number} from
   * @param {VariationNode} node
   */
  #variationMove({ game, variations, comments }, shown, from, { mv, moves }) {
    const ply = from + moves.length;
    const at = shown.variation;
    const isCurrent = shown.ply === ply && at?.from === from && startsWith(at.moves, moves);
    const comment = comments[commentKey([...game.line.slice(0, from), ...moves])];
    const open = () => {
      const longest = variations.find((other) => other.from === from && startsWith(other.moves, moves));
      this.actions.onJump(ply, longest ?? { from, moves });
    };
    return [
      el("button", {
        type: "button", "data-move": mv, title: mv, "aria-label": describeMove(game.game, mv), onclick: open,
        ...(isCurrent ? { "aria-current": "step" } : {}),
      }, shortMove(game.game, mv)),
      comment ? el("span", { class: "comment" }, comment) : null,
    ];
  }

  #reveal() {
    /** @type {HTMLElement | null} */
    const current = this.list.querySelector("[aria-current]");
    // Where there is little room, the list scrolls together with the comment.
    const scrolled = getComputedStyle(this.list).overflowY === "visible" ? this.root : this.list;
    if (!current) {
      scrolled.scrollTop = 0;
      return;
    }
    const top = current.offsetTop;
    if (top < scrolled.scrollTop || top + Math.max(40, current.offsetHeight) > scrolled.scrollTop + scrolled.clientHeight) {
      scrolled.scrollTop = top - scrolled.clientHeight / 2;
    }
  }
}
