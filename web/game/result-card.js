// The card that tells how a game ended, and what can be played next.
import { personName, statisticsText, sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { plural, t } from "../shell/i18n.js";
import { endingText, ownSide } from "./instruction.js";
import { adjustStrength, isPerson } from "./player-spec.js";
import { endOf } from "./state.js";
/** @import { Game } from "../protocol.d.ts" */
/** @import { GameState } from "./state.js" */

/**
 * @typedef {object} ResultActions
 * @property {() => void} onClose
 * @property {(change: { swap?: boolean, levels?: number }) => void} onPlay Plays again.
 * @property {() => void} onReview
 * @property {() => Promise<string>} onWhy Says why the game is over; empty if the game does not tell.
 */

/** The result of a game, below the tab of the side column. */
export class ResultCard {
  /** @param {ResultActions} actions */
  constructor({ onClose, onPlay, onReview, onWhy }) {
    this.onWhy = onWhy;
    /** The end that is shown. */
    this.end = "";
    this.title = el("h2", {});
    this.how = el("p", {});
    this.statistics = el("p", { class: "muted" });
    this.next = button("next", t("result.next_level"), () => onPlay({ levels: 1 }));
    this.follow = el("a", { class: "button", hidden: true }, t("result.follow"));
    this.again = [button("play", t("result.rematch"), () => onPlay({}), { class: "primary" }), button("flip", t("result.swap"), () => onPlay({ swap: true }))];
    this.root = el("section", { class: "result-card", "aria-label": t("result.title"), hidden: true },
      el("header", {}, this.title, button("close", t("dialog.close"), onClose, { iconOnly: true, class: "subtle" })),
      this.how, this.statistics,
      el("div", { class: "row" },
        this.again, this.next, this.follow,
        button("chart", t("result.review"), onReview, { "data-control": "review" })));
  }

  /**
   * Shows the end of a game, until it is closed.
   * @param {GameState} state
   */
  show({ game, closedEnd }) {
    const isShown = game.outcome !== null && closedEnd !== endOf(game);
    this.root.hidden = !isShown;
    const end = isShown ? endOf(game) : "";
    const isNew = end !== this.end;
    this.end = end;
    if (!isShown) return;
    this.root.dataset.outcome = game.outcome === "draw" ? "draw" : ownSide(game) === null || ownSide(game) === game.outcome ? "won" : "lost";
    this.title.textContent = resultText(game);
    const how = game.contest?.reason ?? endingText(game);
    if (how || isNew) this.how.textContent = how;
    if (!how && isNew) this.onWhy().then((why) => { this.how.textContent ||= why; });
    this.again.forEach((button) => { button.hidden = game.contest !== null; });
    this.statistics.textContent = game.tallies.flatMap((tallies, index) =>
      (tallies.length ? [`${sideName(game.game, index ? "p2" : "p1")}: ${statisticsText(tallies)}`] : [])).join(" · ");
    this.follow.hidden = game.next === null;
    this.follow.href = `#/game/${game.next?.game ?? ""}`;
    this.next.hidden = ownSide(game) !== game.outcome || nextSeats(game, 1).join() === game.seats.join();
  }
}

/**
 * The players of the next game, the computers stronger by some levels.
 * @param {Game} game
 * @param {number} levels
 * @returns {[string, string]}
 */
export function nextSeats({ seats }, levels) {
  const [first = "person", second = "person"] = seats.map((spec) => (isPerson(spec) ? spec : adjustStrength(spec, levels) ?? spec));
  return [first, second];
}

/**
 * The result, for the one who plays if it is one: "You won in 19 moves".
 * @param {Game} game
 */
function resultText(game) {
  const { outcome } = game;
  const own = ownSide(game);
  if (!outcome) return "";
  // A win is counted in moves of the side that wins.
  const count = game.by.slice(0, game.ply).filter((side) => outcome === "draw" || side === outcome).length;
  if (outcome === "draw") return plural("result.draw", count);
  if (own === null) return plural("result.side_won", count, { side: game.contest ? personName(game, outcome === "p2" ? 1 : 0) : sideName(game.game, outcome) });
  return plural(own === outcome ? "result.you_won" : "result.you_lost", count);
}
