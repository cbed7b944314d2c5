// The fields of a game's parameters, made from what the program says about them.
import { button, dropdown, el, field } from "../shell/elements.js";
import { t, tOr } from "../shell/i18n.js";
/** @import { GameInfo, ParameterInfo } from "../protocol.d.ts" */

/** @typedef {{ parameter: ParameterInfo, input: HTMLInputElement | HTMLSelectElement, root: HTMLElement }} ParameterField */

/** The most numbers that are chosen from a list. */
const MAX_LISTED = 6;

/** Asks for the parameters of a game. */
export class ParameterForm {
  /**
   * @param {GameInfo} game
   * @param {Record<string, string>} [settings] The values that are not the defaults.
   */
  constructor({ name, parameters }, settings = {}) {
    /** @type {ParameterField[]} */
    this.fields = parameters.map((parameter) => parameterField(name, parameter, () => this.#offer()));
    for (const { parameter, input } of this.fields) input.value = settings[parameter.name] ?? parameter.default;
    this.root = el("div", { class: "parameters" }, this.fields.map(({ root }) => root));
    this.#offer();
  }

  /**
   * The values of all parameters, those that do not matter included.
   * @returns {Record<string, string>}
   */
  get values() {
    return Object.fromEntries(this.fields.map(({ parameter, input }) => [parameter.name, input.value]));
  }

  /**
   * The values that differ from the defaults and matter.
   * @returns {Record<string, string>}
   */
  read() {
    const { values } = this;
    const chosen = this.fields.map(({ parameter }) => parameter)
      .filter((parameter) => isNeeded(parameter, values) && values[parameter.name] !== "" && values[parameter.name] !== parameter.default);
    return Object.fromEntries(chosen.map(({ name }) => [name, values[name]]));
  }

  /** Shows the fields that matter with the values of the others. */
  #offer() {
    const { values } = this;
    for (const { parameter, input, root } of this.fields) {
      root.hidden = !isNeeded(parameter, values);
      input.disabled = root.hidden;
    }
  }
}

/**
 * Whether a parameter matters with the values of the others.
 * @param {ParameterInfo} parameter
 * @param {Record<string, string>} values
 */
export function isNeeded({ needs }, values) {
  return needs === null || values[needs[0]] === needs[1];
}

/**
 * @param {string} game
 * @param {ParameterInfo} parameter
 * @param {() => void} onchange
 * @returns {ParameterField}
 */
function parameterField(game, parameter, onchange) {
  const { name, about, kind, range } = parameter;
  const values = listed(parameter);
  const label = tOr(`parameter.${game}.${name}`, about);
  const input = values.length
    ? dropdown(values.map((value) => [value, valueText(game, name, value)]), parameter.default, { onchange })
    : el("input", range === null
      ? { type: "text", required: true, value: parameter.default, autocomplete: "off", onchange }
      : {
        type: "number", min: range[0], max: range[1], step: range[2], value: parameter.default, required: parameter.default !== "",
        // Left empty, the program draws the seed, so that nobody knows the maze of a game between two people.
        placeholder: parameter.default ? "" : t(kind === "seed" ? "new.seed_drawn" : "new.as_usual"), onchange,
      });
  if (kind !== "seed") return { parameter, input, root: field(label, input) };
  const draw = () => { input.value = String(Math.floor(Math.random() * 1000000)); };
  return { parameter, input, root: el("div", { class: "row" }, field(label, input), button("dice", t("new.draw_seed"), draw, { iconOnly: true })) };
}

/**
 * The values to choose from: those that the program lists, or a few numbers.
 * @param {ParameterInfo} parameter
 */
export function listed({ values, range }) {
  if (values.length || !range) return values;
  const [least, most, step] = range;
  const count = Math.floor((most - least) / step) + 1;
  return count <= MAX_LISTED ? Array.from({ length: count }, (_, place) => String(least + place * step)) : [];
}

/**
 * A value as people read it: 5x4 is 5 × 4.
 * @param {string} game
 * @param {string} name
 * @param {string} value
 */
function valueText(game, name, value) {
  return tOr(`parameter.${game}.${name}.${value}`, value.replace(/^(\d+)x(\d+)$/, "$1 × $2"));
}
