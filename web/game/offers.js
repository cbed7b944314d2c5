// What players offer each other: a draw, or taking back a move.
import { sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { ownSide } from "./instruction.js";
/** @import { Game } from "../protocol.d.ts" */

/** The offer that waits for an answer, with its buttons. */
export class OfferBar {
  /** @param {(accept: boolean) => void} onAnswer */
  constructor(onAnswer) {
    this.text = el("span", { role: "status" });
    this.accept = button("check", t("offer.accept"), () => onAnswer(true), { class: "primary" });
    this.decline = button("close", t("offer.decline"), () => onAnswer(false));
    this.withdraw = button("close", t("offer.withdraw"), () => onAnswer(false));
    this.root = el("div", { class: "offer", hidden: true }, this.text, this.accept, this.decline, this.withdraw);
  }

  /**
   * Shows the offer of a game, if there is one.
   * @param {Game} game
   */
  show(game) {
    const { offer } = game;
    this.root.hidden = !offer;
    if (!offer) return;
    const isOwn = ownSide(game) === offer.by;
    this.text.textContent = t(isOwn ? `offer.own.${offer.what}` : `offer.${offer.what}`, { side: sideName(game.game, offer.by) });
    this.accept.hidden = this.decline.hidden = isOwn || !game.rights.moves.some(Boolean);
    this.withdraw.hidden = !isOwn;
  }
}
