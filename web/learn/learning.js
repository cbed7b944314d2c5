// What this browser has kept of somebody's learning, as one document: to export, to erase, and to keep on the server.
import { connection } from "../shell/connection.js";

/** @typedef {Record<string, unknown>} Learning What is stored, by key. */

/** What belongs to it: keys, and the beginnings of keys. */
const KEYS = ["agon.lessons", "agon.mistakes", "agon.reviewed", "agon.coach"];
const PREFIXES = ["agon.puzzles."];
/** The most characters that the server keeps. */
const MAX_LENGTH = 200_000;
/** The most items of a list. */
const MAX_ITEMS = 1000;

/** @param {string} key */
const isOurs = (key) => KEYS.includes(key) || PREFIXES.some((prefix) => key.startsWith(prefix));

/** What is kept here. @returns {Learning} */
export function savedLearning() {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter(isOurs).sort();
    return Object.fromEntries(keys.map((key) => [key, parsed(localStorage.getItem(key))]));
  } catch {
    return {};
  }
}

/** Forgets everything that is kept here and on the server. */
export async function eraseLearning() {
  for (const key of Object.keys(savedLearning())) localStorage.removeItem(key);
  await connection.request("save_learning", { data: null });
}

/**
 * Brings together what is kept here and on the server, so that other browsers of the same person have it, too.
 * @returns {Promise<void>}
 */
export async function syncLearning() {
  const { data } = await connection.request("learning", {});
  const theirs = /** @type {Learning} */ (typeof data === "object" && data !== null ? data : {});
  const ours = savedLearning();
  const merged = mergeLearning(ours, theirs);
  for (const [key, value] of Object.entries(merged)) {
    if (JSON.stringify(value) !== JSON.stringify(ours[key])) store(key, value);
  }
  const text = JSON.stringify(merged);
  if (text !== JSON.stringify(theirs) && text.length <= MAX_LENGTH) await connection.request("save_learning", { data: merged });
}

/**
 * What two places know together.
 * @param {Learning} ours
 * @param {Learning} theirs
 * @returns {Learning}
 */
export function mergeLearning(ours, theirs) {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(isOurs).sort();
  return Object.fromEntries(keys.map((key) => [key, key in ours && key in theirs ? merge(ours[key], theirs[key]) : ours[key] ?? theirs[key]]));
}

/**
 * Lists are joined, numbers are the larger, and of two words ours.
 * @param {unknown} ours
 * @param {unknown} theirs
 * @returns {unknown}
 */
function merge(ours, theirs) {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const known = new Map();
    for (const item of [...ours, ...theirs]) {
      const name = nameOf(item);
      known.set(name, known.has(name) ? merge(known.get(name), item) : item);
    }
    return [...known.values()].slice(0, MAX_ITEMS);
  }
  if (isObject(ours) && isObject(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
    // Ratings and streaks follow from what was tried here.
    const isOwn = (/** @type {string} */ key) => key === "rating" || key === "streak";
    return Object.fromEntries(keys.map((key) => [key, key in ours && key in theirs && !isOwn(key) ? merge(ours[key], theirs[key]) : ours[key] ?? theirs[key]]));
  }
  if (typeof ours === "number" && typeof theirs === "number") return Math.max(ours, theirs);
  if (typeof ours === "boolean" && typeof theirs === "boolean") return ours || theirs;
  return ours ?? theirs;
}

/** @param {unknown} item What is the same in two lists: a mistake by its game and place, anything else by itself. */
function nameOf(item) {
  return isObject(item) && "id" in item ? `${item.id} ${item.ply} ${item.mv}` : JSON.stringify(item);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* Then it lasts until the page is left. */ }
}
