// The tree panel: the minimax tree of the present position, for those who learn how it works.
import { button, choice, el, field } from "./elements.js";
import { stateAt, stepsOf } from "./replay.js";
import { graft, movesTo, nodesOf, prepare } from "./tree-model.js";
import { cutWords, TreeView } from "./tree-view.js";
import { boundText, valueText } from "./values.js";
import { wording } from "./voice.js";
import { number, onLanguage, t, tOr } from "./words.js";

const DEPTHS = [1, 2, 3, 4, 5, 6];
const TOPS = [1, 2, 3, 5, 8, 12, 20, 50];
/** How long a step of the replay is shown, in milliseconds. */
const PACE = 800;
const REST = 250;

/** The tree with its controls and the replay of the search. */
export class TreePanel {
  #stale = 0;

  constructor(root, { wire }) {
    this.wire = wire;
    this.root = root;
    this.on = false;
    this.wish = { depth: 2, pruning: true, top: 3, eval: null };
    this.view = new TreeView({ scenes: (positions) => this.#scenes(positions), onOpen: (node, stub) => this.#open(node, stub) });
    this.#build();
    this.end = onLanguage(() => this.#translate());
  }

  /** Shows the tree of a game's present position. */
  show(game) {
    this.game = game;
    if (!this.on) return;
    const place = `${game.id} ${game.start} ${game.viewer} ${game.ply} ${game.line.slice(0, game.ply).join(" ")} ${game.evaluations.join(" ")}`;
    if (place === this.place) return;
    this.place = place;
    this.#evaluations();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#ask(), REST);
  }

  /** Begins or ends to show it. */
  toggle(on) {
    if (on === this.on) return;
    this.on = on;
    this.place = null;
    clearTimeout(this.resting);
    this.#stale += 1;
    this.#play(false);
    if (on && this.game) this.show(this.game);
  }

  /** Ends it for good. */
  destroy() {
    this.toggle(false);
    this.end();
    this.view.destroy();
    this.root.replaceChildren();
  }

  #build() {
    const wish = (name, read) => (event) => this.#wish({ [name]: read(event.target) });
    const numbers = (list) => list.map((value) => [String(value), number(value)]);
    const read = (target) => Number(target.value);
    this.judge = el("select", { onchange: wish("eval", (target) => target.value) });
    this.judged = field(t("tree.evaluation"), this.judge);
    this.saved = el("p", { class: "tree-saved", role: "status" });
    this.meter = el("div", { class: "tree-meter", "aria-hidden": "true" }, el("div", {}));
    this.trouble = el("p", { class: "refused", role: "status" });
    this.#buildReplay();
    this.root.replaceChildren(el("section", { class: "panel tree", "aria-label": t("tree.title") },
      el("h2", {}, t("tree.title")),
      el("div", { class: "row tree-controls" },
        field(t("tree.depth"), choice(numbers(DEPTHS), String(this.wish.depth), { onchange: wish("depth", read) })),
        field(t("tree.top"), choice(numbers(TOPS), String(this.wish.top), { onchange: wish("top", read) })),
        this.judged,
        el("label", { class: "tree-pruning" },
          el("input", { type: "checkbox", checked: this.wish.pruning, onchange: wish("pruning", (target) => target.checked) }), t("tree.pruning")),
        el("div", { class: "tree-zoom", role: "group", "aria-label": t("tree.zoom") },
          el("button", { type: "button", "aria-label": t("tree.smaller"), onclick: () => this.view.zoom(0.8) }, "\u2212"),
          el("button", { type: "button", "aria-label": t("tree.larger"), onclick: () => this.view.zoom(1.25) }, "+"))),
      this.saved, this.meter, this.replay, this.trouble, this.view.root, this.#legend()));
    if (this.game) this.#evaluations();
  }

  #buildReplay() {
    this.slider = el("input", { type: "range", min: 0, value: 0, "aria-label": t("tree.replay"), oninput: () => this.#seek(Number(this.slider.value)) });
    this.told = el("p", { class: "tree-told" });
    this.player = button("play", t("tree.play"), () => this.#play(!this.playing));
    this.replay = el("div", { class: "tree-replay" },
      el("div", { class: "row" }, this.player,
        button("previous", t("tree.back"), () => this.#seek(this.at - 1), { bare: true }),
        button("next", t("tree.forward"), () => this.#seek(this.at + 1), { bare: true }), this.slider),
      this.told);
  }

  #legend() {
    const signs = [["\u25b2", "max"], ["\u25bc", "min"], ["\u25a0", "leaf"], ["\u25c6", "end"]];
    return el("ul", { class: "tree-legend" },
      signs.map(([sign, name]) => el("li", {}, el("span", { class: "legend-sign", "aria-hidden": "true" }, sign), t(`tree.${name}_legend`))),
      el("li", {}, el("span", { class: "legend-chosen", "aria-hidden": "true" }), t("tree.chosen_legend")),
      el("li", {}, el("span", { class: "legend-cut", "aria-hidden": "true" }), t("tree.cut_legend")),
      el("li", {}, el("span", { class: "legend-apart", "aria-hidden": "true" }), t("tree.apart_legend")));
  }

  #translate() {
    this.#play(false);
    this.#build();
    if (!this.tree) return;
    this.view.draw();
    this.#told();
  }

  /** Offers the evaluations that the game has. */
  #evaluations() {
    const { evaluations } = this.game;
    if (!evaluations.includes(this.wish.eval)) this.wish.eval = evaluations[0] ?? null;
    this.judge.replaceChildren(...evaluations.map((name) => el("option", { value: name, selected: name === this.wish.eval }, tOr(`tree.eval.${name}`, name))));
    this.judged.hidden = evaluations.length < 2;
  }

  #wish(change) {
    Object.assign(this.wish, change);
    if (this.on && this.game) this.#ask();
  }

  /** Asks for the tree, and shows it unless another is wanted by then. */
  async #ask() {
    const asked = ++this.#stale;
    this.#play(false);
    const { depth, pruning } = this.wish;
    this.root.firstChild.setAttribute("aria-busy", true);
    const told = await this.#tell({});
    if (asked !== this.#stale) return;
    this.root.firstChild.removeAttribute("aria-busy");
    this.#hide(!told);
    if (!told) return;
    this.looked = { ...told, depth, pruning };
    this.tree = prepare(told.tree, depth);
    this.view.show(this.game, this.tree, pruning);
    this.steps = stepsOf(this.tree);
    this.at = this.steps.length;
    this.#told();
  }

  /** Asks the program for a tree; nothing where it is refused, and the reason is shown. */
  async #tell(more) {
    const { depth, pruning, top, eval: judge } = this.wish;
    const asked = { game: this.game.id, depth, pruning, top, ...(judge ? { eval: judge } : {}), ...more };
    try {
      const told = await this.wire.ask("tree", asked);
      this.trouble.textContent = "";
      return told;
    } catch (error) {
      if (error.kind === "Lost") this.place = null;
      this.trouble.textContent = wording(error, this.game.game);
      return null;
    }
  }

  #hide(hidden) {
    for (const part of [this.view.root, this.replay, this.saved, this.meter]) part.hidden = hidden;
  }

  /** Looks deeper below a node, or at more of its moves. */
  async #open(node, stub) {
    const asked = this.#stale;
    const depth = stub ? Math.max(1, this.looked.depth - node.level) : 1;
    const top = stub ? Math.min(50, node.children.length + node.more) : this.wish.top;
    const told = await this.#tell({ moves: movesTo(node), depth, top });
    if (!told || asked !== this.#stale) return;
    const before = new Set(node.children);
    graft(node, told.tree, this.tree);
    this.view.open.add(node);
    this.view.draw();
    this.view.focus(stub ? node.children.find((child) => !before.has(child)) ?? node : node);
  }

  async #scenes(positions) {
    try {
      return (await this.wire.ask("scenes", { game: this.game.id, positions })).scenes;
    } catch {
      return [];
    }
  }

  /** Goes to a step of the search; the last shows the whole tree. */
  #seek(at) {
    this.#play(false);
    this.#go(at);
  }

  #go(at) {
    if (!this.steps) return;
    this.at = Math.max(1, Math.min(this.steps.length, at));
    this.view.step(this.at < this.steps.length ? stateAt(this.steps, this.at) : null);
    this.#told();
  }

  #play(on) {
    clearInterval(this.playing);
    this.playing = null;
    if (on && this.steps) {
      this.#go(this.at >= this.steps.length ? 1 : this.at);
      this.playing = setInterval(() => {
        this.#go(this.at + 1);
        if (this.at >= this.steps.length) this.#play(false);
      }, PACE);
    }
    const next = button(on ? "pause" : "play", t(on ? "tree.pause" : "tree.play"), () => {});
    this.player.replaceChildren(...next.childNodes);
  }

  #told() {
    this.#tellSaved();
    Object.assign(this.slider, { min: 1, max: this.steps.length });
    this.slider.value = this.at;
    const words = this.#stepWords();
    this.told.setAttribute("aria-live", this.playing ? "off" : "polite");
    this.told.textContent = t("tree.step", { at: number(this.at), of: number(this.steps.length), words });
    this.slider.setAttribute("aria-valuetext", this.told.textContent);
  }

  #stepWords() {
    if (this.at >= this.steps.length) return this.#whole();
    const { step: { kind, node }, changed, states } = stateAt(this.steps, this.at);
    const move = movesTo(node).join(" ") || t("tree.root");
    if (kind === "cut") return t("tree.step_cut", { move, words: cutWords(node) });
    const { alpha, beta } = states.get(node);
    const bounds = { alpha: boundText(alpha, "alpha"), beta: boundText(beta, "beta") };
    if (kind === "enter") return t(this.looked.pruning ? "tree.step_enter_window" : "tree.step_enter", { move, ...bounds });
    const left = t(node.children.length ? "tree.step_leave" : "tree.step_leaf", { move, value: valueText(node.value) });
    return changed && this.looked.pruning ? `${left} ${t(`tree.moved_${changed.bound}`, { value: valueText(changed.value) })}` : left;
  }

  /** The words of the last step: what the whole search found. */
  #whole() {
    const best = this.tree.children.find((child) => child.chosen);
    const found = best ? t("tree.found", { move: best.mv, value: valueText(this.tree.value) }) : t("tree.nothing_below");
    const hidden = [...nodesOf(this.tree)].some((node) => node.more && !node.apart);
    return hidden ? `${found} ${t("tree.some_hidden")}` : found;
  }

  #tellSaved() {
    const { nodes, plain, pruning } = this.looked;
    const saved = plain ? Math.floor(100 * (1 - nodes / plain)) : 0;
    const args = { nodes: number(nodes), plain: number(plain ?? 0), percent: number(saved) };
    this.saved.textContent = pruning ? t(plain === null ? "tree.saved_unknown" : "tree.saved", args) : t("tree.unpruned", args);
    this.meter.hidden = !pruning || plain === null;
    this.meter.firstChild.style.width = `${Math.max(0.5, 100 - saved)}%`;
  }
}
