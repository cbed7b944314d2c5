// What modules of the page find in a browser, as far as the tests need it.
import { readFile } from "node:fs/promises";

/** A storage of texts. */
class Storage {
  #texts = new Map();

  getItem(key) {
    return this.#texts.get(key) ?? null;
  }

  setItem(key, text) {
    this.#texts.set(key, String(text));
  }

  removeItem(key) {
    this.#texts.delete(key);
  }

  get length() {
    return this.#texts.size;
  }

  key(index) {
    return [...this.#texts.keys()][index] ?? null;
  }
}

const root = { lang: "en", dataset: {}, classList: { add: () => {} } };
globalThis.document = { documentElement: root, querySelectorAll: () => [] };
globalThis.location = new URL("https://agon.example/page/#/");
globalThis.localStorage = new Storage();
globalThis.sessionStorage = new Storage();
globalThis.fetch = async (path) => {
  const text = await readFile(new URL(`../${path}`, import.meta.url), "utf8");
  return { ok: true, json: async () => JSON.parse(text) };
};

const { setLanguage } = await import("../shell/i18n.js");

/** Loads the texts of a language. */
export const speak = setLanguage;
