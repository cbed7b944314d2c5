// What the page says: the live region, short notices, and the wording of refusals.
import { el } from "./elements.js";
import { has, t } from "./words.js";

const SHOWN = 6000;

/** Says a text to those who listen to the page. */
export function say(text) {
  // What lies behind a dialog is not heard.
  const region = document.querySelector("dialog[open] .voice") ?? document.querySelector("body > .voice");
  // The same text twice is spoken twice only where it differs.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Shows a notice for a while; a trouble is also marked as one. */
export function toast(text, { trouble = false } = {}) {
  const note = el("p", { class: trouble ? "toast trouble" : "toast" }, text);
  const tray = document.getElementById("toasts");
  tray.append(note);
  while (tray.children.length > 3) tray.firstChild.remove();
  // Shown anew it lies above a dialog that was opened meanwhile.
  tray.hidePopover();
  tray.showPopover();
  setTimeout(() => note.remove(), SHOWN);
  say(text);
}

/** Shows why something was refused. */
export function complain(error, game = null) {
  toast(wording(error, game), { trouble: true });
}

/** A refusal in the page's language, or in English where it has no words for it. */
export function wording(error, game = null) {
  if (!error?.kind) {
    console.error(error);
    return t("error.Unforeseen");
  }
  const args = error.args ?? {};
  const keys = [`error.${game}.${error.kind}`, `error.${error.kind}`, `error.record.${error.kind}`];
  const key = keys.find((key) => has(key, args));
  return key ? t(key, args) : error.text;
}
