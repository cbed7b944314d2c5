// A game between people: who is still missing, what the players ask each other, and why nobody is helped meanwhile.
import { sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { isPerson } from "./player-spec.js";
/** @import { Game } from "../protocol.d.ts" */

/**
 * Whether this browser's game waits for a friend.
 * @param {Game} game
 */
export function waitsForFriend({ rights, seats, outcome }) {
  return rights.owner && outcome === null && seats.every(isPerson) && rights.claims.includes("you") && rights.claims.includes(null);
}

/**
 * Whether this browser may take a side of somebody else's game.
 * @param {Game} game
 */
export function isInvited({ rights, outcome }) {
  return outcome === null && !rights.owner && !rights.claims.includes("you") && rights.claimable.some(Boolean);
}

/**
 * Whether this browser plays against another one.
 * @param {Game} game
 */
export function playsAgainstOther({ rights: { claims } }) {
  return claims.includes("you") && claims.includes("other");
}

/**
 * Whether this browser may not ask for help now, because two people play.
 * @param {Game} game
 */
export function isHelpOff({ help, rights }) {
  return help.state === "refused" || (help.state === "agreed" && !rights.claims.includes("you"));
}

/**
 * How a player is called: by name, or else by the side.
 * @param {Game} game
 * @param {number} index
 */
export function calledName({ game, names }, index) {
  return names[index] ?? sideName(game, index ? "p2" : "p1");
}

/**
 * What the buttons do.
 * @typedef {object} TableActions
 * @property {() => void} onTakeback
 * @property {() => void} onDraw
 * @property {() => void} onResign
 * @property {() => void} onLeave
 */

/** What two players in different browsers ask each other, as words. They keep their place when the game is over. */
export class TableBar {
  /** @param {TableActions} actions */
  constructor({ onTakeback, onDraw, onResign, onLeave }) {
    this.takeback = button(null, t("table.takeback"), onTakeback);
    this.draw = button(null, t("controls.draw"), onDraw);
    this.resign = button(null, t("controls.resign"), onResign);
    this.leave = button(null, t("players.leave"), onLeave);
    this.root = el("div", { class: "table-bar", role: "group", "aria-label": t("table.title"), hidden: true }, this.takeback, this.draw, this.resign, this.leave);
  }

  /** @param {Game} game */
  show(game) {
    this.root.hidden = !playsAgainstOther(game);
    const isOver = game.outcome !== null;
    this.takeback.disabled = !game.can_undo || game.offer !== null;
    this.draw.hidden = !game.can_be_drawn;
    this.draw.disabled = isOver || game.ply === 0 || game.offer !== null;
    this.resign.disabled = isOver || game.ply === 0;
  }
}

/** Why the panels of the engine are empty while two people play, or what help they have asked for. */
export class FairPlayNote {
  /** @param {() => void} onAsk Proposes to allow help. */
  constructor(onAsk) {
    this.text = el("p", {});
    this.asked = el("ul", {});
    this.ask = button("draw", t("fair.ask"), onAsk);
    this.root = el("div", { class: "fair-play", hidden: true }, this.text, this.asked, this.ask);
  }

  /** @param {Game} game */
  show(game) {
    const { state, asked } = game.help;
    const isListed = asked.length > 0 || state === "agreed";
    this.root.hidden = state === "open" && !isListed;
    this.text.textContent = t(isHelpOff(game) && state === "refused" ? "fair.refused" : "fair.agreed");
    this.asked.hidden = !isListed;
    this.asked.replaceChildren(...(asked.length ? asked.map((one) => askedText(game, one)) : [t("fair.none")]).map((text) => el("li", {}, text)));
    this.ask.hidden = state !== "refused" || !playsAgainstOther(game);
    this.ask.disabled = game.offer !== null;
  }
}

/**
 * Who has asked for which help, and when.
 * @param {Game} game
 * @param {Game["help"]["asked"][number]} asked
 */
export function askedText(game, { by, what, ply }) {
  return t("fair.asked", { player: calledName(game, by === "p2" ? 1 : 0), what: t(`fair.what.${what}`), ply });
}
