// The list of past games.
import { drawMini } from "./board.js";
import { ask } from "./dialogs.js";
import { button, el } from "./elements.js";
import { ago, gameTitle, outcomeText, seatName } from "./names.js";
import { keptViewer } from "./viewer.js";
import { complain } from "./voice.js";
import { wire } from "./wire.js";
import { number, t } from "./words.js";

const PAGE = 12;

/** The games that were played, the latest first. */
export class PastGames {
  constructor() {
    this.list = el("ul", { class: "past" });
    this.empty = el("p", { class: "quiet", hidden: true }, t("past.none"));
    this.more = button(null, t("past.more"), () => this.load(), { hidden: true });
    this.root = el("section", { "aria-labelledby": "past" },
      el("h2", { id: "past" }, t("past.title")), this.empty, this.list, this.more);
    this.next = null;
  }

  /** Loads the next few. */
  async load() {
    try {
      const { games, next } = await wire.ask("list", { before: this.next, limit: PAGE });
      this.next = next;
      this.list.append(...games.map((game) => this.#item(game)));
    } catch (error) {
      complain(error);
    }
    this.more.hidden = this.next === null;
    this.empty.hidden = this.list.children.length > 0;
  }

  #item(game) {
    const picture = el("div", { class: "mini", "aria-hidden": "true" });
    // What a side cannot know is not given away by the picture of a game that goes on.
    if (game.outcome || !keptViewer(game.id)) drawMini(picture, game.game, game.scene);
    const title = gameTitle(game.game);
    const seats = game.seats.map(seatName).join(" – ");
    const about = `${outcomeText(game.game, game.outcome)} · ${t("past.moves", { count: number(game.moves) })}`;
    const item = el("li", {},
      el("a", { href: `#/game/${game.id}` }, picture,
        el("span", { class: "words" },
          el("strong", {}, title), el("span", {}, seats), el("span", { class: "quiet" }, about),
          el("span", { class: "quiet" }, ago(game.changed)))),
      button("bin", t("past.delete", { title }), () => this.#remove(game, item), { bare: true, class: "plain" }));
    return item;
  }

  async #remove(game, item) {
    const question = t("past.delete_ask", { title: gameTitle(game.game) });
    if (!(await ask(t("past.delete_title"), question, t("past.delete_yes"), { danger: true }))) return;
    try {
      await wire.ask("remove", { game: game.id });
      const neighbour = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      neighbour?.querySelector("a").focus();
      this.empty.hidden = this.list.children.length > 0;
    } catch (error) {
      complain(error);
    }
  }
}
