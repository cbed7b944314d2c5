// The styles of puzzles and lessons, which are loaded when one is opened.
import { el } from "./elements.js";

/** @type {Promise<unknown> | null} */
let loaded = null;

/** Loads the styles once. */
export function exerciseStyles() {
  loaded ??= new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: "exercise.css", onload: resolve, onerror: resolve }));
  });
  return loaded;
}
