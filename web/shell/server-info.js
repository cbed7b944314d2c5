// What the program says about itself: its games, its levels, and how it stores games.
import { connection, problemOf } from "./connection.js";
/** @import { GameInfo, ServerInfo } from "../protocol.d.ts" */

/** The version of the protocol that this page speaks. */
const PROTOCOL = 2;

/** @type {{ info: Promise<ServerInfo> | null }} */
const cached = { info: null };

/**
 * What the program says about itself; requested once for each connection.
 * @returns {Promise<ServerInfo>}
 */
export function serverInfo() {
  cached.info ??= connection.request("welcome", { protocol: PROTOCOL }).catch((error) => {
    cached.info = null;
    if (problemOf(error)?.kind === "Protocol") reloadOnce();
    throw error;
  });
  return cached.info;
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
  cached.info = null;
}

/** Loads the page that belongs to the program, which is another version than this one. */
function reloadOnce() {
  try {
    if (sessionStorage.getItem("agon.reloaded") === String(PROTOCOL)) return;
    sessionStorage.setItem("agon.reloaded", String(PROTOCOL));
    location.reload();
  } catch { /* Without storage it might reload for ever, so the error is shown. */ }
}
