// Calling computers in and out of a game, and making them stronger or weaker.
import { playerName, sideName } from "../shell/display-names.js";
import { t } from "../shell/i18n.js";
import { toast } from "../shell/notify.js";
import { opponentOf } from "../shell/server-info.js";
import { adjustStrength, isPerson } from "./player-spec.js";
/** @import { Game, Side } from "../protocol.d.ts" */
/** @import { GameStore } from "./state.js" */

/**
 * What changes the game; each resolves to whether that was accepted.
 * @typedef {object} ComputerActions
 * @property {(side: Side, seat: string) => Promise<boolean>} seat
 * @property {() => Promise<boolean>} resume
 */

/** @type {[Side, Side]} */
const SIDES = ["p1", "p2"];

/**
 * The computer of each side, to call it in again: the one that plays it, or else the one that did.
 * @param {string[]} before
 * @param {Game} game
 */
export function knownComputers(before, game) {
  return game.seats.map((spec, index) => (isPerson(spec) ? before[index] ?? opponentOf(game.game) : spec));
}

/** The computers of a game, those that play and those that would be called in. */
export class ComputerPlayers {
  /**
   * @param {GameStore} store
   * @param {ComputerActions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
  }

  /** Gives the computer's side to a person, or without a computer the side not to move to one. */
  async toggle() {
    const { computers, game: { seats, to_move: toMove, running } } = this.store.state;
    const computer = seats.findIndex((spec) => !isPerson(spec));
    const index = computer >= 0 ? computer : toMove === "p2" ? 0 : 1;
    const spec = computer >= 0 ? "person" : computers[index];
    if (!(await this.#seat(index, spec))) return;
    this.#announce("strength.plays", index, spec);
    // A pause of earlier computers, which cannot be seen without them, does not hold for this one.
    if (computer < 0 && !running) await this.actions.resume();
  }

  /**
   * Makes the computers stronger or weaker: those that play, or else those that would be called in.
   * @param {number} by
   */
  async strengthen(by) {
    const { seats } = this.store.state.game;
    const playing = [0, 1].filter((index) => !isPerson(seats[index]));
    let hasChanged = false;
    for (const index of playing.length ? playing : [0, 1]) {
      const { computers } = this.store.state;
      const spec = adjustStrength(computers[index], by);
      if (!spec) continue;
      hasChanged = true;
      this.store.set({ computers: computers.with(index, spec) });
      if (!playing.length) this.#announce("strength.would_play", index, spec);
      else if (await this.#seat(index, spec)) this.#announce("strength.plays", index, spec);
    }
    if (!hasChanged) toast(t("strength.fixed"));
  }

  /**
   * @param {number} index
   * @param {string} spec
   */
  async #seat(index, spec) {
    this.store.set({ seatChanges: this.store.state.seatChanges + 1 });
    const isSet = await this.actions.seat(SIDES[index], spec);
    this.store.set({ seatChanges: this.store.state.seatChanges - 1 });
    return isSet;
  }

  /**
   * @param {"strength.plays" | "strength.would_play"} key
   * @param {number} index
   * @param {string} spec
   */
  #announce(key, index, spec) {
    toast(t(key, { side: sideName(this.store.state.game.game, SIDES[index]), player: playerName(spec) }));
  }
}
