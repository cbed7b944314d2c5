// The facts of a position, which rules ask for.
import { connection, isLost } from "../shell/connection.js";
import { el } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
import { errorText } from "../shell/notify.js";
/** @import { RelationFacts } from "../protocol.d.ts" */

/** A list of facts, by relation; a word finds those that have it. */
export class FactList {
  #position = "";
  /** @type {RelationFacts[]} */
  #relations = [];
  /** @type {Set<string>} The relations that are open. */
  #open = new Set();

  /** @param {string} game */
  constructor(game) {
    this.game = game;
    const label = t("rule_editor.search");
    this.search = el("input", { type: "search", placeholder: label, "aria-label": label, oninput: () => this.#draw() });
    this.list = el("div", { class: "fact-list", lang: "en" });
    this.root = el("div", { class: "rule-facts" }, el("h2", {}, t("rule_editor.facts")), this.search, this.list);
  }

  /**
   * Shows the facts of a position, for the side to move.
   * @param {string} position
   */
  async show(position) {
    if (position === this.#position) return;
    this.#position = position;
    try {
      const { relations } = await connection.request("facts", { game: this.game, position });
      if (position !== this.#position) return;
      this.#relations = relations;
      this.#draw();
    } catch (error) {
      if (position !== this.#position) return;
      this.#position = "";
      if (!isLost(error)) this.list.replaceChildren(errorText(error, this.game));
    }
  }

  #draw() {
    const wanted = this.search.value.trim().toLowerCase();
    this.list.replaceChildren(...this.#relations.flatMap(({ signature, about, count, rows }) => {
      const found = rows.filter((row) => row.toLowerCase().includes(wanted));
      if (wanted && !found.length && !signature.includes(wanted)) return [];
      const ontoggle = (/** @type {Event} */ { target }) => {
        if (target instanceof HTMLDetailsElement) this.#open[target.open ? "add" : "delete"](signature);
      };
      return [el("details", { open: Boolean(wanted) || this.#open.has(signature), ontoggle: wanted ? null : ontoggle },
        el("summary", {}, el("code", {}, signature), ` ${number(wanted ? found.length : count)}`),
        el("p", { class: "muted" }, about), el("code", {}, found.join(" "), rows.length < count ? " …" : ""))];
    }));
  }
}
