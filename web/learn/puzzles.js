// Puzzles: positions with one solution, by game and difficulty, on the real board.
import { connection } from "../shell/connection.js";
import { gameTitle, sideName } from "../shell/display-names.js";
import { button, dropdown, el, field } from "../shell/elements.js";
import { ExerciseBoard } from "./exercise-board.js";
import { number, t } from "../shell/i18n.js";
import { announce, errorText, showError } from "../shell/notify.js";
import { PuzzleProgress } from "./puzzle-progress.js";
import { serverInfo } from "../shell/server-info.js";
import { loadStyles } from "../shell/styles.js";
import { playSound } from "../shell/sounds.js";
/** @import { GameInfo, PuzzleAttempt, PuzzleSummary } from "../protocol.d.ts" */
/** @import { View } from "../shell/main.js" */

/**
 * Shows the puzzles of a game: the named one, or the first that is not solved.
 * @param {HTMLElement} root
 * @param {string} name
 * @param {string} id
 * @returns {Promise<View>}
 */
export async function showPuzzles(root, name, id) {
  const [{ games }] = await Promise.all([serverInfo(), loadStyles("learn/learn.css")]);
  const having = games.filter((game) => game.puzzles);
  const info = having.find((game) => game.name === name) ?? having[0] ?? games[0];
  const title = t("puzzle.title_of", { title: gameTitle(info.name, info.title) });
  const tabs = el("nav", { class: "tabs", "aria-label": t("puzzle.title") }, having.map((game) => tab(game, info)));
  try {
    const { puzzles } = await connection.request("puzzles", { game: info.name });
    return new PuzzleView(root, tabs, info, puzzles, id, title);
  } catch (error) {
    root.replaceChildren(el("div", { class: "article" }, tabs, el("h1", {}, title),
      el("p", { class: "notice", role: "alert" }, errorText(error, info.name))));
    return { title, shortcuts: {}, end() {} };
  }
}

/**
 * @param {GameInfo} game
 * @param {GameInfo} shown
 */
function tab(game, shown) {
  const current = game.name === shown.name ? { "aria-current": "page" } : {};
  return el("a", { href: `#/puzzles/${game.name}`, ...current }, gameTitle(game.name, game.title));
}

class PuzzleView {
  /** @type {string[]} The moves of both sides so far. */
  #moves = [];
  #isBusy = false;
  /** Counts the openings, to recognize answers that come too late. */
  #openings = 0;
  /** How many hints were given for this move. */
  #hints = 0;
  /** Whether the puzzle counts for the streak: only the first try without hints does. */
  #counts = true;
  #current = 0;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} tabs
   * @param {GameInfo} info
   * @param {PuzzleSummary[]} puzzles
   * @param {string} id
   * @param {string} title
   */
  constructor(root, tabs, info, puzzles, id, title) {
    this.info = info;
    this.puzzles = puzzles;
    this.title = title;
    this.progress = new PuzzleProgress(info.name);
    this.task = el("h1", { class: "task", "aria-live": "polite" });
    this.told = el("p", { class: "told-result", role: "status" });
    this.count = el("p", { class: "muted" });
    this.choice = el("select", { onchange: () => this.#open(Number(this.choice.value)) });
    this.hintButton = button("hint", t("controls.hint"), () => this.#hint());
    this.againButton = button("undo", t("puzzle.again"), () => this.#open(this.#current));
    this.nextButton = button("next", t("puzzle.next"), () => this.#next(), { class: "primary" });
    const boardRoot = el("div", { class: "board-root" });
    root.replaceChildren(el("div", { class: "exercise", "data-game": info.name },
      tabs,
      el("div", { class: "exercise-board" }, boardRoot),
      el("section", { class: "exercise-side", "aria-label": title },
        this.task, this.told,
        el("div", { class: "row" }, this.hintButton, this.againButton, this.nextButton),
        field(t("puzzle.choose"), this.choice), this.count,
        el("p", {}, el("a", { href: `#/lesson/${info.name}` }, t("puzzle.to_lesson"))))));
    this.board = new ExerciseBoard(boardRoot, info, { onMove: (mv) => this.#try(mv) });
    this.shortcuts = { ...this.board.shortcuts, h: () => this.#hint(), n: () => this.#next(), z: () => this.#open(this.#current) };
    const named = puzzles.findIndex((puzzle) => puzzle.id === id);
    const unsolved = puzzles.findIndex((puzzle) => !this.progress.has(puzzle.id));
    this.#open(named >= 0 ? named : Math.max(0, unsolved));
  }

  /** @param {number} place */
  async #open(place) {
    const puzzle = this.puzzles[place];
    if (!puzzle) return;
    this.#current = place;
    this.#openings += 1;
    this.#isBusy = false;
    this.#counts = !this.progress.has(puzzle.id);
    this.#moves = [];
    this.#hints = 0;
    history.replaceState(null, "", `#/puzzles/${this.info.name}/${puzzle.id}`);
    this.task.textContent = taskText(this.info.name, puzzle);
    this.#tell("", "");
    this.#showProgress();
    await this.#ask({}, (attempt) => this.board.show(attempt.board, { animate: false }));
  }

  /**
   * Asks the program, and shows what it says; resolves to whether it has answered.
   * @param {{ moves?: string[], hint?: boolean }} args
   * @param {(attempt: PuzzleAttempt) => void | Promise<void>} show
   */
  async #ask(args, show) {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    const opening = this.#openings;
    const { id } = this.puzzles[this.#current];
    try {
      const attempt = await connection.request("puzzle_try", { game: this.info.name, puzzle: id, ...args });
      if (opening !== this.#openings) return false;
      this.#isBusy = false;
      await show(attempt);
      return true;
    } catch (error) {
      this.#isBusy = false;
      showError(error, this.info.name);
      return false;
    }
  }

  /** @param {string} mv */
  #try(mv) {
    const moves = [...this.#moves, mv];
    return this.#ask({ moves }, async (attempt) => {
      this.board.show(attempt.board, { isOpen: false });
      this.#hints = 0;
      if (attempt.verdict === "wrong") await this.#wrong(attempt);
      else await this.#right(attempt);
    });
  }

  /** @param {PuzzleAttempt} attempt */
  async #right({ verdict, line }) {
    const isSolved = verdict === "solved";
    if (isSolved) this.#solved();
    else this.#tell("right", t("lesson.right"));
    if (!(await this.board.play(line)) || isSolved) return;
    const [reply] = line;
    if (!reply) return;
    this.#moves = reply.after;
    this.board.show(reply);
  }

  #solved() {
    const { id } = this.puzzles[this.#current];
    this.progress.solve(id, this.#counts);
    this.#tell("right", t("puzzle.solved"));
    playSound("win");
    this.#showProgress();
    this.nextButton.focus();
  }

  /** @param {PuzzleAttempt} attempt */
  async #wrong({ line, loses }) {
    const { id, side } = this.puzzles[this.#current];
    this.progress.fail(id, this.#counts);
    this.#counts = false;
    const args = { side: sideName(this.info.name, side === "p1" ? "p2" : "p1") };
    this.#tell("wrong", t(loses ? "puzzle.loses" : "puzzle.parried", args));
    this.#showProgress();
    await this.board.play(line);
  }

  async #hint() {
    await this.#ask({ moves: this.#moves, hint: true }, ({ board, hint }) => {
      this.#counts = false;
      this.board.show(board, { animate: false });
      const path = hint ?? [];
      // The first hint shows where the move begins, the second all of it.
      this.#hints += 1;
      this.board.hint(this.#hints > 1 ? path : path.slice(0, 1));
      this.#tell("", t(this.#hints > 1 ? "puzzle.hint_move" : "puzzle.hint_first"));
    });
  }

  #next() {
    const after = this.puzzles.findIndex((puzzle, place) => place > this.#current && !this.progress.has(puzzle.id));
    this.#open(after >= 0 ? after : (this.#current + 1) % this.puzzles.length);
  }

  /**
   * @param {"" | "right" | "wrong"} kind
   * @param {string} text
   */
  #tell(kind, text) {
    this.told.className = `told-result ${kind}`;
    this.told.textContent = text;
    if (text) announce(text);
  }

  #showProgress() {
    const solved = this.puzzles.filter(({ id }) => this.progress.has(id)).length;
    this.count.textContent = t("puzzle.progress", {
      solved: number(solved), all: number(this.puzzles.length), streak: number(this.progress.streak), best: number(this.progress.best),
    });
    const options = this.puzzles.map((puzzle, place) => /** @type {const} */ ([
      place, `${place + 1}. ${goalText(puzzle)}${this.progress.has(puzzle.id) ? " ✓" : ""}`]));
    this.choice.replaceChildren(...dropdown(options, null).children);
    this.choice.value = String(this.#current);
  }

  /** Ends the view. */
  end() {
    this.board.end();
  }
}

/** @param {PuzzleSummary} puzzle */
function goalText({ goal, moves }) {
  return t(`puzzle.goal.${goal}`, { moves: number(moves ?? 0) });
}

/**
 * What is asked, such as "Red to move: win in 2".
 * @param {string} game
 * @param {PuzzleSummary} puzzle
 */
function taskText(game, puzzle) {
  return t("puzzle.task", { side: sideName(game, puzzle.side), goal: goalText(puzzle) });
}
