// The board of a game: shows scenes, and lets moves be pointed out by pointer and keyboard.
import * as byte from "./boards/byte.js";
import { s, spot } from "./boards/draw.js";
import { badgeNode, bestBadges } from "./boards/badges.js";
import { Fan } from "./boards/fan.js";
import { gridLabel, labelOf } from "./boards/labels.js";
import { move, snapshot, wantsMotion } from "./boards/motion.js";
import * as nim from "./boards/nim.js";
import { picture, repaint } from "./boards/picture.js";
import * as plain from "./boards/plain.js";
import { Pointing } from "./boards/pointing.js";
import * as santorini from "./boards/santorini.js";
import { arrowTarget } from "./boards/steering.js";
import { Sweep } from "./boards/sweep.js";
import * as theseus from "./boards/theseus.js";
import * as tictactoe from "./boards/tictactoe.js";
import { onLanguage, t } from "./words.js";

export { describe } from "./boards/labels.js";

const DRAWERS = { santorini, byte, theseus, nim, tictactoe };
/** A click that misses by so many pixels still counts. */
const MISS = 26;

/** The board of a game, as the page shows it. */
export class Board {
  #drawer; #name; #onMove; #onSpeak; #svg; #grid; #drawn = null;
  #game = null; #plan = null; #flip = false; #cells = new Map(); #current = null;
  #pointing = new Pointing([]); #pending = null; #hint = null; #badges = null; #swept = new Map();
  #exit = s("g", { class: "exit", "aria-hidden": "true" }); #signs = s("g", { class: "signs", "aria-hidden": "true" });
  #fan; #sweep; #silence; #column = null; #mini; #watch; #wide = 0; #known = new Map();

  constructor(root, { game, onMove = () => {}, onSpeak = () => {}, mini = false }) {
    this.root = root;
    this.#name = game;
    this.#drawer = DRAWERS[game] ?? plain;
    this.#onMove = onMove;
    this.#onSpeak = onSpeak;
    this.#mini = mini;
    this.#svg = s("svg", { class: `board-svg board-${DRAWERS[game] ? game : "plain"}`, role: "group" });
    root.classList.add("board");
    root.replaceChildren(this.#svg);
    this.#fan = this.#drawer.fan ? new Fan(this.#drawer) : null;
    this.#sweep = this.#drawer.sweeps ? new Sweep(this.#svg, (from, to) => this.#range(from, to), (from, to) => this.#swipe(from, to)) : null;
    this.#listen();
    this.#silence = onLanguage(() => this.#game && this.#relabel());
    this.#watch = new ResizeObserver(([{ contentRect }]) => {
      this.#wide = contentRect.width;
      if (this.#game) this.#restate();
    });
    this.#watch.observe(this.#svg);
  }

  /** Shows a game as it stands, and moves things there from what was shown before. */
  show(game, { flip = false, animate = true } = {}) {
    const goesOn = !this.#pending && this.#pointing.fits(game.moves);
    this.#pending = null;
    if (this.#plan && flip === this.#flip && sameBoard(this.#game, game)) {
      this.#game = this.#plan.game = game;
      if (goesOn) this.#pointing.moves = game.moves;
      else this.#pointing = new Pointing(game.moves);
      this.#restate();
      return;
    }
    const [before, things] = [this.#plan, this.#plan ? snapshot(this.#grid) : null];
    const held = this.#svg.contains(document.activeElement);
    this.#game = game;
    this.#flip = flip;
    this.#hint = this.#badges = null;
    this.#pointing = new Pointing(game.moves);
    this.#plan = this.#drawer.plan(game.scene, { flip, game, mini: this.#mini, swept: this.#swept });
    if (before && this.#drawer.keys) this.#plan.names = this.#drawer.keys(before, this.#plan);
    this.#draw(before);
    this.#restate();
    if (held) this.focus();
    if (before && animate && wantsMotion() && before.flip === flip) {
      move(things, snapshot(this.#grid), this.#exit, this.#drawer.leave?.(before, this.#plan, game.last));
    }
  }

  /** Takes back a step of a half-made move; false if there was none. */
  cancel() {
    if (this.#pending || !this.#pointing.back()) return false;
    const held = this.#fan?.holds(document.activeElement);
    this.#restate();
    if (held) this.focus();
    this.#onSpeak(t("board.say.back"));
    return true;
  }

  /** Shows a move as a hint, or none. */
  hint(path) {
    this.#hint = path;
    this.#restate();
  }

  /** Shows what is known of moves on the elements where they are chosen next. */
  badges(list) {
    this.#badges = list;
    this.#restate();
  }

  /** Gives the keyboard to the board. */
  focus() {
    this.#cells.get(this.#current)?.focus({ preventScroll: true });
  }

  /** Leaves the page. */
  destroy() {
    this.#silence?.();
    this.#watch.disconnect();
    this.#sweep?.end();
    this.root.replaceChildren();
    this.root.classList.remove("board");
  }

  #draw(before) {
    this.#fan?.hide();
    if (before && repaint(this.#drawer, before, this.#plan, this.#drawn)) return;
    this.#drawn = picture(this.#drawer, this.#plan);
    const { under, grid, over, cells } = this.#drawn;
    this.#grid = grid;
    this.#cells = cells;
    const [, , wide, high] = this.#plan.box;
    this.#svg.setAttribute("viewBox", this.#plan.box.join(" "));
    this.root.style.setProperty("--shape", wide / high);
    this.#svg.replaceChildren(under, grid, over, this.#exit, this.#signs, ...(this.#fan ? [this.#fan.layer] : []));
    if (!cells.has(this.#current)) this.#current = cells.keys().next().value ?? null;
    grid.setAttribute("aria-label", gridLabel(this.#name, this.#plan));
  }

  #relabel() {
    this.#grid.setAttribute("aria-label", gridLabel(this.#name, this.#plan));
    for (const [id, node] of this.#cells) node.setAttribute("aria-label", this.#label(id));
    this.#fan?.relabel();
  }

  #label(id) {
    const cell = this.#plan.cells.get(id);
    const notes = [];
    if (this.#game.last?.includes(id) && !this.#drawer.sweeps) notes.push(t("board.label.last"));
    if (this.#plan.has(id, "won")) notes.push(t("board.label.won"));
    if (this.#hint?.includes(id)) notes.push(t("board.label.hint"));
    if (this.#known.has(id)) notes.push(this.#known.get(id).text);
    return [labelOf(this.#name, this.#plan, cell), ...notes].join(", ");
  }

  /** Puts every sign where it belongs: what is chosen, what can be, the last move, hints, badges. */
  #restate() {
    const chosen = this.#pending ?? this.#pointing.path;
    const options = this.#pending ? new Map() : this.#pointing.options();
    const best = this.#badges && !this.#pending ? bestBadges(this.#badges, chosen) : [];
    this.#known = new Map(best.map((badge) => [badge.id, badge]));
    const kinds = new Map();
    const say = (id, kind) => this.#cells.has(id) && kinds.set(id, [...(kinds.get(id) ?? []), kind]);
    if (!this.#drawer.sweeps) this.#game.last?.forEach((id) => say(id, "last"));
    for (const { element, label } of this.#game.scene.marks) if (label === "won") say(element, "won");
    for (const id of options.keys()) say(id, chosen.length ? "can" : "begin");
    for (const id of chosen) say(id, this.#pending ? "doing" : "pick");
    this.#hint?.forEach((id) => say(id, "hint"));
    for (const [id, node] of this.#cells) this.#state(id, node, kinds.get(id) ?? [], options.has(id), chosen.includes(id));
    this.#grid.classList.toggle("choosing", options.size > 0);
    if (this.#drawer.between) this.#mark("swept", this.#pending ? this.#drawer.between(this.#plan, ...this.#pending) : []);
    this.#preview(chosen);
    this.#fan?.restate(this.#plan, this.#pointing, this.#unit(), this.#cells);
    this.#showBadges(best);
  }

  #state(id, node, kinds, can, chosen) {
    const current = id === this.#current;
    const state = [node.holds, this.#game.seats, kinds, can, chosen, current, this.#known.get(id)?.text].join("|");
    if (node.state === state) return;
    node.state = state;
    node.setAttribute("aria-label", this.#label(id));
    node.setAttribute("aria-selected", String(chosen));
    node.setAttribute("aria-disabled", String(!can && !chosen));
    node.setAttribute("tabindex", current ? "0" : "-1");
    node.classList.toggle("can", can);
    node.classList.toggle("chosen", chosen);
    node.classList.toggle("target", kinds.includes("can"));
    const shown = [...new Set(kinds), ...(current ? ["focus"] : [])];
    const face = shown.length ? this.#plan.face(this.#plan.cells.get(id)) : null;
    node.spots.replaceChildren(...shown.map((kind) => spot(kind, face)));
  }

  #mark(kind, ids) {
    for (const [id, node] of this.#cells) node.classList.toggle(kind, ids.includes(id));
  }

  #preview(path) {
    this.#svg.querySelectorAll(".ghost").forEach((node) => node.remove());
    this.#svg.querySelectorAll(".hidden-thing").forEach((node) => this.#reveal(node));
    for (const { cell, node, hides } of this.#drawer.preview?.(this.#plan, path) ?? []) {
      const hidden = hides && this.#grid.querySelector(`[data-key="${CSS.escape(hides)}"]`);
      if (hidden) {
        hidden.classList.add("hidden-thing");
        hidden.dataset.held = hidden.dataset.key;
        delete hidden.dataset.key;
      }
      node.classList.add("ghost");
      this.#cells.get(cell).append(node);
    }
  }

  #reveal(node) {
    node.classList.remove("hidden-thing");
    node.dataset.key = node.dataset.held;
  }

  #showBadges(best) {
    this.#signs.replaceChildren(...best.flatMap((badge) => {
      const face = this.#plan.cells.has(badge.id) ? this.#plan.face(this.#plan.cells.get(badge.id)) : null;
      return face ? [badgeNode(badge, face, Math.max(1, this.#unit()))] : [];
    }));
    this.#fan?.badge(best);
  }

  /** How many units of the drawing a pixel of the screen is; asking the browser would make it lay out the page. */
  #unit() {
    return this.#wide ? this.#plan.box[2] / this.#wide : 1;
  }

  #listen() {
    this.#svg.addEventListener("click", (event) => this.#click(event));
    // Who points with a mouse keeps the keys of the page; the board takes them when it is gone to by key.
    this.#svg.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (!this.#svg.contains(document.activeElement)) document.activeElement?.blur();
    });
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    this.#svg.addEventListener("focusin", (event) => this.#attend(elementOf(event.target)));
    this.#svg.addEventListener("pointerover", (event) => this.#hover(elementOf(event.target)));
    this.#svg.addEventListener("pointerleave", () => this.#hover(null));
  }

  #attend(id) {
    if (!this.#cells.has(id)) return;
    const old = this.#current;
    this.#current = id;
    if (old !== id) this.#restate();
    this.#fan?.look(this.#plan, id, this.#unit());
  }

  #hover(id) {
    this.#fan?.look(this.#plan, id, this.#unit());
    const [first] = this.#pointing.path;
    if (first && !this.#pending) this.#range(first, this.#pointing.options().has(id) ? id : first);
  }

  /** Marks what would be taken with a sweep. */
  #range(from, to) {
    if (this.#drawer.between && !this.#pending) this.#mark("swept", from ? this.#drawer.between(this.#plan, from, to) : []);
  }

  #click(event) {
    if (this.#sweep?.swallows()) return;
    const id = elementOf(event.target);
    const meant = id && this.#pointing.takes(id) ? id : this.#nearest(event) ?? id;
    if (!meant) return;
    this.#attend(meant);
    this.point(meant);
  }

  /** The element that can be chosen next and lies nearest to a click that missed. */
  #nearest({ clientX, clientY, detail }) {
    if (!detail) return null;
    const matrix = this.#svg.getScreenCTM();
    const reach = ({ x, y }) => Math.hypot(matrix.a * x + matrix.e - clientX, matrix.d * y + matrix.f - clientY);
    const near = [...this.#pointing.options().keys()].filter((id) => this.#plan.cells.has(id))
      .map((id) => ({ id, far: reach(this.#plan.face(this.#plan.cells.get(id))) }))
      .filter(({ far }) => far < MISS).sort((one, two) => one.far - two.far);
    return near[0]?.id ?? null;
  }

  #swipe(from, to) {
    if (this.#pending || !this.#pointing.sweep(from, to)) this.#restate();
    else this.#pointed(false);
  }

  /** Points at an element: chooses it, gives it up again, or chooses something else instead. */
  point(id, { keyboard = false } = {}) {
    if (this.#pending || !this.#pointing.point(id)) return;
    this.#pointed(keyboard);
  }

  #pointed(keyboard) {
    const { path } = this.#pointing;
    const done = this.#pointing.complete();
    if (done) {
      this.#make(done.text, done.path);
      return;
    }
    if (this.#hint && !path.every((id, place) => id === this.#hint[place])) this.#hint = null;
    const held = this.#fan?.holds(document.activeElement);
    this.#restate();
    this.#tell(path);
    const level = keyboard && this.#fan?.firstLevel();
    if (level) level.focus({ preventScroll: true });
    else if (held) this.focus();
  }

  #make(text, path) {
    const { line = [], ply = 0 } = this.#game;
    this.#swept.set([...line.slice(0, ply), text].join(" "), path);
    this.#pending = path;
    this.#hint = null;
    const held = this.#fan?.holds(document.activeElement);
    this.#restate();
    if (held) this.focus();
    Promise.resolve(this.#onMove(text, path)).then((made) => made !== false, () => false).then((made) => {
      if (made || this.#pending !== path) return;
      this.#pending = null;
      this.#pointing = new Pointing(this.#game.moves);
      this.#restate();
    });
  }

  #tell(path) {
    if (!path.length) {
      this.#onSpeak(t("board.say.back"));
      return;
    }
    const id = path[path.length - 1];
    const element = this.#cells.has(id) ? labelOf(this.#name, this.#plan, this.#plan.cells.get(id)) : this.#fan?.labelOf(this.#plan, id) ?? id;
    this.#onSpeak(t("board.say.chosen", { element, count: this.#pointing.options().size }));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = elementOf(event.target);
    const handled = event.key === "Enter" || event.key === " " ? this.#press(id) : this.#steer(event.key, id);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #press(id) {
    if (!id) return false;
    if (this.#pointing.takes(id)) this.point(id, { keyboard: true });
    else this.#onSpeak(t("board.say.not"));
    return true;
  }

  #steer(key, id) {
    if (this.#fan?.steer(key, id)) return true;
    const level = (key === "ArrowUp" || key === "ArrowDown") && id === this.#pointing.path[0] && this.#fan?.firstLevel();
    if (level) {
      level.focus({ preventScroll: true });
      return true;
    }
    const cell = this.#plan.cells.get(id);
    const column = this.#column?.id === id ? this.#column.at : null;
    const found = cell && arrowTarget(this.#plan, cell, key, column);
    if (!found) return false;
    this.#column = { id: found.cell?.id ?? id, at: found.column };
    if (found.cell) this.#cells.get(found.cell.id).focus({ preventScroll: false });
    return true;
  }
}

/** Draws a scene as a small picture that says nothing and cannot be played on. */
export function drawMini(root, game, scene) {
  const drawer = DRAWERS[game] ?? plain;
  const plan = drawer.plan(scene, { mini: true });
  const { under, grid, over } = picture(drawer, plan, true);
  const kind = DRAWERS[game] ? game : "plain";
  root.replaceChildren(s("svg", {
    class: `board-svg board-mini board-${kind}`, viewBox: plan.box.join(" "), "aria-hidden": "true", focusable: "false",
  }, under, grid, over));
}

function elementOf(target) {
  return target?.closest?.("[data-element]")?.dataset.element ?? null;
}

/** Whether two states of a game show the same board. */
function sameBoard(one, two) {
  const board = ({ scene, last, line, ply }) => JSON.stringify([scene, last, line?.slice(0, ply)]);
  return board(one) === board(two);
}
