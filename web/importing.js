// Games and positions that come from outside: pasted, loaded or dropped.
import { welcome } from "./about.js";
import { openDialog } from "./dialogs.js";
import { button, choice, el, field } from "./elements.js";
import { gameTitle } from "./names.js";
import { complain, wording } from "./voice.js";
import { wire } from "./wire.js";
import { t } from "./words.js";

const MOST = 100000;

/** Asks for a record or a position, and opens what it says. */
export async function openImport(given = "") {
  let games;
  try {
    ({ games } = await welcome());
  } catch (error) {
    return complain(error);
  }
  const text = el("textarea", { rows: 8, spellcheck: false, value: given, autofocus: true });
  const of = choice(games.map((game) => [game.name, gameTitle(game.name, game.title)]), guess(given));
  text.addEventListener("input", () => { of.value = guess(text.value) ?? of.value; });
  const trouble = el("p", { class: "refused", role: "alert" });
  const file = el("input", { type: "file", accept: ".agon,.pgn,.txt,text/plain", hidden: true });
  file.addEventListener("change", async () => {
    if (!file.files[0]) return;
    text.value = await readFile(file.files[0]);
    of.value = guess(text.value) ?? of.value;
  });
  const run = async () => {
    try {
      const { game } = await wire.ask("import", { text: text.value.trim(), game: of.value });
      location.hash = `#/game/${game.id}`;
      return true;
    } catch (error) {
      trouble.textContent = wording(error, of.value);
      return false;
    }
  };
  openDialog({
    title: t("import.title"),
    body: [
      field(t("import.text"), text),
      el("div", { class: "row" }, field(t("import.game"), of), button("load", t("file.load"), () => file.click()), file),
      trouble,
    ],
    actions: [{ label: t("dialog.cancel"), run() {} }, { label: t("import.open"), main: true, run }],
  });
}

/** Opens what is dropped on the page. */
export function takeDrops() {
  document.addEventListener("dragover", (event) => {
    if (event.target.matches?.("textarea, input")) return;
    event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    if (event.target.matches?.("textarea, input") || document.querySelector("dialog[open]")) return;
    const [file] = event.dataTransfer.files;
    const text = file ? await (event.preventDefault(), readFile(file)) : event.dataTransfer.getData("text");
    if (!text) return;
    event.preventDefault();
    openImport(text);
  });
}

/** Which game a text is about, by what only its positions look like. */
function guess(text) {
  const named = text.match(/\[Game\s+"(\w+)"\]/)?.[1];
  if (named) return named;
  const looks = {
    tictactoe: /^\s*\(\[/,
    nim: /^\s*\[\s*\d/,
    byte: /^\s*(8|10)\s/,
    santorini: /^\s*[0-4]{5}(\/[0-4]{5}){4}/,
    theseus: /^\s*[0-3]{3,31}(\/[0-3]{3,31}){2,30}/,
  };
  return Object.keys(looks).find((name) => looks[name].test(text));
}

async function readFile(file) {
  return (await file.text()).slice(0, MOST);
}
