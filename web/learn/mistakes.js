// My mistakes: the bad moves of one's own games, to find the better ones.
import { describeMove } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { confirmDialog } from "../shell/dialogs.js";
import { gameTitle } from "../shell/display-names.js";
import { button, dropdown, el, field } from "../shell/elements.js";
import { number, plural, t } from "../shell/i18n.js";
import { forgetMistakes, reviewedGames, savedMistakes, saveReview } from "./mistake-store.js";
import { showError } from "../shell/notify.js";
import { lossText, qualityMark } from "../analysis/review.js";
import { moveNumber } from "../analysis/scores.js";
import { drawBoards } from "../boards/scenes.js";
import { loadStyles } from "../shell/styles.js";
/** @import { Events, Game, GameList, Side } from "../protocol.d.ts" */
/** @import { Mistake } from "./mistake-store.js" */
/** @import { View } from "../shell/main.js" */
/** @import { ReviewPoints } from "../analysis/review.js" */

/** The most games that are reviewed at once. */
const MAX_GAMES = 10;
/** How many mistakes are shown at once. */
const PAGE_SIZE = 24;

/**
 * Shows the mistakes of all reviewed games.
 * @param {HTMLElement} root
 * @returns {Promise<View>}
 */
export async function showMistakes(root) {
  await loadStyles("analysis/analysis.css", "learn/learn.css");
  const view = new MistakesView(root);
  return { title: t("mistakes.title"), shortcuts: {}, end: () => view.end() };
}

class MistakesView {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.isEnded = false;
    this.shown = PAGE_SIZE;
    this.status = el("p", { role: "status", class: "muted" });
    this.list = el("ul", { class: "mistake-cards" });
    this.game = el("select", { onchange: () => this.draw() });
    this.kind = dropdown([["open", t("mistakes.open")], ["", t("library.all")]], "open", { onchange: () => this.draw() });
    this.more = button(null, t("recent.more"), () => { this.shown += PAGE_SIZE; this.draw(); });
    this.review = button("chart", t("mistakes.review"), () => this.#reviewGames());
    this.forget = button("bin", t("mistakes.forget"), () => this.#forget(), { class: "subtle" });
    root.replaceChildren(el("div", { class: "article mistakes-view" },
      el("h1", {}, t("mistakes.title")), el("p", { class: "lead" }, t("mistakes.lead")),
      el("div", { class: "row" }, field(t("new.game"), this.game), field(t("mistakes.show"), this.kind), this.review, this.forget),
      this.status, this.list, this.more));
    this.draw();
  }

  draw() {
    const all = savedMistakes();
    const games = [...new Set(all.map(({ game }) => game))];
    const chosen = games.includes(this.game.value) ? this.game.value : "";
    this.game.replaceChildren(...["", ...games].map((name) => el("option", { value: name, selected: name === chosen }, name ? gameTitle(name) : t("library.all"))));
    const wanted = all.filter(({ game, learned }) => (!chosen || game === chosen) && (!this.kind.value || !learned));
    this.list.replaceChildren(...wanted.slice(0, this.shown).map((mistake) => card(mistake)));
    this.more.hidden = wanted.length <= this.shown;
    this.forget.hidden = !all.length;
    const learned = all.filter((mistake) => mistake.learned).length;
    this.status.textContent = all.length
      ? t("mistakes.count", { mistakes: plural("mistakes.mistakes", all.length), games: plural("mistakes.games", new Set(all.map(({ id }) => id)).size), learned: number(learned) })
      : t("mistakes.none");
    drawBoards(this.list);
  }

  async #forget() {
    if (!(await confirmDialog(t("mistakes.forget"), t("mistakes.forget_ask"), t("mistakes.forget"), { danger: true }))) return;
    forgetMistakes();
    this.draw();
  }

  /** Reviews the latest games that are over and not reviewed yet. */
  async #reviewGames() {
    this.review.disabled = true;
    try {
      const known = reviewedGames();
      /** @type {string[]} */
      const ids = [];
      /** @type {number | null} */
      let before = null;
      do {
        /** @type {GameList} */
        const { games, next } = await connection.request("list", { before, limit: 100, player: "person" });
        ids.push(...games.filter(({ id, outcome, moves }) => outcome && moves && !known.has(id)).map(({ id }) => id));
        before = next;
      } while (before !== null && ids.length < MAX_GAMES);
      const wanted = ids.slice(0, MAX_GAMES);
      let done = 0;
      for (const id of wanted) {
        if (this.isEnded) return;
        this.status.textContent = t("mistakes.reviewing", { at: number(done + 1), of: number(wanted.length) });
        await reviewGame(id);
        done += 1;
        this.draw();
      }
      this.status.textContent = done ? plural("mistakes.reviewed", done) : t("mistakes.none_new");
    } catch (error) {
      if (!isLost(error)) showError(error);
    } finally {
      this.review.disabled = false;
    }
  }

  end() {
    this.isEnded = true;
  }
}

/**
 * Reviews a game, and keeps its mistakes.
 * @param {string} id
 */
async function reviewGame(id) {
  const { game } = await connection.request("open", { game: id });
  try {
    saveReview(game, await review(game));
  } finally {
    connection.request("close", { game: id }).catch(() => {});
  }
}

/**
 * @param {Game} game
 * @returns {Promise<ReviewPoints>}
 */
function review(game) {
  return new Promise((resolve, reject) => {
    /** @type {ReviewPoints} */
    const points = [];
    const finish = (/** @type {() => void} */ end) => {
      unsubscribes.forEach((unsubscribe) => unsubscribe());
      end();
    };
    const unsubscribes = [
      connection.on("review", (/** @type {Events["review"]} */ event) => {
        if (event.game !== game.id) return;
        for (const point of event.points) points[point.ply] = point;
        if (event.done) finish(() => resolve(points));
      }),
      connection.on("problem", (event) => { if (event.game === game.id) finish(() => reject(event.error)); }),
      connection.onState((state) => { if (state !== "open") finish(() => reject({ kind: "Lost", args: {}, text: "" })); }),
    ];
    connection.request("review", { game: game.id }).catch((error) => finish(() => reject(error)));
  });
}

/** @param {Mistake} mistake */
function card(mistake) {
  const { id, game, ply, mv, side, quality, position, learned } = mistake;
  /** @type {Side[]} */
  const firstBy = [(side === "p1") === (ply % 2 === 0) ? "p1" : "p2"];
  return el("li", { class: learned ? "learned" : "" }, el("a", { href: `#/game/${id}/${ply}.learn` },
    el("div", { class: "thumbnail", "aria-hidden": "true", "data-game": game, "data-position": position }),
    el("span", { class: "details" },
      el("strong", {}, qualityMark(quality), " ", gameTitle(game)),
      el("span", {}, t("mistakes.card", { ...moveNumber({ game, by: firstBy }, ply), move: describeMove(game, mv) })),
      el("span", { class: "muted" }, lossText(mistake)),
      learned ? el("span", { class: "muted" }, t("mistakes.learned")) : null)));
}
