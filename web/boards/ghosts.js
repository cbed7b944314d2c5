// Ghosts: the pieces of a half selected move where they would go.
/** @import { Ghost, Layers } from "./types.d.ts" */

/**
 * Shows ghosts in place of those shown before.
 * @param {Layers} layers
 * @param {Ghost[]} ghosts
 */
export function showGhosts({ grid, cells }, ghosts) {
  grid.querySelectorAll(".ghost").forEach((node) => node.remove());
  for (const node of /** @type {NodeListOf<SVGElement>} */ (grid.querySelectorAll(".replaced"))) {
    node.classList.remove("replaced");
    node.dataset.key = node.dataset.replacedKey;
  }
  for (const { cell, node, hides } of ghosts) {
    /** @type {SVGElement | null} */
    const hidden = hides ? grid.querySelector(`[data-key="${CSS.escape(hides)}"]`) : null;
    if (hidden) {
      // The ghost has the key now, so that the piece is animated from there.
      hidden.classList.add("replaced");
      hidden.dataset.replacedKey = hidden.dataset.key;
      delete hidden.dataset.key;
    }
    node.classList.add("ghost");
    cells.get(cell)?.node.append(node);
  }
}
