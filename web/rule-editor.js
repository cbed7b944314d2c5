// An editor for rule files: line numbers, and errors marked at their lines.
import { connection } from "./connection.js";
import { button, el } from "./elements.js";
import { has, t } from "./i18n.js";
import { showError } from "./notify.js";
/** @import { Diagnostic, RuleFile } from "./protocol.d.ts" */

/** The program allows names of 40 characters, two of which may become a prefix. */
const MAX_NAME_LENGTH = 38;

/** A rule file that is typed, pasted, loaded, or started from an example. */
export class RuleEditor {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.name = `${game}.rules`;
    /** @type {Set<number>} */
    this.markedLines = new Set();
    this.lineNumbers = el("pre", { class: "line-numbers", "aria-hidden": "true" });
    this.text = el("textarea", {
      spellcheck: false, autocomplete: "off", rows: 12, wrap: "off", value: "",
      "aria-label": t("app.rules"), oninput: () => this.#changed(), onscroll: () => this.#syncScroll(),
    });
    this.diagnostics = el("ol", { class: "diagnostics", role: "alert" });
    const file = el("input", { type: "file", accept: ".rules,.txt,text/plain", hidden: true, onchange: () => this.#load(file) });
    this.root = el("div", { class: "rule-editor" },
      el("div", { class: "row" },
        button("load", t("file.load"), () => file.click()),
        button("book", t("rule_editor.example"), () => this.loadExample()), file),
      el("div", { class: "editor" }, this.lineNumbers, this.text),
      this.diagnostics);
    this.#changed();
  }

  /**
   * The rule file, its name with a prefix.
   * @param {string} prefix
   * @returns {RuleFile}
   */
  value(prefix) {
    return { name: prefix + this.name, source: this.text.value };
  }

  /** Fills in the example rules of the game. */
  async loadExample() {
    try {
      const { name, source } = await connection.request("starter", { game: this.game });
      this.#fill(name, source);
    } catch (error) {
      showError(error, this.game);
    }
  }

  /**
   * Shows errors, each with its line; moves the cursor to the first one.
   * @param {Diagnostic[]} diagnostics
   */
  show(diagnostics) {
    this.markedLines = new Set(diagnostics.map(({ line }) => line));
    this.diagnostics.replaceChildren(...diagnostics.map((diagnostic) => el("li", {}, this.#diagnostic(diagnostic))));
    this.#drawLineNumbers();
    if (diagnostics.length) this.#goTo(diagnostics[0]);
    this.diagnostics.scrollIntoView({ block: "nearest" });
  }

  /** @param {Diagnostic} diagnostic */
  #diagnostic(diagnostic) {
    const { line, column, kind, args, text, hint, meant } = diagnostic;
    const place = t("rule_editor.place", { line, column });
    const key = `error.rules.${kind}`;
    const isWorded = has(key, args);
    const advice = meant ? ` ${t("rule_editor.meant", { name: meant })}` : null;
    return [
      el("button", { type: "button", class: "link", onclick: () => this.#goTo(diagnostic) }, place),
      el("span", isWorded ? {} : { lang: "en" }, ` ${isWorded ? t(key, args) : text}`), advice,
      hint && !meant ? el("span", { lang: "en" }, ` (${hint})`) : null,
    ];
  }

  /** @param {{ line: number, column: number }} place */
  #goTo({ line, column }) {
    const before = this.text.value.split("\n").slice(0, line - 1);
    const offset = before.reduce((sum, row) => sum + row.length + 1, 0) + Math.max(0, column - 1);
    this.text.focus();
    this.text.setSelectionRange(offset, offset);
    this.text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(this.text).lineHeight));
  }

  /** @param {HTMLInputElement} input */
  async #load(input) {
    const file = input.files?.[0];
    if (file) this.#fill(file.name, await file.text());
  }

  /**
   * @param {string} name
   * @param {string} source
   */
  #fill(name, source) {
    // The name becomes part of a player specification, where commas separate options.
    this.name = name.replace(/[^\w.-]/g, "-").slice(0, MAX_NAME_LENGTH) || `${this.game}.rules`;
    this.text.value = source;
    this.#changed();
  }

  #changed() {
    this.markedLines = new Set();
    this.diagnostics.replaceChildren();
    this.#drawLineNumbers();
  }

  #drawLineNumbers() {
    const count = this.text.value.split("\n").length;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    this.lineNumbers.replaceChildren(...numbers.map((line) =>
      (this.markedLines.has(line) ? el("mark", {}, `▸${line}\n`) : `${line}\n`)));
    this.#syncScroll();
  }

  #syncScroll() {
    this.lineNumbers.scrollTop = this.text.scrollTop;
  }
}
