// The list of recent games.
import { drawThumbnail } from "./boards/drawers.js";
import { connection } from "./connection.js";
import { confirmDialog } from "./dialogs.js";
import { gameTitle, outcomeText, playerName, timeAgo } from "./display-names.js";
import { button, el } from "./elements.js";
import { number, t } from "./i18n.js";
import { showError } from "./notify.js";
import { savedViewer } from "./viewer.js";
/** @import { StoredGame } from "./protocol.d.ts" */

const PAGE_SIZE = 12;

/** The stored games, the latest first. */
export class RecentGames {
  constructor() {
    this.list = el("ul", { class: "recent-games" });
    this.empty = el("p", { class: "muted", hidden: true }, t("recent.none"));
    this.more = button(null, t("recent.more"), () => this.load(), { hidden: true });
    this.root = el("section", { "aria-labelledby": "recent-games" },
      el("h2", { id: "recent-games" }, t("recent.title")), this.empty, this.list, this.more);
    /** @type {number | null} */
    this.next = null;
  }

  /** Loads the next page of the list. */
  async load() {
    try {
      const { games, next } = await connection.request("list", { before: this.next, limit: PAGE_SIZE });
      this.next = next;
      this.list.append(...games.map((game) => this.#item(game)));
    } catch (error) {
      showError(error);
    }
    this.more.hidden = this.next === null;
    this.empty.hidden = this.list.children.length > 0;
  }

  /** @param {StoredGame} game */
  #item(game) {
    const thumbnail = el("div", { class: "thumbnail", "aria-hidden": "true" });
    // The picture of an unfinished game must not reveal what the viewer's side cannot know.
    if (game.outcome || !savedViewer(game.id)) drawThumbnail(thumbnail, game.game, game.scene);
    const title = gameTitle(game.game);
    const players = game.seats.map(playerName).join(" – ");
    const status = `${outcomeText(game.game, game.outcome)} · ${t("recent.moves", { count: number(game.moves) })}`;
    const item = el("li", {},
      el("a", { href: `#/game/${game.id}` }, thumbnail,
        el("span", { class: "details" },
          el("strong", {}, title), el("span", {}, players), el("span", { class: "muted" }, status),
          el("span", { class: "muted" }, timeAgo(game.changed)))),
      button("bin", t("recent.delete", { title }), () => this.#remove(game, item), { iconOnly: true, class: "subtle", hidden: !game.owned }));
    return item;
  }

  /**
   * @param {StoredGame} game
   * @param {HTMLLIElement} item
   */
  async #remove(game, item) {
    const question = t("recent.delete_ask", { title: gameTitle(game.game) });
    if (!(await confirmDialog(t("recent.delete_title"), question, t("recent.delete_yes"), { danger: true }))) return;
    try {
      await connection.request("remove", { game: game.id });
      const neighbour = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      neighbour?.querySelector("a")?.focus();
      this.empty.hidden = this.list.children.length > 0;
    } catch (error) {
      showError(error);
    }
  }
}
