// The fanned view of a stack: its levels beside it, one above the other.
import { badgeNode } from "./badges.js";
import { s, spot } from "./draw.js";
import { levelLabel } from "./labels.js";
import { t } from "../words.js";

/** Shows the stack that is looked at, and lets its levels be chosen once its place is. */
export class Fan {
  #drawer; #plan = null; #pointing = null; #looked = null; #levels = new Map(); #open = false; #cell = null;

  constructor(drawer) {
    this.#drawer = drawer;
    this.layer = s("g", { class: "fan" });
  }

  /** Draws itself again after a choice. */
  restate(plan, pointing, unit, cells) {
    this.#plan = plan;
    this.#pointing = pointing;
    const [place, level] = pointing.path;
    for (const node of cells.values()) node.querySelectorAll(".lifted").forEach((thing) => thing.classList.remove("lifted"));
    if (level) this.#lift(plan, cells.get(place), level);
    this.#draw(unit);
  }

  /** Looks at a place, or at none. */
  look(plan, id, unit) {
    if (this.#levels.has(id) || id === this.#looked) return;
    this.#looked = plan.cells.has(id) ? id : null;
    this.#plan = plan;
    if (!this.#open) this.#draw(unit);
  }

  /** Shows nothing. */
  hide() {
    this.#looked = null;
    this.#clear();
  }

  /** The lowest level that can be chosen now. */
  firstLevel() {
    if (!this.#open) return null;
    const [first] = this.#pointing.options().keys();
    return this.#levels.get(first)?.node ?? null;
  }

  /** Goes from level to level. */
  steer(key, id) {
    if (!this.#levels.has(id)) return false;
    const step = { ArrowUp: 1, ArrowDown: -1 }[key];
    const ids = [...this.#levels.keys()];
    const next = step && this.#levels.get(ids[ids.indexOf(id) + step]);
    next?.node.focus({ preventScroll: true });
    return key.startsWith("Arrow");
  }

  /** Whether an element belongs to it. */
  holds(node) {
    return this.layer.contains(node);
  }

  /** What a level is called. */
  labelOf(plan, id) {
    const token = plan.scene.tokens.find((token) => token.id === id);
    return token ? levelLabel(token, token.order, plan.tokens.get(token.cell).length) : id;
  }

  /** Says everything again in the page's language. */
  relabel() {
    for (const [id, { node }] of this.#levels) node.setAttribute("aria-label", this.labelOf(this.#plan, id));
    if (this.#open) this.layer.setAttribute("aria-label", t("board.label.levels", { name: this.#cell }));
  }

  /** Shows what is known of the levels. */
  badge(best) {
    this.layer.querySelectorAll(".badge-holder").forEach((node) => node.remove());
    for (const badge of best) {
      const level = this.#open && this.#levels.get(badge.id);
      if (level) this.layer.append(s("g", { class: "badge-holder" }, badgeNode(badge, level.face, level.face.v[1] / 24)));
    }
  }

  #lift(plan, node, level) {
    const lowest = plan.scene.tokens.find((token) => token.id === level)?.order ?? 0;
    node.querySelectorAll(".thing").forEach((thing, order) => thing.classList.toggle("lifted", order >= lowest));
  }

  #clear() {
    this.#levels.clear();
    this.#open = false;
    this.layer.replaceChildren();
    ["role", "aria-label"].forEach((name) => this.layer.removeAttribute(name));
    this.layer.setAttribute("aria-hidden", "true");
  }

  #draw(unit) {
    const [place, level] = this.#pointing?.path ?? [];
    const open = Boolean(place && !level);
    // Once a level is chosen, what is looked at is where it can go.
    const id = open ? place : level ? null : this.#looked;
    const cell = id && this.#plan.cells.get(id);
    this.#clear();
    if (!cell || this.#plan.at(cell).length < 2) return;
    const { back, levels } = this.#drawer.fan(this.#plan, cell, unit);
    const options = open ? this.#pointing.options() : new Map();
    this.#open = open;
    this.#cell = id;
    this.layer.classList.toggle("open", open);
    this.layer.append(...back, ...levels.map((level) => level.node));
    if (!open) return;
    this.layer.removeAttribute("aria-hidden");
    this.layer.setAttribute("role", "listbox");
    for (const { id, face, node } of levels) this.#offer(id, face, node, options.has(id));
    this.relabel();
  }

  #offer(id, face, node, can) {
    this.#levels.set(id, { node, face });
    node.setAttribute("role", "option");
    node.setAttribute("data-element", id);
    node.setAttribute("tabindex", can ? "0" : "-1");
    node.setAttribute("aria-disabled", String(!can));
    node.setAttribute("aria-selected", "false");
    node.classList.add(can ? "can" : "cannot");
    node.append(spot("focus", { ...face, x: 0, y: 0 }));
  }
}
