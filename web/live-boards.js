// Small boards of the games of a contest that are being played; a click opens one.
import { drawThumbnail } from "./boards/drawers.js";
import { gameId } from "./contest.js";
import { sideName } from "./display-names.js";
import { el } from "./elements.js";
import { number, t } from "./i18n.js";
/** @import { GameInProgress } from "./protocol.d.ts" */

/** The boards of games in progress. */
export class LiveBoards {
  constructor() {
    this.list = el("ul", { class: "live-boards" });
    this.root = el("section", { hidden: true, "aria-label": t("contest.live") }, el("h2", {}, t("contest.live")), this.list);
    /** @type {Map<string, { root: HTMLElement, moves: number, update: (game: GameInProgress) => void }>} */
    this.cards = new Map();
  }

  /**
   * Shows games; the board of a game that goes on stays where it is.
   * @param {GameInProgress[]} games
   * @param {string} prefix What their ids begin with.
   */
  show(games, prefix) {
    this.root.hidden = !games.length;
    for (const [key, { root }] of this.cards) {
      if (games.some((game) => game.key === key)) continue;
      root.remove();
      this.cards.delete(key);
    }
    for (const game of games) {
      const known = this.cards.get(game.key) ?? card(game, prefix);
      if (!this.cards.has(game.key)) this.list.append(known.root);
      this.cards.set(game.key, known);
      if (known.moves === game.moves) continue;
      known.moves = game.moves;
      known.update(game);
    }
  }
}

/**
 * @param {GameInProgress} game
 * @param {string} prefix
 */
function card({ key, players }, prefix) {
  const [thumbnail, told] = [el("div", { class: "thumbnail" }), el("span", { class: "muted" })];
  const root = el("li", {}, el("a", { href: `#/game/${gameId(prefix, key)}` }, thumbnail, el("strong", {}, players.join(" – ")), told));
  /** @param {GameInProgress} game */
  const update = ({ game, scene, moves, to_move }) => {
    drawThumbnail(thumbnail, game, scene);
    told.textContent = `${t("recent.moves", { count: number(moves) })} · ${t("game.turn", { side: sideName(game, to_move) })}`;
  };
  return { root, moves: -1, update };
}
