// Beside the tree: the selected node on a large board, and what the signs mean.
import { drawThumbnail } from "../boards/drawers.js";
import { describeMove } from "../boards/labels.js";
import { el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { boundText, valueText } from "../analysis/scores.js";
import { cutText } from "./card.js";
import { movesTo } from "./model.js";
/** @import { Game, Scene } from "../protocol.d.ts" */
/** @import { LinkedNode } from "./model.js" */

/** The selected node: its board and what is known of it. */
export class NodePane {
  /** @type {LinkedNode | null} */
  #shown = null;

  /** @param {(positions: string[]) => Promise<Scene[]>} fetchScenes */
  constructor(fetchScenes) {
    this.fetchScenes = fetchScenes;
    this.board = el("div", { class: "tree-big-board" });
    this.text = el("p", { class: "tree-node-text", role: "status" });
  }

  /**
   * @param {Game} game
   * @param {LinkedNode} node
   */
  async show(game, node) {
    this.#shown = node;
    const moves = movesTo(node);
    const value = node.pruned ? t("tree.not_searched") : t(`tree.is_${node.is}`, { value: valueText(node.value, node.scale) });
    const window = node.alpha || node.beta ? `\u03b1 = ${boundText(node.alpha, "alpha")}, \u03b2 = ${boundText(node.beta, "beta")}` : "";
    const cut = node.cut ? cutText(node.cut, node.value) : "";
    this.text.replaceChildren(
      el("strong", { title: node.mv ? describeMove(game.game, node.mv) : "" }, moves.join(" ") || t("tree.root")),
      ` ${[value, window, cut].filter(Boolean).join("; ")}`);
    const [scene] = node.position ? await this.fetchScenes([node.position]) : [];
    if (scene && this.#shown === node) drawThumbnail(this.board, game.game, scene);
  }
}

/**
 * What the signs of the tree mean.
 * @param {boolean} isSearch
 */
export function legend(isSearch) {
  const signs = [["\u25b2", "max"], ["\u25bc", "min"], ["\u25a0", "leaf"], ["\u25c6", "end"]];
  return el("ul", { class: "tree-legend" },
    signs.map(([sign, name]) => el("li", {}, el("span", { class: "legend-sign", "aria-hidden": "true" }, sign), t(`tree.${name}_legend`))),
    el("li", {}, el("span", { class: "legend-chosen", "aria-hidden": "true" }), t("tree.chosen_legend")),
    isSearch && el("li", {}, el("span", { class: "legend-sign", "aria-hidden": "true" }, "\u2702"), t("tree.pruned_legend")),
    isSearch && el("li", {}, el("span", { class: "legend-cut", "aria-hidden": "true" }), t("tree.cut_legend")),
    isSearch && el("li", {}, el("span", { class: "legend-separate", "aria-hidden": "true" }), t("tree.separate_legend")));
}
