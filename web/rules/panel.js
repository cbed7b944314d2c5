// The rule editor of a game: the rules beside the board, and a match against the version that was tried last.
import { connection, isLost } from "../shell/connection.js";
import { sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { percent, t } from "../shell/i18n.js";
import { errorText, showError } from "../shell/notify.js";
import { RuleEditor } from "./editor.js";
import { FactList } from "./facts.js";
import { savedRules, saveRules } from "./store.js";
/** @import { Side, TrialScore } from "../protocol.d.ts" */
/** @import { ShownGame } from "../game/state.js" */

/** @type {Side[]} */
const SIDES = ["p1", "p2"];

/** Edits rules in a game, tries them, and lets them play. */
export class RulePanel {
  /** Whether a match is played. */
  #isTrying = false;
  /** The position in which the rules were evaluated. */
  #checked = "";

  /**
   * @param {HTMLElement} root
   * @param {ShownGame} game
   */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.on = false;
    const name = game.game;
    this.editor = new RuleEditor(name, () => this.game);
    this.facts = new FactList(name);
    this.tryButton = button("play", "", () => (this.#isTrying ? this.#stop() : this.#try()), { "data-rules": "try" });
    this.score = el("p", { class: "trial-score", role: "status" });
    const { draft } = savedRules(name);
    if (draft) this.editor.fill(draft.name, draft.source);
    else this.editor.loadExample();
    this.editor.onChange = () => saveRules(name, { draft: this.editor.value("") });
    root.replaceChildren(this.editor.root,
      el("div", { class: "row" }, this.tryButton, SIDES.map((side) =>
        button("chip", t("rule_editor.use", { side: sideName(name, side) }), () => this.#use(side), { "data-rules": side }))),
      this.score, this.facts.root);
    this.#label();
    this.unsubscribe = connection.on("trial", (event) => { if (event.game === this.game.id && this.#isTrying) this.#tell(event.trial); });
  }

  /**
   * Evaluates the rules in the position that is looked at.
   * @param {ShownGame} game
   */
  show(game) {
    this.game = game;
    if (!this.on) return;
    const position = game.position ?? "startpos";
    this.facts.show(position);
    const isNew = position !== this.#checked;
    this.#checked = position;
    if (isNew && this.editor.text.value.trim()) this.editor.check();
  }

  /** @param {boolean} on */
  toggle(on) {
    this.on = on;
  }

  /** Stops the match and removes the panel. */
  destroy() {
    this.#stop();
    this.unsubscribe();
    this.root.replaceChildren();
  }

  #label() {
    const key = this.#isTrying ? "dialog.cancel" : savedRules(this.game.game).tried ? "rule_editor.try" : "rule_editor.try_example";
    this.tryButton.lastElementChild?.replaceChildren(t(key));
  }

  /** @param {Side} side */
  async #use(side) {
    const rules = this.editor.value("");
    try {
      await connection.request("seat", { game: this.game.id, side, seat: `minimax:depth=3,eval=${rules.name}`, rules });
    } catch (error) {
      if (await this.editor.check()) showError(error, this.game.game);
    }
  }

  /** Plays a match between the rules and the version that was tried last, or the example. */
  async #try() {
    const { id, game } = this.game;
    if (!(await this.editor.check())) return;
    const rules = this.editor.value("");
    this.#isTrying = true;
    this.#label();
    try {
      const before = savedRules(game).tried ?? await connection.request("starter", { game });
      if (before.source === rules.source) {
        this.score.textContent = t("rule_editor.same");
        return;
      }
      this.score.textContent = "…";
      const trial = await connection.request("trial", { game: id, versions: [rules, before] });
      saveRules(game, { tried: rules });
      this.#tell(trial, true);
    } catch (error) {
      if (this.#isTrying && !isLost(error)) this.score.textContent = errorText(error, game);
    } finally {
      this.#isTrying = false;
      this.#label();
    }
  }

  #stop() {
    if (!this.#isTrying) return;
    this.#isTrying = false;
    this.#label();
    connection.request("trial", { game: this.game.id }).catch(() => {});
  }

  /**
   * Shows the score, and at the end what it means.
   * @param {TrialScore} trial
   */
  #tell({ wins, draws, losses, games, score, interval: [low, high] }, isOver = false) {
    const played = wins + draws + losses;
    const verdict = low > 0.5 ? "stronger" : high < 0.5 ? "weaker" : "unclear";
    const text = [t("rule_editor.played", { played, games, wins, draws, losses }),
      played && t("rule_editor.score", { score: percent(score), low: percent(low), high: percent(high) }),
      isOver && played && t(`rule_editor.${verdict}`)].filter(Boolean).join(" ");
    this.score.textContent = text;
  }
}
