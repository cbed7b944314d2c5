// What the program says about itself: its games, its levels, and how it stores games.
import { connection } from "./connection.js";
/** @import { GameInfo, ServerInfo } from "./protocol.d.ts" */

/** @type {Promise<ServerInfo> | null} */
let cached = null;

/**
 * What the program says about itself; requested once for each connection.
 * @returns {Promise<ServerInfo>}
 */
export function serverInfo() {
  cached ??= connection.request("welcome", {}).catch((error) => {
    cached = null;
    throw error;
  });
  return cached;
}

/**
 * What the program says about one of its games.
 * @param {string} name
 * @returns {Promise<GameInfo>}
 */
export async function gameInfo(name) {
  const info = (await serverInfo()).games.find((game) => game.name === name);
  if (!info) throw { kind: "NoGame", args: { found: name }, text: `${name} is not one of the games` };
  return info;
}

/** Drops the cached answer: after a reconnect the program may be another version. */
export function forgetServerInfo() {
  cached = null;
}
