// The panels of the two players: who plays, whose turn it is, clocks, search progress and counts.
import { ClockFace } from "./clock.js";
import { outcomeText, personName, compactNumber, noteText, sideName, statisticsText } from "../shell/display-names.js";
import { button, el, icon, relabel } from "../shell/elements.js";
import { number, t, tOr } from "../shell/i18n.js";
import { isPerson } from "./player-spec.js";
import { playsAgainstOther, waitsForFriend } from "./table.js";
/** @import { Count, Game, Rights, Side } from "../protocol.d.ts" */
/** @import { GameState } from "./state.js" */

/**
 * What the buttons of the panels do.
 * @typedef {object} PlayerActions
 * @property {(side: Side) => void} onChange
 * @property {(side: Side) => void} onClaim
 * @property {(side: Side) => void} onRelease
 * @property {() => void} onInvite
 */

/** The panels of both players. */
export class PlayerPanels {
  /** @param {PlayerActions} actions */
  constructor(actions) {
    this.panels = [new PlayerPanel("p1", actions), new PlayerPanel("p2", actions)];
    this.root = el("section", { class: "players", "aria-label": t("players.title") }, this.panels.map((panel) => panel.root));
  }

  /**
   * Shows who plays, and whose turn it is.
   * @param {GameState} state
   */
  show(state) {
    this.panels.forEach((panel) => panel.show(state));
  }

  /**
   * Shows how far the search of a computer has got.
   * @param {GameState} state
   */
  showProgress(state) {
    this.panels.forEach((panel) => panel.showTurn(state));
  }

  /** Stops the clocks. */
  end() {
    this.panels.forEach((panel) => panel.clock.end());
  }
}

class PlayerPanel {
  /**
   * @param {Side} side
   * @param {PlayerActions} actions
   */
  constructor(side, { onChange, onClaim, onRelease, onInvite }) {
    this.side = side;
    this.index = side === "p1" ? 0 : 1;
    this.name = el("h2", {});
    this.presence = el("span", { class: "presence" });
    this.player = el("p", { class: "player-name" });
    this.turn = el("p", { class: "turn" });
    this.counts = el("p", { class: "counts" });
    this.note = el("p", { class: "note muted" });
    this.clock = new ClockFace(this.index);
    this.claim = button(null, t("players.claim"), () => onClaim(side));
    this.release = button(null, "", () => onRelease(side));
    this.invite = button("share", t("invite.title"), onInvite);
    this.claims = el("p", { class: "claims" }, this.invite, this.claim, this.release);
    this.change = button("edit", "", () => onChange(side), { iconOnly: true, class: "subtle" });
    /** The same in the menu, for screens on which the panel has no room for the button. */
    this.changeItem = button("edit", "", () => onChange(side), { class: "change-item" });
    this.root = el("div", { class: `panel player ${side}` },
      el("span", { class: "disc", "aria-hidden": "true" }),
      el("div", { class: "details" }, this.name, el("div", { class: "who" }, this.player, this.presence), this.counts, el("div", { class: "foot" }, this.turn, this.clock.root), this.note, this.claims), this.change);
  }

  /** @param {GameState} state */
  show(state) {
    const { game, since } = state;
    const spec = game.seats[this.index];
    const name = sideName(game.game, this.side);
    this.name.textContent = this.name.title = name;
    this.player.replaceChildren(icon(isPerson(spec) && !game.contest ? "person" : "chip"), ` ${playerText(game, this.index)}`);
    this.player.title = this.player.textContent ?? "";
    this.clock.show(game.clock, since, t("clock.of", { side: name }));
    this.root.classList.toggle("clocked", game.clock !== null);
    const isThere = game.presence.players[this.index];
    this.presence.hidden = game.rights.claims[this.index] !== "other";
    this.presence.classList.toggle("away", !isThere);
    this.presence.title = this.presence.textContent = t(isThere ? "players.here" : "players.away");
    this.#showRights(game);
    const label = t("players.change", { side: name });
    this.change.setAttribute("aria-label", label);
    this.change.title = label;
    relabel(this.changeItem, "edit", label);
    this.root.classList.toggle("to-move", this.#isToMove(game));
    this.root.classList.toggle("winner", game.outcome === this.side);
    const own = game.scene.counts.filter((count) => count.owner === this.side);
    this.counts.textContent = own.map((count) => countText(game.game, count)).join(" · ");
    this.#showNote(game);
    this.showTurn(state);
  }

  /** @param {Game} game */
  #isToMove(game) {
    return !game.outcome && game.to_move === this.side;
  }

  /**
   * Shows the buttons for what this browser may do.
   * @param {Game} game
   */
  #showRights(game) {
    const { rights, presence, clock } = game;
    const claim = rights.claims[this.index];
    const isOthers = claim === "other";
    this.change.hidden = this.changeItem.hidden = isOthers || (!rights.owner && claim !== "you");
    const canRelease = (claim === "you" && !playsAgainstOther(game)) || (isOthers && rights.owner && !presence.players[this.index] && !clock);
    const canInvite = claim === null && waitsForFriend(game);
    this.invite.hidden = !canInvite;
    this.claim.hidden = !rights.claimable[this.index] || canInvite;
    this.release.hidden = !canRelease;
    this.release.replaceChildren(t(isOthers ? "players.release" : "players.leave"));
    this.claims.hidden = !rights.claimable[this.index] && !canRelease;
  }

  /** @param {GameState} state */
  showTurn({ game, progress }) {
    const isToMove = this.#isToMove(game);
    const isThinking = isToMove && game.thinking;
    this.root.classList.toggle("thinking", isThinking);
    if (game.outcome === this.side) this.turn.textContent = outcomeText(game.game, game.outcome);
    else if (isThinking && progress?.nodes) this.turn.textContent = t("players.search", { depth: progress.depth, nodes: compactNumber(progress.nodes) });
    else if (isThinking) this.turn.textContent = t("players.thinking");
    else this.turn.textContent = isToMove ? t("players.to_move") : "";
  }

  /** @param {Game} game */
  #showNote(game) {
    const statistics = game.outcome ? statisticsText(game.tallies[this.index]) : "";
    const hasNote = !this.#isToMove(game) && !isPerson(game.seats[this.index]);
    this.note.textContent = statistics || (hasNote && game.thought ? noteText(game.thought) : "");
  }
}

/**
 * Who plays a side. A panel has no room to say of this browser's person without a name more than "You".
 * @param {Game} game
 * @param {number} index
 */
export function playerText({ rights, names, seats, ...game }, index) {
  const isNameless = names[index] === null && isPerson(seats[index]) && rights.claims[index] === "you" && !rights.deserted[index];
  return isNameless ? t("players.yourself") : `${personName({ names, seats, ...game }, index)}${claimText(rights, index)}`;
}

/**
 * Whether this browser plays a side, and whether the owner has freed it.
 * @param {Pick<Rights, "claims" | "deserted">} rights
 * @param {number} index
 */
export function claimText({ claims, deserted }, index) {
  const texts = [claims[index] === "you" && t("players.you"), deserted[index] && t("players.freed")].filter(Boolean);
  return texts.length ? ` (${texts.join(", ")})` : "";
}

/**
 * The counts that belong to neither side, in one line.
 * @param {Game} game
 */
export function sharedCounts(game) {
  return game.scene.counts.filter((count) => !count.owner).map((count) => countText(game.game, count)).join(" · ");
}

/**
 * @param {string} game
 * @param {Count} count
 */
function countText(game, { label, count, of }) {
  const name = tOr(`count.${label}`, tOr(`count.${game}.${label}`, label));
  const value = of === null ? number(count) : t("count.of", { count: number(count), of: number(of) });
  return `${name}: ${value}`;
}
