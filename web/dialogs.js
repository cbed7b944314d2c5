// Dialogs: native ones, with a heading, a body and buttons.
import { button, el } from "./elements.js";
import { t } from "./words.js";

/** Opens a dialog. `actions` are `{label, run, main, danger}`; one whose `run` gives false keeps it open. */
export function openDialog({ title, body, actions = [], wide = false, onClose = () => {} }) {
  const heading = el("h2", { id: `dialog-${++count}` }, title);
  const closing = button("close", t("dialog.close"), () => dialog.close(), { bare: true, class: "plain" });
  const form = el("form", { method: "dialog" },
    el("header", {}, heading, closing),
    el("div", { class: "body" }, body),
    el("div", { class: "voice hidden", "aria-live": "polite" }),
    actions.length ? el("footer", {}, actions.map((action) => actionButton(action, () => dialog.close()))) : null);
  const dialog = el("dialog", { "aria-labelledby": heading.id, class: wide ? "wide" : "" }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.querySelector("footer .main")?.click();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  (form.querySelector("[autofocus]") ?? form.querySelector("footer .main") ?? closing).focus();
  return dialog;
}

/** Asks a question that is answered by yes or no. */
export function ask(title, question, yes, { danger = false } = {}) {
  return new Promise((resolve) => {
    let answer = false;
    openDialog({
      title,
      body: el("p", {}, question),
      actions: [
        { label: t("dialog.cancel"), run() {} },
        { label: yes, main: true, danger, run: () => { answer = true; } },
      ],
      onClose: () => resolve(answer),
    });
  });
}

let count = 0;

function actionButton({ label, run, main = false, danger = false }, close) {
  const kind = [main ? "main" : "", danger ? "danger" : ""].join(" ").trim();
  const pressed = async () => {
    if (main && !made.form.reportValidity()) return;
    made.disabled = true;
    const stay = (await run()) === false;
    made.disabled = false;
    if (!stay) close();
  };
  const made = button(null, label, pressed, { class: kind });
  return made;
}
