// An editor for rule files: errors at their lines while one types, and what each line gives in a position.
import { connection, isLost, problemOf } from "../shell/connection.js";
import { sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
import { errorText, showError } from "../shell/notify.js";
import { SourceEditor } from "./source-editor.js";
/** @import { ExplainedLine, ExplainedRules, RuleFile, Side } from "../protocol.d.ts" */

/** The program allows names of 40 characters, two of which may become a prefix. */
const MAX_NAME_LENGTH = 38;

/** @typedef {{ position?: string | null, to_move?: Side | null }} RulePosition Where rules are evaluated. */

/** A rule file that is typed, pasted, loaded, or started from an example. */
export class RuleEditor extends SourceEditor {
  /**
   * @param {string} game
   * @param {() => RulePosition} [at] The position in which the lines are evaluated.
   */
  constructor(game, at = () => ({})) {
    super({ label: t("app.rules"), accept: ".rules,.txt,text/plain" });
    this.game = game;
    this.at = at;
    /** Called with the rules when they were changed. */
    this.onChange = () => {};
    /** @type {ExplainedLine[]} What the value lines give. */
    this.lines = [];
    this.name = `${game}.rules`;
    this.values = el("div", { class: "rule-values" });
    this.root = el("div", { class: "rule-editor" },
      this.editor, this.diagnostics, this.values,
      el("div", { class: "row" },
        this.loadButton,
        button("book", t("rule_editor.example"), () => this.loadExample())));
    this.changed();
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
   * @override
   * @returns {Promise<ExplainedRules | null>}
   */
  async check() {
    const isLast = this.beginCheck();
    const { position, to_move } = this.at();
    try {
      const explained = await connection.request("explain", { game: this.game, position: position ?? "startpos", rules: this.value("") });
      if (!isLast()) return null;
      this.lines = explained.lines;
      this.values.replaceChildren(valueTable(explained, this.game, to_move ?? "p1"));
      this.mark([]);
      return explained;
    } catch (error) {
      if (!isLast() || isLost(error)) return null;
      const diagnostics = problemOf(error)?.troubles;
      this.lines = [];
      this.values.replaceChildren(diagnostics ? "" : errorText(error, this.game));
      this.mark(diagnostics ?? []);
      return null;
    }
  }

  /**
   * Replaces the rules.
   * @override
   * @param {string} name
   * @param {string} source
   */
  fill(name, source) {
    // The name becomes part of a player specification, where commas separate options.
    super.fill(name.replace(/[^\w.-]/g, "-").slice(0, MAX_NAME_LENGTH) || `${this.game}.rules`, source);
  }

  /** @override */
  onEdit() {
    this.lines = [];
    this.onChange();
  }

  /**
   * @override
   * @param {number} line
   */
  note(line) {
    const found = this.lines.filter((value) => value.line === line);
    const sum = found.reduce((sum, { points }) => sum + points[0] - points[1], 0);
    return found.length ? el("b", { title: found.flatMap(({ proofs }) => proofs).join("\n") }, `${sum > 0 ? "+" : ""}${sum} `) : null;
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
