// The toolbar of a game: taking back, navigation, hints and the pace of computers.
import { plainNotation, setPlainNotation } from "../boards/labels.js";
import { sideName } from "../shell/display-names.js";
import { button, dropdown, el, field, icon } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { notifyButton } from "./alerts.js";
import { isPerson } from "./player-spec.js";
import { setSounds, soundsOn } from "../shell/sounds.js";
import { isHelpOff, playsAgainstOther } from "./table.js";
/** @import { Game, Side } from "../protocol.d.ts" */
/** @import { Attributes } from "../shell/dom.d.ts" */
/** @import { IconName } from "../shell/elements.js" */

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
 * @property {() => void} notation Shows the moves in the other form.
 * @property {() => void} resign
 * @property {() => void} leave Gives up the side against another browser.
 * @property {() => void} draw Offers a draw.
 * @property {() => void} run
 * @property {() => void} step
 * @property {(pace: number) => void} pace
 */

/** @typedef {"first" | "previous" | "next" | "last" | "undo" | "redo" | "hint" | "step"} ControlName */

/** The toolbar of a game, and the menu of what is needed less often. */
export class Controls {
  /**
   * @param {Actions} actions
   * @param {HTMLElement[]} items What else is in the menu.
   */
  constructor(actions, items) {
    this.actions = actions;
    /** @type {boolean | null} */
    this.running = null;
    this.first = this.#button("first");
    this.previous = this.#button("previous");
    this.next = this.#button("next");
    this.last = this.#button("last");
    this.undo = this.#button("undo");
    this.redo = this.#button("redo");
    this.hint = this.#button("hint");
    this.run = button("pause", "", actions.run, { "data-control": "run" });
    this.step = this.#button("step");
    this.pace = el("input", { type: "range", min: 0, max: 3000, step: 100, onchange: () => actions.pace(Number(this.pace.value)) });
    this.paceField = field(t("controls.pace"), this.pace, { class: "field pace-field" });
    this.computers = el("div", { class: "group computers", role: "group", "aria-label": t("controls.computers") }, this.run, this.step);
    this.sounds = this.#item("sound", t("controls.sounds"), () => {
      setSounds(!soundsOn());
      this.sounds.setAttribute("aria-pressed", String(soundsOn()));
    }, { "aria-pressed": soundsOn() });
    this.notation = this.#item("edit", t("controls.notation"), () => {
      setPlainNotation(!plainNotation());
      this.notation.setAttribute("aria-pressed", String(plainNotation()));
      actions.notation();
    }, { "aria-pressed": plainNotation() });
    this.draw = this.#item("draw", t("controls.draw"), actions.draw);
    this.resign = this.#item("flag", t("controls.resign"), actions.resign);
    this.leave = this.#item("close", t("players.leave"), actions.leave);
    /** What the toolbar has no room for on a narrow screen. */
    this.spare = /** @type {const} */ (["redo", "first", "last", "step"]).map((name) => ({
      shown: this[name], item: this.#item(name, t(`controls.${name}`), actions[name], { class: "spare" }),
    }));
    this.menu = el("div", { class: "menu", id: "game-menu", popover: "auto" }, this.spare.map(({ item }) => item),
      this.#item("flip", t("controls.flip"), actions.flip), this.#item("share", t("controls.share"), actions.share),
      items, this.draw, this.resign, this.leave, this.sounds, notifyButton(), this.notation, this.paceField, el("a", { class: "button", href: "#/" }, icon("home"), el("span", {}, t("app.home"))));
    this.more = button("more", t("controls.more"), () => {}, { iconOnly: true, popovertarget: "game-menu", "data-control": "more" });
    this.menu.addEventListener("beforetoggle", () => this.#placeMenu());
    this.root = el("div", { class: "controls", role: "toolbar", "aria-label": t("controls.title") },
      el("div", { class: "group", role: "group", "aria-label": t("controls.game") }, this.undo, this.redo),
      el("div", { class: "group", role: "group", "aria-label": t("controls.history") }, this.first, this.previous, this.next, this.last),
      el("div", { class: "group" }, this.hint), this.computers,
      el("div", { class: "group end" }, this.more, this.menu));
  }

  /**
   * Enables what can be done at the moment.
   * @param {Game} game The game as it is.
   * @param {Game} shown The game at the position that is looked at.
   */
  show(game, shown) {
    const isOver = game.outcome !== null;
    const hasLaterMoves = game.ply < game.line.length;
    const { owner, claims } = game.rights;
    // Others only watch.
    const isPlayer = owner || claims.includes("you");
    this.first.disabled = this.previous.disabled = shown.ply === 0;
    this.next.disabled = this.last.disabled = shown.ply === shown.line.length;
    this.undo.disabled = !isPlayer || !game.can_undo;
    this.redo.disabled = !isPlayer || !game.can_redo;
    this.hint.disabled = shown.outcome !== null || isHelpOff(game);
    const computers = game.seats.filter((spec) => !isPerson(spec)).length;
    this.run.disabled = hasLaterMoves || isOver;
    this.computers.hidden = computers === 0 || !owner;
    this.paceField.hidden = computers < 2 || !owner;
    const isPlaying = !isOver && game.ply > 0 && game.rights.moves.some(Boolean);
    this.leave.hidden = !playsAgainstOther(game);
    this.resign.hidden = !isPlaying;
    this.draw.hidden = !isPlaying || !game.can_be_drawn || computers > 0;
    if (document.activeElement !== this.pace) this.pace.value = String(game.pace);
    this.#showRunning(game.running);
    // Computers do not move by themselves while there are later moves.
    const movesByItself = game.running && !hasLaterMoves;
    this.step.disabled = movesByItself || isOver || isPerson(game.seats[game.to_move === "p2" ? 1 : 0]);
    for (const { shown, item } of this.spare) item.disabled = shown.disabled;
    this.spare[3].item.hidden = this.computers.hidden;
  }

  /** @param {boolean} running */
  #showRunning(running) {
    if (this.running === running) return;
    this.running = running;
    const label = t(running ? "controls.pause" : "controls.run");
    this.run.replaceChildren(icon(running ? "pause" : "play"));
    this.run.setAttribute("aria-label", label);
    this.run.title = label;
  }

  /** Puts the menu beside its button, where the window has room. */
  #placeMenu() {
    const { left, right, top, bottom } = this.more.getBoundingClientRect();
    const isLow = top > innerHeight / 2;
    Object.assign(this.menu.style, {
      top: isLow ? "auto" : `${bottom + 4}px`, bottom: isLow ? `${innerHeight - top + 4}px` : "auto",
      left: left < innerWidth / 2 ? `${left}px` : "auto", right: left < innerWidth / 2 ? "auto" : `${innerWidth - right}px`,
    });
  }

  /** @param {ControlName} name */
  #button(name) {
    return button(name, t(`controls.${name}`), this.actions[name], { iconOnly: true, "data-control": name });
  }

  /**
   * An entry of the menu.
   * @param {IconName} name
   * @param {string} label
   * @param {() => void} run
   * @param {Attributes} [attributes]
   */
  #item(name, label, run, attributes = {}) {
    return button(name, label, () => {
      this.menu.hidePopover();
      run();
    }, { "data-control": name, ...attributes });
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
