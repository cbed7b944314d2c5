// The board of the editor: every cell can be clicked, whatever the rules say.
import { arrowTarget } from "./arrow-keys.js";
import { drawerClass, drawerOf } from "./drawers.js";
import { cellLabel, gridLabel } from "./labels.js";
import { elementOf } from "./pointer.js";
import { renderLayers } from "./render.js";
import { s } from "./svg.js";
import { BoardZoom } from "./zoom.js";
/** @import { Scene } from "../protocol.d.ts" */
/** @import { Layout } from "./types.d.ts" */

/** A board whose cells are clicked one by one. */
export class EditorBoard {
  /** @type {Layout | null} */
  #layout = null;
  /** @type {string | null} The cell that has the focus, or would get it. */
  #current = null;

  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {(element: string) => void} onClick
   */
  constructor(root, game, onClick) {
    this.game = game;
    this.root = root;
    this.onClick = onClick;
    this.svg = s("svg", { class: `board-svg ${drawerClass(game)}`, role: "group" });
    root.classList.add("board");
    root.replaceChildren(this.svg);
    this.zoom = new BoardZoom(root, this.svg);
    this.svg.addEventListener("click", (event) => this.#use(elementOf(event.target)));
    this.svg.addEventListener("focusin", (event) => { this.#current = elementOf(event.target) ?? this.#current; });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Scene} scene */
  show(scene) {
    const hadFocus = this.svg.contains(document.activeElement);
    const drawer = drawerOf(this.game);
    const layout = drawer.layout(scene, {});
    this.#layout = layout;
    const { background, grid, foreground, cells } = renderLayers(drawer, layout);
    this.svg.setAttribute("viewBox", layout.box.join(" "));
    this.zoom.show(layout);
    grid.setAttribute("aria-label", gridLabel(this.game, layout));
    for (const [id, { node }] of cells) {
      const cell = layout.cells.get(id);
      if (cell) node.setAttribute("aria-label", cellLabel(this.game, layout, cell));
    }
    this.svg.replaceChildren(background, grid, foreground);
    if (!this.#current || !cells.has(this.#current)) this.#current = cells.keys().next().value ?? null;
    const current = this.#current ? cells.get(this.#current)?.node : null;
    current?.setAttribute("tabindex", "0");
    if (hadFocus && current) current.focus({ preventScroll: true });
  }

  /** @param {string | null} id */
  #use(id) {
    if (!id) return;
    this.#current = id;
    this.onClick(id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const layout = this.#layout;
    const cell = this.#current ? layout?.cells.get(this.#current) : null;
    if (!layout || !cell || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#use(cell.id);
      return;
    }
    const target = arrowTarget(layout, cell, event.key, null);
    if (!target) return;
    event.preventDefault();
    if (!target.cell) return;
    const [from, to] = [cell.id, target.cell.id].map((id) => this.svg.querySelector(`[data-element="${CSS.escape(id)}"]`));
    from?.setAttribute("tabindex", "-1");
    to?.setAttribute("tabindex", "0");
    if (to instanceof SVGElement) to.focus();
  }
}
