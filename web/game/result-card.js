// The card that tells how a game ended, and what can be played next.
import { connection } from "../shell/connection.js";
import { personName, statisticsText, sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { plural, t } from "../shell/i18n.js";
import { endingText, ownSide } from "./instruction.js";
import { showError } from "../shell/notify.js";
import { adjustStrength, isPerson } from "./player-spec.js";
/** @import { Game } from "../protocol.d.ts" */

/** The result of a game, over the side column. */
export class ResultCard {
  /** The end that was closed, so that it is not shown again. */
  #closed = "";

  /** @param {{ onReview: () => void }} options */
  constructor({ onReview }) {
    this.onReview = onReview;
    /** @type {Game | null} */
    this.game = null;
    this.title = el("h2", {});
    this.how = el("p", {});
    this.statistics = el("p", { class: "muted" });
    this.next = button("next", t("result.next_level"), () => this.#play({ levels: 1 }));
    this.follow = el("a", { class: "button", hidden: true }, t("result.follow"));
    this.again = [button("play", t("result.rematch"), () => this.#play({}), { class: "primary" }), button("flip", t("result.swap"), () => this.#play({ swap: true }))];
    this.root = el("section", { class: "result-card", "aria-label": t("result.title"), hidden: true },
      el("header", {}, this.title, button("close", t("dialog.close"), () => this.close(), { iconOnly: true, class: "subtle" })),
      this.how, this.statistics,
      el("div", { class: "row" },
        this.again, this.next, this.follow,
        button("chart", t("result.review"), () => {
          this.close();
          this.onReview();
        })));
  }

  /**
   * Shows the end of a game, once.
   * @param {Game} game
   */
  show(game) {
    this.game = game;
    const end = `${game.outcome} ${game.ply}`;
    this.root.hidden = !game.outcome || this.#closed === end;
    if (this.root.hidden) return;
    this.root.dataset.outcome = game.outcome === "draw" ? "draw" : ownSide(game) === null || ownSide(game) === game.outcome ? "won" : "lost";
    this.title.textContent = resultText(game);
    this.how.textContent = game.contest?.reason ?? endingText(game);
    this.again.forEach((button) => { button.hidden = game.contest !== null; });
    this.statistics.textContent = game.tallies.flatMap((tallies, index) =>
      (tallies.length ? [`${sideName(game.game, index ? "p2" : "p1")}: ${statisticsText(tallies)}`] : [])).join(" · ");
    this.follow.hidden = game.next === null;
    this.follow.href = `#/game/${game.next?.game ?? ""}`;
    this.next.hidden = ownSide(game) !== game.outcome || this.#seats(1).join() === game.seats.join();
  }

  /** Closes the card of this end. */
  close() {
    this.#closed = `${this.game?.outcome} ${this.game?.ply}`;
    this.root.hidden = true;
  }

  /**
   * The players of the next game, the computers stronger by some levels.
   * @param {number} levels
   * @returns {[string, string]}
   */
  #seats(levels) {
    const [first = "person", second = "person"] = (this.game?.seats ?? []).map((spec) =>
      (isPerson(spec) ? spec : adjustStrength(spec, levels) ?? spec));
    return [first, second];
  }

  /**
   * Starts the next game from the same start, or offers it to the other player.
   * @param {{ swap?: boolean, levels?: number }} change
   */
  async #play({ swap = false, levels = 0 }) {
    const { game } = this;
    if (!game) return;
    try {
      await connection.request("rematch", { game: game.id, swap, seats: levels ? this.#seats(levels) : null });
    } catch (error) {
      showError(error, game.game);
    }
  }
}

/**
 * The result, for the one who plays if it is one: "You won in 19 moves".
 * @param {Game} game
 */
function resultText(game) {
  const { outcome } = game;
  const own = ownSide(game);
  if (!outcome) return "";
  const count = game.by.slice(0, game.ply).filter((side) => side === (outcome === "draw" ? "p1" : outcome)).length;
  if (outcome === "draw") return plural("result.draw", count);
  if (own === null) return plural("result.side_won", count, { side: game.contest ? personName(game, outcome === "p2" ? 1 : 0) : sideName(game.game, outcome) });
  return plural(own === outcome ? "result.you_won" : "result.you_lost", count);
}
