// The review of a game: the accuracy of both sides, their mistakes, and the better lines.
import { describeMove, shortMove } from "../boards/labels.js";
import { drawBoards } from "../boards/scenes.js";
import { sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { language, number, percent, t } from "../shell/i18n.js";
import { reasons } from "./explanation.js";
import { COUNTED, isBad, SIGNS } from "./move-quality.js";
import { moveNumber } from "./scores.js";
/** @import { Game, MoveQuality, ReviewPoint, Side } from "../protocol.d.ts" */
/** @import { Variation } from "../game/variation-tree.js" */

/** The most moves of a better line that are shown. */
const MAX_LINE_MOVES = 6;

/** @type {Side[]} */
const SIDES = ["p1", "p2"];

/** @typedef {(ReviewPoint | undefined)[]} ReviewPoints What a review says, by ply. */

/**
 * @typedef {object} ReviewActions
 * @property {(ply: number) => void} onJump
 * @property {(variation: Variation, ply: number) => void} onVariation
 * @property {(side: Side) => void} onLearn
 * @property {import("./explanation.js").PointOut} onPoint
 */

/** What a review found, below the graph. */
export class ReviewSection {
  /** What is shown, to redraw only changes. */
  #shown = "";

  /** @param {ReviewActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.summary = el("div", { class: "review-sides" });
    this.list = el("ul", { class: "mistakes" });
    this.none = el("p", { class: "muted" });
    this.more = el("p", {});
    /** @type {number[]} The plies of the bad moves. */
    this.bad = [];
    /** @type {Map<string, HTMLElement>} The bad moves as they are listed. */
    this.items = new Map();
    /** The ply that is looked at. */
    this.ply = 0;
    this.progress = el("span", { class: "muted", role: "status" });
    this.nav = el("div", { class: "row review-nav" });
    this.root = el("div", { class: "review" }, this.nav, this.list, this.none, this.more);
  }

  /**
   * @param {Game} game
   * @param {ReviewPoints} points
   * @param {boolean} isVariation Whether what is looked at is not of the game itself.
   */
  show(game, points, isVariation) {
    this.#draw(game, points);
    this.ply = game.ply;
    const at = isVariation ? -1 : this.bad.indexOf(game.ply);
    [...this.list.children].forEach((item, index) => {
      if (index === at) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
    this.progress.textContent = at < 0 ? "" : t("trainer.progress", { at: number(at + 1), of: number(this.bad.length) });
  }

  /**
   * Looks at the next bad move or the one before; after the last one comes the first.
   * @param {number} step
   */
  #go(step) {
    const next = step > 0 ? this.bad.find((ply) => ply > this.ply) ?? this.bad[0] : this.bad.findLast((ply) => ply < this.ply) ?? this.bad.at(-1);
    if (next !== undefined) this.actions.onJump(next);
  }

  /**
   * @param {Game} game
   * @param {ReviewPoints} points
   */
  #draw(game, points) {
    const known = points.flatMap((point) => (point && point.ply < game.line.length ? [point] : []));
    const accuracy = points[game.line.length]?.accuracy;
    const shown = JSON.stringify([language(), game.line, accuracy, known.map(({ ply, quality, slip, line }) => [ply, quality, slip, line])]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.summary.replaceChildren(...SIDES.map((side, index) => this.#side(game, side, accuracy?.[index] ?? null, known)));
    const bad = known.filter(({ quality }) => isBad(quality));
    this.bad = bad.map(({ ply }) => ply);
    // While the review runs, what is in the list stays.
    const before = this.items;
    this.items = new Map(bad.map((point) => {
      const key = JSON.stringify([language(), point.ply, point.quality, point.slip, point.loss, point.line]);
      return [key, before.get(key) ?? this.#mistake(game, point)];
    }));
    this.list.replaceChildren(...this.items.values());
    drawBoards(this.list);
    this.nav.hidden = !bad.length;
    this.nav.replaceChildren(button("previous", t("review.previous"), () => this.#go(-1), { iconOnly: true }),
      button("next", t("trainer.next"), () => this.#go(1), { "data-review": "next" }), this.progress);
    this.none.textContent = t(accuracy ? "review.none" : "review.running");
    this.none.hidden = accuracy ? bad.length > 0 || !game.line.length : !game.line.length;
    this.more.replaceChildren(el("a", { href: "#/mistakes" }, t("mistakes.all")));
  }

  /**
   * The accuracy of a side, how many moves of each quality it made, and the way to learn from them.
   * @param {Game} game
   * @param {Side} side
   * @param {number | null} accuracy
   * @param {ReviewPoint[]} points
   */
  #side(game, side, accuracy, points) {
    const own = points.filter(({ ply }) => game.by[ply] === side);
    const counts = COUNTED.map((quality) => [quality, own.filter((point) => point.quality === quality).length]);
    const bad = own.filter(({ quality }) => isBad(quality)).length;
    const name = sideName(game.game, side);
    return el("div", { class: `review-side ${side}` },
      el("strong", {}, name),
      el("span", { class: "review-accuracy", title: t("review.accuracy_title") },
        accuracy === null ? "–" : percent(accuracy / 100), " ", el("small", {}, t("review.accuracy"))),
      el("ul", { class: "review-counts" }, counts.map(([quality, count]) => el("li", { "data-quality": quality, title: t(`review.count.${quality}`) },
        el("span", { class: "quality", "aria-hidden": "true" }, SIGNS[/** @type {MoveQuality} */ (quality)]),
        el("span", { class: "visually-hidden" }, `${t(`review.count.${quality}`)}: `), number(Number(count))))),
      accuracy === null || !bad ? null : button("book", t("review.learn"), () => this.actions.onLearn(side), { "aria-label": t("review.learn_side", { side: name }) }));
  }

  /**
   * @param {Game} game
   * @param {ReviewPoint} point
   */
  #mistake(game, point) {
    const { ply, quality, line, position } = point;
    const moves = line.slice(0, MAX_LINE_MOVES);
    return el("li", {},
      el("button", { type: "button", class: "mistake", onclick: () => this.actions.onJump(ply) },
        el("span", { class: "thumbnail", "aria-hidden": "true", "data-game": game.game, "data-position": position }),
        qualityMark(quality), el("span", {}, mistakeText(game, point))),
      moves.length ? el("p", { class: "better" }, el("span", {}, t("review.better")), lineButtons(game.game, moves, (count) => this.actions.onVariation({ from: ply, moves: line }, ply + count))) : null,
      reasons(game.game, point.explanation, this.actions.onPoint));
  }
}

/**
 * The sign of a quality.
 * @param {MoveQuality | null} quality
 */
export function qualityMark(quality) {
  return el("span", { class: "quality", "data-quality": quality, "aria-hidden": "true" }, quality ? SIGNS[quality] : "");
}

/**
 * The moves of a line as buttons; a click looks at the position after so many of them.
 * @param {string} game
 * @param {string[]} moves
 * @param {(count: number) => void} onLook
 */
export function lineButtons(game, moves, onLook) {
  return el("span", { class: "line-moves" }, moves.map((mv, index) => el("button", {
    type: "button", class: "line-move", "data-move": mv, title: mv, "aria-label": describeMove(game, mv), onclick: () => onLook(index + 1),
  }, shortMove(game, mv))));
}

/**
 * What a bad move gave away.
 * @param {{ quality: MoveQuality | null, slip: ReviewPoint["slip"], loss: number | null }} point
 */
export function lossText({ quality, slip, loss }) {
  return slip ? t(`analysis.mistake_${slip}`) : t(`analysis.quality.${quality}`, { loss: percent(loss ?? 0) });
}

/**
 * @param {Game} game
 * @param {ReviewPoint} point
 */
function mistakeText(game, point) {
  return t("analysis.mistake", { ...moveNumber(game, point.ply), move: shortMove(game.game, game.line[point.ply] ?? "?"), what: lossText(point) });
}
