// Announcements for screen readers, short notices, and the wording of errors.
import { problemOf } from "./connection.js";
import { el, byId } from "./elements.js";
import { has, t } from "./i18n.js";

/** How long a notice is shown, in milliseconds. */
const DURATION = 6000;
const MAX_NOTICES = 1;

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  // Live regions behind a modal dialog are not announced.
  const region = document.querySelector("dialog[open] .live-region") ?? document.querySelector("body > .live-region");
  // A live region is announced only when its text changes.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a notice for a while.
 * @param {string} text
 * @param {{ error?: boolean }} [options]
 */
export function toast(text, { error = false } = {}) {
  const notice = el("p", { class: error ? "toast error" : "toast" }, text);
  const tray = byId("toasts");
  tray.append(notice);
  while (tray.children.length > MAX_NOTICES) tray.firstElementChild?.remove();
  // Shown again, it is above a dialog that was opened in the meantime.
  tray.hidePopover();
  tray.showPopover();
  setTimeout(() => notice.remove(), DURATION);
  announce(text);
}

/**
 * Shows why something failed.
 * @param {unknown} error
 * @param {string | null} [game]
 */
export function showError(error, game = null) {
  toast(errorText(error, game), { error: true });
}

/**
 * The reason for a failure in the page's language, or in English if it has no translation.
 * @param {unknown} error
 * @param {string | null} [game]
 * @returns {string}
 */
export function errorText(error, game = null) {
  const problem = problemOf(error);
  if (!problem) {
    console.error(error);
    return t("error.Unforeseen");
  }
  const { kind, text, cause } = problem;
  // Why the rules refuse a part of a record.
  const args = cause ? { ...problem.args, reason: errorText(cause, game) } : problem.args ?? {};
  const keys = [`error.${game}.${kind}`, `error.${kind}`, `error.record.${kind}`];
  const key = keys.find((key) => has(key, args));
  return key ? t(key, args) : text;
}
