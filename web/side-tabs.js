// The tabs of the side column: moves, analysis, knowledge and the rules of the game.
import { el } from "./elements.js";
import { has, t } from "./i18n.js";

/** @typedef {"moves" | "analysis" | "knowledge" | "rules"} TabName */

/** @type {TabName[]} */
const NAMES = ["moves", "analysis", "knowledge", "rules"];

/** The tabs and their panels, of which one is shown. */
export class SideTabs {
  /** @type {TabName} */
  selected = "moves";

  /**
   * @param {Record<TabName, HTMLElement>} panels
   * @param {(name: TabName) => void} onSelect
   */
  constructor(panels, onSelect) {
    this.panels = panels;
    this.onSelect = onSelect;
    this.tabs = NAMES.map((name) => el("button", {
      type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": `panel-${name}`, onclick: () => this.select(name),
    }, t(`tabs.${name}`)));
    this.list = el("div", { class: "side-tabs", role: "tablist", "aria-label": t("tabs.title") }, this.tabs);
    this.list.addEventListener("keydown", (event) => this.#key(event));
    for (const name of NAMES) {
      panels[name].id = `panel-${name}`;
      panels[name].setAttribute("role", "tabpanel");
      panels[name].setAttribute("aria-labelledby", `tab-${name}`);
    }
    this.body = el("div", { class: "side-body" }, NAMES.map((name) => panels[name]));
    this.#show();
  }

  /**
   * Shows another panel.
   * @param {TabName} name
   */
  select(name) {
    if (name === this.selected) return;
    this.selected = name;
    this.#show();
    this.onSelect(name);
  }

  #show() {
    NAMES.forEach((name, index) => {
      const isShown = name === this.selected;
      this.tabs[index].setAttribute("aria-selected", String(isShown));
      this.tabs[index].tabIndex = isShown ? 0 : -1;
      this.panels[name].hidden = !isShown;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = (NAMES.indexOf(this.selected) + step + NAMES.length) % NAMES.length;
    this.select(NAMES[index]);
    this.tabs[index].focus();
  }
}

/**
 * The rules of a game in short, for its tab.
 * @param {string} game
 */
export function shortRules(game) {
  const steps = [];
  for (let step = 1; has(`rules.${game}.${step}`); step += 1) steps.push(el("li", {}, t(`rules.${game}.${step}`)));
  return el("div", { class: "short-rules" }, el("ol", { class: "rules" }, steps), el("p", { class: "muted" }, t(`rules.${game}.how`)),
    el("p", {}, el("a", { href: `#/rules/${game}` }, t("tabs.rules_more"))),
    el("p", {}, el("a", { href: `#/lesson/${game}` }, t("lesson.title")), " · ", el("a", { href: `#/puzzles/${game}` }, t("puzzle.title"))));
}
