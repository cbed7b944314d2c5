// The buttons of a game: navigation, hints, panels, and the pace of computers.
import { sideName } from "./display-names.js";
import { button, dropdown, el, field, relabel } from "./elements.js";
import { t } from "./i18n.js";
import { isPerson } from "./player-spec.js";
/** @import { Game, Side } from "./protocol.d.ts" */
/** @import { IconName } from "./elements.js" */

/** @typedef {"analysis" | "tree" | "verdicts"} PanelName */

/**
 * What the buttons do.
 * @typedef {object} Actions
 * @property {() => void} first
 * @property {() => void} previous
 * @property {() => void} next
 * @property {() => void} last
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} flip
 * @property {() => void} share
 * @property {() => void} run
 * @property {() => void} step
 * @property {(pace: number) => void} pace
 * @property {(name: PanelName, on: boolean) => void} toggle
 */

/** @type {Record<PanelName, IconName>} */
const PANEL_ICONS = { analysis: "chart", tree: "tree", verdicts: "check" };

/** The buttons below the board. */
export class Controls {
  /**
   * @param {Actions} actions
   * @param {{ solved: boolean }} options
   */
  constructor(actions, { solved }) {
    this.actions = actions;
    /** @type {boolean | null} */
    this.running = null;
    this.first = this.#iconButton("first");
    this.previous = this.#iconButton("previous");
    this.next = this.#iconButton("next");
    this.last = this.#iconButton("last");
    this.undo = this.#button("undo");
    this.redo = this.#iconButton("redo");
    this.hint = this.#button("hint");
    this.run = button("pause", "", actions.run);
    this.step = this.#button("step");
    this.pace = el("input", { type: "range", min: 0, max: 3000, step: 100, onchange: () => actions.pace(Number(this.pace.value)) });
    this.paceField = field(t("controls.pace"), this.pace, { class: "field pace-field" });
    this.computers = el("div", { class: "row", role: "group", "aria-label": t("controls.computers") }, this.run, this.step, this.paceField);
    /** @type {Partial<Record<PanelName, HTMLButtonElement>>} */
    this.toggles = { analysis: this.#toggle("analysis"), tree: this.#toggle("tree") };
    if (solved) this.toggles.verdicts = this.#toggle("verdicts");
    this.root = el("div", { class: "controls", role: "group", "aria-label": t("controls.title") },
      el("div", { class: "row", role: "group", "aria-label": t("controls.history") },
        this.undo, this.redo, this.first, this.previous, this.next, this.last),
      el("div", { class: "row" }, this.hint, this.#button("flip"), this.#button("share")),
      el("div", { class: "row", role: "group", "aria-label": t("controls.panels") }, Object.values(this.toggles)),
      this.computers);
  }

  /**
   * Enables what can be done at the moment.
   * @param {Game} game
   */
  show(game) {
    const { ply, line } = game;
    const isOver = game.outcome !== null;
    const hasLaterMoves = ply < line.length;
    const { owner, claims } = game.rights;
    // Others only watch.
    const isPlayer = owner || claims.includes("you");
    this.first.disabled = this.previous.disabled = !isPlayer || ply === 0;
    this.next.disabled = this.last.disabled = !isPlayer || !hasLaterMoves;
    this.undo.disabled = !isPlayer || !game.can_undo;
    this.redo.disabled = !isPlayer || !game.can_redo;
    this.hint.disabled = isOver;
    const computers = game.seats.filter((spec) => !isPerson(spec)).length;
    this.run.disabled = hasLaterMoves || isOver;
    this.computers.hidden = computers === 0 || !owner;
    this.paceField.hidden = computers < 2;
    if (document.activeElement !== this.pace) this.pace.value = String(game.pace);
    this.#showRunning(game.running);
    // Computers do not move by themselves while there are later moves.
    const movesByItself = game.running && !hasLaterMoves;
    this.step.disabled = movesByItself || isOver || isPerson(game.seats[game.to_move === "p2" ? 1 : 0]);
  }

  /** @param {boolean} running */
  #showRunning(running) {
    if (this.running === running) return;
    this.running = running;
    relabel(this.run, running ? "pause" : "play", t(running ? "controls.pause" : "controls.run"));
  }

  /** @param {"undo" | "hint" | "step" | "flip" | "share"} name */
  #button(name) {
    return button(name, t(`controls.${name}`), this.actions[name]);
  }

  /** @param {"first" | "previous" | "next" | "last" | "redo"} name */
  #iconButton(name) {
    return button(name, t(`controls.${name}`), this.actions[name], { iconOnly: true });
  }

  /** @param {PanelName} name */
  #toggle(name) {
    const made = button(PANEL_ICONS[name], t(`controls.${name}`), () => {
      const on = made.getAttribute("aria-pressed") !== "true";
      made.setAttribute("aria-pressed", String(on));
      this.actions.toggle(name, on);
    }, { "aria-pressed": false });
    return made;
  }
}

/**
 * The choice of the side whose view of a game is shown.
 * @param {Game} game
 * @param {(viewer: Side | null) => void} onView
 */
export function viewerChoice(game, onView) {
  /** @type {Side[]} */
  const sides = ["p1", "p2"];
  /** @type {[string, string][]} */
  const options = [["", t("viewer.full")]];
  for (const side of sides) options.push([side, t("viewer.side", { side: sideName(game.game, side) })]);
  const select = dropdown(options, game.viewer ?? "", {
    onchange: () => onView(sides.find((side) => side === select.value) ?? null),
  });
  return { select, root: field(t("viewer.title"), select, { class: "field viewer-field" }) };
}
