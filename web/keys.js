// The keys of the page, and the list of them.
import { openDialog } from "./dialogs.js";
import { el } from "./elements.js";
import { t } from "./words.js";

const TYPING = "input, textarea, select, [contenteditable]";
const OWN_ARROWS = '[role="grid"], [role="slider"], [role="tree"], [role="tablist"], [role="listbox"]';
const PRESSED = "button, a, summary, [role=button]";

/** The keys in the order in which they are listed, with the words for what they do. */
const LISTED = [
  ["z", "keys.undo"], ["y", "controls.redo"], ["a", "keys.computer"], ["+ −", "keys.strength"],
  ["← →", "keys.walk"], ["Home End", "keys.ends"], ["f", "keys.flip"], ["h", "controls.hint"],
  ["space", "keys.run"], ["n", "new.title"], ["Escape", "keys.escape"], ["?", "keys.list"], ["grid", "keys.grid"],
];

/** Listens for keys; `table` tells what each does at the moment. */
export function bindKeys(table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    const key = keyOf(event);
    if (/^(Arrow|Home|End)/.test(key) && event.target.closest(OWN_ARROWS)) return;
    if (key === " " && event.target.closest(`${PRESSED}, ${OWN_ARROWS}`)) return;
    const does = key === "?" ? openKeys : table()[key];
    if (!does) return;
    event.preventDefault();
    does();
  });
}

/** The key that was meant, by its place where the keyboard writes other letters than these. */
function keyOf({ key, code }) {
  if (key.length > 1) return key;
  return /[a-z]/i.test(key) || !code.startsWith("Key") ? key.toLowerCase() : code.slice(3).toLowerCase();
}

/** Lists the keys. */
export function openKeys() {
  const rows = LISTED.flatMap(([keys, does]) => [el("dt", {}, caps(keys)), el("dd", {}, t(does))]);
  openDialog({ title: t("keys.title"), body: el("dl", { class: "keys" }, rows) });
}

function caps(keys) {
  const name = { space: t("keys.name.space"), grid: t("keys.name.arrows") }[keys];
  const written = name ? [name] : keys.split(" ");
  return written.map((key) => el("kbd", {}, key));
}
