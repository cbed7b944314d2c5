// The board of a game: shows scenes, and lets moves be selected by pointer and keyboard.
import { animate, motionAllowed, snapshot } from "./boards/animation.js";
import { arrowTarget } from "./boards/arrow-keys.js";
import { badgeNode, bestBadges } from "./boards/badges.js";
import { drawerClass, drawerOf } from "./boards/drawers.js";
import { showGhosts } from "./boards/ghosts.js";
import { cellLabel, gridLabel } from "./boards/labels.js";
import { marker, markersOf } from "./boards/markers.js";
import { RangeDrag } from "./boards/range-drag.js";
import { patchLayers, renderLayers } from "./boards/render.js";
import { MoveSelection } from "./boards/selection.js";
import { StackPicker } from "./boards/stack-picker.js";
import { s } from "./boards/svg.js";
import { onLanguage, t } from "./i18n.js";
/** @import { Game } from "./protocol.d.ts" */
/** @import { ElementBadge, MoveBadge } from "./boards/badges.js" */
/** @import { CellView, Layout, MarkerKind } from "./boards/types.d.ts" */

/** A click that misses an element by less than this still selects it, in pixels. */
const CLICK_TOLERANCE = 26;

/** The board of a game. */
export class Board {
  #name;
  #game;
  #flip = false;
  #drawer;
  #onMove;
  #onAnnounce;
  /** @type {Map<string, string[]>} The path by which each move was selected, by the moves up to it. */
  #playedPaths = new Map();
  #layout;
  #layers;
  #svg;
  #selection;
  /** @type {string[] | null} The path of a move that was sent and not answered yet. */
  #pending = null;
  /** @type {string[] | null} */
  #hint = null;
  /** @type {MoveBadge[] | null} */
  #badges = null;
  /** @type {Map<string, ElementBadge>} The badges that are shown, by element. */
  #shownBadges = new Map();
  /** @type {string | null} The cell that has the focus, or gets it when Tab enters the board. */
  #current = null;
  /** @type {{ id: string, column: number } | null} The column that the arrow keys keep to. */
  #keptColumn = null;
  #leavingLayer = s("g", { class: "leaving", "aria-hidden": "true" });
  #badgeLayer = s("g", { class: "badges", "aria-hidden": "true" });
  /** @type {StackPicker | null} */
  #picker;
  /** @type {RangeDrag | null} */
  #drag;
  #unsubscribe;
  #resizeObserver;
  #width = 0;

  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {Game} options.game
   * @param {(text: string) => Promise<boolean>} options.onMove Makes a move; resolves to whether it was made.
   * @param {(text: string) => void} options.onAnnounce
   */
  constructor(root, { game, onMove, onAnnounce }) {
    this.root = root;
    this.#name = game.game;
    this.#game = game;
    this.#drawer = drawerOf(game.game);
    this.#onMove = onMove;
    this.#onAnnounce = onAnnounce;
    this.#svg = s("svg", { class: `board-svg ${drawerClass(game.game)}`, role: "group" });
    root.classList.add("board");
    root.replaceChildren(this.#svg);
    this.#selection = new MoveSelection(game.moves);
    this.#layout = this.#newLayout(game, false);
    this.#layers = renderLayers(this.#drawer, this.#layout);
    this.#picker = this.#drawer.stackPicker ? new StackPicker(this.#drawer, this.#layout, this.#selection) : null;
    this.#drag = this.#drawer.selectsRange
      ? new RangeDrag(this.#svg, (from, to) => this.#markRange(from, to), (from, to) => this.#selectRange(from, to)) : null;
    this.#insertLayers();
    this.#refresh();
    this.#listen();
    this.#unsubscribe = onLanguage(() => this.#relabel());
    this.#resizeObserver = new ResizeObserver(([{ contentRect }]) => {
      this.#width = contentRect.width;
      this.#refresh();
    });
    this.#resizeObserver.observe(this.#svg);
  }

  /**
   * Shows the current position of a game, and animates the change.
   * @param {Game} game
   * @param {{ flip?: boolean, animate?: boolean }} [options]
   */
  show(game, { flip = false, animate: isAnimated = true } = {}) {
    const keepsSelection = !this.#pending && this.#selection.fits(game.moves);
    const isSame = flip === this.#flip && isSameBoard(this.#game, game);
    this.#pending = null;
    this.#game = game;
    if (isSame) {
      this.#layout.game = game;
      if (keepsSelection) this.#selection.moves = game.moves;
      else this.#selection = new MoveSelection(game.moves);
      this.#refresh();
      return;
    }
    const before = this.#layout;
    const pieces = snapshot(this.#layers.grid);
    const hadFocus = this.#svg.contains(document.activeElement);
    this.#flip = flip;
    this.#hint = this.#badges = null;
    this.#selection = new MoveSelection(game.moves);
    this.#layout = this.#newLayout(game, flip);
    const pieceKeys = this.#drawer.pieceKeys?.(before, this.#layout);
    if (pieceKeys) this.#layout.pieceKeys = pieceKeys;
    this.#draw(before);
    this.#refresh();
    if (hadFocus) this.focus();
    if (isAnimated && motionAllowed() && before.flip === flip) {
      const exitPath = this.#drawer.exitPath?.(before, this.#layout, game.last);
      animate(pieces, snapshot(this.#layers.grid), this.#leavingLayer, exitPath);
    }
  }

  /** Deselects the last element of a half selected move; returns false if there is none. */
  cancel() {
    if (this.#pending || !this.#selection.back()) return false;
    this.#refreshKeepingFocus();
    this.#onAnnounce(t("board.announce.deselected"));
    return true;
  }

  /**
   * Shows a move as a hint.
   * @param {string[]} path
   */
  hint(path) {
    this.#hint = path;
    this.#refresh();
  }

  /**
   * Shows badges on the elements where moves are selected next.
   * @param {MoveBadge[] | null} badges
   */
  badges(badges) {
    this.#badges = badges;
    this.#refresh();
  }

  /** Gives the focus to the board. */
  focus() {
    this.#focusCell(this.#current, { preventScroll: true });
  }

  /** Removes the board. */
  destroy() {
    this.#unsubscribe();
    this.#resizeObserver.disconnect();
    this.#drag?.end();
    this.root.replaceChildren();
    this.root.classList.remove("board");
  }

  /**
   * @param {Game} game
   * @param {boolean} flip
   */
  #newLayout(game, flip) {
    return this.#drawer.layout(game.scene, { flip, game, playedPaths: this.#playedPaths });
  }

  /** @param {Layout} before */
  #draw(before) {
    this.#picker?.hide();
    if (patchLayers(this.#drawer, before, this.#layout, this.#layers)) return;
    this.#layers = renderLayers(this.#drawer, this.#layout);
    this.#insertLayers();
  }

  #insertLayers() {
    const { background, grid, foreground, cells } = this.#layers;
    const [, , wide, high] = this.#layout.box;
    this.#svg.setAttribute("viewBox", this.#layout.box.join(" "));
    this.root.style.setProperty("--shape", String(wide / high));
    this.#svg.replaceChildren(background, grid, foreground, this.#leavingLayer, this.#badgeLayer, ...(this.#picker ? [this.#picker.layer] : []));
    if (!this.#current || !cells.has(this.#current)) this.#current = cells.keys().next().value ?? null;
    grid.setAttribute("aria-label", gridLabel(this.#name, this.#layout));
  }

  #relabel() {
    this.#layers.grid.setAttribute("aria-label", gridLabel(this.#name, this.#layout));
    for (const [id, { node }] of this.#layers.cells) node.setAttribute("aria-label", this.#label(id));
    this.#picker?.relabel();
  }

  /** @param {string} id */
  #label(id) {
    const cell = this.#layout.cells.get(id);
    const notes = cell ? [cellLabel(this.#name, this.#layout, cell)] : [];
    if (this.#game.last?.includes(id) && !this.#drawer.selectsRange) notes.push(t("board.label.last"));
    if (this.#layout.has(id, "won")) notes.push(t("board.label.won"));
    if (this.#hint?.includes(id)) notes.push(t("board.label.hint"));
    const badge = this.#shownBadges.get(id);
    if (badge) notes.push(badge.text);
    return notes.join(", ");
  }

  /** Updates everything that depends on the selection: markers, ghosts, the picker and badges. */
  #refresh() {
    const path = this.#pending ?? this.#selection.path;
    const options = this.#pending ? new Map() : this.#selection.options();
    const badges = this.#badges && !this.#pending ? bestBadges(this.#badges, path) : [];
    this.#shownBadges = new Map(badges.map((badge) => [badge.id, badge]));
    const markers = markersOf(this.#game, {
      path, options, isPending: this.#pending !== null, hint: this.#hint, showsLast: !this.#drawer.selectsRange,
    });
    for (const [id, view] of this.#layers.cells) {
      this.#updateCell(id, view, markers.get(id) ?? new Set(), options.has(id), path.includes(id));
    }
    this.#layers.grid.classList.toggle("choosing", options.size > 0);
    if (this.#pending) this.#showRange(this.#pending[0], this.#pending[1]);
    else this.#showRange(null, null);
    showGhosts(this.#layers, this.#drawer.preview?.(this.#layout, path) ?? []);
    this.#picker?.refresh(this.#layout, this.#selection, this.#unit(), this.#layers.cells);
    this.#showBadges(badges);
  }

  /** Updates everything; the focus goes from the picker to the board, since its levels are redrawn. */
  #refreshKeepingFocus() {
    const hadFocus = this.#picker?.contains(document.activeElement);
    this.#refresh();
    if (hadFocus) this.focus();
  }

  /**
   * @param {string} id
   * @param {CellView} view
   * @param {Set<MarkerKind>} markers
   * @param {boolean} isSelectable
   * @param {boolean} isSelected
   */
  #updateCell(id, view, markers, isSelectable, isSelected) {
    const { node } = view;
    const isCurrent = id === this.#current;
    const badge = this.#shownBadges.get(id)?.text;
    const state = [view.content, this.#game.seats, ...markers, isSelectable, isSelected, isCurrent, badge].join("|");
    if (view.state === state) return;
    view.state = state;
    node.setAttribute("aria-label", this.#label(id));
    node.setAttribute("aria-selected", String(isSelected));
    node.setAttribute("aria-disabled", String(!isSelectable && !isSelected));
    node.setAttribute("tabindex", isCurrent ? "0" : "-1");
    node.classList.toggle("selectable", isSelectable);
    node.classList.toggle("chosen", isSelected);
    node.classList.toggle("target", markers.has("next"));
    /** @type {MarkerKind[]} */
    const shown = [...markers, ...(isCurrent ? [/** @type {const} */ ("focus")] : [])];
    const cell = this.#layout.cells.get(id);
    const face = shown.length && cell ? this.#layout.face(cell) : null;
    view.markers.replaceChildren(...(face ? shown.map((kind) => marker(kind, face)) : []));
  }

  /** @param {ElementBadge[]} badges */
  #showBadges(badges) {
    this.#badgeLayer.replaceChildren(...badges.flatMap((badge) => {
      const cell = this.#layout.cells.get(badge.id);
      return cell ? [badgeNode(badge, this.#layout.face(cell), Math.max(1, this.#unit()))] : [];
    }));
    this.#picker?.showBadges(badges);
  }

  /** How many units of the drawing a pixel of the screen is; measuring here would force a layout. */
  #unit() {
    return this.#width ? this.#layout.box[2] / this.#width : 1;
  }

  #listen() {
    this.#svg.addEventListener("click", (event) => this.#click(event));
    // A click does not take the focus, so that the page's shortcuts still work.
    this.#svg.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !this.#svg.contains(activeElement)) activeElement.blur();
    });
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    this.#svg.addEventListener("focusin", (event) => this.#setCurrent(elementOf(event.target)));
    this.#svg.addEventListener("pointerover", (event) => this.#hover(elementOf(event.target)));
    this.#svg.addEventListener("pointerleave", () => this.#hover(null));
  }

  /** @param {string | null} id */
  #setCurrent(id) {
    if (!id || !this.#layers.cells.has(id)) return;
    const old = this.#current;
    this.#current = id;
    if (old !== id) this.#refresh();
    this.#picker?.hover(this.#layout, id, this.#unit());
  }

  /** @param {string | null} id */
  #hover(id) {
    this.#picker?.hover(this.#layout, id, this.#unit());
    const [first] = this.#selection.path;
    if (first) this.#markRange(first, id && this.#selection.options().has(id) ? id : first);
  }

  /**
   * Marks the cells of a range that is not selected yet.
   * @param {string | null} from
   * @param {string | null} to
   */
  #markRange(from, to) {
    if (!this.#pending) this.#showRange(from, to);
  }

  /**
   * @param {string | null} from
   * @param {string | null} to
   */
  #showRange(from, to) {
    if (!this.#drawer.cellsBetween) return;
    const ids = from && to ? this.#drawer.cellsBetween(this.#layout, from, to) : [];
    for (const [id, { node }] of this.#layers.cells) node.classList.toggle("in-range", ids.includes(id));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.#drag?.isClickOfDrag()) return;
    const id = elementOf(event.target);
    const meant = id && this.#selection.accepts(id) ? id : this.#nearest(event) ?? id;
    if (!meant) return;
    this.#setCurrent(meant);
    this.#select(meant);
  }

  /**
   * The selectable element that is nearest to a click that missed.
   * @param {MouseEvent} event
   * @returns {string | null}
   */
  #nearest({ clientX, clientY, detail }) {
    const matrix = this.#svg.getScreenCTM();
    if (!detail || !matrix) return null;
    let best = { id: /** @type {string | null} */ (null), distance: CLICK_TOLERANCE };
    for (const id of this.#selection.options().keys()) {
      const cell = this.#layout.cells.get(id);
      if (!cell) continue;
      const { x, y } = this.#layout.face(cell);
      const distance = Math.hypot(matrix.a * x + matrix.e - clientX, matrix.d * y + matrix.f - clientY);
      if (distance < best.distance) best = { id, distance };
    }
    return best.id;
  }

  /**
   * @param {string} from
   * @param {string | null} to
   */
  #selectRange(from, to) {
    if (this.#pending || !this.#selection.selectRange(from, to)) this.#refresh();
    else this.#selected({ keyboard: false });
  }

  /**
   * Selects an element, deselects it, or selects it instead of another one.
   * @param {string} id
   * @param {{ keyboard?: boolean }} [options]
   */
  #select(id, { keyboard = false } = {}) {
    if (!this.#pending && this.#selection.select(id)) this.#selected({ keyboard });
  }

  /** @param {{ keyboard: boolean }} options */
  #selected({ keyboard }) {
    const { path } = this.#selection;
    const move = this.#selection.complete();
    if (move) {
      this.#makeMove(move.text, move.path);
      return;
    }
    const hint = this.#hint;
    if (hint && !path.every((id, index) => id === hint[index])) this.#hint = null;
    this.#refreshKeepingFocus();
    this.#announceSelection(path);
    if (keyboard) this.#picker?.firstLevel()?.focus({ preventScroll: true });
  }

  /**
   * @param {string} text
   * @param {string[]} path
   */
  async #makeMove(text, path) {
    const { line, ply } = this.#game;
    this.#playedPaths.set([...line.slice(0, ply), text].join(" "), path);
    this.#pending = path;
    this.#hint = null;
    this.#refreshKeepingFocus();
    const isMade = await this.#onMove(text).catch(() => false);
    if (isMade || this.#pending !== path) return;
    this.#pending = null;
    this.#selection = new MoveSelection(this.#game.moves);
    this.#refresh();
  }

  /** @param {string[]} path */
  #announceSelection(path) {
    const id = path.at(-1);
    if (id === undefined) {
      this.#onAnnounce(t("board.announce.deselected"));
      return;
    }
    const cell = this.#layout.cells.get(id);
    const element = cell ? cellLabel(this.#name, this.#layout, cell) : this.#picker?.labelOf(this.#layout, id) ?? id;
    this.#onAnnounce(t("board.announce.selected", { element, count: this.#selection.options().size }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = elementOf(event.target);
    const isHandled = event.key === "Enter" || event.key === " " ? this.#press(id) : this.#moveFocus(event.key, id);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string | null} id */
  #press(id) {
    if (!id) return false;
    if (this.#selection.accepts(id)) this.#select(id, { keyboard: true });
    else this.#onAnnounce(t("board.announce.unavailable"));
    return true;
  }

  /**
   * Moves the focus by a key; returns whether the key was handled.
   * @param {string} key
   * @param {string | null} id
   */
  #moveFocus(key, id) {
    if (this.#picker?.moveFocus(key, id)) return true;
    const isVertical = key === "ArrowUp" || key === "ArrowDown";
    const level = isVertical && id === this.#selection.path[0] ? this.#picker?.firstLevel() : null;
    if (level) {
      level.focus({ preventScroll: true });
      return true;
    }
    const cell = id ? this.#layout.cells.get(id) : undefined;
    if (!cell) return false;
    const keptColumn = this.#keptColumn?.id === cell.id ? this.#keptColumn.column : null;
    const target = arrowTarget(this.#layout, cell, key, keptColumn);
    if (!target) return false;
    this.#keptColumn = { id: target.cell?.id ?? cell.id, column: target.column };
    if (target.cell) this.#focusCell(target.cell.id, { preventScroll: false });
    return true;
  }

  /**
   * @param {string | null} id
   * @param {FocusOptions} options
   */
  #focusCell(id, options) {
    if (id) this.#layers.cells.get(id)?.node.focus(options);
  }
}

/**
 * The id of the board's element that an event happened in.
 * @param {EventTarget | null} target
 */
function elementOf(target) {
  /** @type {SVGElement | null} */
  const element = target instanceof Element ? target.closest("[data-element]") : null;
  return element?.dataset.element ?? null;
}

/**
 * Whether two states of a game show the same board.
 * @param {Game} one
 * @param {Game} two
 */
function isSameBoard(one, two) {
  /** @param {Game} game */
  const board = ({ scene, last, line, ply }) => JSON.stringify([scene, last, line.slice(0, ply)]);
  return board(one) === board(two);
}
