// The name that a person has given, saved in this browser, and the dialog that asks for it.
import { connection } from "../shell/connection.js";
import { openDialog } from "../shell/dialogs.js";
import { sideName } from "../shell/display-names.js";
import { el, field } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { errorText } from "../shell/notify.js";
/** @import { Game, Side } from "../protocol.d.ts" */

const STORAGE_KEY = "agon.name";
/** The program refuses longer names, in characters. */
const MAX_LENGTH = 40;

/** The saved name; empty if there is none. */
export function savedName() {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
function saveName(name) {
  try {
    if (name) localStorage.setItem(STORAGE_KEY, name);
    else localStorage.removeItem(STORAGE_KEY);
  } catch { /* Then it is asked for again. */ }
}

/** The field for a name. */
export class NameField {
  /** @param {string} [name] */
  constructor(name = savedName()) {
    this.input = el("input", { type: "text", name: "person", maxlength: MAX_LENGTH, autocomplete: "nickname", value: name });
    this.root = field(t("name.yours"), this.input);
  }

  /** The name; empty if there is none. */
  get value() {
    return this.input.value.trim();
  }

  /** Saves the name for the next game. */
  save() {
    saveName(this.value);
  }
}

/**
 * Asks for the name of the person who plays a side.
 * @param {Game} game
 * @param {Side} side
 */
export function openNameDialog(game, side) {
  const name = new NameField(game.names[side === "p1" ? 0 : 1] ?? savedName());
  const error = el("p", { class: "form-error", role: "alert" });
  const save = async () => {
    try {
      await connection.request("name", { game: game.id, side, name: name.value });
      name.save();
      return true;
    } catch (problem) {
      error.textContent = errorText(problem, game.game);
      return false;
    }
  };
  openDialog({
    title: t("name.title", { side: sideName(game.game, side) }),
    body: [name.root, error],
    actions: [{ label: t("dialog.cancel"), run() {} }, { label: t("player_form.save"), primary: true, run: save }],
  });
  name.input.focus();
}
