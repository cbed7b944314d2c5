// Variations as a tree of moves, and comments on moves; both are kept in this browser.
/** @typedef {{ from: number, moves: string[] }} Variation Moves that leave the line after `from` moves. */
/** @typedef {{ mv: string, moves: string[], children: VariationNode[] }} VariationNode A move, and those from the line to it. */
/** @typedef {{ depth: number, nodes: VariationNode[], isFirst: boolean }} VariationRow Moves that follow each other. */
/** @typedef {{ variations: Variation[], comments: Record<string, string> }} Notebook */

/** The most variations of a game that are kept. */
const MAX_VARIATIONS = 40;
/** The most comments on a game, and the most characters of one. */
const [MAX_COMMENTS, MAX_COMMENT] = [400, 300];

/** @param {string} id */
const storageKey = (id) => `agon.variations.${id}`;

/**
 * The rows of the variations that leave the line after `from` moves, as they are listed: each
 * goes on with its first moves, and the others follow below, one level deeper.
 * @param {Variation[]} variations
 * @param {number} from
 * @returns {VariationRow[]}
 */
export function variationRows(variations, from) {
  /** @type {VariationNode} */
  const root = { mv: "", moves: [], children: [] };
  for (const variation of variations) if (variation.from === from) addMoves(root, variation.moves);
  return root.children.flatMap((node, index) => rowsFrom(node, 0, index === 0));
}

/**
 * @param {VariationNode} root
 * @param {string[]} moves
 */
function addMoves(root, moves) {
  let node = root;
  for (const mv of moves) {
    let next = node.children.find((child) => child.mv === mv);
    if (!next) {
      next = { mv, moves: [...node.moves, mv], children: [] };
      node.children.push(next);
    }
    node = next;
  }
}

/**
 * @param {VariationNode} first
 * @param {number} depth
 * @param {boolean} isFirst
 * @returns {VariationRow[]}
 */
function rowsFrom(first, depth, isFirst) {
  const nodes = [first];
  const below = [];
  for (let node = first; node.children.length; node = node.children[0]) {
    nodes.push(node.children[0]);
    below.push(...node.children.slice(1).flatMap((child) => rowsFrom(child, depth + 1, false)));
  }
  return [{ depth, nodes, isFirst }, ...below];
}

/**
 * The variations with the branch that begins with these moves before its siblings.
 * @param {Variation[]} variations
 * @param {Variation} branch
 */
export function promoted(variations, { from, moves }) {
  /** @param {string[]} start */
  const isBelow = (start) => (/** @type {Variation} */ other) => other.from === from && startsWith(other.moves, start);
  const place = variations.findIndex(isBelow(moves.slice(0, -1)));
  const branch = variations.filter(isBelow(moves));
  const others = variations.filter((other) => !branch.includes(other));
  return [...others.slice(0, Math.max(0, place)), ...branch, ...others.slice(Math.max(0, place))];
}

/**
 * The variations without the branch that begins with these moves; the moves before it stay.
 * @param {Variation[]} variations
 * @param {Variation} branch
 * @returns {Variation[]}
 */
export function pruned(variations, { from, moves }) {
  const kept = variations.filter((other) => other.from !== from || !startsWith(other.moves, moves));
  const before = moves.slice(0, -1);
  const isKnown = !before.length || kept.some((other) => other.from === from && startsWith(other.moves, before));
  return isKnown ? kept : [...kept, { from, moves: before }];
}

/**
 * @param {string[]} moves
 * @param {string[]} start
 */
export function startsWith(moves, start) {
  return start.every((mv, index) => moves[index] === mv);
}

/**
 * What this browser keeps of a game.
 * @param {string} id
 * @returns {Notebook}
 */
export function loadNotebook(id) {
  try {
    const saved = JSON.parse(localStorage.getItem(storageKey(id)) ?? "[]");
    // Before there were comments, the variations were all that was kept.
    const variations = Array.isArray(saved) ? saved : saved?.variations;
    const comments = Object.entries(saved?.comments ?? {}).filter(([, text]) => typeof text === "string");
    return {
      variations: Array.isArray(variations) ? variations.filter(isVariation).slice(-MAX_VARIATIONS) : [],
      comments: Object.fromEntries(comments),
    };
  } catch {
    return { variations: [], comments: {} };
  }
}

/**
 * Keeps variations and comments; returns what is kept.
 * @param {string} id
 * @param {Notebook} notebook
 * @returns {Notebook}
 */
export function saveNotebook(id, { variations, comments }) {
  const kept = {
    variations: variations.slice(-MAX_VARIATIONS),
    comments: Object.fromEntries(Object.entries(comments).filter(([, text]) => text).slice(-MAX_COMMENTS)),
  };
  try {
    if (kept.variations.length || Object.keys(kept.comments).length) localStorage.setItem(storageKey(id), JSON.stringify(kept));
    else localStorage.removeItem(storageKey(id));
  } catch { /* Then they last until the page is left. */ }
  return kept;
}

/**
 * The name of a move in the comments: all moves up to it. Hidden moves have none.
 * @param {(string | null)[]} line
 */
export function commentKey(line) {
  return line.join(" ");
}

/**
 * A comment as it is kept.
 * @param {string} text
 */
export function tidyComment(text) {
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_COMMENT);
}

/** @param {any} value What was stored may be anything. */
function isVariation(value) {
  return Number.isInteger(value?.from) && Array.isArray(value.moves) && value.moves.every((/** @type {unknown} */ mv) => typeof mv === "string");
}
