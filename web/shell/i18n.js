// The texts of the page in the user's language.

/** The languages that have translations. */
export const LANGUAGES = ["en", "el", "sr"];

/** @typedef {Record<string, string | number>} TextArgs */

const STORAGE_KEY = "agon.language";
/** @type {{ code: string, texts: Record<string, string>, gameTexts: Record<string, Record<string, string>>, listeners: Set<(code: string) => void> }} The language of the page, and the texts of games that the page has none for, by language and key. */
const current = { code: "en", texts: {}, gameTexts: {}, listeners: new Set() };

/**
 * Adds what a game says about itself. The texts of the page come first.
 * @param {{ name: string, title: string, summary: string, sides: string[], texts: Record<string, Record<string, string>> }} game
 */
export function addGameTexts({ name, title, summary, sides: [p1, p2], texts: own }) {
  const english = { title, summary, "side.p1": capitalized(p1), "side.p2": capitalized(p2), ...own.en };
  for (const [language, known] of Object.entries({ ...own, en: english })) {
    const added = current.gameTexts[language] ??= {};
    for (const [key, text] of Object.entries(known)) added[gameKey(name, key)] = isSentence(key) ? sentence(text) : text;
  }
}

/**
 * The page's key of a text of a game: the name of the game is its second part.
 * @param {string} name
 * @param {string} key
 */
function gameKey(name, key) {
  if (key === "title" || key === "summary") return `game.${name}.${key}`;
  const [kind, ...rest] = key.split(".");
  const page = { words: "board.move", refusal: "error" }[kind] ?? kind;
  return [page, name, ...rest].join(".");
}

/** @param {string} key */
function isSentence(key) {
  return key === "summary" || key.startsWith("instruct.") || key.startsWith("ending.");
}

/** @param {string} text */
function capitalized(text) {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** @param {string} text */
function sentence(text) {
  return capitalized(text) + (/[.!?)]$/.test(text) ? "" : ".");
}

/** @param {string} key */
function textOf(key) {
  const { code, texts, gameTexts } = current;
  return texts[key] ?? gameTexts[code]?.[key] ?? gameTexts.en?.[key];
}

/**
 * The text of a key, with the arguments filled in.
 * @param {string} key
 * @param {TextArgs} [args]
 */
export function t(key, args = {}) {
  return fill(textOf(key) ?? key, args);
}

/**
 * Whether a key has a text; with `args`, whether these are all the arguments it needs.
 * @param {string} key
 * @param {TextArgs | null} [args]
 */
export function has(key, args = null) {
  const text = textOf(key);
  if (text === undefined) return false;
  return !args || [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in args);
}

/**
 * The text of a key, or a fallback if it has none.
 * @param {string} key
 * @param {string} fallback
 * @param {TextArgs} [args]
 */
export function tOr(key, fallback, args = {}) {
  return has(key) ? t(key, args) : fallback;
}

/** The code of the page's language. */
export function language() {
  return current.code;
}

/**
 * A whole number as the language writes it.
 * @param {number} value
 */
export function number(value) {
  return new Intl.NumberFormat(locale()).format(value);
}

/**
 * A share from 0 to 1 as a percentage.
 * @param {number} share
 */
export function percent(share) {
  return new Intl.NumberFormat(locale(), { style: "percent" }).format(share);
}

/** The language as a BCP 47 tag, for `Intl` and `lang`. */
export function locale() {
  return current.code === "sr" ? "sr-Latn" : current.code;
}

/**
 * The text of a key in the plural form that a count needs.
 * @param {string} key
 * @param {number} count
 * @param {TextArgs} [args]
 */
export function plural(key, count, args = {}) {
  const form = new Intl.PluralRules(locale()).select(count);
  return t(`${key}.${form}`, { count: number(count), ...args });
}

/**
 * Loads the texts of a language and shows them.
 * @param {string} wanted
 */
export async function setLanguage(wanted) {
  const next = LANGUAGES.includes(wanted) ? wanted : "en";
  const response = await fetch(`i18n/${next}.json`);
  if (!response.ok) return;
  current.texts = await response.json();
  current.code = next;
  document.documentElement.lang = locale();
  translate(document);
  document.documentElement.classList.add("translated");
  current.listeners.forEach((listener) => listener(next));
}

/**
 * Saves the language for the next visit.
 * @param {string} wanted
 */
export function saveLanguage(wanted) {
  try { localStorage.setItem(STORAGE_KEY, wanted); } catch { /* Then it is not saved. */ }
}

/**
 * Calls `listener` whenever the language changes; returns a function that unsubscribes.
 * @param {(code: string) => void} listener
 * @returns {() => void}
 */
export function onLanguage(listener) {
  current.listeners.add(listener);
  return () => current.listeners.delete(listener);
}

/**
 * Fills in the elements that name their keys in `data-t` and `data-t-label`.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t]"))) {
    element.textContent = t(element.dataset.t ?? "");
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t-label]"))) {
    element.setAttribute("aria-label", t(element.dataset.tLabel ?? ""));
  }
}

/**
 * @param {string} text
 * @param {TextArgs} args
 */
function fill(text, args) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
}
