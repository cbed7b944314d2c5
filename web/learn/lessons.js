// Lessons: short steps on the real board; moves are checked by the program.
import { connection, isLost } from "../shell/connection.js";
import { gameTitle } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { ExerciseBoard } from "./exercise-board.js";
import { language, number, t, tOr } from "../shell/i18n.js";
import { lessonTree } from "./lesson-tree.js";
import { announce, errorText, showError } from "../shell/notify.js";
import { RuleEditor } from "../rules/editor.js";
import { FactList } from "../rules/facts.js";
import { gameInfo, serverInfo } from "../shell/server-info.js";
import { loadStyles } from "../shell/styles.js";
/** @import { GameInfo, Lesson, LessonTask, PositionAt } from "../protocol.d.ts" */
/** @import { LessonNode } from "./lesson-tree.js" */
/** @import { View } from "../shell/main.js" */

/**
 * Shows a lesson at a step, counted from 1.
 * @param {HTMLElement} root
 * @param {string} name
 * @param {string} part
 * @returns {Promise<View>}
 */
export async function showLesson(root, name, part) {
  const [{ lessons }] = await Promise.all([serverInfo(), loadStyles("learn/learn.css")]);
  const known = lessons.includes(name) ? name : lessons[0];
  const tabs = el("nav", { class: "tabs", "aria-label": t("lesson.title") }, lessons.map((lesson) => el("a", {
    href: `#/lesson/${lesson}`, ...(lesson === known ? { "aria-current": "page" } : {}),
  }, lessonTitle(lesson))));
  const title = t("lesson.title_of", { title: lessonTitle(known) });
  try {
    const lesson = await connection.request("lesson", { name: known, language: language() });
    return new LessonView(root, tabs, known, lesson, await gameInfo(lesson.game), Number(part) - 1, title);
  } catch (error) {
    if (isLost(error)) throw error;
    root.replaceChildren(el("div", { class: "article" }, tabs, el("h1", {}, title),
      el("p", { class: "notice", role: "alert" }, errorText(error))));
    return { title, shortcuts: {}, end() {} };
  }
}

/** @param {string} name */
function lessonTitle(name) {
  return tOr(`lesson.name.${name}`, gameTitle(name));
}

class LessonView {
  #place = 0;
  #isDone = false;
  /** @type {PositionAt | null} The position of the step. */
  #start = null;

  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} tabs
   * @param {string} name
   * @param {Lesson} lesson
   * @param {GameInfo} info
   * @param {number} place
   * @param {string} title
   */
  constructor(root, tabs, name, lesson, info, place, title) {
    this.name = name;
    this.lesson = lesson;
    this.info = info;
    this.title = title;
    this.heading = el("h1", { class: "task" });
    this.text = el("p", { class: "lesson-text", "aria-live": "polite" });
    this.body = el("div", {});
    this.told = el("p", { class: "told-result", role: "status" });
    this.backButton = button("previous", t("lesson.back"), () => this.#open(this.#place - 1));
    this.nextButton = button("next", t("lesson.next"), () => this.#next(), { class: "primary" });
    this.boardRoot = el("div", { class: "board-root" });
    this.treeRoot = el("div", { hidden: true });
    root.replaceChildren(el("div", { class: "exercise lesson", "data-game": info.name },
      tabs,
      el("div", { class: "exercise-board" }, this.boardRoot, this.treeRoot),
      el("section", { class: "exercise-side", "aria-label": title },
        this.heading, this.text, this.body, this.told, el("div", { class: "row" }, this.backButton, this.nextButton))));
    this.board = new ExerciseBoard(this.boardRoot, info, { onMove: (mv) => this.#move(mv) });
    this.shortcuts = { ...this.board.shortcuts, n: () => this.#next(), z: () => this.#open(this.#place) };
    this.#open(Number.isInteger(place) ? place : 0);
  }

  get #step() {
    return this.lesson.steps[this.#place];
  }

  /** @param {number} place */
  async #open(place) {
    this.#place = Math.max(0, Math.min(this.lesson.steps.length - 1, place));
    this.#isDone = false;
    const { text, position, tree, task } = this.#step;
    history.replaceState(null, "", `#/lesson/${this.name}/${this.#place + 1}`);
    this.heading.textContent = t("lesson.step", { title: this.title, step: number(this.#place + 1), of: number(this.lesson.steps.length) });
    this.text.textContent = text;
    this.body.replaceChildren(...this.#controls(task));
    this.backButton.disabled = this.#place === 0;
    this.#tell("", "");
    this.boardRoot.hidden = Boolean(tree);
    this.treeRoot.hidden = !tree;
    if (tree) this.treeRoot.replaceChildren(lessonTree(/** @type {LessonNode} */ (tree)));
    if (task.kind === "read") this.#isDone = true;
    if (!position) return;
    try {
      this.#start = await connection.request("board", { game: this.info.name, position });
      const isOpen = task.kind === "move" || task.kind === "end";
      this.board.show(this.#start, { isOpen, animate: false });
    } catch (error) {
      showError(error, this.info.name);
    }
  }

  /**
   * What a task needs beside the board.
   * @param {LessonTask} task
   */
  #controls(task) {
    if (task.kind === "answer") {
      return [el("div", { class: "options" }, task.options.map((option, index) =>
        button(null, option, () => this.#judge(index === task.right))))];
    }
    if (task.kind === "open") return [button("tree", t("lesson.open_game"), () => this.#openGame())];
    if (task.kind === "rules") return this.#rules(task);
    return [];
  }

  /** @param {{ source: string, lines: number }} task */
  #rules({ source, lines }) {
    const at = () => ({ position: this.#step.position, to_move: this.#start?.to_move });
    const editor = new RuleEditor(this.info.name, at);
    editor.fill(editor.name, source);
    const facts = new FactList(this.info.name);
    facts.show(this.#step.position ?? "startpos");
    const evaluate = async () => {
      const explained = await editor.check();
      this.#judge(explained !== null && explained.lines.length >= lines);
    };
    return [editor.root, button("check", t("lesson.evaluate"), evaluate), facts.root];
  }

  async #openGame() {
    try {
      const { game } = await connection.request("create", { game: this.info.name, settings: { position: this.#step.position ?? "startpos" } });
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      showError(error, this.info.name);
    }
  }

  /** @param {string} mv */
  async #move(mv) {
    const { task } = this.#step;
    const position = this.#step.position ?? "startpos";
    if (this.#isDone) return false;
    try {
      const after = await connection.request("board", { game: this.info.name, position, moves: [mv] });
      this.board.show(after, { isOpen: false });
      const isRight = isDone(task, mv, after, this.#start);
      this.#judge(isRight);
      if (isRight || !this.#start || !(await this.board.play([this.#start]))) return true;
      this.board.show(this.#start);
      return true;
    } catch (error) {
      showError(error, this.info.name);
      return false;
    }
  }

  /** @param {boolean} isRight */
  #judge(isRight) {
    this.#isDone ||= isRight;
    const isLast = this.#place === this.lesson.steps.length - 1;
    this.#tell(isRight ? "right" : "wrong", t(!isRight ? "lesson.wrong" : isLast ? "lesson.end" : "lesson.right"));
    if (isRight && this.#step.task.kind !== "rules") this.nextButton.focus();
  }

  #next() {
    if (this.#place < this.lesson.steps.length - 1) this.#open(this.#place + 1);
    else location.hash = this.info.name === this.name && this.info.puzzles ? `#/puzzles/${this.name}` : "#/";
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

  /** Ends the view. */
  end() {
    this.board.end();
  }
}

/**
 * Whether a legal move does what a step asks for.
 * @param {LessonTask} task
 * @param {string} mv
 * @param {PositionAt} after
 * @param {PositionAt | null} before
 */
function isDone(task, mv, after, before) {
  if (task.kind === "end") return after.outcome !== null && after.outcome === before?.to_move;
  if (task.kind !== "move") return false;
  if (task.form) return new RegExp(task.form).test(mv);
  return task.right?.includes(mv) ?? true;
}
