// The graph of a game: how it stood after every move, with the slips marked.
import { s } from "./boards/draw.js";
import { el } from "./elements.js";
import { numbered, scoreWords, share } from "./values.js";
import { t } from "./words.js";

const HEIGHT = 132;
/** Half the width of the thumb of the slider that lies over the drawing. */
const SIDE = 10;
const EDGE = 12;
/** The least time between two jumps while the slider is dragged, in milliseconds. */
const REST = 120;
const SIGNS = { win: "??", draw: "?" };

/** A drawing with a slider over it, by which one goes to any move. */
export class Graph {
  constructor({ onJump }) {
    this.onJump = onJump;
    this.points = [];
    this.drawing = s("svg", { role: "img", height: HEIGHT, class: "graph-drawing" });
    this.slider = el("input", { type: "range", min: 0, step: 1, class: "graph-slider", oninput: () => this.#jump() });
    this.caption = el("p", { class: "quiet graph-caption" });
    this.root = el("div", { class: "graph" }, el("div", { class: "graph-frame" }, this.drawing, this.slider), this.caption);
    this.watch = new ResizeObserver(() => this.#draw());
    this.watch.observe(this.drawing.parentElement);
  }

  /** Shows the points of a game, by ply; places without one are left open. */
  show(game, points) {
    this.game = game;
    this.points = points;
    this.slider.max = Math.max(1, game.line.length);
    this.slider.disabled = game.line.length === 0;
    if (!this.waiting) this.slider.value = game.ply;
    this.slider.setAttribute("aria-label", t("analysis.graph_slider"));
    this.#draw();
  }

  /** Ends it for good. */
  destroy() {
    clearTimeout(this.waiting);
    this.watch.disconnect();
  }

  #jump() {
    this.#tell(Number(this.slider.value));
    if (this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = null;
      this.onJump(Number(this.slider.value));
    }, REST);
  }

  #tell(ply) {
    const point = this.points[ply];
    const after = ply ? t("analysis.after", numbered(this.game, ply - 1)) : t("analysis.start");
    this.caption.textContent = `${after}: ${point ? scoreWords(this.game.game, point.score) : t("analysis.not_yet")}`;
    this.slider.setAttribute("aria-valuetext", this.caption.textContent);
  }

  #draw() {
    if (!this.game) return;
    const width = Math.max(120, this.drawing.parentElement.clientWidth);
    const last = Math.max(1, this.game.line.length);
    const x = (ply) => SIDE + (ply / last) * (width - 2 * SIDE);
    const y = (point) => EDGE + (1 - share(this.game.game, point.score)) * (HEIGHT - 2 * EDGE);
    const known = this.points.map((point, ply) => point && [x(ply), y(point), ply]).filter(Boolean);
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.drawing.setAttribute("width", width);
    this.drawing.setAttribute("aria-label", this.#summary());
    this.drawing.replaceChildren(stripes(), ...areas(known), middle(width), ...line(known),
      ...this.#present(x, y), ...this.#slips(x, y, width));
    this.#tell(this.waiting ? Number(this.slider.value) : this.game.ply);
  }

  #slips(x, y, width) {
    return this.points.flatMap((point, ply) => {
      const after = this.points[ply + 1];
      if (!point?.slip || !after) return [];
      const [left, top] = [x(ply + 1), y(after)];
      const above = top > HEIGHT / 2 ? -17 : 17;
      const middle = Math.min(width - 11, left);
      const mark = s("g", { class: "graph-slip" },
        s("circle", { cx: middle, cy: top + above, r: 9 }),
        s("text", { x: middle, y: top + above + 4, "text-anchor": "middle" }, SIGNS[point.slip]));
      return [mark, s("circle", { class: "graph-fall", cx: left, cy: top, r: 3.5 })];
    });
  }

  #present(x, y) {
    const { ply } = this.game;
    const made = [s("line", { class: "graph-present", x1: x(ply), x2: x(ply), y1: 2, y2: HEIGHT - 2 })];
    if (this.points[ply]) made.push(s("circle", { class: "graph-here", cx: x(ply), cy: y(this.points[ply]), r: 5 }));
    return made;
  }

  #summary() {
    const known = this.points.filter(Boolean);
    const slips = known.filter((point) => point.slip).length;
    const end = known.length ? scoreWords(this.game.game, known.at(-1).score) : t("analysis.not_yet");
    return t("analysis.graph_summary", { plies: this.game.line.length, slips, end });
  }
}

/** What the first side has above the middle, and the other below it, striped. */
function areas(known) {
  if (known.length < 2) return [];
  const half = HEIGHT / 2;
  const bent = known.flatMap((to, place) => [...crossing(known[place - 1], to, half), to]);
  const shape = (clip) => {
    const tops = bent.map(([x, y]) => `${x},${clip(y)}`).join(" L");
    return `M${known[0][0]},${half} L${tops} L${known.at(-1)[0]},${half} Z`;
  };
  return [
    s("path", { class: "graph-first", d: shape((y) => Math.min(y, half)) }),
    s("path", { class: "graph-second", d: shape((y) => Math.max(y, half)), fill: "url(#graph-stripes)" }),
  ];
}

/** Where the line goes through the middle on its way from a point to the next. */
function crossing(from, to, half) {
  if (!from || (from[1] - half) * (to[1] - half) >= 0) return [];
  return [[from[0] + ((half - from[1]) / (to[1] - from[1])) * (to[0] - from[0]), half]];
}

function line(known) {
  if (known.length < 2) return known.map(([cx, cy]) => s("circle", { class: "graph-point", cx, cy, r: 3 }));
  return [s("path", { class: "graph-line", d: `M${known.map(([x, y]) => `${x},${y}`).join(" L")}` })];
}

function middle(width) {
  return s("line", { class: "graph-middle", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 });
}

function stripes() {
  return s("defs", {}, s("pattern", { id: "graph-stripes", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect", { class: "graph-stripe", width: 3, height: 6 })));
}
