// The card of a node of the tree: its elements and its texts.
import { describeMove } from "../boards/labels.js";
import { el } from "../shell/elements.js";
import { plural, t } from "../shell/i18n.js";
import { boundText, rank, valueText } from "../analysis/scores.js";
import { isGameOver, preferredChildren } from "./model.js";
/** @import { Cutoff, Score } from "../protocol.d.ts" */
/** @import { NodeState } from "./search-replay.js" */
/** @import { LinkedNode } from "./model.js" */

/** @typedef {"max" | "min" | "leaf" | "end" | "pruned"} NodeKind */
/** @typedef {{ kind: HTMLElement, move: HTMLElement, board: HTMLElement, value: HTMLElement, window: HTMLElement, below: HTMLElement }} CardParts */
/** @typedef {{ kind: NodeKind, value: string, window: string, best: Score | null, isFinal: boolean }} CardText */

const BOUND_SIGNS = { exact: "", most: "\u2264 ", least: "\u2265 " };
const SHAPES = { max: "\u25b2", min: "\u25bc", leaf: "\u25a0", end: "\u25c6", pruned: "\u2702" };

/** @returns {CardParts} */
export function newCardParts() {
  return {
    kind: el("span", { class: "tree-kind" }), move: el("span", { class: "tree-move" }),
    board: el("div", { class: "tree-board" }), value: el("div", { class: "tree-value" }),
    window: el("div", { class: "tree-window" }), below: el("div", { class: "tree-below" }),
  };
}

/**
 * The texts of a node; during a replay those of its state.
 * @param {LinkedNode} node
 * @param {{ state: NodeState | undefined, unvisited: boolean, pruning: boolean }} options
 * @returns {CardText}
 */
export function cardText(node, { state, unvisited, pruning }) {
  if (node.pruned) return { kind: "pruned", value: t("tree.not_searched"), window: "", best: null, isFinal: true };
  const best = state ? state.best : node.value;
  const isFinal = !state || state.left;
  const sign = isFinal ? BOUND_SIGNS[node.is] : "\u2026 ";
  const known = unvisited || !best ? "?" : `${sign}${valueText(best, node.scale)}`;
  const value = node.evaluation ? t("tree.minimax_value", { value: known }) : known;
  const { alpha, beta } = state ?? node;
  const window = pruning && !node.separate && !unvisited
    ? `\u03b1 ${boundText(alpha, "alpha")}  \u03b2 ${boundText(beta, "beta")}` : evaluationText(node);
  return { kind: kindOf(node), value, window, best, isFinal };
}

/**
 * The evaluation of a node itself, in a player's own tree.
 * @param {LinkedNode} node
 */
function evaluationText({ evaluation, scale }) {
  return evaluation ? t("tree.node_evaluation", { value: valueText(evaluation, scale) }) : "";
}

/**
 * Why a child is chosen: the values of all children, the best first, as in "3 > \u22121".
 * @param {LinkedNode} node
 */
export function reasonText(node) {
  const signs = node.isMax ? ">" : "<";
  return preferredChildren(node).map(({ value, scale }, index, all) => {
    if (!index) return valueText(value, scale);
    const sign = rank(all[index - 1].value) === rank(value) ? "=" : signs;
    return `${sign} ${valueText(value, scale)}`;
  }).join(" ");
}

/**
 * The name of the move that leads to a node.
 * @param {LinkedNode} node
 */
function moveName({ mv, node_move: nodeMove }) {
  if (nodeMove) return `[${nodeMove.join(", ")}]`;
  return mv ?? t("tree.root");
}

/**
 * @param {LinkedNode} node
 * @returns {NodeKind}
 */
function kindOf(node) {
  if (node.children.length || node.cut) return node.isMax ? "max" : "min";
  return node.isEnd || isGameOver(node) ? "end" : "leaf";
}

/**
 * Writes the texts of a node on its card.
 * @param {CardParts} parts
 * @param {LinkedNode} node
 * @param {CardText} text
 */
export function writeCard(parts, node, { kind, value, window }) {
  parts.kind.textContent = `${SHAPES[kind]} ${t(`tree.${kind}`)}`;
  parts.move.textContent = moveName(node);
  parts.value.textContent = value;
  parts.window.textContent = window;
}

/**
 * The label of a card for screen readers.
 * @param {string} game
 * @param {LinkedNode} node
 * @param {CardText} text
 */
export function cardLabel(game, node, { kind, value, window, best, isFinal }) {
  const words = [node.mv ? describeMove(game, node.mv) : t("tree.root"), t(`tree.${kind}_legend`)];
  if (node.evaluation) words.push(value);
  else if (best && value !== "?") words.push(t(isFinal ? `tree.is_${node.is}` : "tree.so_far", { value: valueText(best) }));
  if (node.evaluation && isFinal && node.children.length > 1) words.push(reasonText(node));
  if (window) words.push(window);
  if (node.chosen) words.push(t("tree.chosen"));
  if (node.separate) words.push(t("tree.separate"));
  return words.join(", ");
}

/**
 * Why branches were cut off.
 * @param {Cutoff} cut
 * @param {Score} value
 */
export function cutText(cut, value) {
  const args = { value: valueText(value), bound: valueText(cut.bound), at: cut.at.join(" ") };
  return plural("tree.pruned", cut.left, { why: t(`tree.cut_${cut.by}`, args) });
}
