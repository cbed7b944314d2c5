// The tree panel: the minimax tree of the current position, to learn how the search works.
import { learnMoves } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { button, dropdown, el, field, relabel } from "../shell/elements.js";
import { number, onLanguage, percent, t, tOr } from "../shell/i18n.js";
import { errorText } from "../shell/notify.js";
import { requestScenes } from "../boards/scenes.js";
import { boundText, valueText } from "../analysis/scores.js";
import { replayState, replaySteps } from "./search-replay.js";
import { download } from "../game/share-dialog.js";
import { cutText, reasonText } from "./card.js";
import { exportTree } from "./export.js";
import { legend, NodePane } from "./pane.js";
import { addBranch, linkTree, movesTo, nodesOf } from "./model.js";
import { TreeView } from "./view.js";
/** @import { Game, Tree, TreeRequest } from "../protocol.d.ts" */
/** @import { Step } from "./search-replay.js" */
/** @import { TreeFormat } from "./export.js" */
/** @import { LinkedNode } from "./model.js" */
/** @import { Stub } from "./items.js" */

/** @typedef {{ tree: LinkedNode, steps: Step[], nodes: number, plain: number | null, depth: number, pruning: boolean, player: string }} SearchedTree */

const DEPTHS = [1, 2, 3, 4, 5, 6];
/** The least depth of a player's own tree. */
const MIN_PLAYER_DEPTH = 2;
const TOPS = [1, 2, 3, 5, 8, 12, 20, 50];
const MAX_TOP = 50;
/** How long a step of the replay is shown, in milliseconds. */
const STEP_DURATION = 800;
/** How long the position stays unchanged before its tree is requested, in milliseconds. */
const REQUEST_DELAY = 250;

/** The tree with its options and the replay of the search. */
export class TreePanel {
  /** Counts the requests, to recognize answers that come too late. */
  #requests = 0;

  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {(args: TreeRequest) => Promise<Tree>} [ask] Requests a tree; without it, that of the game.
   */
  constructor(root, game, ask = (args) => connection.request("tree", { game: this.game.id, ...args })) {
    this.root = root;
    this.game = game;
    this.ask = ask;
    this.on = false;
    this.options = { depth: 2, pruning: true, top: 3, whole: false };
    /** Whether the tree fills the window. */
    this.isFull = false;
    /** @type {LinkedNode | null} The node on the large board. */
    this.selected = null;
    /** @type {{ nodes: LinkedNode[], at: number }} What a search by move has found. */
    this.search = { nodes: [], at: -1 };
    /** @type {string | undefined} */
    this.evaluation = undefined;
    /** The player whose own tree is shown; empty for a search. */
    this.player = "";
    /** The position whose tree is shown or requested. */
    this.position = "";
    /** @type {SearchedTree | null} */
    this.searched = null;
    /** How many steps of the replay are shown. */
    this.step = 0;
    /** @type {number | undefined} */
    this.playTimer = undefined;
    /** @type {number | undefined} */
    this.requestTimer = undefined;

    this.view = new TreeView(game, {
      fetchScenes: (positions) => this.#fetchScenes(positions),
      onExpand: (node, stub) => this.#expand(node, stub),
      onSelect: (node) => this.#select(node),
    });
    this.pane = new NodePane((positions) => this.#fetchScenes(positions));
    this.searchInput = el("input", {
      type: "search", autocomplete: "off", oninput: () => this.#search(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") this.#nextFound(); },
    });
    this.searchCount = el("span", { class: "muted", role: "status" });
    this.fullButton = button("tree", "", () => this.#setFull(!this.isFull), { "data-option": "full" });
    this.evaluations = el("select", { onchange: () => this.#setEvaluation(this.evaluations.value) });
    this.kinds = el("select", { onchange: () => this.#setPlayer(this.kinds.value) });
    this.kindField = field("", this.kinds);
    this.savings = el("p", { class: "tree-savings", role: "status" });
    this.meterFill = el("div", {});
    this.meter = el("div", { class: "tree-meter", "aria-hidden": "true" }, this.meterFill);
    this.error = el("div", { class: "form-error", role: "status" });
    this.slider = el("input", { type: "range", min: 0, value: 0, oninput: () => this.#seek(Number(this.slider.value)) });
    this.stepText = el("p", { class: "tree-step" });
    this.playButton = button("play", "", () => this.#play(this.playTimer === undefined));
    this.replay = el("div", { class: "tree-replay" });
    this.evaluationField = field("", this.evaluations);
    this.panel = el("section", { class: "panel tree" });
    this.root.replaceChildren(this.panel);
    this.#build();
    this.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isFull) return;
      event.stopPropagation();
      this.#setFull(false);
    });
    this.unsubscribe = onLanguage(() => this.#translate());
  }

  /**
   * Shows the tree of a game's current position.
   * @param {Game} game
   */
  show(game) {
    this.game = game;
    if (!this.on) return;
    const { id, start, viewer, ply, line, evaluations } = game;
    const position = `${id} ${start} ${viewer} ${ply} ${line.slice(0, ply).join(" ")} ${evaluations.join(" ")}`;
    if (position === this.position) return;
    this.position = position;
    this.#offerEvaluations();
    this.#offerPlayers();
    clearTimeout(this.requestTimer);
    this.requestTimer = setTimeout(() => this.#load(), REQUEST_DELAY);
  }

  /**
   * Opens or closes the panel.
   * @param {boolean} on
   */
  toggle(on) {
    if (on === this.on) return;
    this.on = on;
    this.position = "";
    clearTimeout(this.requestTimer);
    this.#requests += 1;
    this.#play(false);
    if (!on) this.#setFull(false);
    if (on) this.show(this.game);
  }

  /** Removes the panel. */
  destroy() {
    this.toggle(false);
    this.unsubscribe();
    this.view.destroy();
    this.root.replaceChildren();
  }

  /** Draws the options again, after they were changed. */
  rebuild() {
    this.view.setSmall(this.options.whole);
    this.#build();
  }

  #build() {
    /**
     * @param {"depth" | "top"} name
     * @param {number[]} values
     */
    const numbers = (name, values) => {
      const select = dropdown(values.map((value) => [value, number(value)]), this.options[name], {
        onchange: () => this.#setOptions({ [name]: Number(select.value) }),
      });
      return select;
    };
    const isSearch = !this.player;
    const depths = DEPTHS.filter((depth) => isSearch || depth >= MIN_PLAYER_DEPTH);
    const pruning = el("input", {
      type: "checkbox", checked: this.options.pruning, onchange: () => this.#setOptions({ pruning: pruning.checked }),
    });
    const whole = el("input", {
      type: "checkbox", "data-option": "whole", checked: this.options.whole, onchange: () => this.#setWhole(whole.checked),
    });
    const boards = el("input", {
      type: "checkbox", checked: !this.view.isSmall, onchange: () => { this.view.setSmall(!boards.checked); this.view.fit(); },
    });
    /** @type {TreeFormat[]} */
    const formats = ["svg", "dot", "json"];
    const exportAs = dropdown([["", t("tree.export")], ...formats.map((format) => /** @type {const} */ ([format, t(`tree.export.${format}`)]))], "", {
      "aria-label": t("tree.export"), onchange: () => {
        const format = formats.find((name) => name === exportAs.value);
        if (format && this.searched) download(`${this.game.game}-tree.${format}`, exportTree(this.searched.tree, format, this.searched.pruning));
        exportAs.value = "";
      },
    });
    relabel(this.fullButton, this.isFull ? "close" : "tree", t(this.isFull ? "tree.close_full" : "tree.full"));
    this.evaluationField = field(t("tree.evaluation"), this.evaluations);
    this.kindField = field(t("tree.kind"), this.kinds);
    this.#buildReplay();
    this.panel.setAttribute("aria-label", t("tree.title"));
    this.panel.replaceChildren(
      el("h2", {}, t("tree.title")),
      el("div", { class: "row tree-controls" },
        this.kindField,
        field(t("tree.depth"), numbers("depth", depths)),
        isSearch && !this.options.whole && field(t("tree.top"), numbers("top", TOPS)),
        isSearch && this.evaluationField,
        isSearch && el("label", { class: "tree-pruning" }, pruning, t("tree.pruning")),
        isSearch && el("label", { class: "tree-pruning", title: t("tree.whole_title") }, whole, t("tree.whole")),
        el("label", { class: "tree-pruning" }, boards, t("tree.boards")),
        field(t("tree.search"), this.searchInput, { class: "field tree-search" }), this.searchCount,
        el("div", { class: "tree-zoom", role: "group", "aria-label": t("tree.zoom") },
          button(null, t("tree.fit"), () => this.view.fit()),
          el("button", { type: "button", "aria-label": t("tree.smaller"), onclick: () => this.view.zoom(0.8) }, "\u2212"),
          el("button", { type: "button", "aria-label": t("tree.larger"), onclick: () => this.view.zoom(1.25) }, "+")),
        el("div", { class: "tree-actions" }, exportAs, this.fullButton)),
      this.savings, this.meter, this.error,
      el("div", { class: "tree-body" }, el("div", { class: "tree-main" }, this.view.root),
        el("div", { class: "tree-side" }, this.pane.board, this.pane.text, this.replay)),
      legend(isSearch));
    this.#offerEvaluations();
    this.#offerPlayers();
  }

  #buildReplay() {
    this.slider.setAttribute("aria-label", t("tree.replay"));
    relabel(this.playButton, "play", t("tree.play"));
    this.replay.replaceChildren(
      el("div", { class: "row" }, this.playButton,
        button("previous", t("tree.back"), () => this.#seek(this.step - 1), { iconOnly: true }),
        button("next", t("tree.forward"), () => this.#seek(this.step + 1), { iconOnly: true }), this.slider),
      this.stepText);
  }

  #translate() {
    this.#play(false);
    this.#build();
    if (!this.searched) return;
    this.view.draw();
    this.#showStep(this.searched);
  }

  /** Offers the evaluations that the game has. */
  #offerEvaluations() {
    const { evaluations } = this.game;
    if (!this.evaluation || !evaluations.includes(this.evaluation)) this.evaluation = evaluations[0];
    this.evaluations.replaceChildren(...evaluations.map((name) =>
      el("option", { value: name, selected: name === this.evaluation }, tOr(`tree.eval.${name}`, name))));
    this.evaluationField.hidden = evaluations.length < 2;
  }

  /** Offers the search, and the players of the game that have a tree of their own. */
  #offerPlayers() {
    const { trees } = this.game;
    this.kinds.replaceChildren(...["", ...trees].map((name) =>
      el("option", { value: name, selected: name === this.player }, tOr(`tree.kind.${name || "search"}`, name))));
    this.kindField.hidden = !trees.length;
  }

  /**
   * Shows the search, or the tree of a player.
   * @param {string} player
   */
  #setPlayer(player) {
    this.player = player;
    if (player) this.options.depth = Math.max(MIN_PLAYER_DEPTH, this.options.depth);
    this.#build();
    this.kinds.focus();
    if (this.on) this.#load();
  }

  /** @param {string} name */
  #setEvaluation(name) {
    this.evaluation = name;
    if (this.on) this.#load();
  }

  /**
   * Shows all moves, also the pruned ones, or the best of each node.
   * @param {boolean} whole
   */
  #setWhole(whole) {
    this.view.setSmall(whole);
    this.options.whole = whole;
    this.#build();
    if (this.on) this.#load();
  }

  /**
   * Lets the tree fill the window, or not.
   * @param {boolean} on
   */
  #setFull(on) {
    if (on === this.isFull) return;
    this.isFull = this.view.isFull = on;
    this.panel.classList.toggle("full", on);
    document.documentElement.classList.toggle("has-full-tree", on);
    this.#build();
    this.view.draw();
    this.view.fit();
    this.fullButton.focus();
    if (this.selected) this.#select(this.selected);
  }

  /**
   * Shows a node on the large board.
   * @param {LinkedNode} node
   */
  #select(node) {
    this.selected = node;
    if (this.isFull) this.pane.show(this.game, node);
  }

  #search() {
    this.search = { nodes: this.view.search(this.searchInput.value), at: -1 };
    this.#nextFound();
  }

  #nextFound() {
    const { nodes, at } = this.search;
    const next = nodes.length ? (at + 1) % nodes.length : -1;
    this.search.at = next;
    this.searchCount.textContent = this.searchInput.value.trim() ? t("tree.found_at", { at: number(next + 1), of: number(nodes.length) }) : "";
    if (nodes[next]) this.view.reveal(nodes[next]);
  }

  /** @param {Partial<{ depth: number, pruning: boolean, top: number }>} change */
  #setOptions(change) {
    Object.assign(this.options, change);
    if (this.on) this.#load();
  }

  /** Requests the tree, and shows it unless another one was requested by then. */
  async #load() {
    const request = ++this.#requests;
    this.#play(false);
    const { player, options: { depth } } = this;
    const pruning = !player && this.options.pruning;
    this.panel.setAttribute("aria-busy", "true");
    const response = await this.#request({});
    if (request !== this.#requests) return;
    this.panel.removeAttribute("aria-busy");
    for (const part of [this.view.root, this.replay, this.savings, this.meter, this.pane.text]) part.hidden = !response;
    if (!response) return;
    const { nodes, plain, scale } = response;
    const tree = linkTree(response.tree, { depth, scale, isWhole: Boolean(player) });
    this.searched = { tree, steps: replaySteps(tree), nodes, plain, depth, pruning, player };
    this.view.show(this.game, tree, pruning, this.options.whole && !player);
    if (this.searchInput.value) this.#search();
    this.step = this.searched.steps.length;
    this.#showStep(this.searched);
  }

  /**
   * Requests a tree; if that is refused, shows why and returns null.
   * @param {Partial<TreeRequest>} more
   * @returns {Promise<Tree | null>}
   */
  async #request(more) {
    const { player, evaluation } = this;
    const chosen = player ? { player } : evaluation ? { eval: evaluation } : {};
    const args = { ...this.options, ...chosen, ...more };
    try {
      const response = await this.ask(args);
      this.error.replaceChildren();
      learnMoves(this.game.game, response.words);
      return response;
    } catch (error) {
      if (isLost(error)) this.position = "";
      this.error.replaceChildren(el("p", {}, errorText(error, this.game.game)), this.#smallerButton(error) ?? "");
      return null;
    }
  }

  /**
   * A button that shows the largest tree that fits, if the refusal names it.
   * @param {unknown} error
   */
  #smallerButton(error) {
    const { kind, args } = /** @type {{ kind?: string, args?: { fits?: string } }} */ (error);
    const fits = Number(args?.fits);
    if (kind !== "TreeTooLarge" || !fits) return null;
    return button("tree", t("tree.show_depth", { depth: number(fits) }), () => {
      this.#setOptions({ depth: fits });
      this.#build();
    });
  }

  /**
   * Searches deeper below a node, or more of its moves.
   * @param {LinkedNode} node
   * @param {Stub | null} stub
   */
  async #expand(node, stub) {
    const { searched } = this;
    if (!searched) return;
    const request = this.#requests;
    const depth = stub ? Math.max(1, searched.depth - node.level) : 1;
    const top = stub ? Math.min(MAX_TOP, node.children.length + node.more) : this.options.top;
    const response = await this.#request({ moves: movesTo(node), depth, top, whole: false, branch: true });
    if (!response || request !== this.#requests) return;
    const before = new Set(node.children);
    addBranch(node, response.tree, searched.tree);
    this.view.expanded.add(node);
    this.view.draw();
    this.view.focus(stub ? node.children.find((child) => !before.has(child)) ?? node : node);
  }

  /** @param {string[]} positions */
  async #fetchScenes(positions) {
    try {
      return await requestScenes(this.game.game, positions);
    } catch {
      return [];
    }
  }

  /**
   * Stops the replay at a step; the last one shows the whole tree.
   * @param {number} step
   */
  #seek(step) {
    this.#play(false);
    this.#goTo(step);
  }

  /** @param {number} step */
  #goTo(step) {
    const { searched } = this;
    if (!searched) return;
    const { steps } = searched;
    this.step = Math.max(1, Math.min(steps.length, step));
    this.view.showReplay(this.step < steps.length ? replayState(steps, this.step) : null);
    this.#showStep(searched);
    const node = steps[this.step - 1]?.node;
    if (node) this.#select(node);
  }

  /** @param {boolean} on */
  #play(on) {
    clearInterval(this.playTimer);
    this.playTimer = undefined;
    const { searched } = this;
    if (on && searched) {
      this.#goTo(this.step >= searched.steps.length ? 1 : this.step);
      this.playTimer = setInterval(() => {
        this.#goTo(this.step + 1);
        if (this.step >= searched.steps.length) this.#play(false);
      }, STEP_DURATION);
    }
    relabel(this.playButton, on ? "pause" : "play", t(on ? "tree.pause" : "tree.play"));
  }

  /** @param {SearchedTree} searched */
  #showStep(searched) {
    const { steps } = searched;
    this.#showSavings(searched);
    Object.assign(this.slider, { min: "1", max: String(steps.length), value: String(this.step) });
    const text = t("tree.step", { at: number(this.step), of: number(steps.length), text: this.#describeStep(searched) });
    this.stepText.setAttribute("aria-live", this.playTimer === undefined ? "polite" : "off");
    this.stepText.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }

  /** @param {SearchedTree} searched */
  #describeStep(searched) {
    const { steps, pruning } = searched;
    const { step, changed, states } = replayState(steps, this.step);
    if (!step || this.step >= steps.length) return describeResult(searched);
    const { kind, node } = step;
    const move = movesTo(node).join(" ") || t("tree.root");
    if (kind === "cut" && node.cut) return t("tree.step_cut", { move, text: cutText(node.cut, node.value) });
    if (kind === "enter") {
      const { alpha, beta } = states.get(node) ?? node;
      const window = { alpha: boundText(alpha, "alpha"), beta: boundText(beta, "beta") };
      return pruning ? t("tree.step_enter_window", { move, ...window }) : t("tree.step_enter", { move });
    }
    const left = t(node.children.length ? "tree.step_leave" : "tree.step_leaf", { move, value: valueText(node.value, node.scale) });
    return changed && pruning ? `${left} ${t(`tree.moved_${changed.bound}`, { value: valueText(changed.value) })}` : left;
  }

  /** @param {SearchedTree} searched */
  #showSavings({ nodes, plain, pruning, player }) {
    const saved = plain ? Math.floor(100 * (1 - nodes / plain)) : 0;
    const args = { nodes: number(nodes), plain: number(plain ?? 0), percent: percent(saved / 100) };
    if (player) this.savings.textContent = t("tree.player_nodes", { player, nodes: number(nodes) });
    else this.savings.textContent = pruning ? t(plain === null ? "tree.saved_unknown" : "tree.saved", args) : t("tree.unpruned", args);
    this.meter.hidden = !pruning || plain === null;
    this.meterFill.style.width = `${Math.max(0.5, 100 - saved)}%`;
  }
}

/**
 * The result of the whole search.
 * @param {SearchedTree} searched
 */
function describeResult({ tree, player }) {
  const best = tree.children.find((child) => child.chosen);
  const found = best && { move: best.mv ?? "", value: valueText(tree.value, tree.scale) };
  if (found && player && tree.children.length > 1) return t("tree.found_because", { ...found, reason: reasonText(tree) });
  const result = found ? t("tree.found", found) : t("tree.nothing_below");
  const hasHidden = [...nodesOf(tree)].some((node) => node.more && !node.separate);
  return hasHidden ? `${result} ${t("tree.some_hidden")}` : result;
}
