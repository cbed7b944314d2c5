// An editor for a text with errors at lines: line numbers, the errors below it, and files.
import { button, el, flatNodes } from "../shell/elements.js";
import { has, t } from "../shell/i18n.js";
/** @import { Child } from "../shell/dom.d.ts" */
/** @import { Diagnostic } from "../protocol.d.ts" */

/** How long nothing is typed before the text is checked, in milliseconds. */
const CHECK_DELAY = 350;

/** A text that is typed, pasted or loaded, and checked by whoever extends this. */
export class SourceEditor {
  /** @type {number | undefined} */
  #timer = undefined;
  /** Counts the changes and checks, to recognize answers that come too late. */
  #checks = 0;

  /** @param {{ label: string, accept: string }} options What the text is, and which files it is loaded from. */
  constructor({ label, accept }) {
    this.name = "";
    /** @type {Set<number>} */
    this.markedLines = new Set();
    this.lineNumbers = el("pre", { class: "line-numbers", "aria-hidden": "true" });
    this.text = el("textarea", {
      spellcheck: false, autocomplete: "off", autocapitalize: "off", rows: 12, wrap: "off", value: "",
      "aria-label": label, oninput: () => this.changed(), onscroll: () => this.#syncScroll(),
    });
    this.diagnostics = el("ol", { class: "diagnostics", "aria-live": "polite" });
    const file = el("input", { type: "file", accept, hidden: true, onchange: () => this.#load(file) });
    this.loadButton = [button("load", t("file.load"), () => file.click()), file];
    this.editor = el("div", { class: "editor" }, this.lineNumbers, this.text);
  }

  /**
   * Checks the text.
   * @returns {Promise<unknown>}
   */
  async check() {
    return null;
  }

  /** Called when the text was changed. */
  onEdit() {}

  /**
   * What stands before the number of a line.
   * @param {number} _line
   * @returns {Child}
   */
  note(_line) {
    return null;
  }

  /** Begins a check; the result says whether it is still the last one. */
  beginCheck() {
    clearTimeout(this.#timer);
    const check = ++this.#checks;
    return () => check === this.#checks;
  }

  /**
   * Shows errors, each with its line; moves the cursor to the first one.
   * @param {Diagnostic[]} diagnostics
   */
  show(diagnostics) {
    this.beginCheck();
    this.mark(diagnostics);
    if (diagnostics.length) this.#goTo(diagnostics[0]);
    this.diagnostics.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Diagnostic[]} diagnostics
   * @param {string | null} [other] The file that they are in, if it is not this one.
   */
  mark(diagnostics, other = null) {
    this.markedLines = new Set(other ? [] : diagnostics.map(({ line }) => line));
    this.text.setAttribute("aria-invalid", String(diagnostics.length > 0));
    this.diagnostics.replaceChildren(...diagnostics.map((diagnostic) => el("li", {}, other, other && ": ", this.#diagnostic(diagnostic, !other))));
    this.drawLineNumbers();
  }

  /**
   * @param {Diagnostic} diagnostic
   * @param {boolean} isHere
   */
  #diagnostic(diagnostic, isHere) {
    const { line, column, kind, args, text, hint, meant } = diagnostic;
    const place = t("rule_editor.place", { line, column });
    const key = `error.rules.${kind}`;
    const isWorded = has(key, args);
    const advice = meant ? ` ${t("rule_editor.meant", { name: meant })}` : null;
    return [
      isHere ? el("button", { type: "button", class: "link", onclick: () => this.#goTo(diagnostic) }, place) : place,
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
    if (file) this.fill(file.name, await file.text());
    // The same file can be loaded again.
    input.value = "";
  }

  /**
   * Replaces the text.
   * @param {string} name
   * @param {string} source
   */
  fill(name, source) {
    this.name = name;
    this.text.value = source;
    this.changed();
  }

  changed() {
    this.beginCheck();
    this.mark([]);
    this.onEdit();
    if (this.text.value.trim()) this.#timer = setTimeout(() => this.check(), CHECK_DELAY);
  }

  drawLineNumbers() {
    const count = this.text.value.split("\n").length;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    this.lineNumbers.replaceChildren(...flatNodes(numbers.map((line) =>
      (this.markedLines.has(line) ? el("mark", {}, `▸${line}\n`) : [this.note(line), `${line}\n`]))));
    this.#syncScroll();
  }

  #syncScroll() {
    this.lineNumbers.scrollTop = this.text.scrollTop;
  }
}
