// Where the cards of the tree lie, and the lines between them.

/** The measures of a drawn card and of the room around it, in pixels. */
export const CARD = { width: 150, height: 216, across: 14, down: 46 };

/** Lays out items `{children}` top-down; gives each `x` and `y`, and the size of the whole. */
export function lay(root) {
  let right = 0;
  let deepest = 0;
  const place = (item, level) => {
    deepest = Math.max(deepest, level);
    item.y = level * (CARD.height + CARD.down);
    item.children.forEach((child) => place(child, level + 1));
    if (item.children.length) {
      item.x = (item.children[0].x + item.children.at(-1).x) / 2;
    } else {
      item.x = right;
      right += CARD.width + CARD.across;
    }
  };
  place(root, 0);
  return { width: Math.max(CARD.width, right - CARD.across), height: (deepest + 1) * (CARD.height + CARD.down) - CARD.down };
}

/** The line from an item down to one of its children. */
export function edge(item, child) {
  const [x, y] = [item.x + CARD.width / 2, item.y + CARD.height];
  const [to, end] = [child.x + CARD.width / 2, child.y];
  const half = (y + end) / 2;
  return `M${x},${y} C${x},${half} ${to},${half} ${to},${end}`;
}
