// The library: all stored games, with filters, and what can be done with many of them.
import { drawThumbnail } from "../boards/drawers.js";
import { connection } from "./connection.js";
import { confirmDialog } from "./dialogs.js";
import { dateText, gameTitle, outcomeText, playersText, timeAgo } from "./display-names.js";
import { button, dropdown, el, field } from "./elements.js";
import { addGameTexts, number, t } from "./i18n.js";
import { showError } from "./notify.js";
import { download } from "../game/share-dialog.js";
import { savedViewer } from "../game/viewer.js";
/** @import { GameInfo, ListedResult, StoredGame } from "../protocol.d.ts" */

const PAGE_SIZE = 12;
/** How long typing pauses before the list is loaded again, in milliseconds. */
const TYPING_PAUSE = 300;
/** @type {ListedResult[]} */
const RESULTS = ["open", "p1", "p2", "draw"];

/** The stored games, the latest first. */
export class RecentGames {
  /** Counts the loads, to recognize answers that come too late. */
  #loads = 0;
  /** @type {number | undefined} */
  #timer = undefined;

  /** @param {GameInfo[]} games */
  constructor(games) {
    this.list = el("ul", { class: "recent-games" });
    this.empty = el("p", { class: "muted", hidden: true });
    this.more = button(null, t("recent.more"), () => this.load(), { hidden: true });
    const again = () => this.reload();
    this.game = dropdown([["", t("library.all")], ...games.map((game) => /** @type {const} */ ([game.name, gameTitle(game.name, game.title)]))], "", { onchange: again });
    this.result = dropdown([["", t("library.all")], ...RESULTS.map((result) => /** @type {const} */ ([result, t(`library.result.${result}`)]))], "", { onchange: again });
    this.player = dropdown([["", t("library.all")], ...["person", "level", "minimax", "engine", "perfect", "random"]
      .map((name) => /** @type {const} */ ([name, t(`player.${name}`)]))], "", { onchange: again });
    this.since = el("input", { type: "date", onchange: again });
    this.until = el("input", { type: "date", onchange: again });
    this.search = el("input", { type: "search", autocomplete: "off", oninput: () => this.#typed() });
    this.filters = el("div", { class: "row library-filters", hidden: true },
      field(t("new.game"), this.game), field(t("result.title"), this.result), field(t("library.player"), this.player), field(t("library.search"), this.search),
      field(t("library.since"), this.since), field(t("library.until"), this.until));
    this.chosen = el("p", { role: "status" });
    this.bulk = el("div", { class: "row library-bulk", hidden: true }, this.chosen,
      button("save", t("library.export"), () => this.#export()), button("bin", t("library.delete"), () => this.#removeChosen(), { class: "danger" }));
    this.root = el("section", { "aria-labelledby": "recent-games" },
      el("h2", { id: "recent-games" }, t("recent.title")), this.filters, this.bulk, this.empty, this.list, this.more);
    /** @type {number | null} */
    this.next = null;
  }

  /** Loads the list from its beginning. */
  async reload() {
    this.next = null;
    await this.load(true);
  }

  /** Loads the next page of the list. */
  async load(isNew = false) {
    const load = ++this.#loads;
    const isFiltered = Boolean(this.game.value || this.result.value || this.player.value || this.search.value.trim() || this.since.value || this.until.value);
    try {
      const { games, next } = await connection.request("list", {
        before: this.next, limit: PAGE_SIZE, game: this.game.value || null,
        result: RESULTS.find((result) => result === this.result.value) ?? null,
        player: this.search.value.trim() || this.player.value || null,
        since: startOf(this.since.value, 0), until: startOf(this.until.value, 1),
      });
      if (load !== this.#loads) return;
      this.next = next;
      if (isNew) this.list.replaceChildren();
      this.list.append(...games.map((game) => this.#item(game)));
    } catch (error) {
      showError(error);
    }
    this.more.hidden = this.next === null;
    this.empty.textContent = t(isFiltered ? "library.none" : "recent.none");
    this.empty.hidden = this.list.children.length > 0;
    // Without games there is nothing to filter.
    this.filters.hidden = !isFiltered && this.list.children.length === 0;
    this.#showChosen();
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.reload(), TYPING_PAUSE);
  }

  /** @param {StoredGame} game */
  #item(game) {
    const thumbnail = el("div", { class: "thumbnail", "aria-hidden": "true" });
    // The picture of an unfinished game must not reveal what the viewer's side cannot know.
    if (game.scene.cells.length && (game.outcome || !savedViewer(game.id))) drawThumbnail(thumbnail, game.game, game.scene);
    if (game.file) addGameTexts({ name: game.game, summary: "", texts: {}, ...game.file });
    const title = gameTitle(game.game);
    const status = `${outcomeText(game.game, game.outcome)} · ${t("recent.moves", { count: number(game.moves) })}`;
    const choice = el("input", { type: "checkbox", "data-id": game.id, "aria-label": t("library.choose", { title }), onchange: () => this.#showChosen() });
    const item = el("li", {},
      el("a", { href: `#/game/${game.id}` }, thumbnail,
        el("span", { class: "details" },
          el("strong", {}, title), el("span", {}, playersText(game)), el("span", { class: "muted" }, status),
          el("span", { class: "muted", title: timeAgo(game.changed) }, dateText(game.date)))),
      el("span", { class: "item-actions" }, el("label", { class: "tick" }, choice),
        button("bin", t("recent.delete", { title }), () => this.#remove(game, item), { iconOnly: true, class: "subtle", hidden: !game.owned })));
    return item;
  }

  /** The ids of the games that are chosen. */
  get #ids() {
    /** @type {NodeListOf<HTMLInputElement>} */
    const boxes = this.list.querySelectorAll("input:checked");
    return [...boxes].flatMap((box) => box.dataset.id ?? []);
  }

  #showChosen() {
    const count = this.#ids.length;
    this.bulk.hidden = count === 0;
    this.chosen.textContent = t("library.chosen", { count: number(count) });
  }

  /** Saves the records of the chosen games in one file. */
  async #export() {
    /** @type {string[]} */
    const records = [];
    await this.#forAll(this.#ids, async (game) => {
      records.push((await connection.request("record", { game })).text.trim());
    });
    if (records.length) download("agon-games.txt", `${records.join("\n\n")}\n`);
  }

  /**
   * Does something with every game, also behind one for which it is refused, and says why.
   * @param {string[]} ids
   * @param {(game: string) => Promise<unknown>} act
   */
  async #forAll(ids, act) {
    let refused = null;
    for (const game of ids) await act(game).catch((error) => { refused = error; });
    if (refused) showError(refused);
  }

  async #removeChosen() {
    const ids = this.#ids;
    if (!(await confirmDialog(t("library.delete"), t("library.delete_ask", { count: number(ids.length) }), t("recent.delete_yes"), { danger: true }))) return;
    await this.#forAll(ids, (game) => connection.request("remove", { game }));
    await this.reload();
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
      this.#showChosen();
    } catch (error) {
      showError(error);
    }
  }
}

/**
 * When a day begins here, or one behind it, in seconds since 1970; null without a day.
 * @param {string} day
 * @param {number} behind
 */
function startOf(day, behind) {
  if (!day) return null;
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + behind);
  return Math.floor(start.getTime() / 1000);
}
