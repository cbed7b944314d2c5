// The board of a game: shows scenes, and lets moves be selected by pointer and keyboard.
import { animate, motionAllowed, snapshot } from "./animation.js";
import { arrowTarget, walkTarget } from "./arrow-keys.js";
import { DrawnMoves } from "./arrows.js";
import { badgeNode, bestBadges } from "./badges.js";
import { drawerClass, drawerOf } from "./drawers.js";
import { showGhosts } from "./ghosts.js";
import { cellLabel, gridLabel, noteLabel } from "./labels.js";
import { MarkDrawing, readMark } from "./mark-drawing.js";
import { markCell, markersOf } from "./markers.js";
import { elementOf, nearestElement } from "./pointer.js";
import { RefusalBubble } from "./refusal-bubble.js";
import { RangeDrag } from "./range-drag.js";
import { isSameBoard, patchLayers, renderLayers } from "./render.js";
import { MoveSelection } from "./selection.js";
import { StackPicker } from "./stack-picker.js";
import { s } from "./svg.js";
import { BoardZoom } from "./zoom.js";
import { onLanguage, t } from "../shell/i18n.js";
/** @import { Game } from "../protocol.d.ts" */
/** @import { ElementBadge, MoveBadge } from "./badges.js" */
/** @import { BoardMark } from "./mark-drawing.js" */
/** @import { CellMarks } from "./markers.js" */
/** @import { CellView, Layout } from "./types.d.ts" */


/** The board of a game. */
export class Board {
  #name;
  #game;
  #flip = false;
  #drawer;
  #onMove;
  #onAnnounce;
  #onRefuse;
  #onSelect;
  #told = -1;
  #refusal;
  #layout;
  #layers;
  #svg;
  #selection;
  /** @type {string[] | null} The path of a move that was sent and not answered yet. */
  #pending = null;
  /** @type {string[] | null} */
  #hint = null;
  /** @type {string[]} */
  #pointed = [];
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
  #drawnMoves = new DrawnMoves();
  /** @type {MarkDrawing | null} */
  #marking = null;
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
   * @param {(text: string, path: string[]) => Promise<boolean>} options.onMove Makes a move that was selected by a path; resolves to whether it was made.
   * @param {(text: string) => void} options.onAnnounce
   * @param {(path: string[]) => Promise<string>} options.onRefuse Says why no move begins with a path.
   * @param {(count: number) => void} options.onSelect Told how many elements are selected.
   * @param {(mark: BoardMark) => void} [options.onMark] Keeps a circle or an arrow; without it nothing can be drawn.
   */
  constructor(root, { game, onMove, onAnnounce, onRefuse, onSelect, onMark }) {
    this.root = root;
    this.#name = game.game;
    this.#game = game;
    this.#drawer = drawerOf(game.game);
    this.#onMove = onMove;
    this.#onAnnounce = onAnnounce;
    this.#onRefuse = onRefuse;
    this.#onSelect = onSelect;
    this.#svg = s("svg", { class: `board-svg ${drawerClass(game.game)}`, role: "group" });
    root.classList.add("board");
    this.#refusal = new RefusalBubble();
    root.replaceChildren(this.#svg, this.#refusal.root);
    this.#selection = new MoveSelection(game.moves);
    this.#layout = this.#newLayout(game, false);
    this.#layers = renderLayers(this.#drawer, this.#layout);
    this.#picker = this.#drawer.stackPicker ? new StackPicker(this.#drawer, this.#layout, this.#selection) : null;
    this.#drag = this.#drawer.selectsRange
      ? new RangeDrag(this.#svg, (from, to) => this.#markRange(from, to), (from, to) => this.#selectRange(from, to)) : null;
    this.zoom = new BoardZoom(root, this.#svg, () => { this.#drag?.cancel(); this.#marking?.release(); });
    if (onMark) this.#marking = new MarkDrawing(this.#svg, () => this.#layout, onMark, () => this.#markBegun());
    this.#insertLayers();
    this.#reveal();
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
      return this.#refresh();
    }
    this.#refusal.hide();
    const before = this.#layout;
    const pieces = snapshot(this.#layers.grid);
    const hadFocus = this.#svg.contains(document.activeElement);
    this.#flip = flip;
    this.#hint = this.#badges = null;
    this.#pointed = [];
    this.#drawnMoves.lines = [];
    this.#drawnMoves.threat = this.#drawnMoves.mistake = null;
    this.#marking?.cancel();
    this.#selection = new MoveSelection(game.moves);
    this.#layout = this.#newLayout(game, flip);
    const pieceKeys = this.#drawer.pieceKeys?.(before, this.#layout);
    if (pieceKeys) this.#layout.pieceKeys = pieceKeys;
    this.#draw(before);
    this.#refresh();
    if (hadFocus) this.focus();
    this.#reveal();
    if (isAnimated && motionAllowed() && before.flip === flip) {
      const exitPath = this.#drawer.exitPath?.(before, this.#layout, game.last);
      animate(pieces, snapshot(this.#layers.grid), this.#leavingLayer, exitPath);
    }
  }

  /** Scrolls a zoomed board to where it goes on: to the only piece of the side to move, or to the last move. */
  #reveal() {
    const { scene, to_move: mover, last } = this.#game;
    const own = scene.tokens.filter(({ owner }) => owner === mover);
    this.zoom.reveal(own.length === 1 ? own[0].cell : last?.at(-1));
  }

  /** Deselects the last element of a half selected move; returns false if there is none. */
  cancel() {
    if (this.#marking?.cancel()) return true;
    if (this.#pending || !this.#selection.back()) return false;
    this.#refreshKeepingFocus();
    this.#onAnnounce(t("board.announce.deselected"));
    return true;
  }

  /** The elements of a move that are selected. */
  get selected() {
    return this.#selection.path;
  }

  /** @param {string[]} path Shows a move as a hint. */
  hint(path) {
    this.#hint = path;
    this.#refresh();
  }

  /** @param {string[]} ids Marks the elements that a text beside the board is about. */
  pointOut(ids) {
    this.#pointed = ids;
    this.#refresh();
  }

  /**
   * Draws the first moves of lines, the best first.
   * @param {string[][]} paths
   */
  lines(paths) {
    this.#drawnMoves.lines = paths;
    this.#drawMoves();
  }

  /**
   * Draws what the other side would do if it were its turn.
   * @param {string[] | null} path
   */
  threat(path) {
    this.#drawnMoves.threat = path;
    this.#drawMoves();
  }

  /**
   * Draws the bad move that was made here.
   * @param {string[] | null} path
   */
  mistake(path) {
    this.#drawnMoves.mistake = path;
    this.#drawMoves();
  }

  /**
   * Shows the circles and arrows that were drawn in this position.
   * @param {string[]} marks
   */
  marks(marks) {
    if (marks.join() === this.#drawnMoves.marks.join()) return;
    this.#drawnMoves.marks = marks;
    this.#refresh();
  }

  /** @param {boolean} on Whether clicks and keys draw, rather than make moves. */
  draw(on) {
    this.#marking?.toggle(on);
    this.root.classList.toggle("drawing", on);
  }

  #markBegun() {
    const begun = this.#marking?.from ?? null;
    const cell = begun === null ? undefined : this.#layout.cells.get(begun);
    this.#drawnMoves.begun = begun;
    this.#drawMoves();
    if (cell) this.#onAnnounce(t("board.announce.mark_from", { element: cellLabel(this.#name, this.#layout, cell) }));
  }

  #drawMoves() {
    const isSelecting = this.#pending !== null || this.#selection.path.length > 0;
    this.#drawnMoves.show(this.#layout, this.#game, { isSelecting, hint: this.#hint, showsLast: !this.#drawer.selectsRange });
  }

  /**
   * Shows badges on the elements where moves are selected next.
   * @param {MoveBadge[] | null} badges
   */
  badges(badges) {
    this.#badges = badges;
    this.#refresh();
  }

  /**
   * Makes the move that leads from the only piece of the side to move in the direction of an
   * arrow key; always returns true, since the key was meant for the board.
   * @param {string} key
   */
  walk(key) {
    const target = walkTarget(this.#layout, this.#game, key);
    if (target && this.#selection.accepts(target.id)) this.#select(target.id);
    else if (target) this.#refuse(target.id);
    return true;
  }

  /** Gives the focus to the board. */
  focus() {
    this.#focusCell(this.#current, { preventScroll: true });
  }

  /** Removes the board. */
  destroy() {
    this.#unsubscribe();
    this.#resizeObserver.disconnect();
    this.zoom.end();
    this.#drag?.end();
    this.#marking?.end();
    this.root.replaceChildren();
    this.root.classList.remove("board");
  }

  /**
   * @param {Game} game
   * @param {boolean} flip
   */
  #newLayout(game, flip) {
    return this.#drawer.layout(game.scene, { flip, game });
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
    this.#svg.setAttribute("viewBox", this.#layout.box.join(" "));
    this.zoom.show(this.#layout);
    this.#svg.replaceChildren(background, grid, foreground, this.#leavingLayer, this.#drawnMoves.layer, this.#badgeLayer, ...(this.#picker ? [this.#picker.layer] : []));
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
    const last = this.#drawer.selectsRange ? null : this.#game.last;
    return cell ? noteLabel(this.#name, this.#layout, cell, { last, hint: this.#hint, badge: this.#shownBadges.get(id)?.text, drawn: this.#markLabels(id) }) : "";
  }

  /**
   * What was drawn at a cell, in words.
   * @param {string} id
   */
  #markLabels(id) {
    return this.#drawnMoves.marks.map(readMark).filter(({ from }) => from === id).flatMap(({ to, colour }) => {
      const end = to === null ? undefined : this.#layout.cells.get(to);
      const args = { colour: t(`board.mark.${colour}`), element: end ? cellLabel(this.#name, this.#layout, end) : "" };
      return to === null ? t("board.mark.circle", args) : end ? t("board.mark.arrow", args) : [];
    });
  }

  /** Updates everything that depends on the selection: markers, ghosts, the picker and badges. */
  #refresh() {
    const path = this.#pending ?? this.#selection.path;
    const options = this.#pending ? new Map() : this.#selection.options();
    const phase = this.#game.phases[path.length] ?? "";
    if (this.#told !== path.length) this.#onSelect(path.length);
    this.#told = path.length;
    const badges = this.#badges && !this.#pending ? bestBadges(this.#badges, path) : [];
    this.#shownBadges = new Map(badges.map((badge) => [badge.id, badge]));
    const markers = markersOf(this.#game, {
      path, options, isPending: this.#pending !== null, hint: this.#hint, pointed: this.#pointed, showsLast: !this.#drawer.selectsRange,
    });
    for (const [id, view] of this.#layers.cells) {
      this.#updateCell(id, view, {
        kinds: markers.get(id) ?? new Set(), isSelectable: options.has(id), isSelected: path.includes(id), isCurrent: id === this.#current, phase,
      });
    }
    this.#layers.grid.classList.toggle("choosing", options.size > 0);
    if (this.#pending) this.#showRange(this.#pending[0], this.#pending[1]);
    else this.#showRange(null, null);
    showGhosts(this.#layers, this.#drawer.preview?.(this.#layout, path) ?? []);
    this.#picker?.refresh(this.#layout, this.#selection, this.#unit(), this.#layers.cells);
    this.#showBadges(badges);
    this.#drawMoves();
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
   * @param {CellMarks} marks
   */
  #updateCell(id, view, marks) {
    const state = [view.content, this.#game.seats, ...marks.kinds, marks.isSelectable, marks.isSelected, marks.isCurrent, this.#shownBadges.get(id)?.text, marks.phase, ...this.#drawnMoves.marks.filter((mark) => readMark(mark).from === id)].join("|");
    if (view.state === state) return;
    view.state = state;
    const cell = this.#layout.cells.get(id);
    markCell(view, marks, this.#label(id), cell ? this.#layout.face(cell) : null);
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
    this.#svg.addEventListener("pointerdown", () => this.#refusal.hide());
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
    // Then the pointer has drawn.
    if (this.#marking?.isOn) return;
    if (this.#drag?.isClickOfDrag()) return;
    const id = elementOf(event.target);
    /** @param {Iterable<string>} ids */
    const nearest = (ids) => nearestElement(this.#svg, this.#layout, event, ids);
    const isAccepted = id && this.#selection.accepts(id);
    const meant = isAccepted ? id : nearest(this.#selection.options().keys()) ?? id ?? nearest(this.#layout.cells.keys());
    if (!meant) return;
    this.#setCurrent(meant);
    if (this.#takesOne(event, meant)) return;
    if (this.#selection.accepts(meant)) this.#select(meant);
    else this.#refuse(meant);
  }

  /**
   * Where a move is a range, a click selects one element as the whole of it; with Shift, or held
   * longer, it begins a range whose end is clicked next, for those who cannot drag.
   * @param {MouseEvent} event
   * @param {string} id
   */
  #takesOne({ shiftKey }, id) {
    if (!this.#drag || shiftKey || this.#drag.isLongPress() || this.#pending || this.#selection.path.length) return false;
    if (!this.#selection.selectRange(id, id)) return false;
    this.#selected({ keyboard: false });
    return true;
  }

  /**
   * Says why an element cannot be selected, at its place.
   * @param {string} id
   */
  async #refuse(id) {
    if (this.#pending) return;
    const game = this.#game;
    const text = await this.#onRefuse([...this.#selection.path, id]);
    const cell = this.#layout.cells.get(id.split("/")[0]);
    if (game !== this.#game || !cell) return;
    this.#refusal.show(text, this.#layout.face(cell), this.#layout.box);
    this.#onAnnounce(text);
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
    this.#pending = path;
    this.#hint = null;
    this.#refreshKeepingFocus();
    const isMade = await this.#onMove(text, path).catch(() => false);
    if (isMade || this.#pending !== path) return;
    this.#pending = null;
    this.#selection = new MoveSelection(this.#game.moves);
    this.#refresh();
  }

  /** @param {string[]} path */
  #announceSelection(path) {
    const id = path.at(-1);
    const cell = id === undefined ? undefined : this.#layout.cells.get(id);
    const element = cell ? cellLabel(this.#name, this.#layout, cell) : id && (this.#picker?.labelOf(this.#layout, id) ?? id);
    this.#onAnnounce(element ? t("board.announce.selected", { element, count: this.#selection.options().size }) : t("board.announce.deselected"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || (event.altKey && !this.#marking?.isOn)) return;
    const id = elementOf(event.target);
    const isHandled = event.key === "Enter" || event.key === " " ? this.#press(id, event) : this.#moveFocus(event.key, id);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {string | null} id
   * @param {KeyboardEvent} event
   */
  #press(id, event) {
    if (!id) return false;
    if (this.#marking?.isOn) {
      if (this.#layout.cells.has(id)) this.#marking.press(id, event);
      return true;
    }
    if (this.#selection.accepts(id)) this.#select(id, { keyboard: true });
    else this.#refuse(id);
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
