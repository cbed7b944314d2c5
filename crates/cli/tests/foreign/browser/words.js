// Every text that the page shows or announces.

/** What is the same in all languages: notation, key caps, and what the user types. */
const UNTRANSLATED = "[data-element] text, .background text, .foreground text, kbd, .moves button, .line-moves, .move-text, .line-numbers, textarea, input, #language option, .tree-value";

/** The texts of the page, without those that are the same in all languages. */
const visibleTexts = () => {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string | null} text */
  const add = (text) => {
    const plain = (text ?? "").replace(/\s+/g, " ").trim();
    if (/\p{L}{2}/u.test(plain)) found.add(plain);
  };
  for (const node of document.querySelectorAll("body, body *")) {
    if (node.closest("script, style, noscript") || !isShown(node) || node.closest("[lang=en]:not(html)")) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-roledescription"]) add(node.getAttribute(name));
    if (node.closest(UNTRANSLATED)) continue;
    for (const child of node.childNodes) if (child instanceof Text) add(child.data);
  }
  return [...found];
};
