// The keyboard shortcuts of the page, and the list of them.
import { openDialog } from "./dialogs.js";
import { el } from "./elements.js";
import { t } from "./i18n.js";

/** @typedef {Record<string, () => unknown>} Shortcuts What each key does. */

const TYPING = "input, textarea, select, [contenteditable]";
const OWN_ARROWS = '[role="grid"], [role="slider"], [role="tree"], [role="tablist"], [role="listbox"]';
const PRESSED = "button, a, summary, [role=button]";

/** The keys in the order of the list, with the texts for what they do. */
const LISTED = [
  ["z Ctrl+Z", "shortcuts.undo"], ["y Ctrl+Y", "controls.redo"], ["a", "shortcuts.computer"], ["+ −", "shortcuts.strength"],
  ["← →", "shortcuts.browse"], [", .", "shortcuts.browse_always"], ["↑ ↓ ← →", "shortcuts.walk"], ["Home End", "shortcuts.ends"], ["f", "shortcuts.flip"], ["d", "comment.draw"], ["h", "controls.hint"],
  ["space", "shortcuts.run"], ["n", "new.title"], ["Escape", "shortcuts.escape"], ["?", "shortcuts.list"],
  ["grid", "shortcuts.grid"],
];

/**
 * Listens for keys; `shortcuts` returns what each key does at the moment.
 * @param {() => Shortcuts} shortcuts
 */
export function bindShortcuts(shortcuts) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const isUndo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(keyOf(event));
    if (((event.ctrlKey || event.metaKey) && !isUndo) || event.altKey || event.defaultPrevented) return;
    if (!(target instanceof Element) || target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    // With Ctrl and Shift, Z makes moves again, as in other programs.
    const key = isUndo && event.shiftKey ? "y" : keyOf(event);
    if (/^(Arrow|Home|End)/.test(key) && target.closest(OWN_ARROWS)) return;
    if (key === " " && target.closest(`${PRESSED}, ${OWN_ARROWS}`)) return;
    const run = key === "?" ? openShortcutList : shortcuts()[key];
    if (!run) return;
    event.preventDefault();
    run();
  });
}

/**
 * The key that was meant: on a non-Latin keyboard the letter at its position.
 * @param {KeyboardEvent} event
 */
function keyOf({ key, code }) {
  if (key.length > 1) return key;
  return /[a-z]/i.test(key) || !code.startsWith("Key") ? key.toLowerCase() : code.slice(3).toLowerCase();
}

/** Opens the list of shortcuts. */
export function openShortcutList() {
  const rows = LISTED.flatMap(([keys, text]) => [el("dt", {}, keyCaps(keys)), el("dd", {}, t(text))]);
  openDialog({ title: t("shortcuts.title"), body: el("dl", { class: "shortcuts" }, rows) });
}

/** @param {string} keys */
function keyCaps(keys) {
  /** @type {Record<string, string>} */
  const names = { space: t("shortcuts.key.space"), grid: t("shortcuts.key.arrows") };
  const caps = names[keys] ? [names[keys]] : keys.split(" ");
  return caps.map((key) => el("kbd", {}, key));
}
