// The two players: who sits where, whose turn it is, what is thought and counted.
import { button, el, icon } from "./elements.js";
import { gameTitle, outcomeText, seatName, short, sideName, statisticsText } from "./names.js";
import { isPerson } from "./seat.js";
import { language, number, t, tOr } from "./words.js";

/** The panels of the two players. */
export class Players {
  constructor({ onSeat }) {
    this.sides = ["p1", "p2"].map((side, place) => new PlayerPanel(side, place, onSeat));
    this.root = el("section", { class: "players", "aria-label": t("players.title") }, this.sides.map((side) => side.root));
  }

  /** Shows who plays and how things stand. */
  show(game) {
    this.sides.forEach((side) => side.show(game));
  }

  /** Shows how far a computer has got with its thinking. */
  think(game, info) {
    this.sides.forEach((side) => side.think(game, info));
  }
}

class PlayerPanel {
  constructor(side, place, onSeat) {
    this.side = side;
    this.place = place;
    this.name = el("h2", {});
    this.who = el("p", { class: "who" });
    this.turn = el("p", { class: "turn" });
    this.counts = el("p", { class: "counts" });
    this.told = el("p", { class: "told quiet" });
    this.change = button("edit", "", () => onSeat(side), { bare: true, class: "plain" });
    this.root = el("div", { class: `panel player ${side}` },
      el("span", { class: "disc", "aria-hidden": "true" }),
      el("div", { class: "words" }, this.name, this.who, this.counts, this.turn, this.told), this.change);
  }

  show(game) {
    const seat = game.seats[this.place];
    const name = sideName(game.game, this.side);
    this.name.textContent = name;
    this.who.replaceChildren(icon(isPerson(seat) ? "person" : "chip"), ` ${seatName(seat)}`);
    const label = t("players.change", { side: name });
    this.change.setAttribute("aria-label", label);
    this.change.title = label;
    this.moves = !game.outcome && game.to_move === this.side;
    this.root.classList.toggle("to-move", this.moves);
    this.root.classList.toggle("winner", game.outcome === this.side);
    this.#counts(game);
    this.#told(game);
    this.#turn(game, null);
  }

  think(game, info) {
    if (this.moves) this.#turn(game, info);
  }

  #turn(game, info) {
    const thinks = this.moves && game.thinking;
    this.root.classList.toggle("thinking", thinks);
    if (game.outcome === this.side) this.turn.textContent = outcomeText(game.game, game.outcome);
    else if (thinks && info?.nodes) this.turn.textContent = t("players.search", { depth: info.depth, nodes: short(info.nodes) });
    else if (thinks) this.turn.textContent = t("players.thinking");
    else this.turn.textContent = this.moves ? t("players.to_move") : "";
  }

  #counts(game) {
    const own = (game.scene.counts ?? []).filter((count) => count.owner === this.side);
    this.counts.textContent = own.map(countText).join(" · ");
  }

  #told(game) {
    const statistics = game.outcome && game.statistics?.[this.place];
    // What a player notes on its moves is in English.
    const note = language() === "en" && !this.moves && !isPerson(game.seats[this.place]) && game.thought?.note;
    this.told.textContent = statistics ? statisticsText(statistics) : note || "";
  }
}

/** The counts that belong to nobody, in a line. */
export function sharedCounts(game) {
  return (game.scene.counts ?? []).filter((count) => !count.owner).map(countText).join(" · ");
}

/** The heading of a game. */
export function heading(game) {
  return gameTitle(game.game, game.title);
}

function countText({ label, count, of }) {
  const name = tOr(`count.${label}`, label);
  const value = of === null || of === undefined ? number(count) : t("count.of", { count: number(count), of: number(of) });
  return `${name}: ${value}`;
}
