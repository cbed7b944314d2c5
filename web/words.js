// The page's words in the language of whoever looks at it.

/** The languages there are words for. */
export const LANGUAGES = ["en", "el", "sr"];

const KEPT = "agon.language";
const listeners = new Set();
let words = {};
let code = "en";

/** The text of a key, with the arguments put into its braces. */
export function t(key, args = {}) {
  return fill(words[key] ?? key, args);
}

/** Whether there is a text of this key that speaks of nothing but these arguments. */
export function has(key, args = null) {
  const text = words[key];
  if (text === undefined) return false;
  return !args || [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in args);
}

/** The text of a key, or what is given instead where there is none. */
export function tOr(key, otherwise, args = {}) {
  return has(key) ? t(key, args) : otherwise;
}

/** The language of the page, as in `lang`. */
export function language() {
  return code;
}

/** A whole number as the language writes it. */
export function number(value) {
  return new Intl.NumberFormat(locale()).format(value);
}

/** The language as the browser's own formats know it. */
export function locale() {
  return code === "sr" ? "sr-Latn" : code;
}

/** Loads the words of a language and tells everybody who speaks. */
export async function setLanguage(wanted) {
  const next = LANGUAGES.includes(wanted) ? wanted : "en";
  const answer = await fetch(`words/${next}.json`);
  if (!answer.ok) return;
  words = await answer.json();
  code = next;
  document.documentElement.lang = code === "sr" ? "sr-Latn" : code;
  translate(document);
  document.documentElement.classList.add("worded");
  listeners.forEach((listener) => listener(code));
}

/** Keeps the language for the next visit. */
export function keepLanguage(wanted) {
  try { localStorage.setItem(KEPT, wanted); } catch { /* It is chosen anew next time. */ }
}

/** Calls `listener` whenever the language has changed; gives back what ends that. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts the words into elements that name their keys: `data-t`, and `data-t-label`. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(element.dataset.t);
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  }
}

function fill(text, args) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
}
