// The stack picker: the levels of a stack beside it, one above the other.
import { t } from "../shell/i18n.js";
import { badgeNode } from "./badges.js";
import { levelLabel } from "./labels.js";
import { marker } from "./markers.js";
import { s } from "./svg.js";
/** @import { ElementBadge } from "./badges.js" */
/** @import { MoveSelection } from "./selection.js" */
/** @import { CellView, Drawer, Face, Layout } from "./types.d.ts" */

/** Shows the stack under the pointer, and offers its levels once its cell is selected. */
export class StackPicker {
  #drawer;
  #layout;
  #selection;
  /** @type {string | null} The cell that is pointed at. */
  #hovered = null;
  /** @type {Map<string, { node: SVGGElement, face: Face }>} The levels that are offered. */
  #levels = new Map();
  #isOpen = false;
  #cell = "";

  /**
   * @param {Drawer} drawer
   * @param {Layout} layout
   * @param {MoveSelection} selection
   */
  constructor(drawer, layout, selection) {
    this.#drawer = drawer;
    this.#layout = layout;
    this.#selection = selection;
    this.layer = s("g", { class: "stack-picker" });
  }

  /**
   * Redraws itself after the selection has changed.
   * @param {Layout} layout
   * @param {MoveSelection} selection
   * @param {number} unit
   * @param {Map<string, CellView>} cells
   */
  refresh(layout, selection, unit, cells) {
    this.#layout = layout;
    this.#selection = selection;
    const [cell, level] = selection.path;
    for (const { node } of cells.values()) node.querySelectorAll(".lifted").forEach((piece) => piece.classList.remove("lifted"));
    const view = cells.get(cell);
    if (level && view) this.#lift(view.node, level);
    this.#draw(unit);
  }

  /**
   * Shows the stack of a cell that is pointed at.
   * @param {Layout} layout
   * @param {string | null} id
   * @param {number} unit
   */
  hover(layout, id, unit) {
    if ((id && this.#levels.has(id)) || id === this.#hovered) return;
    this.#hovered = id && layout.cells.has(id) ? id : null;
    this.#layout = layout;
    if (!this.#isOpen) this.#draw(unit);
  }

  /** Hides the picker. */
  hide() {
    this.#hovered = null;
    this.#clear();
  }

  /** The lowest level that can be selected. */
  firstLevel() {
    if (!this.#isOpen) return null;
    const [first] = this.#selection.options().keys();
    return this.#levels.get(first)?.node ?? null;
  }

  /**
   * Moves the focus from level to level; returns whether the key was handled.
   * @param {string} key
   * @param {string | null} id
   */
  moveFocus(key, id) {
    if (!id || !this.#levels.has(id)) return false;
    const step = key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0;
    const ids = [...this.#levels.keys()];
    if (step) this.#levels.get(ids[ids.indexOf(id) + step])?.node.focus({ preventScroll: true });
    return key.startsWith("Arrow");
  }

  /**
   * Whether an element is part of the picker.
   * @param {Element | null} node
   */
  contains(node) {
    return this.layer.contains(node);
  }

  /**
   * The label of a level.
   * @param {Layout} layout
   * @param {string} id
   */
  labelOf(layout, id) {
    const token = layout.scene.tokens.find((token) => token.id === id);
    return token ? levelLabel(token, token.order, layout.tokens.get(token.cell)?.length ?? 0) : id;
  }

  /** Updates all labels to the page's language. */
  relabel() {
    for (const [id, { node }] of this.#levels) node.setAttribute("aria-label", this.labelOf(this.#layout, id));
    if (this.#isOpen) this.layer.setAttribute("aria-label", t("board.label.levels", { name: this.#cell }));
  }

  /**
   * Shows badges on the levels.
   * @param {ElementBadge[]} badges
   */
  showBadges(badges) {
    this.layer.querySelectorAll(".badge-holder").forEach((node) => node.remove());
    for (const badge of badges) {
      const level = this.#isOpen && this.#levels.get(badge.id);
      if (level) this.layer.append(s("g", { class: "badge-holder" }, badgeNode(badge, level.face, level.face.v[1] / 24)));
    }
  }

  /**
   * Lifts the pieces of a stack from a level upwards.
   * @param {SVGGElement} node
   * @param {string} level
   */
  #lift(node, level) {
    const lowest = this.#layout.scene.tokens.find((token) => token.id === level)?.order ?? 0;
    node.querySelectorAll(".piece").forEach((piece, order) => piece.classList.toggle("lifted", order >= lowest));
  }

  #clear() {
    this.#levels.clear();
    this.#isOpen = false;
    this.layer.replaceChildren();
    ["role", "aria-label"].forEach((name) => this.layer.removeAttribute(name));
    this.layer.setAttribute("aria-hidden", "true");
  }

  /** @param {number} unit */
  #draw(unit) {
    const [cellId, level] = this.#selection.path;
    const isOpen = Boolean(cellId && !level);
    // Once a level is selected, the pointer looks for its destination.
    const id = isOpen ? cellId : level ? null : this.#hovered;
    const cell = id ? this.#layout.cells.get(id) : undefined;
    this.#clear();
    if (!cell || this.#layout.at(cell).length < 2 || !this.#drawer.stackPicker) return;
    const { back, levels } = this.#drawer.stackPicker(this.#layout, cell, unit);
    this.#isOpen = isOpen;
    this.#cell = cell.id;
    this.layer.classList.toggle("open", isOpen);
    this.layer.append(s("g", {}, back), ...levels.map(({ node }) => node));
    if (!isOpen) return;
    this.layer.removeAttribute("aria-hidden");
    this.layer.setAttribute("role", "listbox");
    const options = this.#selection.options();
    for (const { id, face, node } of levels) this.#offer(id, face, node, options.has(id));
    this.relabel();
  }

  /**
   * @param {string} id
   * @param {Face} face
   * @param {SVGGElement} node
   * @param {boolean} isSelectable
   */
  #offer(id, face, node, isSelectable) {
    this.#levels.set(id, { node, face });
    node.setAttribute("role", "option");
    node.setAttribute("data-element", id);
    node.setAttribute("tabindex", isSelectable ? "0" : "-1");
    node.setAttribute("aria-disabled", String(!isSelectable));
    node.setAttribute("aria-selected", "false");
    node.classList.add(isSelectable ? "selectable" : "unselectable");
    node.append(marker("focus", { ...face, x: 0, y: 0 }));
  }
}
