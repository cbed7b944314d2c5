// Modal dialogs with a heading, a body and buttons.
import { button, el } from "./elements.js";
import { t } from "./i18n.js";
/** @import { Child } from "./dom.d.ts" */

/**
 * A button of a dialog. If `run` returns false, the dialog stays open.
 * @typedef {object} DialogAction
 * @property {string} label
 * @property {() => unknown} run
 * @property {boolean} [primary]
 * @property {boolean} [danger]
 */

/** Dialogs have ids of their own. */
const dialogs = { opened: 0 };

/**
 * Opens a dialog.
 * @param {{ title: string, body: Child, actions?: DialogAction[], wide?: boolean, onClose?: () => void }} options
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, body, actions = [], wide = false, onClose = () => {} }) {
  const heading = el("h2", { id: `dialog-${++dialogs.opened}` }, title);
  const closeButton = button("close", t("dialog.close"), () => dialog.close(), { iconOnly: true, class: "subtle" });
  // What is only read can be scrolled by keys too.
  const reading = actions.length ? {} : { tabindex: 0, role: "group", "aria-labelledby": heading.id };
  const form = el("form", { method: "dialog" },
    el("header", {}, heading, closeButton),
    el("div", { class: "body", ...reading }, body),
    el("div", { class: "live-region visually-hidden", "aria-live": "polite" }),
    actions.length ? el("footer", {}, actions.map((action) => actionButton(action, () => dialog.close()))) : null);
  const dialog = el("dialog", { "aria-labelledby": heading.id, class: wide ? "wide" : "" }, form);
  /** @returns {HTMLButtonElement | null} */
  const primary = () => form.querySelector("footer button.primary");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    primary()?.click();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement | null} */
  const first = form.querySelector("[autofocus]");
  (first ?? primary() ?? closeButton).focus();
  return dialog;
}

/**
 * Asks the user to confirm something.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @param {{ danger?: boolean }} [options]
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, question, yes, { danger = false } = {}) {
  return new Promise((resolve) => {
    let confirmed = false;
    openDialog({
      title,
      body: el("p", {}, question),
      actions: [
        { label: t("dialog.cancel"), run() {} },
        { label: yes, primary: true, danger, run: () => { confirmed = true; } },
      ],
      onClose: () => resolve(confirmed),
    });
  });
}

/**
 * @param {DialogAction} action
 * @param {() => void} close
 */
function actionButton({ label, run, primary = false, danger = false }, close) {
  const kind = [primary ? "primary" : "", danger ? "danger" : ""].join(" ").trim();
  const pressed = async () => {
    if (primary && !made.form?.reportValidity()) return;
    made.disabled = true;
    const staysOpen = (await run()) === false;
    made.disabled = false;
    if (!staysOpen) close();
  };
  const made = button(null, label, pressed, { class: kind });
  return made;
}
