// The tree as a file: JSON, Graphviz, or a picture.
import { t } from "../shell/i18n.js";
import { boundText, valueText } from "../analysis/scores.js";
import { cardText, cutText } from "./card.js";
import { nodesOf } from "./model.js";
/** @import { LinkedNode } from "./model.js" */

/** @typedef {"svg" | "dot" | "json"} TreeFormat */

/** The boxes of a picture, in pixels. */
const BOX = { width: 132, line: 16, across: 12, down: 40 };

/**
 * A tree as text.
 * @param {LinkedNode} tree
 * @param {TreeFormat} format
 * @param {boolean} pruning
 */
export function exportTree(tree, format, pruning) {
  if (format === "json") return `${JSON.stringify(plain(tree), null, 1)}\n`;
  return format === "dot" ? toDot(tree, pruning) : toSvg(tree, pruning);
}

/**
 * A node without the links of the page.
 * @param {LinkedNode} node
 * @returns {Record<string, unknown>}
 */
function plain({ mv, node_move, position, mover, value, is, alpha, beta, cut, chosen, more, pruned, evaluation, scale, children }) {
  if (pruned) return { move: mv, position, mover, searched: false };
  const own = evaluation ? { node_move, evaluation: valueText(evaluation, scale) } : { value_is: is, alpha: alpha && boundText(alpha, "alpha"), beta: beta && boundText(beta, "beta"), cut };
  return { move: mv, position, mover, value: valueText(value, scale), ...own, chosen, more, children: children.map(plain) };
}

/**
 * The lines of a node's box.
 * @param {LinkedNode} node
 * @param {boolean} pruning
 */
function linesOf(node, pruning) {
  const { value, window } = cardText(node, { state: undefined, unvisited: false, pruning });
  const lines = [node.node_move ? `[${node.node_move.join(", ")}]` : node.mv ?? t("tree.root"), value, window];
  if (node.cut) lines.push(`\u2702 ${cutText(node.cut, node.value)}`);
  if (node.more) lines.push(t("tree.more", { count: node.more }));
  return lines.filter(Boolean);
}

/**
 * @param {LinkedNode} tree
 * @param {boolean} pruning
 */
function toDot(tree, pruning) {
  const ids = new Map([...nodesOf(tree)].map((node, index) => [node, index]));
  const lines = [...ids].flatMap(([node, id]) => {
    const style = node.chosen ? ", penwidth=2" : node.pruned ? ", style=dashed, color=gray" : "";
    const label = linesOf(node, pruning).join("\n").replace(/["\\]/g, "'").replaceAll("\n", "\\n");
    const edge = node.parent ? [`  n${ids.get(node.parent)} -> n${id} [style=${node.pruned ? "dashed" : "solid"}];`] : [];
    return [`  n${id} [label="${label}"${style}];`, ...edge];
  });
  return `digraph tree {\n  node [shape=box, fontname=monospace];\n${lines.join("\n")}\n}\n`;
}

/**
 * @param {LinkedNode} tree
 * @param {boolean} pruning
 */
function toSvg(tree, pruning) {
  const texts = new Map([...nodesOf(tree)].map((node) => [node, linesOf(node, pruning).flatMap((line) => wrap(line))]));
  const height = BOX.line * Math.max(...[...texts.values()].map((lines) => lines.length)) + 12;
  /** @type {Map<LinkedNode, [number, number]>} */
  const places = new Map();
  let right = 0;
  let bottom = 0;
  /** @param {LinkedNode} node @returns {number} */
  const place = (node) => {
    const xs = node.children.map(place);
    const x = xs.length ? (xs[0] + xs[xs.length - 1]) / 2 : right;
    if (!xs.length) right += BOX.width + BOX.across;
    const y = node.level * (height + BOX.down);
    bottom = Math.max(bottom, y + height);
    places.set(node, [x, y]);
    return x;
  };
  place(tree);
  const parts = [...texts].flatMap(([node, lines]) => {
    const [x, y] = places.get(node) ?? [0, 0];
    const stroke = node.chosen ? 'stroke="#000" stroke-width="3"' : node.pruned ? 'stroke="#999" stroke-dasharray="4 4"' : 'stroke="#555"';
    const [px, py] = (node.parent && places.get(node.parent)) ?? [0, 0];
    const edge = node.parent ? [`<path d="M${px + BOX.width / 2},${py + height} L${x + BOX.width / 2},${y}" ${stroke}/>`] : [];
    const words = lines.map((line, index) => `<text x="${x + BOX.width / 2}" y="${y + 17 + index * BOX.line}"${index ? "" : ' font-weight="bold"'}>${escaped(line)}</text>`);
    return [...edge, `<rect x="${x}" y="${y}" width="${BOX.width}" height="${height}" rx="${node.isMax ? 10 : 2}" fill="#fff" ${stroke}/>`, ...words];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 ${right + 4} ${bottom + 16}" font-family="monospace" font-size="11" text-anchor="middle">\n${parts.join("\n")}\n</svg>\n`;
}

/**
 * A line in pieces that fit into a box.
 * @param {string} line
 */
function wrap(line) {
  return line.match(/\S.{0,17}(?=\s|$)|\S{1,18}/g) ?? [];
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
