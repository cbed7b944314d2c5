// The drawing of the tree: cards with boards, lines between them, and keyboard navigation.
import { drawThumbnail } from "../boards/drawers.js";
import { s } from "../boards/svg.js";
import { el } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
import { cardLabel, cardText, cutText, newCardParts, writeCard } from "./card.js";
import { bindGestures } from "./gestures.js";
import { CARD, edgePath, layoutTree, SMALL_CARD } from "./layout.js";
import { flatten, initiallyExpanded, newItem, setAria } from "./items.js";
import { isAtHorizon, nodesOf } from "./model.js";
/** @import { Game, Scene } from "../protocol.d.ts" */
/** @import { ReplayState } from "./search-replay.js" */
/** @import { CardParts, CardText } from "./card.js" */
/** @import { Item, Stub } from "./items.js" */
/** @import { LinkedNode } from "./model.js" */

/** @typedef {{ element: HTMLElement, parts: CardParts | null, item: Item }} Card */

/** The most boards in one request. */
const BATCH_SIZE = 64;
/** The most boards that are cached. */
const MAX_SCENES = 2000;
/** In a panel narrower than this the tree is an outline, in pixels. */
const OUTLINE_WIDTH = 600;
/** The least and the greatest scale of the drawing. */
const SCALES = [0.06, 1.6];
/** Where the drawing begins, in pixels from the edge of its frame. */
const PADDING = 34;

/** A tree of cards. */
export class TreeView {
  /**
   * @param {Game} game
   * @param {object} options
   * @param {(positions: string[]) => Promise<Scene[]>} options.fetchScenes
   * @param {(node: LinkedNode, stub: Stub | null) => void} options.onExpand Called for what is not loaded yet.
   * @param {(node: LinkedNode) => void} options.onSelect Called when a node gets the focus.
   */
  constructor(game, { fetchScenes, onExpand, onSelect }) {
    this.game = game;
    this.fetchScenes = fetchScenes;
    this.onExpand = onExpand;
    this.onSelect = onSelect;
    /** Whether the tree fills the window: then a click only selects, and the wheel zooms. */
    this.isFull = false;
    /** Whether cards have no boards. */
    this.isSmall = false;
    /** @type {Set<LinkedNode>} What a search by move has found. */
    this.found = new Set();
    this.pruning = true;
    /** @type {LinkedNode | null} */
    this.tree = null;
    /** @type {LinkedNode | null} */
    this.focused = null;
    /** @type {ReplayState | null} */
    this.replay = null;
    /** @type {Set<LinkedNode>} */
    this.expanded = new Set();
    /** @type {Item[]} The items in the order in which they are read. */
    this.list = [];
    /** @type {Map<LinkedNode, Map<string, Card>>} */
    this.cards = new Map();
    /** @type {WeakMap<Element, Card>} */
    this.cardOf = new WeakMap();
    /** @type {Set<Card>} Cards in view that have no board yet. */
    this.missingBoards = new Set();
    this.isFetching = false;
    /** @type {Map<string, Scene>} */
    this.scenes = new Map();
    this.scale = 1;
    this.size = { width: 0, height: 0 };
    this.isOutline = false;
    this.lines = s("svg", { class: "tree-lines", "aria-hidden": "true" });
    this.items = el("div", {
      class: "tree-items", role: "tree",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onfocusin: (/** @type {FocusEvent} */ event) => this.#focusChanged(event),
    });
    this.canvas = el("div", { class: "tree-canvas" }, this.lines, this.items);
    this.root = el("div", { class: "tree-scroll" }, this.canvas);
    this.intersectionObserver = new IntersectionObserver((entries) => this.#seen(entries), { root: this.root, rootMargin: "200px" });
    this.resizeObserver = new ResizeObserver(() => this.#resized());
    this.resizeObserver.observe(this.root);
    bindGestures(this.root, { onZoom: (by, at) => this.zoom(by, at), zoomsAlways: () => this.isFull && !this.isOutline });
  }

  /**
   * Shows a tree: a small one expanded completely, a large one along the chosen line.
   * @param {Game} game
   * @param {LinkedNode} tree
   * @param {boolean} pruning
   * @param {boolean} [isWhole] Whether all moves are shown; then all nodes are expanded, if they are not too many.
   */
  show(game, tree, pruning, isWhole = false) {
    if (this.game.id !== game.id || this.scenes.size > MAX_SCENES) this.scenes.clear();
    this.game = game;
    this.pruning = pruning;
    this.tree = tree;
    this.focused = tree;
    this.replay = null;
    this.expanded = initiallyExpanded(tree, isWhole);
    this.found.clear();
    this.cards.clear();
    this.intersectionObserver.disconnect();
    this.missingBoards.clear();
    this.scale = 1;
    this.draw();
    if (isWhole || this.isFull) this.fit();
    else this.zoom(Math.min(1, Math.max(0.7, (this.root.clientWidth - PADDING) / this.size.width)));
    this.onSelect(tree);
  }

  /** Scales the drawing so that all of it is seen. */
  fit() {
    const { width, height } = this.size;
    const wanted = Math.min(1, (this.root.clientWidth - PADDING) / width, (this.root.clientHeight - PADDING) / height);
    this.zoom(wanted / this.scale);
    this.root.scrollTo(0, 0);
  }

  /**
   * Shows cards with or without boards.
   * @param {boolean} isSmall
   */
  setSmall(isSmall) {
    if (isSmall === this.isSmall) return;
    this.isSmall = isSmall;
    this.canvas.classList.toggle("small", isSmall);
    this.cards.clear();
    if (this.tree) this.draw();
  }

  /**
   * Marks the nodes whose move contains a text, and returns them.
   * @param {string} text
   */
  search(text) {
    const wanted = text.trim().toLowerCase();
    const all = this.tree && wanted ? [...nodesOf(this.tree)] : [];
    const found = all.filter(({ mv, node_move: nodeMove }) => (nodeMove?.join(",") ?? mv ?? "").toLowerCase().includes(wanted));
    this.found = new Set(found);
    this.#update();
    return found;
  }

  /**
   * Shows a node, whatever is collapsed above it.
   * @param {LinkedNode} node
   */
  reveal(node) {
    for (let above = node.parent; above; above = above.parent) this.expanded.add(above);
    this.draw();
    this.focused = node;
    this.#scrollTo(node);
    this.onSelect(node);
    this.#update();
  }

  /**
   * Shows the state of a replay, or the whole tree if it is null.
   * @param {ReplayState | null} replay
   */
  showReplay(replay) {
    this.replay = replay;
    const current = replay?.step?.node;
    let hasExpanded = false;
    for (let node = current?.parent; node; node = node.parent) {
      hasExpanded ||= !this.expanded.has(node);
      this.expanded.add(node);
    }
    if (hasExpanded) this.draw();
    else this.#update();
    if (current) this.#scrollTo(current);
  }

  /**
   * Changes the scale of the drawing; what is at a point stays there.
   * @param {number} by
   * @param {{ x: number, y: number } | null} [at] In pixels of the frame; null keeps the focused node in view.
   */
  zoom(by, at = null) {
    const before = this.scale;
    const { root } = this;
    const [left, top] = at ? [root.scrollLeft + at.x, root.scrollTop + at.y] : [0, 0];
    this.scale = Math.min(SCALES[1], Math.max(SCALES[0], before * by));
    this.#placeCanvas();
    const grown = this.scale / before;
    if (at) root.scrollTo(left * grown - at.x, top * grown - at.y);
    else if (this.focused) this.#scrollTo(this.focused);
  }

  /** Draws the cards of all expanded nodes. */
  draw() {
    if (!this.tree) return;
    const top = this.#item(this.tree);
    this.list = [];
    flatten(top, this.list);
    this.items.setAttribute("aria-label", t("tree.title"));
    this.items.replaceChildren(...this.list.map((item) => this.#card(item).element));
    this.#place(top);
    this.#update();
  }

  /** Stops observing. */
  destroy() {
    this.intersectionObserver.disconnect();
    this.resizeObserver.disconnect();
  }

  /**
   * @param {LinkedNode} node
   * @returns {Item}
   */
  #item(node) {
    if (!this.expanded.has(node)) return newItem(node, null, []);
    const children = node.children.map((child) => this.#item(child));
    if (node.more) children.push(newItem(node, "more", []));
    if (node.cut) children.push(newItem(node, "cut", []));
    return newItem(node, null, children);
  }

  /**
   * The card of an item, which is kept while the tree is redrawn.
   * @param {Item} item
   */
  #card(item) {
    const kind = item.stub ?? "card";
    const cards = this.cards.get(item.node) ?? new Map();
    this.cards.set(item.node, cards);
    /** @type {Card} */
    const card = cards.get(kind) ?? this.#newCard(item);
    cards.set(kind, card);
    card.item = item;
    return card;
  }

  /**
   * @param {Item} item
   * @returns {Card}
   */
  #newCard(item) {
    const parts = item.stub ? null : newCardParts();
    const element = el("div", {
      role: "treeitem", class: item.stub ? `tree-card tree-stub ${item.stub}` : "tree-card", tabindex: -1,
      onclick: (/** @type {MouseEvent} */ event) => this.#click(card, event),
      ondblclick: () => this.isFull && this.#toggle(card.item),
    }, parts && [
      el("div", { class: "tree-head" }, parts.kind, parts.move), parts.board, parts.value, parts.window, parts.below,
    ]);
    /** @type {Card} */
    const card = { element, parts, item };
    this.cardOf.set(element, card);
    if (parts && !this.isSmall && !this.#drawBoard(card)) this.intersectionObserver.observe(element);
    return card;
  }

  /** @param {Item} top */
  #place(top) {
    const isOutline = this.root.clientWidth < OUTLINE_WIDTH;
    this.isOutline = isOutline;
    this.canvas.classList.toggle("outline", isOutline);
    const card = this.isSmall && !isOutline ? SMALL_CARD : CARD;
    const size = layoutTree(top, card);
    this.size = size;
    for (const item of this.list) {
      const { style } = this.#card(item).element;
      style.setProperty("--level", String(item.node.level + (item.stub ? 1 : 0)));
      [style.left, style.top] = isOutline ? ["", ""] : [`${item.x}px`, `${item.y}px`];
    }
    this.#placeCanvas();
    this.lines.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    this.lines.replaceChildren(...this.list.flatMap((item) => item.children.map((child) => {
      child.line = s("path", { d: edgePath(item, child, card), class: child.stub ?? "" });
      return child.line;
    })));
  }

  #placeCanvas() {
    const { style } = this.canvas;
    const { size: { width, height }, scale, isOutline } = this;
    [style.width, style.height] = isOutline ? ["", ""] : [`${width * scale}px`, `${height * scale}px`];
    this.items.style.transform = isOutline ? "" : `scale(${scale})`;
  }

  /** Updates every card to the current step of the replay. */
  #update() {
    for (const item of this.list) {
      const card = this.#card(item);
      if (card.parts) this.#updateCard(item, card.element, card.parts);
      else this.#updateStub(item, card.element);
    }
    const elements = this.list.map((item) => this.#card(item).element);
    if (elements.length && !elements.some((element) => element.tabIndex === 0)) elements[0].tabIndex = 0;
  }

  /**
   * @param {Item} item
   * @param {HTMLElement} element
   * @param {CardParts} parts
   */
  #updateCard(item, element, parts) {
    const { node } = item;
    const state = this.replay?.states.get(node);
    const unvisited = Boolean(this.replay) && !state;
    const text = cardText(node, { state, unvisited, pruning: this.pruning });
    writeCard(parts, node, text);
    parts.below.textContent = this.#belowText(node);
    const current = this.replay?.step?.node === node;
    const chosen = node.chosen && (!this.replay || Boolean(state?.left));
    const classes = {
      chosen, separate: node.separate, unvisited, current, open: Boolean(state && !state.left),
      found: this.found.has(node), selected: this.isFull && node === this.focused,
    };
    element.className = `tree-card ${text.kind}`;
    for (const [name, on] of Object.entries(classes)) element.classList.toggle(name, on);
    item.line?.classList.toggle("unvisited", unvisited);
    item.line?.classList.toggle("chosen", chosen);
    this.#label(item, element, text);
  }

  /**
   * What is below a card: how many children are collapsed and cut off, or that more can be searched.
   * @param {LinkedNode} node
   */
  #belowText(node) {
    if (isAtHorizon(node)) return this.replay ? "" : "\u25b8 \u2026";
    if (!node.children.length) return "";
    if (this.expanded.has(node)) return "\u25be";
    const cut = node.cut ? `  \u2702 ${number(node.cut.left)}` : "";
    return `\u25b8 ${number(node.children.length + node.more)}${cut}`;
  }

  /**
   * Labels a card for screen readers.
   * @param {Item} item
   * @param {HTMLElement} element
   * @param {CardText} text
   */
  #label(item, element, text) {
    const { node } = item;
    element.title = cardLabel(this.game.game, node, text);
    setAria(element, item, element.title);
    const canExpand = node.children.length || isAtHorizon(node);
    if (canExpand) element.setAttribute("aria-expanded", String(this.expanded.has(node) && node.children.length > 0));
    else element.removeAttribute("aria-expanded");
  }

  /**
   * @param {Item} item
   * @param {HTMLElement} element
   */
  #updateStub(item, element) {
    const { node, stub } = item;
    const state = this.replay?.states.get(node);
    const text = stub === "cut" && node.cut ? cutText(node.cut, node.value) : t("tree.more", { count: number(node.more) });
    element.textContent = text;
    const unvisited = Boolean(this.replay) && !(stub === "cut" ? state?.cut : state?.left);
    element.classList.toggle("unvisited", unvisited);
    item.line?.classList.toggle("unvisited", unvisited);
    setAria(element, item, text);
  }

  /**
   * A click on a card; where the tree fills the window it selects, and only its foot expands.
   * @param {Card} card
   * @param {MouseEvent} event
   */
  #click({ element, item, parts }, event) {
    const isFoot = event.target instanceof Node && parts?.below.contains(event.target);
    if (!this.isFull || item.stub || isFoot) return this.#toggle(item);
    element.focus({ preventScroll: true });
    this.#update();
  }

  /**
   * Expands or collapses an item, or loads what is below it.
   * @param {Item} item
   * @param {boolean | null} [to]
   */
  #toggle(item, to = null) {
    const { node, stub } = item;
    if (stub === "cut") return;
    if (stub === "more" || isAtHorizon(node)) {
      if (to !== false && !this.replay) this.onExpand(node, stub);
      return;
    }
    if (to ?? !this.expanded.has(node)) this.expanded.add(node);
    else this.expanded.delete(node);
    this.draw();
    this.focus(node);
  }

  /**
   * Moves the focus to a node's card.
   * @param {LinkedNode} node
   */
  focus(node) {
    this.cards.get(node)?.get("card")?.element.focus({ preventScroll: false });
  }

  /**
   * The card that an event happened in.
   * @param {Event} event
   */
  #cardAt({ target }) {
    const element = target instanceof Element ? target.closest(".tree-card") : null;
    return element ? this.cardOf.get(element) : undefined;
  }

  /** @param {FocusEvent} event */
  #focusChanged(event) {
    const card = this.#cardAt(event);
    if (!card) return;
    this.focused = card.item.node;
    for (const item of this.list) {
      const { element } = this.#card(item);
      element.tabIndex = element === card.element ? 0 : -1;
      element.classList.toggle("selected", this.isFull && element === card.element);
    }
    this.onSelect(card.item.node);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = this.#cardAt(event)?.item;
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = this.list.indexOf(item);
    const parent = item.stub ? item.node : item.node.parent;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowDown: () => this.#focusIndex(index + 1), ArrowUp: () => this.#focusIndex(index - 1),
      Home: () => this.#focusIndex(0), End: () => this.#focusIndex(this.list.length - 1),
      ArrowRight: () => (item.children.length ? this.#focusIndex(index + 1) : this.#toggle(item, true)),
      ArrowLeft: () => (item.children.length ? this.#toggle(item, false) : parent && this.focus(parent)),
      Enter: () => this.#toggle(item), " ": () => this.#toggle(item),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /** @param {number} index */
  #focusIndex(index) {
    const item = this.list[index];
    if (item) this.#card(item).element.focus();
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { isIntersecting, target } of entries) {
      const card = this.cardOf.get(target);
      if (!isIntersecting || !card) continue;
      this.intersectionObserver.unobserve(target);
      this.missingBoards.add(card);
    }
    if (this.missingBoards.size && !this.isFetching) this.#fetchBoards();
  }

  /** Fetches the boards of cards that came into view, in batches. */
  async #fetchBoards() {
    this.isFetching = true;
    while (this.missingBoards.size) {
      const cards = [...this.missingBoards].slice(0, BATCH_SIZE);
      cards.forEach((card) => this.missingBoards.delete(card));
      const positions = cards.map((card) => card.item.node.position);
      const scenes = await this.fetchScenes(positions);
      scenes.forEach((scene, index) => this.scenes.set(positions[index], scene));
      cards.forEach((card) => this.#drawBoard(card));
    }
    this.isFetching = false;
  }

  /**
   * Draws the board of a card; returns whether its scene is known.
   * @param {Card} card
   */
  #drawBoard({ parts, item }) {
    const scene = this.scenes.get(item.node.position);
    if (scene && parts) drawThumbnail(parts.board, this.game.game, scene);
    return scene !== undefined;
  }

  #resized() {
    if ((this.root.clientWidth < OUTLINE_WIDTH) !== this.isOutline) this.draw();
  }

  /**
   * Scrolls to a node.
   * @param {LinkedNode} node
   */
  #scrollTo(node) {
    const element = this.cards.get(node)?.get("card")?.element;
    if (!element?.isConnected) return;
    const [box, frame] = [element.getBoundingClientRect(), this.root.getBoundingClientRect()];
    if (box.left < frame.left || box.right > frame.right) this.root.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
    if (box.top < frame.top || box.bottom > frame.bottom) this.root.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
  }
}
