// The tabs of the side column: moves, analysis, knowledge and the rules of the game.
import { el } from "../shell/elements.js";
import { has, t } from "../shell/i18n.js";
import { hasLesson, knownFile, knownGame } from "../shell/server-info.js";
/** @import { Game } from "../protocol.d.ts" */

/** @typedef {"moves" | "analysis" | "knowledge" | "rules" | "program"} TabName */

/** @type {TabName[]} */
const NAMES = ["moves", "analysis", "knowledge", "rules", "program"];

/** How far a finger moves along the tabs to open or close the sheet, in pixels. */
const SWIPE = 24;

/** The tabs and their panels, of which one is shown. On a phone they are a sheet that opens over what is above it. */
export class SideTabs {
  /** @type {TabName | null} */
  #shown = null;

  /**
   * @param {Record<TabName, HTMLElement>} panels
   * @param {(name: TabName) => void} onSelect
   * @param {TabName[]} [hidden] Those that this game does not have.
   */
  constructor(panels, onSelect, hidden = []) {
    this.panels = panels;
    this.tabs = NAMES.map((name) => el("button", {
      type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": `panel-${name}`, onclick: () => this.#click(name, onSelect),
    }, t(`tabs.${name}`)));
    this.list = el("div", { class: "side-tabs", role: "tablist", "aria-label": t("tabs.title") }, this.tabs);
    this.tabs.forEach((tab, index) => { tab.hidden = hidden.includes(NAMES[index]); });
    this.list.addEventListener("keydown", (event) => this.#key(event, onSelect));
    for (const name of NAMES) {
      panels[name].id = `panel-${name}`;
      panels[name].setAttribute("role", "tabpanel");
      panels[name].setAttribute("aria-labelledby", `tab-${name}`);
    }
    this.body = el("div", { class: "side-body" }, NAMES.map((name) => panels[name]));
    this.root = el("div", { class: "sheet-place" }, el("div", { class: "sheet" }, this.list, this.body));
    this.root.addEventListener("keydown", ({ key }) => { if (key === "Escape") this.open(false); });
    let from = 0;
    this.list.addEventListener("touchstart", ({ touches }) => { from = touches[0].clientY; }, { passive: true });
    this.list.addEventListener("touchend", ({ changedTouches }) => {
      const far = changedTouches[0].clientY - from;
      if (Math.abs(far) > SWIPE) this.open(far < 0);
    });
    this.show(NAMES[0]);
  }

  /**
   * Opens or closes the sheet.
   * @param {boolean} isOpen
   */
  open(isOpen) {
    this.root.classList.toggle("sheet-open", isOpen);
  }

  /**
   * Shows a tab; a click on the one that is shown opens or closes the sheet.
   * @param {TabName} name
   * @param {(name: TabName) => void} onSelect
   */
  #click(name, onSelect) {
    if (name === this.#shown) this.open(!this.root.classList.contains("sheet-open"));
    else onSelect(name);
  }

  /**
   * Shows the panel of a tab.
   * @param {TabName} tab
   */
  show(tab) {
    if (this.#shown && tab !== this.#shown) this.open(true);
    this.#shown = tab;
    NAMES.forEach((name, index) => {
      const isShown = name === tab;
      this.tabs[index].setAttribute("aria-selected", String(isShown));
      this.tabs[index].tabIndex = isShown ? 0 : -1;
      this.panels[name].hidden = !isShown;
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {(name: TabName) => void} onSelect
   */
  #key(event, onSelect) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const offered = this.tabs.filter((tab) => !tab.hidden);
    const shown = offered.findIndex((tab) => tab === event.target);
    const next = offered[(Math.max(0, shown) + step + offered.length) % offered.length];
    onSelect(NAMES[this.tabs.indexOf(next)]);
    next.focus();
  }
}

/**
 * The rules of the game on the board in short, with its parameters and its notation, for its tab.
 * @param {Game} game
 */
export function shortRules({ id, game, scene, start }) {
  const file = knownFile(game);
  const steps = [];
  for (let step = 1; has(`rules.${game}.${step}`); step += 1) steps.push(el("li", {}, t(`rules.${game}.${step}`)));
  const counts = scene.counts.flatMap(({ label, of }) => (of === null ? [] : [[label, of]]));
  const parameters = { size: scene.rows.length, rows: scene.rows.length, columns: scene.columns.length, start: start ?? "", ...Object.fromEntries(counts) };
  return el("div", { class: "short-rules" },
    has(`rules.${game}.parameters`, parameters) ? el("p", { class: "rules-parameters" }, t(`rules.${game}.parameters`, parameters)) : null,
    el("ol", { class: "rules" }, steps), has(`rules.${game}.how`) ? el("p", { class: "muted" }, t(`rules.${game}.how`)) : null, notationLegend(game),
    file ? [
      el("pre", { class: "rules-file", tabindex: 0 }, file.files[0].source),
      el("p", {}, el("a", { href: `#/make/game/${id}` }, t("make.change"))),
    ] : el("p", {}, el("a", { href: `#/rules/${game}` }, t("tabs.rules_more"))),
    el("p", { class: "row" },
      hasLesson(game) ? el("a", { href: `#/lesson/${game}` }, t("lesson.title")) : null,
      knownGame(game)?.puzzles ? el("a", { href: `#/puzzles/${game}` }, t("puzzle.title")) : null));
}

/**
 * How moves and positions of a game are written.
 * @param {string} game
 */
export function notationLegend(game) {
  if (!has(`rules.${game}.notation`)) return null;
  return el("section", { class: "notation-legend" }, el("h2", {}, t("rules.notation")), el("p", {}, `${t("rules.shown")} ${t(`rules.${game}.notation`)}`));
}
