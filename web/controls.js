// The buttons of a game: history, help, and the pace of computers.
import { button, choice, el, field } from "./elements.js";
import { isPerson } from "./seat.js";
import { sideName } from "./names.js";
import { t } from "./words.js";

/** The buttons below the board; `does` is what they do, by name. */
export class Controls {
  constructor(does, { knowledge }) {
    this.does = does;
    const small = (name, run) => button(name, t(`controls.${name}`), run, { bare: true });
    const named = (name, run) => button(name, t(`controls.${name}`), run);
    this.walk = ["first", "previous", "next", "last"].map((name) => small(name, does[name]));
    this.undo = named("undo", does.undo);
    this.hint = named("hint", does.hint);
    this.redo = small("redo", does.redo);
    this.run = button("pause", "", does.run);
    this.step = named("step", does.step);
    this.pace = el("input", { type: "range", min: 0, max: 3000, step: 100, onchange: () => does.pace(Number(this.pace.value)) });
    this.paced = field(t("controls.pace"), this.pace, { class: "field pace" });
    this.computers = el("div", { class: "row", role: "group", "aria-label": t("controls.computers") }, this.run, this.step, this.paced);
    this.toggles = Object.fromEntries(["chart", "tree", ...(knowledge ? ["check"] : [])].map((name) => [name, this.#toggle(name)]));
    this.root = el("div", { class: "controls", role: "group", "aria-label": t("controls.title") },
      el("div", { class: "row", role: "group", "aria-label": t("controls.history") }, this.undo, this.redo, this.walk),
      el("div", { class: "row" }, this.hint, named("flip", does.flip), named("share", does.share)),
      el("div", { class: "row", role: "group", "aria-label": t("controls.panels") }, Object.values(this.toggles)),
      this.computers);
  }

  /** Shows what can be done at the moment. */
  show(game) {
    const { ply, line } = game;
    const past = ply < line.length;
    const able = [ply > 0, ply > 0, past, past];
    this.walk.forEach((button, place) => { button.disabled = !able[place]; });
    this.undo.disabled = !game.can_undo;
    this.redo.disabled = !game.can_redo;
    const computers = game.seats.filter((seat) => !isPerson(seat)).length;
    this.hint.disabled = Boolean(game.outcome);
    this.run.disabled = past || Boolean(game.outcome);
    this.computers.hidden = computers === 0;
    this.paced.hidden = computers < 2;
    if (document.activeElement !== this.pace) this.pace.value = game.pace;
    this.#run(game);
    // Computers do not go on by themselves where moves follow already.
    this.step.disabled = game.running && !past || Boolean(game.outcome) || isPerson(game.seats[game.to_move === "p2" ? 1 : 0]);
  }

  #run(game) {
    if (this.running === game.running) return;
    this.running = game.running;
    const next = button(game.running ? "pause" : "play", t(game.running ? "controls.pause" : "controls.run"), () => {});
    this.run.replaceChildren(...next.childNodes);
  }

  #toggle(name) {
    const made = button(name, t(`controls.${name}`), () => {
      const on = made.getAttribute("aria-pressed") !== "true";
      made.setAttribute("aria-pressed", on);
      this.does.toggle(name, on);
    }, { "aria-pressed": false });
    return made;
  }
}

/** The choice of whose eyes a game is looked at through. */
export function viewerChoice(game, onView) {
  const options = [["", t("viewer.full")], ...["p1", "p2"].map((side) => [side, t("viewer.side", { side: sideName(game.game, side) })])];
  const select = choice(options, game.viewer ?? "", { onchange: () => onView(select.value || null) });
  return { select, root: field(t("viewer.title"), select, { class: "field viewer" }) };
}
