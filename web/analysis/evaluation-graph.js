// The evaluation graph of a game: the score after every move, with the mistakes marked.
import { s } from "../boards/svg.js";
import { outcomeText } from "../shell/display-names.js";
import { el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { isBad, SIGNS } from "./move-quality.js";
import { barShare, moveNumber, moverAt, scoreText } from "./scores.js";
/** @import { Game, Outcome, ReviewPoint } from "../protocol.d.ts" */

/** @typedef {[x: number, y: number]} Point */
/** @typedef {(ply: number) => number} ScaleX */
/** @typedef {(point: ReviewPoint) => number} ScaleY */

const HEIGHT = 132;
/** Half the width of the thumb of the slider over the drawing. */
const SIDE = 10;
const EDGE = 12;
/** The shortest time between two jumps while the slider is dragged, in milliseconds. */
const JUMP_INTERVAL = 120;

/** The graph, with a slider over it that goes to any move. */
export class EvaluationGraph {
  /**
   * @param {Game} game
   * @param {{ onJump: (ply: number) => void }} options
   */
  constructor(game, { onJump }) {
    this.onJump = onJump;
    this.game = game;
    /** @type {Outcome | null} */
    this.outcome = null;
    /** @type {(ReviewPoint | undefined)[]} */
    this.points = [];
    /** @type {number | null} */
    this.timer = null;
    this.drawing = s("svg", { role: "img", height: HEIGHT, class: "graph-drawing" });
    this.slider = el("input", { type: "range", min: 0, step: 1, class: "graph-slider", oninput: () => this.#jump() });
    this.caption = el("p", { class: "muted graph-caption" });
    this.frame = el("div", { class: "graph-frame" }, this.drawing, this.slider);
    this.root = el("div", { class: "graph" }, this.frame, this.caption);
    this.resizeObserver = new ResizeObserver(() => this.#draw());
    this.resizeObserver.observe(this.frame);
  }

  /**
   * Shows the points of a game, by ply; missing ones leave a gap.
   * @param {Game} game
   * @param {(ReviewPoint | undefined)[]} points
   * @param {Outcome | null} outcome How the game ended, if it is over.
   */
  show(game, points, outcome) {
    this.game = game;
    this.outcome = outcome;
    this.points = points;
    this.slider.max = String(Math.max(1, game.line.length));
    this.slider.disabled = game.line.length === 0;
    if (!this.timer) this.slider.value = String(game.ply);
    this.slider.setAttribute("aria-label", t("analysis.graph_slider"));
    this.#draw();
  }

  /** Stops observing. */
  destroy() {
    if (this.timer) clearTimeout(this.timer);
    this.resizeObserver.disconnect();
  }

  #jump() {
    this.#showCaption(Number(this.slider.value));
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.onJump(Number(this.slider.value));
    }, JUMP_INTERVAL);
  }

  /** @param {number} ply */
  #showCaption(ply) {
    const point = this.points[ply];
    const after = ply ? t("analysis.after", moveNumber(this.game, ply - 1)) : t("analysis.start");
    const caption = `${after} – ${this.#scoreText(ply, point)}`;
    this.caption.textContent = caption;
    this.slider.setAttribute("aria-valuetext", caption);
  }

  /**
   * What is known of the position after so many moves: of the last one of a finished game, its result.
   * @param {number} ply
   * @param {ReviewPoint | undefined} point
   */
  #scoreText(ply, point) {
    const { game, line } = this.game;
    if (this.outcome && ply === line.length) return outcomeText(game, this.outcome);
    return point ? scoreText(game, point.score, moverAt(this.game, ply)) : t("analysis.not_yet");
  }

  #draw() {
    const width = Math.max(120, this.frame.clientWidth);
    const last = Math.max(1, this.game.line.length);
    /** @type {ScaleX} */
    const x = (ply) => SIDE + (ply / last) * (width - 2 * SIDE);
    /** @type {ScaleY} */
    const y = (point) => EDGE + (1 - barShare(point.score, point.chance)) * (HEIGHT - 2 * EDGE);
    /** @type {Point[]} */
    const known = this.points.flatMap((point, ply) => (point ? [/** @type {Point} */ ([x(ply), y(point)])] : []));
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.drawing.setAttribute("width", String(width));
    this.drawing.setAttribute("aria-label", this.#summary());
    this.drawing.replaceChildren(stripes(), ...areas(known), middle(width), ...line(known),
      ...this.#current(x, y), ...this.#mistakes(x, y, width));
    this.#showCaption(this.timer ? Number(this.slider.value) : this.game.ply);
  }

  /**
   * @param {ScaleX} x
   * @param {ScaleY} y
   * @param {number} width
   */
  #mistakes(x, y, width) {
    return this.points.flatMap((point, ply) => {
      const after = this.points[ply + 1];
      const quality = point?.quality;
      if (!quality || quality === "fine" || !after) return [];
      const [left, top] = [x(ply + 1), y(after)];
      const above = top > HEIGHT / 2 ? -17 : 17;
      const centre = Math.min(width - 11, left);
      const mark = s("g", { class: `graph-mistake ${quality}` },
        s("circle", { cx: centre, cy: top + above, r: 9 }),
        s("text", { x: centre, y: top + above + 4, "text-anchor": "middle" }, SIGNS[quality]));
      return [mark, s("circle", { class: `graph-mistake-point ${quality}`, cx: left, cy: top, r: 3.5 })];
    });
  }

  /**
   * @param {ScaleX} x
   * @param {ScaleY} y
   */
  #current(x, y) {
    const { ply } = this.game;
    const point = this.points[ply];
    return [
      s("line", { class: "graph-current", x1: x(ply), x2: x(ply), y1: 2, y2: HEIGHT - 2 }),
      ...(point ? [s("circle", { class: "graph-current-point", cx: x(ply), cy: y(point), r: 5 })] : []),
    ];
  }

  #summary() {
    const known = this.points.flatMap((point) => point ?? []);
    const mistakes = known.filter(({ quality }) => isBad(quality)).length;
    const last = this.game.line.length;
    const end = this.#scoreText(last, this.points[last]);
    return t("analysis.graph_summary", { plies: this.game.line.length, mistakes, end });
  }
}

/**
 * The area of the first side above the middle, and that of the second below it, striped.
 * @param {Point[]} known
 */
function areas(known) {
  const last = known.at(-1);
  if (known.length < 2 || !last) return [];
  const half = HEIGHT / 2;
  const bent = known.flatMap((to, index) => [...crossing(known[index - 1], to, half), to]);
  /** @param {(y: number) => number} clip */
  const outline = (clip) => {
    const tops = bent.map(([x, y]) => `${x},${clip(y)}`).join(" L");
    return `M${known[0][0]},${half} L${tops} L${last[0]},${half} Z`;
  };
  return [
    s("path", { class: "graph-first", d: outline((y) => Math.min(y, half)) }),
    s("path", { class: "graph-second", d: outline((y) => Math.max(y, half)), fill: "url(#graph-stripes)" }),
  ];
}

/**
 * Where the line crosses the middle between two points.
 * @param {Point | undefined} from
 * @param {Point} to
 * @param {number} half
 * @returns {Point[]}
 */
function crossing(from, to, half) {
  if (!from || (from[1] - half) * (to[1] - half) >= 0) return [];
  return [[from[0] + ((half - from[1]) / (to[1] - from[1])) * (to[0] - from[0]), half]];
}

/** @param {Point[]} known */
function line(known) {
  if (known.length < 2) return known.map(([cx, cy]) => s("circle", { class: "graph-point", cx, cy, r: 3 }));
  return [s("path", { class: "graph-line", d: `M${known.map(([x, y]) => `${x},${y}`).join(" L")}` })];
}

/** @param {number} width */
function middle(width) {
  return s("line", { class: "graph-middle", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 });
}

function stripes() {
  return s("defs", {}, s("pattern", { id: "graph-stripes", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { class: "graph-stripe", width: 3, height: 6 })));
}
