// The keys of a game.
import { openNewGame } from "./new-game.js";
import { isPerson } from "./player-spec.js";
/** @import { Board } from "../boards/board.js" */
/** @import { ComputerPlayers } from "./computer-players.js" */
/** @import { Controls } from "./controls.js" */
/** @import { GameStore } from "./state.js" */
/** @import { Shortcuts } from "../shell/shortcuts.js" */
/** @import { Viewing } from "./viewing.js" */

/** @typedef {{ store: GameStore, board: Board, viewing: Viewing, controls: Controls, computers: ComputerPlayers, toggleDrawing: () => void }} KeyTargets What keys act on. */

/**
 * What each key does.
 * @param {KeyTargets} view
 * @returns {Shortcuts}
 */
export function gameShortcuts(view) {
  const { actions } = view.controls;
  /** @param {string} key */
  const walk = (key) => walks(view) && view.board.walk(key);
  return {
    d: () => view.toggleDrawing(), z: actions.undo, y: actions.redo, h: actions.hint, f: actions.flip,
    ArrowLeft: () => walk("ArrowLeft") || actions.previous(), ArrowRight: () => walk("ArrowRight") || actions.next(),
    ArrowUp: () => walk("ArrowUp"), ArrowDown: () => walk("ArrowDown"), ",": actions.previous, ".": actions.next, Home: actions.first, End: actions.last,
    " ": () => view.store.state.game.seats.every(isPerson) || actions.run(),
    a: () => view.computers.toggle(),
    "+": () => view.computers.strengthen(1), "=": () => view.computers.strengthen(1), "-": () => view.computers.strengthen(-1),
    n: () => openNewGame(view.store.state.game.game),
    Escape: () => view.board.cancel() || view.viewing.follow(),
  };
}

/**
 * Whether arrow keys make moves: where a move is one step of the only piece of a side.
 * @param {Pick<KeyTargets, "store">} view
 */
export function walks({ store: { state: { game, at } } }) {
  return !at && game.phases[0] === "go" && game.moves.length > 0;
}
