// What was written to a game: its variations, comments and marks, as a tree of moves from the start.
/** @import { AnnotatedMove, MoveDictionary } from "../protocol.d.ts" */
/** @typedef {{ from: number, moves: string[] }} Variation Moves that leave the line after `from` moves. */
/** @typedef {{ mv: string, moves: string[], children: VariationNode[] }} VariationNode A move, and those from the line to it. */
/** @typedef {{ depth: number, nodes: VariationNode[], isFirst: boolean }} VariationRow Moves that follow each other. */
/** @typedef {{ moves: string[], comment?: string | null, marks?: string[] | null }} Note What is written about the last of some moves; what is left out stays. */
/** @typedef {{ variations: Variation[], comments: Record<string, string>, marks: Record<string, string[]> }} Notebook The tree by the line of the game; comments and marks by all moves up to them. */

/** The most moves that this browser keeps of a game. */
const MAX_MOVES = 2000;
/** The most characters of a comment. */
const MAX_COMMENT = 300;
/** @type {AnnotatedMove} */
const START = { after: 0, mv: "", comment: null, marks: [] };

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
 * The number of a move behind another; -1 if it is not known.
 * @param {AnnotatedMove[]} tree
 * @param {number} after
 * @param {string} mv
 */
function numberBehind(tree, after, mv) {
  return tree.findIndex((other, number) => number > 0 && other.after === after && other.mv === mv);
}

/**
 * The number of the last of some moves; -1 if they are not known, 0 for the start.
 * @param {AnnotatedMove[]} tree
 * @param {string[]} moves
 */
export function numberOf(tree, moves) {
  return moves.reduce((number, mv) => (number < 0 ? number : numberBehind(tree, number, mv)), 0);
}

/**
 * The tree with what is written about a position; moves that are new are added.
 * @param {AnnotatedMove[]} tree
 * @param {Note} note
 */
export function annotated(tree, { moves, comment, marks }) {
  const next = tree.length ? [...tree] : [START];
  let number = 0;
  for (const mv of moves) {
    const known = numberBehind(next, number, mv);
    number = known > 0 ? known : next.push({ ...START, after: number, mv }) - 1;
  }
  const before = next[number];
  next[number] = { ...before, comment: comment === undefined ? before.comment : comment || null, marks: marks ?? before.marks };
  return next;
}

/**
 * The tree without the last of these moves and what follows it.
 * @param {AnnotatedMove[]} tree
 * @param {Note} branch
 */
export function pruned(tree, { moves }) {
  const removed = numberOf(tree, moves);
  /** @type {number[]} */
  const numbers = [];
  /** @type {AnnotatedMove[]} */
  const kept = [];
  tree.forEach((move, number) => {
    const after = number ? numbers[move.after] : 0;
    numbers[number] = after < 0 || (removed > 0 && number === removed) ? -1 : kept.push({ ...move, after }) - 1;
  });
  return kept;
}

/**
 * The tree with the last of these moves before the others that begin at the same place.
 * @param {AnnotatedMove[]} tree
 * @param {Note} branch
 */
export function promoted(tree, { moves }) {
  const chosen = numberOf(tree, moves);
  if (chosen < 1) return tree;
  const order = tree.map((_, number) => number).filter((number) => number !== chosen);
  order.splice(tree.findIndex(({ after }, number) => number > 0 && after === tree[chosen].after), 0, chosen);
  const numbers = new Map(order.map((old, number) => [old, number]));
  return order.map((old) => ({ ...tree[old], after: numbers.get(tree[old].after) ?? 0 }));
}

/**
 * All that is written, from the start on: where a move leads, or where a variation ends.
 * @param {AnnotatedMove[]} tree
 * @returns {(Note & { moves: string[], isLast: boolean })[]}
 */
function notesOf(tree) {
  /** @type {number[][]} */
  const behind = tree.map(() => []);
  tree.forEach(({ after }, number) => { if (number) behind[after].push(number); });
  const notes = [];
  /** @type {{ number: number, moves: string[] }[]} */
  const left = tree.length ? [{ number: 0, moves: [] }] : [];
  for (let next = left.pop(); next; next = left.pop()) {
    const { number, moves } = next;
    const { comment, marks } = tree[number];
    const isLast = !behind[number].length;
    if (isLast || comment || marks.length) notes.push({ moves, comment, marks, isLast });
    left.push(...behind[number].map((other) => ({ number: other, moves: [...moves, tree[other].mv] })).reverse());
  }
  return notes;
}

/**
 * What is kept with the game, and what this browser keeps of it, by the line of the game.
 * @param {AnnotatedMove[]} tree
 * @param {AnnotatedMove[]} own
 * @param {(string | null)[]} line
 * @returns {Notebook}
 */
export function notebookOf(tree, own, line) {
  /** @type {Notebook} */
  const notebook = { variations: [], comments: {}, marks: {} };
  for (const { moves, comment, marks, isLast } of notesOf(ownNotes(own).reduce(annotated, tree))) {
    const from = moves.findIndex((mv, index) => mv !== line[index]);
    if (isLast && from >= 0) notebook.variations.push({ from, moves: moves.slice(from) });
    if (comment) notebook.comments[commentKey(moves)] = comment;
    if (marks?.length) notebook.marks[commentKey(moves)] = marks;
  }
  return notebook;
}

/**
 * What this browser keeps, to be written to the game.
 * @param {AnnotatedMove[]} own
 * @returns {Note[]}
 */
export function ownNotes(own) {
  return notesOf(own).map(({ moves, comment, marks }) => ({ moves, ...(comment ? { comment } : {}), ...(marks?.length ? { marks } : {}) }));
}

/**
 * @param {string[]} moves
 * @param {string[]} start
 */
export function startsWith(moves, start) {
  return start.every((mv, index) => moves[index] === mv);
}

/**
 * What this browser keeps of a game that it may not write to, and what earlier versions kept there of every game.
 * @param {string} id
 * @param {(string | null)[]} line
 * @returns {{ moves: AnnotatedMove[], words: MoveDictionary }}
 */
export function loadOwn(id, line) {
  try {
    const saved = JSON.parse(localStorage.getItem(storageKey(id)) ?? "{}");
    if (isTree(saved?.moves)) return { moves: saved.moves, words: saved.words ?? {} };
    return { moves: earlierTree(saved, line), words: {} };
  } catch {
    return { moves: [], words: {} };
  }
}

/**
 * What an earlier version kept: variations by the line of the game, and at first nothing else.
 * @param {any} saved
 * @param {(string | null)[]} line
 */
function earlierTree(saved, line) {
  const variations = Array.isArray(saved) ? saved : saved?.variations;
  /** @type {Note[]} */
  const notes = (Array.isArray(variations) ? variations : []).filter(isVariation)
    .map(({ from, moves }) => ({ moves: [...line.slice(0, from), ...moves] }));
  const comments = Object.entries(saved?.comments ?? {}).filter(([key, text]) => key && typeof text === "string" && text);
  notes.push(...comments.map(([key, text]) => ({ moves: key.split(" "), comment: tidyComment(String(text)) })));
  return notes.filter(({ moves }) => moves.every((mv) => typeof mv === "string")).reduce(annotated, /** @type {AnnotatedMove[]} */ ([]));
}

/**
 * Keeps in this browser what is not kept with the game.
 * @param {string} id
 * @param {AnnotatedMove[]} moves
 * @param {MoveDictionary} words
 */
export function saveOwn(id, moves, words) {
  try {
    const isKept = moves.length > 1 || (moves.length && (moves[0].comment || moves[0].marks.length));
    if (isKept && moves.length <= MAX_MOVES) localStorage.setItem(storageKey(id), JSON.stringify({ moves, words }));
    else if (!isKept) localStorage.removeItem(storageKey(id));
  } catch { /* Then it lasts until the page is left. */ }
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

/** @param {any} value What was stored may be anything. */
function isTree(value) {
  return Array.isArray(value) && value.every((move, number) => typeof move?.mv === "string" && Array.isArray(move.marks)
    && Number.isInteger(move.after) && move.after >= 0 && (number === 0 || move.after < number));
}
