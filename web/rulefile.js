// An editor for rule files: line numbers, and troubles shown at their line.
import { button, el } from "./elements.js";
import { t } from "./words.js";
import { complain } from "./voice.js";
import { wire } from "./wire.js";

/** A rule file that is pasted, loaded or begun from an example. */
export class RuleFile {
  constructor(game, { name = "", source = "" } = {}) {
    this.game = game;
    this.name = name || `${game}.rules`;
    this.numbers = el("pre", { class: "numbers", "aria-hidden": "true" });
    this.text = el("textarea", {
      spellcheck: false, autocomplete: "off", rows: 12, wrap: "off", value: source,
      "aria-label": t("app.rules"), oninput: () => this.#changed(), onscroll: () => this.#follow(),
    });
    this.troubles = el("ol", { class: "troubles", role: "alert" });
    const file = el("input", { type: "file", accept: ".rules,.txt,text/plain", hidden: true, onchange: () => this.#load(file) });
    const pick = () => file.click();
    this.root = el("div", { class: "rulefile" },
      el("div", { class: "row" },
        button("load", t("file.load"), pick),
        button("book", t("rulefile.example"), () => this.example()), file),
      el("div", { class: "editor" }, this.numbers, this.text),
      this.troubles);
    this.#changed();
  }

  /** What the program is sent. */
  value(before) {
    return { name: before + this.name, source: this.text.value };
  }

  /** Fills in the rules that the program begins with. */
  async example() {
    try {
      const { name, source } = await wire.ask("starter", { game: this.game });
      this.#fill(name, source);
    } catch (error) {
      complain(error, this.game);
    }
  }

  /** Shows what is wrong, each at its line; gives the first one the focus. */
  show(troubles) {
    this.marked = new Set(troubles.map(({ line }) => line));
    this.troubles.replaceChildren(...troubles.map((trouble) => el("li", {}, this.#trouble(trouble))));
    this.#number();
    if (troubles.length) this.#go(troubles[0]);
    this.troubles.scrollIntoView({ block: "nearest" });
  }

  #trouble(trouble) {
    const { line, column, text, hint } = trouble;
    const place = t("rulefile.place", { line, column });
    return [
      el("button", { type: "button", class: "link", onclick: () => this.#go(trouble) }, place),
      el("span", { lang: "en" }, ` ${text}${hint ? ` (${hint})` : ""}`),
    ];
  }

  #go({ line, column }) {
    const before = this.text.value.split("\n").slice(0, line - 1);
    const place = before.reduce((sum, row) => sum + row.length + 1, 0) + Math.max(0, column - 1);
    this.text.focus();
    this.text.setSelectionRange(place, place);
    this.text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(this.text).lineHeight));
  }

  async #load(input) {
    const [file] = input.files;
    if (file) this.#fill(file.name, await file.text());
  }

  #fill(name, source) {
    // A name stands in a seat between commas.
    this.name = name.replace(/[^\w.-]/g, "-").slice(0, 38) || `${this.game}.rules`;
    this.text.value = source;
    this.#changed();
  }

  #changed() {
    this.marked = new Set();
    this.troubles.replaceChildren();
    this.#number();
  }

  #number() {
    const lines = this.text.value.split("\n").length;
    const number = (line) => this.marked.has(line) ? el("mark", {}, `▸${line}\n`) : `${line}\n`;
    this.numbers.replaceChildren(...Array.from({ length: lines }, (_, place) => number(place + 1)));
    this.#follow();
  }

  #follow() {
    this.numbers.scrollTop = this.text.scrollTop;
  }
}
