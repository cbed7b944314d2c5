// The drawing of the tree: cards with boards, lines between them, and keyboard navigation.
import { drawThumbnail } from "./boards/drawers.js";
import { s } from "./boards/svg.js";
import { el } from "./elements.js";
import { number, t } from "./i18n.js";
import { cardLabel, cardText, cutText, newCardParts, writeCard } from "./tree-card.js";
import { edgePath, layoutTree } from "./tree-layout.js";
import { isAtHorizon, nodesOf } from "./tree-model.js";
/** @import { Game, Scene } from "./protocol.d.ts" */
/** @import { ReplayState } from "./search-replay.js" */
/** @import { CardParts, CardText } from "./tree-card.js" */
/** @import { LinkedNode } from "./tree-model.js" */

/** @typedef {"more" | "cut"} Stub A placeholder for moves that are not shown, or that were cut off. */
/** @typedef {{ element: HTMLElement, parts: CardParts | null, item: Item }} Card */

/**
 * What is drawn of a node: its card or a stub, with its place in the tree.
 * @typedef {object} Item
 * @property {LinkedNode} node
 * @property {Stub | null} stub
 * @property {Item[]} children
 * @property {number} x
 * @property {number} y
 * @property {number} index Its number among its siblings, from 1.
 * @property {number} siblings
 * @property {SVGPathElement | null} line The line from its parent.
 */

/** The most boards in one request. */
const BATCH_SIZE = 64;
/** The most boards that are cached. */
const MAX_SCENES = 2000;
/** In a panel narrower than this the tree is an outline, in pixels. */
const OUTLINE_WIDTH = 600;
/** A tree that is no wider than this is expanded completely, in cards. */
const MAX_EXPANDED_WIDTH = 11;

/** A tree of cards. */
export class TreeView {
  /**
   * @param {Game} game
   * @param {object} options
   * @param {(positions: string[]) => Promise<Scene[]>} options.fetchScenes
   * @param {(node: LinkedNode, stub: Stub | null) => void} options.onExpand Called for what is not loaded yet.
   */
  constructor(game, { fetchScenes, onExpand }) {
    this.game = game;
    this.fetchScenes = fetchScenes;
    this.onExpand = onExpand;
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
  }

  /**
   * Shows a tree: a small one expanded completely, a large one along the chosen line.
   * @param {Game} game
   * @param {LinkedNode} tree
   * @param {boolean} pruning
   */
  show(game, tree, pruning) {
    if (this.game.id !== game.id || this.scenes.size > MAX_SCENES) this.scenes.clear();
    this.game = game;
    this.pruning = pruning;
    this.tree = tree;
    this.focused = tree;
    this.replay = null;
    this.expanded = initiallyExpanded(tree);
    this.cards.clear();
    this.intersectionObserver.disconnect();
    this.missingBoards.clear();
    this.scale = 1;
    this.draw();
    this.zoom(Math.min(1, Math.max(0.7, (this.root.clientWidth - 34) / this.size.width)));
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
   * Changes the scale of the drawing.
   * @param {number} by
   */
  zoom(by) {
    this.scale = Math.min(1.6, Math.max(0.3, this.scale * by));
    this.draw();
    if (this.focused) this.#scrollTo(this.focused);
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
      onclick: () => this.#toggle(card.item),
    }, parts && [
      el("div", { class: "tree-head" }, parts.kind, parts.move), parts.board, parts.value, parts.window, parts.below,
    ]);
    /** @type {Card} */
    const card = { element, parts, item };
    this.cardOf.set(element, card);
    if (parts && !this.#drawBoard(card)) this.intersectionObserver.observe(element);
    return card;
  }

  /** @param {Item} top */
  #place(top) {
    const isOutline = this.root.clientWidth < OUTLINE_WIDTH;
    this.isOutline = isOutline;
    this.canvas.classList.toggle("outline", isOutline);
    const size = layoutTree(top);
    this.size = size;
    for (const item of this.list) {
      const { style } = this.#card(item).element;
      style.setProperty("--level", String(item.node.level + (item.stub ? 1 : 0)));
      [style.left, style.top] = isOutline ? ["", ""] : [`${item.x}px`, `${item.y}px`];
    }
    const { style } = this.canvas;
    [style.width, style.height] = isOutline ? ["", ""] : [`${size.width * this.scale}px`, `${size.height * this.scale}px`];
    this.items.style.transform = isOutline ? "" : `scale(${this.scale})`;
    this.lines.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    this.lines.replaceChildren(...this.list.flatMap((item) => item.children.map((child) => {
      child.line = s("path", { d: edgePath(item, child), class: child.stub ?? "" });
      return child.line;
    })));
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
    const classes = { chosen, separate: node.separate, unvisited, current, open: Boolean(state && !state.left) };
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
    }
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

/**
 * @param {LinkedNode} node
 * @param {Stub | null} stub
 * @param {Item[]} children
 * @returns {Item}
 */
function newItem(node, stub, children) {
  return { node, stub, children, x: 0, y: 0, index: 1, siblings: 1, line: null };
}

/**
 * @param {HTMLElement} element
 * @param {Item} item
 * @param {string} label
 */
function setAria(element, { node, stub, index, siblings }, label) {
  const attributes = { label, level: node.level + (stub ? 2 : 1), posinset: index, setsize: siblings };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(`aria-${name}`, String(value));
}

/**
 * The nodes that are expanded at first: all of a small tree, the chosen line of a large one.
 * @param {LinkedNode} tree
 */
function initiallyExpanded(tree) {
  const inner = [...nodesOf(tree)].filter((node) => node.children.length);
  const width = inner.reduce((sum, node) => sum + node.children.length + Number(node.more > 0) + Number(Boolean(node.cut)) - 1, 1);
  if (width <= MAX_EXPANDED_WIDTH) return new Set(inner);
  /** @type {Set<LinkedNode>} */
  const line = new Set();
  /** @type {LinkedNode | undefined} */
  let node = tree;
  for (; node; node = node.children.find((child) => child.chosen)) line.add(node);
  return line;
}

/**
 * @param {Item} item
 * @param {Item[]} list
 */
function flatten(item, list) {
  list.push(item);
  item.children.forEach((child, index) => {
    Object.assign(child, { index: index + 1, siblings: item.children.length });
    flatten(child, list);
  });
}
