// An editor for rule files: errors at their lines while one types, and what each line gives in a position.
import { connection, isLost, problemOf } from "../shell/connection.js";
import { sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { has, number, t } from "../shell/i18n.js";
import { errorText, showError } from "../shell/notify.js";
/** @import { Diagnostic, ExplainedLine, ExplainedRules, RuleFile, Side } from "../protocol.d.ts" */

/** The program allows names of 40 characters, two of which may become a prefix. */
const MAX_NAME_LENGTH = 38;
/** How long nothing is typed before the rules are checked, in milliseconds. */
const CHECK_DELAY = 350;

/** @typedef {{ position?: string | null, to_move?: Side | null }} RulePosition Where rules are evaluated. */

/** A rule file that is typed, pasted, loaded, or started from an example. */
export class RuleEditor {
  /** Counts the checks, to recognize answers that come too late. */
  #checks = 0;
  /** @type {number | undefined} */
  #timer = undefined;

  /**
   * @param {string} game
   * @param {() => RulePosition} [at] The position in which the lines are evaluated.
   */
  constructor(game, at = () => ({})) {
    this.game = game;
    this.at = at;
    /** Called with the rules when they were changed. */
    this.onChange = () => {};
    /** @type {ExplainedLine[]} What the value lines give. */
    this.lines = [];
    this.name = `${game}.rules`;
    /** @type {Set<number>} */
    this.markedLines = new Set();
    this.lineNumbers = el("pre", { class: "line-numbers", "aria-hidden": "true" });
    this.text = el("textarea", {
      spellcheck: false, autocomplete: "off", rows: 12, wrap: "off", value: "",
      "aria-label": t("app.rules"), oninput: () => this.#changed(), onscroll: () => this.#syncScroll(),
    });
    this.diagnostics = el("ol", { class: "diagnostics", "aria-live": "polite" });
    this.values = el("div", { class: "rule-values" });
    const file = el("input", { type: "file", accept: ".rules,.txt,text/plain", hidden: true, onchange: () => this.#load(file) });
    this.root = el("div", { class: "rule-editor" },
      el("div", { class: "editor" }, this.lineNumbers, this.text), this.diagnostics, this.values,
      el("div", { class: "row" },
        button("load", t("file.load"), () => file.click()),
        button("book", t("rule_editor.example"), () => this.loadExample()), file));
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
      this.fill(name, source);
    } catch (error) {
      showError(error, this.game);
    }
  }

  /**
   * Checks the rules, and shows their errors or what each line gives; resolves to null if they have errors.
   * @returns {Promise<ExplainedRules | null>}
   */
  async check() {
    clearTimeout(this.#timer);
    const check = ++this.#checks;
    const { position, to_move } = this.at();
    try {
      const explained = await connection.request("explain", { game: this.game, position: position ?? "startpos", rules: this.value("") });
      if (check !== this.#checks) return null;
      this.lines = explained.lines;
      this.values.replaceChildren(valueTable(explained, this.game, to_move ?? "p1"));
      this.#mark([]);
      return explained;
    } catch (error) {
      if (check !== this.#checks || isLost(error)) return null;
      const diagnostics = problemOf(error)?.troubles;
      this.lines = [];
      this.values.replaceChildren(diagnostics ? "" : errorText(error, this.game));
      this.#mark(diagnostics ?? []);
      return null;
    }
  }

  /**
   * Shows errors, each with its line; moves the cursor to the first one.
   * @param {Diagnostic[]} diagnostics
   */
  show(diagnostics) {
    this.#checks += 1;
    clearTimeout(this.#timer);
    this.#mark(diagnostics);
    if (diagnostics.length) this.#goTo(diagnostics[0]);
    this.diagnostics.scrollIntoView({ block: "nearest" });
  }

  /** @param {Diagnostic[]} diagnostics */
  #mark(diagnostics) {
    this.markedLines = new Set(diagnostics.map(({ line }) => line));
    this.diagnostics.replaceChildren(...diagnostics.map((diagnostic) => el("li", {}, this.#diagnostic(diagnostic))));
    this.#drawLineNumbers();
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
    if (file) this.fill(file.name, await file.text());
  }

  /**
   * Replaces the rules.
   * @param {string} name
   * @param {string} source
   */
  fill(name, source) {
    // The name becomes part of a player specification, where commas separate options.
    this.name = name.replace(/[^\w.-]/g, "-").slice(0, MAX_NAME_LENGTH) || `${this.game}.rules`;
    this.text.value = source;
    this.#changed();
  }

  #changed() {
    this.#checks += 1;
    this.lines = [];
    this.#mark([]);
    this.onChange();
    clearTimeout(this.#timer);
    if (this.text.value.trim()) this.#timer = setTimeout(() => this.check(), CHECK_DELAY);
  }

  #drawLineNumbers() {
    const count = this.text.value.split("\n").length;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const points = (/** @type {number} */ line) => {
      const found = this.lines.filter((value) => value.line === line);
      const sum = found.reduce((sum, { points }) => sum + points[0] - points[1], 0);
      return found.length ? el("b", { title: found.flatMap(({ proofs }) => proofs).join("\n") }, `${sum > 0 ? "+" : ""}${sum} `) : "";
    };
    this.lineNumbers.replaceChildren(...numbers.flatMap((line) =>
      (this.markedLines.has(line) ? [el("mark", {}, `▸${line}\n`)] : [points(line), `${line}\n`])));
    this.#syncScroll();
  }

  #syncScroll() {
    this.lineNumbers.scrollTop = this.text.scrollTop;
  }
}

/**
 * What each value line of rules gives; the proofs are shown when one points at a line.
 * @param {ExplainedRules} explained
 * @param {string} game
 * @param {Side} side
 */
function valueTable({ score, lines }, game, side) {
  const proof = el("p", { class: "muted", "aria-live": "polite", lang: "en" });
  const rows = lines.map(({ line, text, counts, points, proofs }) => {
    const show = () => { proof.textContent = proofs.join("; "); };
    return el("tr", { tabindex: 0, title: proofs.join("\n"), onmouseenter: show, onfocus: show },
      el("td", {}, line), el("td", {}, el("code", {}, text)), el("td", {}, `${points[0]} (${counts[0]})`), el("td", {}, `${points[1]} (${counts[1]})`));
  });
  const heads = ["#", t("app.rules"), sideName(game, side), sideName(game, side === "p1" ? "p2" : "p1")].map((head) => el("th", { scope: "col" }, head));
  return el("div", {}, el("table", { class: "lesson-terms" }, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows)),
    el("p", {}, t("lesson.score", { score: number(score) })), proof);
}
