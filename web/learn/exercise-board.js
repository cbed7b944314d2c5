// A board for exercises: positions that the program checks, without a game that is stored.
import { Board } from "../boards/board.js";
import { connection } from "../shell/connection.js";
import { t } from "../shell/i18n.js";
import { announce, errorText } from "../shell/notify.js";
/** @import { Game, GameInfo, PositionAt } from "../protocol.d.ts" */

/** How long each position of a line is shown, in milliseconds. */
const LINE_PAUSE = 1100;

/** Shows positions of an exercise, and lets moves be selected while it is open. */
export class ExerciseBoard {
  /** @type {Board | null} */
  #board = null;
  /** @type {PositionAt | null} */
  #at = null;
  /** Counts what is shown, so that a line ends when something else is shown. */
  #shown = 0;

  /**
   * @param {HTMLElement} root
   * @param {GameInfo} info
   * @param {object} options
   * @param {(mv: string) => Promise<boolean>} options.onMove Takes a legal move; resolves to whether it stands.
   */
  constructor(root, info, { onMove }) {
    this.root = root;
    this.info = info;
    this.onMove = onMove;
    /** The position from which the moves of the exercise are made. */
    this.start = "startpos";
  }

  /**
   * Shows a position; with `isOpen` a move can be made.
   * @param {PositionAt} at
   * @param {{ isOpen?: boolean, animate?: boolean }} [options]
   */
  show(at, { isOpen = true, animate = true } = {}) {
    this.#shown += 1;
    this.#at = at;
    const game = this.#game(at, isOpen);
    if (this.#board) return this.#board.show(game, { animate });
    this.#board = new Board(this.root, {
      game, onMove: (mv) => this.onMove(mv), onAnnounce: announce, onRefuse: (path) => this.#refuse(path), onSelect: () => {},
    });
    this.root.parentElement?.after(this.#board.zoom.buttons);
  }

  /**
   * Shows positions one after the other; resolves to false if something else was shown meanwhile.
   * @param {PositionAt[]} line
   */
  async play(line) {
    for (const at of line) {
      const shown = this.#shown;
      await new Promise((resolve) => setTimeout(resolve, LINE_PAUSE));
      if (shown !== this.#shown) return false;
      this.show(at, { isOpen: false });
    }
    return true;
  }

  /** @param {string[]} path Shows a move as a hint. */
  hint(path) {
    this.#board?.hint(path);
  }

  /** @param {string[]} ids Marks the elements that a text beside the board is about. */
  pointOut(ids) {
    this.#board?.pointOut(ids);
  }

  /** Shortcuts of the board: arrow keys where a move is one step, and Escape. */
  get shortcuts() {
    /** @param {string} key */
    const walk = (key) => () => {
      const canWalk = this.#at?.phases[0] === "go" && this.#at.moves.length > 0;
      return canWalk && this.#board?.walk(key);
    };
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    return { ...Object.fromEntries(arrows.map((key) => [key, walk(key)])), Escape: () => this.#board?.cancel() };
  }

  /** Gives the focus to the board. */
  focus() {
    this.#board?.focus();
  }

  /** Removes the board. */
  end() {
    this.#shown += 1;
    this.#board?.destroy();
    this.#board = null;
  }

  /**
   * The position as a game, which is what boards show.
   * @param {PositionAt} at
   * @param {boolean} isOpen
   * @returns {Game}
   */
  #game(at, isOpen) {
    const { name, title, sides, hides } = this.info;
    const { ply, after, by, position, to_move, outcome, ending, scene, phases, last, last_phases } = at;
    const moves = isOpen ? at.moves : [];
    const known = {
      id: "", game: name, title, sides, hides, ply, line: after, by, position, to_move, outcome, ending, scene, phases, last, last_phases, moves,
      seats: ["person", "person"], rights: { moves: [true, true] }, viewer: null, running: false, thinking: false,
    };
    return /** @type {Game} */ (/** @type {unknown} */ (known));
  }

  /** @param {string[]} path */
  async #refuse(path) {
    const at = this.#at;
    if (!at?.moves.length) return t("exercise.illegal");
    try {
      const { reason } = await connection.request("reason", { game: this.info.name, position: at.position ?? "", path });
      return reason ? errorText(reason, this.info.name) : t("exercise.illegal");
    } catch (error) {
      return errorText(error, this.info.name);
    }
  }
}
