// What the program says about itself: its games, its levels, and how it stores games.
import { connection, problemOf } from "./connection.js";
import { addGameTexts } from "./i18n.js";
/** @import { FileView, GameInfo, ServerInfo } from "../protocol.d.ts" */

/** The version of the protocol that this page speaks. */
const PROTOCOL = 3;

/**
 * The answer to come, the last one, and what was told since of games whose rules are files.
 * @type {{ info: Promise<ServerInfo> | null, known: ServerInfo | null, files: Map<string, FileView> }}
 */
const cached = { info: null, known: null, files: new Map() };

/**
 * What the program says about itself; requested once for each connection.
 * @returns {Promise<ServerInfo>}
 */
export function serverInfo() {
  cached.info ??= connection.request("welcome", { protocol: PROTOCOL }).then((info) => {
    info.games.forEach(addGameTexts);
    return cached.known = info;
  }).catch((error) => {
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
  const info = (await serverInfo()).games.find((game) => game.name === name) ?? knownFile(name)?.info ?? await shippedFile(name);
  if (!info) throw { kind: "NoGame", args: { found: name }, text: `${name} is not one of the games` };
  return info;
}

/**
 * Asks for a game that comes with the program as a file; undefined if there is none of this name.
 * @param {string} name
 */
async function shippedFile(name) {
  if (!name.endsWith(".game")) return undefined;
  const { files } = await connection.request("files", {});
  const file = files.find((file) => file.name === name);
  if (!file) return undefined;
  const { info } = await connection.request("check", { source: file.source });
  learnFile({ info, files: [file] });
  return info;
}

/**
 * What the program has said about one of its games; undefined before it was asked.
 * @param {string} name
 */
export function knownGame(name) {
  return cached.known?.games.find((game) => game.name === name) ?? knownFile(name)?.info;
}

/**
 * Remembers a game whose rules are a file.
 * @param {FileView} file
 */
export function learnFile(file) {
  addGameTexts(file.info);
  cached.files.set(file.info.name, file);
}

/**
 * What was told of a game whose rules are a file.
 * @param {string} name
 */
export function knownFile(name) {
  return cached.files.get(name);
}

/**
 * The computer of a game if none was named, which `a` calls in; the same as at the terminal.
 * @param {string} name
 */
export function opponentOf(name) {
  return knownGame(name)?.opponent ?? "level:5";
}

/**
 * Whether there is a lesson of this name.
 * @param {string} name
 */
export function hasLesson(name) {
  return cached.known?.lessons.includes(name) ?? false;
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
