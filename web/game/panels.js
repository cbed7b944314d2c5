// The panels of a game that are fetched when they are first opened: analysis, proven results, tree, rule editor.
import { t } from "../shell/i18n.js";
import { toast } from "../shell/notify.js";
import { loadStyles } from "../shell/styles.js";
/** @import { Game } from "../protocol.d.ts" */
/** @import { Board } from "../boards/board.js" */
/** @import { AnalysisPanel } from "../analysis/analysis.js" */
/** @import { ReviewPoints } from "../analysis/review.js" */
/** @import { ShownGame } from "./state.js" */
/** @import { Variation } from "./variation-tree.js" */

/** @typedef {"analysis" | "tree" | "verdicts" | "rules"} PanelName */

/**
 * A panel that can be opened beside or below the board.
 * @typedef {object} Panel
 * @property {(game: ShownGame) => void} show
 * @property {(on: boolean) => void} toggle
 * @property {() => void} destroy
 */

/** @type {Record<PanelName, string[]>} */
const STYLES = {
  analysis: ["analysis/analysis.css", "learn/learn.css"],
  tree: ["tree/tree.css"],
  verdicts: ["analysis/analysis.css"],
  rules: [],
};

/**
 * Where the panels are, and what they work with.
 * @typedef {object} PanelPlaces
 * @property {HTMLElement} analysis
 * @property {HTMLElement} verdicts
 * @property {HTMLElement} tree
 * @property {HTMLElement} rules
 * @property {() => ShownGame} shown The game at the position that is looked at.
 * @property {() => Game} whole The game as it is.
 * @property {() => Board} board
 * @property {(ply: number) => void} onJump
 * @property {(moves: string[], count: number) => void} onLine
 * @property {(variation: Variation, ply: number) => void} onVariation
 * @property {(points: ReviewPoints) => void} onReview
 */

/** The panels that are open, and those that were. */
export class GamePanels {
  /** @type {Partial<Record<PanelName, Panel>>} */
  #panels = {};
  /** @type {Set<PanelName>} Those that are shown, or will be when they are loaded. */
  #open = new Set();
  /** @type {Partial<Record<PanelName, Promise<void>>>} The last opening or closing of each. */
  #switches = {};

  /** @param {PanelPlaces} places */
  constructor(places) {
    this.places = places;
    /** @type {AnalysisPanel | null} */
    this.analysis = null;
  }

  /**
   * Opens and closes panels, and shows the position that is looked at in all of them.
   * @param {PanelName[]} open
   * @param {ShownGame} shown
   */
  show(open, shown) {
    const before = this.#open;
    this.#open = new Set(open);
    Object.values(this.#panels).forEach((panel) => panel.show(shown));
    for (const name of /** @type {PanelName[]} */ (Object.keys(STYLES))) {
      // A panel is not made again while it is being made.
      if (before.has(name) !== this.#open.has(name)) this.#switches[name] = this.ready(name).then(() => this.#switch(name));
    }
  }

  /**
   * Waits until a panel is shown.
   * @param {PanelName} name
   */
  async ready(name) {
    await this.#switches[name];
  }

  /** @param {PanelName} name */
  async #switch(name) {
    try {
      await loadStyles(...STYLES[name]);
      const panel = this.#panels[name] ?? await this.#create(name);
      this.#panels[name] = panel;
      panel.toggle(this.#open.has(name));
      if (this.#open.has(name)) panel.show(this.places.shown());
    } catch (error) {
      console.error(error);
      toast(t("controls.no_panel"), { error: true });
    }
  }

  /** Sends the requests of the open panels again, which a new connection does not know. */
  again() {
    for (const name of this.#open) {
      this.#panels[name]?.toggle(false);
      this.#panels[name]?.toggle(true);
      this.#panels[name]?.show(this.places.shown());
    }
  }

  /** Removes all panels. */
  destroy() {
    Object.values(this.#panels).forEach((panel) => panel.destroy());
  }

  /**
   * @param {PanelName} name
   * @returns {Promise<Panel>}
   */
  async #create(name) {
    const { analysis, verdicts, tree, rules, shown, whole, board, onJump, onLine, onVariation, onReview } = this.places;
    if (name === "analysis") {
      const { AnalysisPanel } = await import("../analysis/analysis.js");
      this.analysis = new AnalysisPanel(analysis, shown(), {
        onJump, onLine, onVariation, onReview, whole, onLines: (paths) => board().lines(paths), onThreat: (path) => board().threat(path),
        onPoint: (cells) => board().pointOut(cells),
      });
      return this.analysis;
    }
    if (name === "tree") {
      const { TreePanel } = await import("../tree/tree.js");
      return new TreePanel(tree, shown());
    }
    if (name === "rules") {
      const { RulePanel } = await import("../rules/panel.js");
      return new RulePanel(rules, shown());
    }
    const { VerdictPanel } = await import("../analysis/verdicts.js");
    return new VerdictPanel(verdicts, shown(), board());
  }
}
