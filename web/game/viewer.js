// Which side's view of a game with hidden information is shown, saved for this tab.
/** @import { Side } from "../protocol.d.ts" */

/** @param {string} id */
const key = (id) => `agon.viewer.${id}`;

/**
 * Saves which side's view of a game is shown; null is the full view.
 * @param {string} id
 * @param {Side | null} viewer
 */
export function saveViewer(id, viewer) {
  try {
    if (viewer) sessionStorage.setItem(key(id), viewer);
    else sessionStorage.removeItem(key(id));
  } catch { /* Then the full view is shown after a reload. */ }
}

/**
 * Shows the next game between the same players in the view of the last one.
 * @param {string} id
 * @param {{ game: string, swapped: boolean }} next
 */
export function carryViewer(id, { game, swapped }) {
  const viewer = savedViewer(id);
  saveViewer(game, viewer && swapped ? (viewer === "p1" ? "p2" : "p1") : viewer);
}

/**
 * Which side's view of a game was last shown; null is the full view.
 * @param {string} id
 * @returns {Side | null}
 */
export function savedViewer(id) {
  try {
    const viewer = sessionStorage.getItem(key(id));
    return viewer === "p1" || viewer === "p2" ? viewer : null;
  } catch {
    return null;
  }
}
