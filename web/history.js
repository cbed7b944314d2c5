// The list of moves: those made, the present one marked, those undone in grey.
import { describe } from "./board.js";
import { el } from "./elements.js";
import { t } from "./words.js";

/** The moves of a game, each of which can be gone to. */
export class History {
  constructor({ onJump }) {
    this.onJump = onJump;
    this.list = el("ol", { class: "moves" });
    this.empty = el("p", { class: "quiet" }, t("history.none"));
    this.root = el("section", { class: "panel history", "aria-labelledby": "history" },
      el("h2", { id: "history" }, t("history.title")), this.empty, this.list);
  }

  /** Shows the moves of a game. */
  show(game) {
    const shown = `${game.ply}:${game.line.join(" ")}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.empty.hidden = game.line.length > 0;
    const skipped = moverAt(game, 0) === "p2" ? 1 : 0;
    const rows = [];
    for (let place = -skipped; place < game.line.length; place += 2) rows.push(this.#row(game, place, skipped));
    this.list.replaceChildren(...rows);
    // By then the page is laid out anyway.
    requestAnimationFrame(() => this.#reveal());
  }

  #row(game, place, skipped) {
    const number = (place + skipped) / 2 + 1;
    return el("li", {}, el("span", { class: "number" }, `${number}.`),
      this.#move(game, place), this.#move(game, place + 1));
  }

  #move(game, place) {
    if (place < 0 || place >= game.line.length) return el("span", {}, place < 0 ? "…" : "");
    const text = game.line[place];
    const undone = place >= game.ply;
    const present = place === game.ply - 1 ? { "aria-current": "step" } : {};
    const words = text === null ? t("history.hidden") : describe(game.game, text);
    return el("button", {
      type: "button", class: undone ? "undone" : "", title: words,
      "aria-label": undone ? t("history.undone", { move: words }) : words,
      onclick: () => this.onJump(place + 1), ...present,
    }, text ?? "?");
  }

  #reveal() {
    const present = this.list.querySelector("[aria-current]");
    if (!present) {
      this.list.scrollTop = 0;
      return;
    }
    const top = present.offsetTop;
    if (top < this.list.scrollTop || top + 40 > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 2;
    }
  }
}

/** Who makes the move after so many of a line. */
export function moverAt(game, ply) {
  return game.by[ply] ?? game.to_move ?? "p1";
}
