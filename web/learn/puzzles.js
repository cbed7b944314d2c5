// Puzzles: positions with one solution, by game, theme and rating, on the real board.
import { reasons } from "../analysis/explanation.js";
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

/** The themes, from the simplest. */
const THEMES = ["win_now", "stop_win", "fork", "attack", "quiet", "endgame"];

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
    this.progress = new PuzzleProgress(info.name, puzzles[0].rating);
    this.names = puzzleNames(puzzles);
    const themes = THEMES.filter((theme) => puzzles.some((puzzle) => puzzle.theme === theme));
    this.theme = dropdown([["", `${t("library.all")} (${number(puzzles.length)})`], ...themes.map((theme) => /** @type {const} */ ([
      theme, `${t(`puzzle.theme.${theme}`)} (${number(puzzles.filter((puzzle) => puzzle.theme === theme).length)})`]))], "", {
      name: "theme", onchange: () => this.#next(),
    });
    this.about = el("p", { class: "muted puzzle-about" });
    this.name = el("p", { class: "muted" });
    this.task = el("h1", { class: "task", "aria-live": "polite" });
    this.told = el("p", { class: "told-result", role: "status" });
    this.why = el("div", { class: "why" });
    this.people = el("p", { class: "muted" });
    this.count = el("p", { class: "muted puzzle-progress" });
    this.choice = el("select", { onchange: () => this.#open(Number(this.choice.value)) });
    this.hintButton = button("hint", t("controls.hint"), () => this.#hint());
    this.againButton = button("undo", t("puzzle.again"), () => this.#open(this.#current));
    this.nextButton = button("next", t("puzzle.next"), () => this.#next());
    const boardRoot = el("div", { class: "board-root" });
    root.replaceChildren(el("div", { class: "exercise", "data-game": info.name },
      tabs,
      el("div", { class: "exercise-board" }, boardRoot),
      el("section", { class: "exercise-side", "aria-label": title },
        this.name, this.task, this.told, this.why,
        el("div", { class: "row" }, this.hintButton, this.againButton, this.nextButton),
        el("div", { class: "row" }, field(t("puzzle.theme"), this.theme, { hidden: themes.length < 2 }), field(t("puzzle.choose"), this.choice)),
        this.about, this.people, this.count,
        el("p", {}, el("a", { href: `#/lesson/${info.name}` }, t("puzzle.to_lesson"))))));
    this.board = new ExerciseBoard(boardRoot, info, { onMove: (mv) => this.#try(mv) });
    this.shortcuts = { ...this.board.shortcuts, h: () => this.#hint(), n: () => this.#next(), z: () => this.#open(this.#current) };
    const named = puzzles.findIndex((puzzle) => puzzle.id === id);
    this.#open(named >= 0 ? named : Math.max(0, this.#fitting()));
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
    this.name.textContent = t("puzzle.rated", { name: this.names[place], rating: number(puzzle.rating) });
    this.people.textContent = puzzle.tried.people ? t("puzzle.people", { people: number(puzzle.tried.people), solved: number(puzzle.tried.solved) }) : "";
    this.task.textContent = taskText(this.info.name, puzzle);
    this.nextButton.classList.remove("primary");
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
    this.progress.solve(this.puzzles[this.#current], this.#counts);
    this.nextButton.classList.add("primary");
    this.#tell("right", t("puzzle.solved"));
    playSound("win");
    this.#showProgress();
    this.nextButton.focus();
  }

  /** @param {PuzzleAttempt} attempt */
  async #wrong({ line, loses, explanation }) {
    const puzzle = this.puzzles[this.#current];
    const { side } = puzzle;
    this.progress.fail(puzzle, this.#counts);
    this.#counts = false;
    const args = { side: sideName(this.info.name, side === "p1" ? "p2" : "p1") };
    this.#tell("wrong", t(loses ? "puzzle.loses" : "puzzle.parried", args));
    this.why.replaceChildren(reasons(this.info.name, explanation, (cells) => this.board.pointOut(cells)) ?? "");
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
    const fitting = this.#fitting();
    const after = this.puzzles.findIndex((puzzle, place) => place > this.#current && this.#isWanted(puzzle));
    this.#open(fitting >= 0 ? fitting : after >= 0 ? after : this.puzzles.findIndex((puzzle) => this.#isWanted(puzzle)));
  }

  /** @param {PuzzleSummary} puzzle Whether a puzzle has the chosen theme. */
  #isWanted({ theme }) {
    return this.theme.value === "" || theme === this.theme.value;
  }

  /** The unsolved puzzle of the theme that is nearest to one's own rating, other than the current one; -1 if there is none. */
  #fitting() {
    const distance = (/** @type {number} */ place) => Math.abs(this.puzzles[place].rating - this.progress.rating);
    const places = [...this.puzzles.keys()].filter((place) => place !== this.#opened && this.#isWanted(this.puzzles[place]) && !this.progress.has(this.puzzles[place].id));
    return places.reduce((best, place) => (best < 0 || distance(place) < distance(best) ? place : best), -1);
  }

  /** The place of the puzzle that is shown; -1 before the first. */
  get #opened() {
    return this.#openings ? this.#current : -1;
  }

  /**
   * @param {"" | "right" | "wrong"} kind
   * @param {string} text
   */
  #tell(kind, text) {
    this.told.className = `told-result ${kind}`;
    this.told.textContent = text;
    this.why.replaceChildren();
    if (text) announce(text);
  }

  #showProgress() {
    const solved = this.puzzles.filter(({ id }) => this.progress.has(id)).length;
    this.count.textContent = t("puzzle.progress", {
      solved: number(solved), all: number(this.puzzles.length), streak: number(this.progress.streak), best: number(this.progress.best),
      rating: number(this.progress.rating),
    });
    const about = this.theme.value;
    this.about.textContent = about && t(`puzzle.about.${about}`);
    const options = this.puzzles.flatMap((puzzle, place) => (this.#isWanted(puzzle) || place === this.#current ? [/** @type {const} */ ([
      place, `${this.names[place]}: ${goalText(puzzle)}${this.progress.has(puzzle.id) ? " ✓" : ""}`])] : []));
    this.choice.replaceChildren(...dropdown(options, null).children);
    this.choice.value = String(this.#current);
  }

  /** Ends the view. */
  end() {
    this.board.end();
  }
}

/**
 * The names of puzzles: the theme, and a number among those of the theme, the easiest first.
 * @param {PuzzleSummary[]} puzzles
 */
function puzzleNames(puzzles) {
  /** @type {Record<string, number>} */
  const counts = {};
  return puzzles.map(({ theme }) => {
    const name = theme ? t(`puzzle.theme.${theme}`) : t("puzzle.choose");
    counts[name] = (counts[name] ?? 0) + 1;
    return `${name} ${number(counts[name])}`;
  });
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
