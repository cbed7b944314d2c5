// The styles of those parts of the page that are fetched when they are first opened.
import { el } from "./elements.js";

/** @type {Map<string, Promise<unknown>>} The styles that are loaded, or being so. */
const loaded = new Map();

/**
 * Loads styles, each once.
 * @param {string[]} paths
 */
export function loadStyles(...paths) {
  return Promise.all(paths.map((path) => {
    const load = loaded.get(path) ?? new Promise((resolve) => {
      document.head.append(el("link", { rel: "stylesheet", href: path, onload: resolve, onerror: resolve }));
    });
    loaded.set(path, load);
    return load;
  }));
}
