// Small boards of the games of a contest that are being played; a click opens one.
import { drawThumbnail } from "../boards/drawers.js";
import { sideName } from "../shell/display-names.js";
import { el } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
/** @import { Contest } from "../protocol.d.ts" */

/**
 * The boards of games in progress.
 * @param {Contest} contest
 * @param {(key: string) => string} address Where a game is watched.
 */
export function liveBoards({ live }, address) {
  if (!live.length) return [];
  return [el("h2", {}, t("contest.live")), el("ul", { class: "live-boards" }, live.map(({ key, players, game, scene, moves, to_move }) => {
    const thumbnail = el("div", { class: "thumbnail" });
    drawThumbnail(thumbnail, game, scene);
    return el("li", {}, el("a", { href: address(key) }, thumbnail, el("strong", {}, players.join(" – ")),
      el("span", { class: "muted" }, `${t("recent.moves", { count: number(moves) })} · ${t("game.turn", { side: sideName(game, to_move) })}`)));
  }))];
}
