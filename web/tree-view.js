// The drawing of the tree: cards with boards, lines between them, and the keys to walk it.
import { describe, drawMini } from "./board.js";
import { s } from "./boards/draw.js";
import { el } from "./elements.js";
import { isOver, isShallow, nodesOf } from "./tree-model.js";
import { CARD, edge, lay } from "./tree-layout.js";
import { boundText, plural, valueText } from "./values.js";
import { number, t } from "./words.js";

/** The most boards that are asked for at once. */
const BATCH = 64;
/** The most boards that are remembered. */
const MOST_SCENES = 2000;
/** Below this width of the panel the tree is an outline, in pixels. */
const NARROW = 600;
/** A tree that is no wider than so many cards is opened as a whole. */
const SMALL = 11;
const SIGNS = { exact: "=", most: "\u2264", least: "\u2265" };
const SHAPES = { max: "\u25b2", min: "\u25bc", leaf: "\u25a0", end: "\u25c6" };

/** A tree of cards; `onOpen(node)` is asked for what is below or beside what is shown. */
export class TreeView {
  constructor({ scenes, onOpen }) {
    this.ask = scenes;
    this.onOpen = onOpen;
    this.open = new Set();
    this.cards = new Map();
    this.wanted = new Set();
    this.scenes = new Map();
    this.scale = 1;
    this.lines = s("svg", { class: "tree-lines", "aria-hidden": "true" });
    this.items = el("div", { class: "tree-items", role: "tree", onkeydown: (event) => this.#key(event), onfocusin: (event) => this.#focused(event) });
    this.canvas = el("div", { class: "tree-canvas" }, this.lines, this.items);
    this.root = el("div", { class: "tree-scroll" }, this.canvas);
    this.seen = new IntersectionObserver((entries) => this.#see(entries), { root: this.root, rootMargin: "200px" });
    this.watch = new ResizeObserver(() => this.#fit());
    this.watch.observe(this.root);
  }

  /** Shows a tree: the chosen line open, the rest only where it is small. */
  show(game, tree, pruning) {
    if (this.game?.id !== game.id || this.scenes.size > MOST_SCENES) this.scenes.clear();
    this.game = game;
    this.pruning = pruning;
    this.tree = tree;
    this.replay = null;
    this.open = openAtFirst(tree);
    this.cards.clear();
    this.seen.disconnect();
    this.wanted.clear();
    this.present = tree;
    this.scale = 1;
    this.draw();
    this.zoom(Math.min(1, Math.max(0.7, (this.root.clientWidth - 34) / this.size.width)));
  }

  /** Shows how far a replay is, or everything where it is null. */
  step(replay) {
    this.replay = replay;
    const current = replay?.step?.node;
    let fresh = false;
    for (let node = current?.parent; node; node = node.parent) {
      fresh ||= !this.open.has(node);
      this.open.add(node);
    }
    if (fresh) this.draw();
    else this.#mark();
    if (current) this.#centre(current);
  }

  /** Makes the drawing larger or smaller. */
  zoom(by) {
    this.scale = Math.min(1.6, Math.max(0.3, this.scale * by));
    this.draw();
    this.#centre(this.present);
  }

  /** Draws the cards that are open. */
  draw() {
    if (!this.tree) return;
    const top = this.#item(this.tree);
    this.list = [];
    flatten(top, this.list);
    this.items.setAttribute("aria-label", t("tree.title"));
    this.items.replaceChildren(...this.list.map((item) => this.#card(item)));
    this.#place(top);
    this.#mark();
  }

  /** Ends it for good. */
  destroy() {
    this.seen.disconnect();
    this.watch.disconnect();
  }

  /** What is drawn of a node: itself, and where it is open what is below it. */
  #item(node) {
    const children = this.open.has(node) ? node.children.map((child) => this.#item(child)) : [];
    if (this.open.has(node) && node.more) children.push({ node, stub: "more", children: [] });
    if (node.cut && this.open.has(node)) children.push({ node, stub: "cut", children: [] });
    return { node, stub: null, children };
  }

  #card(item) {
    const id = item.stub ?? "card";
    const made = this.cards.get(item.node) ?? {};
    this.cards.set(item.node, made);
    made[id] ??= item.stub ? this.#stub(item) : this.#full(item);
    item.card = made[id];
    item.card.item = item;
    return item.card;
  }

  #full(item) {
    const { node } = item;
    const board = el("div", { class: "tree-board" });
    const card = el("div", { role: "treeitem", class: "tree-card", tabindex: -1, onclick: () => this.#toggle(card.item) },
      el("div", { class: "tree-head" }, el("span", { class: "tree-kind" }), el("span", { class: "tree-move" })),
      board, el("div", { class: "tree-value" }), el("div", { class: "tree-window" }), el("div", { class: "tree-below" }));
    card.board = board;
    if (this.scenes.has(node.position)) this.#drawBoard(card, node);
    else this.seen.observe(card);
    return card;
  }

  #stub(item) {
    const card = el("div", { role: "treeitem", class: `tree-card tree-stub ${item.stub}`, tabindex: -1, onclick: () => this.#toggle(card.item) });
    return card;
  }

  #place(top) {
    const outline = this.root.clientWidth < NARROW;
    this.outline = outline;
    this.canvas.classList.toggle("outline", outline);
    const size = lay(top);
    this.size = size;
    for (const item of this.list) {
      const { style } = item.card;
      style.setProperty("--level", item.node.level + (item.stub ? 1 : 0));
      [style.left, style.top] = outline ? ["", ""] : [`${item.x}px`, `${item.y}px`];
    }
    const { style } = this.canvas;
    [style.width, style.height] = outline ? ["", ""] : [`${size.width * this.scale}px`, `${size.height * this.scale}px`];
    this.items.style.transform = outline ? "" : `scale(${this.scale})`;
    this.lines.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    this.lines.replaceChildren(...this.list.flatMap((item) => item.children.map((child) => this.#line(item, child))));
  }

  #line(item, child) {
    child.line = s("path", { d: edge(item, child), class: child.stub ?? "" });
    return child.line;
  }

  /** Writes on every card what is known at the present step of the replay. */
  #mark() {
    for (const item of this.list) item.stub ? this.#markStub(item) : this.#markCard(item);
    if (!this.list.some((item) => item.card.tabIndex === 0)) this.list[0].card.tabIndex = 0;
  }

  #markCard(item) {
    const { node, card } = item;
    const state = this.replay?.states.get(node);
    const unseen = Boolean(this.replay) && !state;
    const told = this.#told(node, state, unseen);
    const [kind, move, , value, bounds, below] = [...card.querySelectorAll(".tree-kind, .tree-move, .tree-board, .tree-value, .tree-window, .tree-below")];
    kind.textContent = `${SHAPES[told.kind]} ${t(`tree.${told.kind}`)}`;
    move.textContent = node.mv ?? t("tree.root");
    value.textContent = told.value;
    bounds.textContent = told.bounds;
    below.textContent = told.below;
    const current = this.replay?.step?.node === node;
    const chosen = node.chosen && (!this.replay || Boolean(state?.left));
    const classes = { chosen, apart: node.apart, unseen, current, open: state && !state.left };
    card.className = `tree-card ${told.kind}`;
    for (const [name, on] of Object.entries(classes)) card.classList.toggle(name, Boolean(on));
    item.line?.classList.toggle("unseen", unseen);
    item.line?.classList.toggle("chosen", chosen);
    this.#speak(item, told);
  }

  #told(node, state, unseen) {
    const leaf = !node.children.length && !node.cut;
    const kind = leaf ? (node.end || isOver(node) ? "end" : "leaf") : node.max ? "max" : "min";
    const best = state ? state.best : node.value;
    const sure = !state || state.left;
    const sign = sure ? SIGNS[node.is] : "\u2026";
    const value = unseen || !best ? "?" : `${sign === "=" ? "" : `${sign} `}${valueText(best)}`;
    const window = state ?? node;
    const bounds = this.pruning && !node.apart && !unseen
      ? `\u03b1 ${boundText(window.alpha, "alpha")}  \u03b2 ${boundText(window.beta, "beta")}` : "";
    return { kind, value, bounds, below: this.#below(node), best, sure };
  }

  /** What is below a card: how many are closed up, how many were cut, or that one can look deeper. */
  #below(node) {
    if (isShallow(node)) return this.replay ? "" : "\u25b8 \u2026";
    if (!node.children.length) return "";
    if (this.open.has(node)) return "\u25be";
    const cut = node.cut ? `  \u2702 ${number(node.cut.left)}` : "";
    return `\u25b8 ${number(node.children.length + node.more)}${cut}`;
  }

  /** A card in words, for those who listen. */
  #speak(item, told) {
    const { node, card } = item;
    const words = [node.mv ? describe(this.game.game, node.mv) : t("tree.root"), t(`tree.${told.kind}_legend`)];
    if (told.value !== "?") words.push(told.sure ? t(`tree.is_${node.is}`, { value: valueText(told.best) }) : t("tree.so_far", { value: valueText(told.best) }));
    if (told.bounds) words.push(told.bounds);
    if (node.chosen) words.push(t("tree.chosen"));
    if (node.apart) words.push(t("tree.apart"));
    this.#spoken(item, words.join(", "));
    const able = node.children.length || isShallow(node);
    if (able) card.setAttribute("aria-expanded", this.open.has(node) && node.children.length > 0);
    else card.removeAttribute("aria-expanded");
  }

  #spoken({ card, place, many, node, stub }, words) {
    const told = { label: words, level: node.level + (stub ? 2 : 1), posinset: place, setsize: many };
    for (const [name, value] of Object.entries(told)) card.setAttribute(`aria-${name}`, value);
    if (!stub) card.title = words;
  }

  #markStub(item) {
    const { node, card, stub } = item;
    const state = this.replay?.states.get(node);
    const words = stub === "more" ? t("tree.more", { count: number(node.more) }) : cutWords(node);
    card.textContent = words;
    const unseen = Boolean(this.replay) && !(stub === "cut" ? state?.cut : state?.left);
    card.classList.toggle("unseen", unseen);
    item.line?.classList.toggle("unseen", unseen);
    this.#spoken(item, words);
  }

  #toggle(item, to = null) {
    const { node, stub } = item;
    if (stub === "cut") return;
    if (stub === "more" || isShallow(node)) {
      if (to !== false && !this.replay) this.onOpen(node, stub);
      return;
    }
    const open = to ?? !this.open.has(node);
    if (open) this.open.add(node);
    else this.open.delete(node);
    this.draw();
    this.focus(item.node);
  }

  /** Moves the focus to a node's card. */
  focus(node) {
    this.cards.get(node)?.card?.focus({ preventScroll: false });
  }

  #focused({ target }) {
    const card = target.closest(".tree-card");
    if (!card) return;
    this.present = card.item.node;
    for (const item of this.list) item.card.tabIndex = item.card === card ? 0 : -1;
  }

  #key(event) {
    const item = event.target.closest(".tree-card")?.item;
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = this.list.indexOf(item);
    const moves = {
      ArrowDown: () => this.#go(at + 1), ArrowUp: () => this.#go(at - 1),
      Home: () => this.#go(0), End: () => this.#go(this.list.length - 1),
      ArrowRight: () => (item.children.length ? this.#go(at + 1) : this.#toggle(item, true)),
      ArrowLeft: () => (item.children.length ? this.#toggle(item, false) : this.focus(item.stub ? item.node : item.node.parent)),
      Enter: () => this.#toggle(item), " ": () => this.#toggle(item),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }

  #go(at) {
    this.list[at]?.card.focus();
  }

  #see(entries) {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.seen.unobserve(target);
      this.wanted.add(target);
    }
    if (this.wanted.size && !this.fetching) this.#fetch();
  }

  /** Asks for the boards of cards that came into view, so many at a time. */
  async #fetch() {
    this.fetching = true;
    while (this.wanted.size) {
      const cards = [...this.wanted].slice(0, BATCH);
      cards.forEach((card) => this.wanted.delete(card));
      const positions = cards.map((card) => card.item.node.position);
      const scenes = await this.ask(positions);
      scenes.forEach((scene, place) => this.scenes.set(positions[place], scene));
      cards.forEach((card) => this.#drawBoard(card, card.item.node));
    }
    this.fetching = false;
  }

  #drawBoard(card, node) {
    const scene = this.scenes.get(node.position);
    if (scene) drawMini(card.board, this.game.game, scene);
  }

  #fit() {
    if (this.tree && (this.root.clientWidth < NARROW) !== this.outline) this.draw();
  }

  /** Scrolls to where a node can be seen. */
  #centre(node) {
    const card = this.cards.get(node)?.card;
    if (!card?.isConnected) return;
    const [box, frame] = [card.getBoundingClientRect(), this.root.getBoundingClientRect()];
    if (box.left < frame.left || box.right > frame.right) this.root.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
    if (box.top < frame.top || box.bottom > frame.bottom) this.root.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
  }
}

/** Why branches were cut, in words. */
export function cutWords({ cut, value }) {
  const args = { value: valueText(value), bound: valueText(cut.bound), at: cut.at.join(" ") };
  return plural("tree.pruned", cut.left, { why: t(`tree.cut_${cut.by}`, args) });
}

/** The nodes that are open at first: all of a small tree, the chosen line of a large one. */
function openAtFirst(tree) {
  const open = new Set();
  for (let node = tree; node; node = node.children.find((child) => child.chosen)) open.add(node);
  const all = [...nodesOf(tree)].filter((node) => node.children.length);
  const wide = all.reduce((sum, node) => sum + node.children.length + (node.more > 0) + Boolean(node.cut) - 1, 1);
  return wide <= SMALL ? new Set(all) : open;
}

function flatten(item, list, place = 1, many = 1) {
  Object.assign(item, { place, many });
  list.push(item);
  item.children.forEach((child, at) => flatten(child, list, at + 1, item.children.length));
}
