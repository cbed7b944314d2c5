// Choosing who plays a side.
import { connection, problemOf } from "../shell/connection.js";
import { openDialog } from "../shell/dialogs.js";
import { evaluationName, levelName, programName, sideName } from "../shell/display-names.js";
import { dropdown, el, field } from "../shell/elements.js";
import { t, tOr } from "../shell/i18n.js";
import { errorText } from "../shell/notify.js";
import { NameField } from "./person-name.js";
import { formatPlayerSpec, isPerson, parsePlayerSpec } from "./player-spec.js";
import { RuleEditor } from "../rules/editor.js";
import { savedRules } from "../rules/store.js";
/** @import { Game, GameInfo, RuleFile, Side } from "../protocol.d.ts" */
/** @import { PlayerOptions } from "./player-spec.js" */

const LEVELS = 8;

/** @type {Record<string, { value: number, min: string, max: string, step: string }>} The limits of an engine: the default and the bounds. */
const LIMITS = {
  movetime: { value: 1, min: "0.1", max: "60", step: "0.1" },
  nodes: { value: 100000, min: "1", max: "1000000000", step: "1" },
  depth: { value: 8, min: "1", max: "100", step: "1" },
};

/** The fields of a player: its kind and the options of that kind. */
export class PlayerForm {
  /**
   * @param {GameInfo} info
   * @param {string[]} evaluations
   * @param {string} spec
   * @param {string} label
   * @param {boolean} isSolved Whether there is a perfect player.
   */
  constructor(info, evaluations, spec, label, isSolved) {
    this.info = info;
    this.isSolved = isSolved;
    this.evaluations = evaluations;
    this.initial = parsePlayerSpec(spec);
    this.kind = dropdown(this.#kinds(), this.#initialKind(), { onchange: () => this.#show() });
    this.options = el("div", { class: "row" });
    this.more = el("div", {});
    this.error = el("p", { class: "form-error", role: "alert" });
    /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = {};
    /** @type {RuleEditor | null} */
    this.editor = null;
    this.root = el("fieldset", { class: "player-form" },
      el("legend", {}, label), field(t("player_form.player"), this.kind), this.options, this.more, this.error);
    this.#show();
  }

  /**
   * The player specification, and the rule file that it refers to, whose name gets a prefix.
   * @param {string} [prefix]
   * @returns {{ seat: string, rules?: RuleFile }}
   */
  value(prefix = "") {
    const rules = this.kind.value === "rules" ? this.editor?.value(prefix) : undefined;
    return { seat: this.#spec(rules), rules };
  }

  /**
   * Shows why the player is refused.
   * @param {unknown} error
   */
  showError(error) {
    const diagnostics = problemOf(error)?.troubles;
    if (diagnostics && this.editor) this.editor.show(diagnostics);
    else this.error.textContent = errorText(error, this.info.name);
  }

  /** @returns {[string, string][]} */
  #kinds() {
    /** @type {[string, string][]} */
    const known = this.info.players.map((name) => [name, tOr(`player.${name}`, name)]);
    if (this.isSolved && !this.info.players.includes("perfect")) known.push(["perfect", t("player.perfect")]);
    known.push(...this.info.programs.map((program) => /** @type {[string, string]} */ ([program, programName(program)])));
    return this.evaluations.length ? [...known, ["rules", t("player.rules")]] : known;
  }

  /**
   * Offers the perfect player or not, when another board is chosen.
   * @param {boolean} isSolved
   */
  setSolved(isSolved) {
    if (isSolved === this.isSolved) return;
    this.isSolved = isSolved;
    const chosen = this.kind.value;
    this.kind.replaceChildren(...this.#kinds().map(([value, text]) => el("option", { value }, text)));
    this.kind.value = chosen;
    if (this.kind.selectedIndex >= 0) return;
    this.kind.selectedIndex = 0;
    this.#show();
  }

  #initialKind() {
    const { name, options } = this.initial;
    if (name === "hand-in") return `${name}:${Object.keys(options)[0]}`;
    const evaluation = String(options.eval ?? "");
    const known = !evaluation || this.info.evaluations.includes(evaluation) || this.evaluations.includes(evaluation);
    return name === "minimax" && !known ? "rules" : name;
  }

  /** Shows the options of the chosen kind. */
  #show() {
    this.fields = {};
    this.options.replaceChildren();
    this.more.replaceChildren();
    this.error.textContent = "";
    switch (this.kind.value) {
      case "level": return this.#level();
      case "minimax": return this.#minimax();
      case "rules": return this.#rules();
      case "engine": return this.#engine();
      case "minmax": return this.#minmax();
      default: return undefined;
    }
  }

  /**
   * An option of the initial player, if it is of the chosen kind.
   * @param {string} key
   */
  #given(key) {
    return this.initial.name === this.kind.value ? this.initial.options[key] : undefined;
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {HTMLInputElement | HTMLSelectElement} input
   */
  #add(key, label, input) {
    this.fields[key] = input;
    this.options.append(field(label, input));
  }

  #level() {
    const levels = Array.from({ length: LEVELS }, (_, index) => index + 1);
    const level = Number(this.#given("level") ?? 5);
    this.#add("level", t("player_form.level"),
      dropdown(levels.map((level) => [level, `${level} · ${levelName(level)}`]), level));
    if (!this.info.hides) return;
    this.#add("knowsAll", t("player_form.all_knowing"), el("input", { type: "checkbox", checked: Boolean(this.#given("all-knowing")) }));
  }

  #minimax() {
    this.#add("depth", t("player_form.depth"), numberInput(Number(this.#given("depth") ?? 3), 1, 9));
    if (this.evaluations.length < 2) return;
    const evaluation = String(this.#given("eval") ?? this.info.evaluations[0]);
    this.#add("eval", t("player_form.evaluation"), dropdown(this.evaluations.map((name) => [name, evaluationName(name)]), evaluation));
  }

  #rules() {
    this.#add("depth", t("player_form.depth"), numberInput(Number(this.initial.options.depth ?? 3), 1, 9));
    if (!this.editor) {
      this.editor = new RuleEditor(this.info.name);
      const { draft } = savedRules(this.info.name);
      if (draft) this.editor.fill(draft.name, draft.source);
      else this.editor.loadExample();
    }
    this.more.append(this.editor.root);
  }

  #engine() {
    const limit = Object.keys(LIMITS).find((key) => this.#given(key)) ?? "movetime";
    const limits = Object.keys(LIMITS).map((key) => /** @type {[string, string]} */ ([key, t(`player_form.limit.${key}`)]));
    const amount = el("input", { type: "number", required: true });
    const by = dropdown(limits, limit, { onchange: () => setLimit(amount, by.value, LIMITS[by.value].value) });
    const given = this.#given(limit);
    const scale = limit === "movetime" ? 1000 : 1;
    setLimit(amount, limit, given === undefined ? LIMITS[limit].value : Number(given) / scale);
    this.#add("by", t("player_form.limited_by"), by);
    this.#add("amount", t("player_form.amount"), amount);
  }

  #minmax() {
    this.#add("depth", t("player_form.depth"), numberInput(Number(this.#given("depth") ?? 2), 2, 6));
    this.#add("fair", t("player_form.fair"), el("input", { type: "checkbox", checked: Boolean(this.#given("fair")) }));
  }

  /** @param {RuleFile | undefined} rules */
  #spec(rules) {
    const kind = this.kind.value;
    const { level, depth, eval: evaluation, by, amount, fair, knowsAll } = this.fields;
    /** @type {PlayerOptions} */
    const options = {};
    if (level) options.level = level.value;
    if (depth) options.depth = depth.value;
    if (rules) options.eval = rules.name;
    else if (evaluation && evaluation.value !== this.info.evaluations[0]) options.eval = evaluation.value;
    if (by) options[by.value] = by.value === "movetime" ? Math.round(Number(amount.value) * 1000) : amount.value;
    if (fair instanceof HTMLInputElement && fair.checked) options.fair = true;
    if (knowsAll instanceof HTMLInputElement && knowsAll.checked) options["all-knowing"] = true;
    return formatPlayerSpec({ name: kind === "rules" ? "minimax" : kind, options });
  }
}

/**
 * Asks who plays a side of a game, and changes it.
 * @param {Game} game
 * @param {GameInfo} info
 * @param {Side} side
 */
export function openPlayerDialog(game, info, side) {
  const spec = game.seats[side === "p1" ? 0 : 1];
  const form = new PlayerForm(info, game.evaluations, spec, sideName(game.game, side), game.solved);
  const index = side === "p1" ? 0 : 1;
  const name = new NameField(game.names[index] ?? "");
  const asksName = () => isPerson(form.kind.value) && game.rights.claims[index] !== "other";
  const showName = () => { name.root.hidden = !asksName(); };
  form.root.addEventListener("change", showName);
  showName();
  const save = async () => {
    try {
      const { seat, rules } = form.value();
      if (seat !== spec || rules) await connection.request("seat", { game: game.id, side, seat, rules });
      if (asksName() && name.value !== (game.names[index] ?? "")) {
        await connection.request("name", { game: game.id, side, name: name.value });
        name.save();
      }
      return true;
    } catch (error) {
      form.showError(error);
      return false;
    }
  };
  openDialog({
    title: t("player_form.title"),
    body: [form.root, name.root],
    actions: [{ label: t("dialog.cancel"), run() {} }, { label: t("player_form.save"), primary: true, run: save }],
  });
  form.kind.focus();
}

/**
 * @param {HTMLInputElement} input
 * @param {string} key
 * @param {number} value
 */
function setLimit(input, key, value) {
  const { min, max, step } = LIMITS[key];
  Object.assign(input, { min, max, step, value: String(value) });
}

/**
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function numberInput(value, min, max) {
  return el("input", { type: "number", min, max, required: true, value });
}
