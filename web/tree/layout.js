// The layout of the tree: where its cards are, and the lines between them.

/**
 * Something that is laid out: a card of the tree.
 * @typedef {object} LayoutItem
 * @property {LayoutItem[]} children
 * @property {number} x
 * @property {number} y
 * @property {boolean} [isStacked] Whether it is below its siblings, not beside them.
 */

/** @typedef {{ width: number, height: number, across: number, down: number, stacked?: number }} CardSize `stacked` is the gap between leaves that are stacked. */

/** The size of a card and of the gaps around it, in pixels. */
export const CARD = { width: 150, height: 216, across: 14, down: 46 };
/** The size of a card without a board. */
export const SMALL_CARD = { width: 112, height: 84, across: 10, down: 40, stacked: 8 };
/** How far stacked leaves are indented, in pixels. */
const INDENT = 16;

/**
 * Lays out items top-down: sets `x` and `y` of each, and returns the size of the whole.
 * @param {LayoutItem} root
 * @param {CardSize} size
 */
export function layoutTree(root, size) {
  let right = 0;
  let bottom = 0;
  /**
   * @param {LayoutItem} item
   * @param {number} level
   */
  const place = (item, level) => {
    item.y = level * (size.height + size.down);
    bottom = Math.max(bottom, item.y + size.height);
    // Leaves below each other leave the tree narrow enough to be read.
    if (size.stacked && item.children.length > 1 && item.children.every((child) => !child.children.length)) {
      item.x = right;
      item.children.forEach((child, index) => {
        Object.assign(child, { isStacked: true, x: right + INDENT, y: item.y + size.height + size.down / 2 + index * (size.height + (size.stacked ?? 0)) });
        bottom = Math.max(bottom, child.y + size.height);
      });
      right += size.width + INDENT + size.across;
      return;
    }
    item.children.forEach((child) => place(child, level + 1));
    const [first, last] = [item.children[0], item.children.at(-1)];
    if (first && last) {
      item.x = (first.x + last.x) / 2;
    } else {
      item.x = right;
      right += size.width + size.across;
    }
  };
  place(root, 0);
  return { width: Math.max(size.width, right - size.across), height: bottom };
}

/**
 * The path of the line from an item down to one of its children.
 * @param {LayoutItem} item
 * @param {LayoutItem} child
 * @param {CardSize} size
 */
export function edgePath(item, child, size) {
  if (child.isStacked) return `M${item.x + INDENT / 2},${item.y + size.height} V${child.y + size.height / 2} H${child.x}`;
  const [x, y] = [item.x + size.width / 2, item.y + size.height];
  const [toX, toY] = [child.x + size.width / 2, child.y];
  const half = (y + toY) / 2;
  return `M${x},${y} C${x},${half} ${toX},${half} ${toX},${toY}`;
}
