// The layout of the tree: where its cards are, and the lines between them.

/**
 * Something that is laid out: a card of the tree.
 * @typedef {object} LayoutItem
 * @property {LayoutItem[]} children
 * @property {number} x
 * @property {number} y
 */

/** The size of a card and of the gaps around it, in pixels. */
export const CARD = { width: 150, height: 216, across: 14, down: 46 };

/**
 * Lays out items top-down: sets `x` and `y` of each, and returns the size of the whole.
 * @param {LayoutItem} root
 */
export function layoutTree(root) {
  let right = 0;
  let deepest = 0;
  /**
   * @param {LayoutItem} item
   * @param {number} level
   */
  const place = (item, level) => {
    deepest = Math.max(deepest, level);
    item.y = level * (CARD.height + CARD.down);
    item.children.forEach((child) => place(child, level + 1));
    const [first, last] = [item.children[0], item.children.at(-1)];
    if (first && last) {
      item.x = (first.x + last.x) / 2;
    } else {
      item.x = right;
      right += CARD.width + CARD.across;
    }
  };
  place(root, 0);
  return { width: Math.max(CARD.width, right - CARD.across), height: (deepest + 1) * (CARD.height + CARD.down) - CARD.down };
}

/**
 * The path of the line from an item down to one of its children.
 * @param {LayoutItem} item
 * @param {LayoutItem} child
 */
export function edgePath(item, child) {
  const [x, y] = [item.x + CARD.width / 2, item.y + CARD.height];
  const [toX, toY] = [child.x + CARD.width / 2, child.y];
  const half = (y + toY) / 2;
  return `M${x},${y} C${x},${half} ${toX},${half} ${toX},${toY}`;
}
