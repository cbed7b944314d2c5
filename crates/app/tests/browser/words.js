// Every text that the page shows or speaks, but for what is the same in all languages by its nature.
const same = "[data-element] text, .background text, .foreground text, kbd, .moves button, .line-moves, .move-text, .line-numbers, textarea, input, #language option, .tree-value";
const found = new Set();
const add = (text) => {
  const plain = (text ?? "").replace(/\s+/g, " ").trim();
  if (/\p{L}{2}/u.test(plain)) found.add(plain);
};
for (const node of document.querySelectorAll("body, body *")) {
  if (node.closest("script, style, noscript") || !shown(node) || node.closest("[lang=en]:not(html)")) continue;
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-roledescription"]) add(node.getAttribute(name));
  if (node.closest(same)) continue;
  for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) add(child.data);
}
return [...found];
