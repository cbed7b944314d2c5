// Requests about one game.
import { connection } from "../shell/connection.js";
import { learnFile } from "../shell/server-info.js";
import { savedViewer } from "./viewer.js";
/** @import { Requests } from "../protocol.d.ts" */

/** @typedef {{ [K in keyof Requests]: Requests[K]["args"] extends { game: string } ? K : never }[keyof Requests]} GameRequest A request about one game. */

/**
 * Opens a game with the view that was last chosen.
 * @param {string} id
 * @param {string} [key] The key of the owner's link.
 */
export async function openGame(id, key) {
  const opened = await connection.request("open", { game: id, key });
  if (opened.file) learnFile(opened.file);
  const viewer = savedViewer(id);
  if (!opened.game.hides || !viewer || opened.game.viewer === viewer) return opened;
  return connection.request("view", { game: id, viewer });
}

/**
 * Sends a request about a game.
 * @template {GameRequest} K
 * @param {string} id
 * @param {K} name
 * @param {Omit<Requests[K]["args"], "game">} args
 * @returns {Promise<Requests[K]["ok"]>}
 */
export function requestOf(id, name, args) {
  // TypeScript cannot see that the arguments without `game` and `game` are the arguments.
  return connection.request(name, /** @type {Requests[K]["args"]} */ (/** @type {unknown} */ ({ game: id, ...args })));
}
