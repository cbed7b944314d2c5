// Importing games and positions: pasted, loaded from a file, or dropped on the page.
import { connection } from "./connection.js";
import { openDialog } from "./dialogs.js";
import { gameTitle } from "./display-names.js";
import { button, dropdown, el, field } from "./elements.js";
import { t } from "./i18n.js";
import { errorText, showError } from "./notify.js";
import { serverInfo } from "./server-info.js";

/** Longer files are cut off, in characters. */
const MAX_LENGTH = 2000000;

/** @type {Record<string, RegExp>} How the positions of each game begin. */
const POSITION_PATTERNS = {
  tictactoe: /^\s*\(\[/,
  nim: /^\s*\[\s*\d/,
  byte: /^\s*(8|10)\s/,
  santorini: /^\s*[0-4]{5}(\/[0-4]{5}){4}/,
  theseus: /^\s*[0-3]{3,31}(\/[0-3]{3,31}){2,30}/,
};

/**
 * Asks for a game record or a position, and opens it.
 * @param {string} [initial]
 */
export async function openImportDialog(initial = "") {
  let games;
  try {
    ({ games } = await serverInfo());
  } catch (error) {
    return showError(error);
  }
  const text = el("textarea", { rows: 8, spellcheck: false, value: initial, autofocus: true });
  const game = dropdown(games.map(({ name, title }) => [name, gameTitle(name, title)]), guessGame(initial));
  const guess = () => {
    const name = guessGame(text.value);
    if (games.some((known) => known.name === name)) game.value = String(name);
  };
  text.addEventListener("input", guess);
  const error = el("p", { class: "form-error", role: "alert" });
  const file = el("input", { type: "file", accept: ".agon,.pgn,.txt,text/plain", hidden: true });
  file.addEventListener("change", async () => {
    if (!file.files?.[0]) return;
    text.value = await readFile(file.files[0]);
    guess();
  });
  const run = async () => {
    try {
      const records = recordsOf(text.value.trim());
      let last;
      for (const record of records) last = await connection.request("import", { text: record, game: game.value });
      // Several games are listed with the others, also if these are shown already.
      const target = records.length === 1 && last ? `#/game/${last.game.id}` : "#/";
      if (location.hash === target) dispatchEvent(new HashChangeEvent("hashchange"));
      else location.hash = target;
      return true;
    } catch (problem) {
      error.textContent = errorText(problem, game.value);
      return false;
    }
  };
  openDialog({
    title: t("import.title"),
    body: [
      field(t("import.text"), text),
      el("div", { class: "row" }, field(t("import.game"), game), button("load", t("file.load"), () => file.click()), file),
      error,
    ],
    actions: [{ label: t("dialog.cancel"), run() {} }, { label: t("import.open"), primary: true, run }],
  });
}

/** Opens the import dialog with whatever is dropped on the page. */
export function acceptDrops() {
  /** @param {DragEvent} event */
  const isOverField = ({ target }) => target instanceof Element && target.matches("textarea, input");
  document.addEventListener("dragover", (event) => {
    if (!isOverField(event)) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const { dataTransfer } = event;
    if (!dataTransfer || isOverField(event) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const [file] = dataTransfer.files;
    const text = file ? await readFile(file) : dataTransfer.getData("text");
    if (text) openImportDialog(text);
  });
}

/**
 * The game that a record or a position belongs to, as far as its form tells.
 * @param {string} text
 */
function guessGame(text) {
  const named = text.match(/\[Game\s+"(\w+)"\]/)?.[1];
  return named ?? Object.keys(POSITION_PATTERNS).find((name) => POSITION_PATTERNS[name].test(text));
}

/**
 * The records of a text, each by itself: one begins with the first tag behind moves. A text
 * without tags is one position.
 * @param {string} text
 */
function recordsOf(text) {
  /** @type {string[][]} */
  const records = [[]];
  let hasMoves = false;
  for (const line of text.split("\n")) {
    const isTag = /^(\s*\[\w+\s+"|\|)/.test(line);
    if (isTag && hasMoves) records.push([]);
    if (isTag || line.trim()) hasMoves = !isTag;
    records.at(-1)?.push(line);
  }
  return records.map((lines) => lines.join("\n"));
}

/** @param {File} file */
async function readFile(file) {
  return (await file.text()).slice(0, MAX_LENGTH);
}
