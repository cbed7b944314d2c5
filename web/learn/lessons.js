// Lessons: short steps on the real board. The program judges what is tried.
import { reasons } from "../analysis/explanation.js";
import { connection, isLost } from "../shell/connection.js";
import { gameTitle, sideName } from "../shell/display-names.js";
import { button, el, field } from "../shell/elements.js";
import { ExerciseBoard } from "./exercise-board.js";
import { language, number, t, tOr } from "../shell/i18n.js";
import { doneSteps, markDone } from "./lesson-progress.js";
import { lessonTree } from "./lesson-tree.js";
import { announce, errorText, showError } from "../shell/notify.js";
import { RuleEditor } from "../rules/editor.js";
import { FactList } from "../rules/facts.js";
import { gameInfo, serverInfo } from "../shell/server-info.js";
import { loadStyles } from "../shell/styles.js";
/** @import { BaseEntry, Game, GameInfo, Lesson, LessonAttempt, LessonTask, LessonTry, PositionAt, TreeRequest } from "../protocol.d.ts" */
/** @import { TreePanel } from "../tree/tree.js" */
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
  const [{ lessons, lesson_titles: titles }] = await Promise.all([serverInfo(), loadStyles("learn/learn.css")]);
  const known = lessons.includes(name) ? name : lessons[0];
  const lessonTitle = (/** @type {string} */ lesson) =>
    titles[lesson]?.[language()] ?? titles[lesson]?.en ?? tOr(`lesson.name.${lesson}`, gameTitle(lesson));
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

/** The values of a position, in the order in which the program counts them. */
const VALUES = /** @type {const} */ (["win", "draw", "lose"]);

class LessonView {
  /** @type {HTMLElement | undefined} The position of a knowledge base that is asked about. */
  asked = undefined;
  /** @type {HTMLElement | undefined} What the knowledge base has. */
  base = undefined;
  #place = 0;
  #isDone = false;
  /** Counts the openings of steps, to recognize answers that come too late. */
  #openings = 0;
  /** @type {PositionAt | null} The position of the step. */
  #start = null;
  /** @type {string[]} The moves of a game against the computer. */
  #moves = [];
  /** How many values of a knowledge base are known. */
  #known = 0;
  /** @type {TreePanel | null} */
  #tree = null;

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
    this.goal = el("p", { class: "muted", hidden: !lesson.goal }, lesson.goal ? t("lesson.goal", { goal: lesson.goal }) : "");
    this.steps = el("ol", { class: "lesson-steps", "aria-label": t("lesson.steps") });
    this.text = el("p", { class: "lesson-text", "aria-live": "polite" });
    this.body = el("div", {});
    this.told = el("p", { class: "told-result", role: "status" });
    this.why = el("div", { "aria-live": "polite" });
    this.backButton = button("previous", t("lesson.back"), () => this.#open(this.#place - 1));
    this.hintButton = button("hint", t("controls.hint"), () => this.#hint());
    this.againButton = button("undo", t("lesson.again"), () => this.#open(this.#place));
    this.nextButton = button("next", t("lesson.next"), () => this.#next());
    this.boardRoot = el("div", { class: "board-root" });
    this.treeRoot = el("div", { hidden: true });
    root.replaceChildren(el("div", { class: "exercise lesson", "data-game": info.name },
      tabs,
      el("div", { class: "exercise-board" }, this.boardRoot, this.treeRoot),
      el("section", { class: "exercise-side", "aria-label": title },
        this.heading, this.steps, this.goal, this.text, this.body, this.told, this.why,
        el("div", { class: "row" }, this.backButton, this.hintButton, this.againButton, this.nextButton))));
    tabs.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
    this.board = new ExerciseBoard(this.boardRoot, info, { onMove: (mv) => this.#move(mv) });
    this.shortcuts = { ...this.board.shortcuts, h: () => this.#hint(), n: () => this.#next(), z: () => this.#open(this.#place) };
    this.#open(Number.isInteger(place) ? place : this.#firstOpen());
  }

  get #step() {
    return this.lesson.steps[this.#place];
  }

  /** The first step that is not done, or the first of all. */
  #firstOpen() {
    const done = doneSteps()[this.name] ?? [];
    return Math.max(0, this.lesson.steps.findIndex((_, step) => !done.includes(step)));
  }

  /** @param {number} place */
  async #open(place) {
    this.#place = Math.max(0, Math.min(this.lesson.steps.length - 1, place));
    this.#isDone = false;
    this.#moves = [];
    this.#known = 0;
    const opening = ++this.#openings;
    const { text, position, view, tree, search, task } = this.#step;
    history.replaceState(null, "", `#/lesson/${this.name}/${this.#place + 1}`);
    this.heading.textContent = t("lesson.step", { title: this.title, step: number(this.#place + 1), of: number(this.lesson.steps.length) });
    this.text.textContent = text;
    this.goal.hidden = !this.lesson.goal || this.#place > 0;
    this.body.replaceChildren(...this.#controls(task));
    this.backButton.disabled = this.#place === 0;
    this.nextButton.classList.remove("primary");
    this.hintButton.hidden = task.kind !== "move" && task.kind !== "end";
    this.againButton.hidden = task.kind !== "play" && task.kind !== "base";
    this.#tell("", "");
    this.boardRoot.hidden = Boolean(tree || search);
    this.treeRoot.hidden = !this.boardRoot.hidden;
    this.#tree?.destroy();
    this.#tree = null;
    if (tree) this.treeRoot.replaceChildren(lessonTree(/** @type {LessonNode} */ (tree)));
    if (task.kind === "read") this.#done();
    this.#showSteps();
    try {
      if (task.kind === "base") {
        const { board } = await this.#ask({ known: 0 });
        if (opening === this.#openings) this.#showBase([], board);
      }
      if (!position) return;
      const start = await connection.request("board", { game: this.info.name, position, view });
      if (opening !== this.#openings) return;
      this.#start = start;
      if (search) await this.#showSearch(start, position, search);
      const isOpen = task.kind === "move" || task.kind === "end" || task.kind === "play";
      if (!tree && !search) this.board.show(start, { isOpen, animate: false });
    } catch (error) {
      if (opening === this.#openings) showError(error, this.info.name);
    }
  }

  /**
   * Shows the minimax tree of the position, as the program searches it.
   * @param {PositionAt} start
   * @param {string} position
   * @param {{ depth: number, pruning: boolean }} search
   */
  async #showSearch(start, position, { depth, pruning }) {
    const opening = this.#openings;
    const [{ TreePanel }] = await Promise.all([import("../tree/tree.js"), loadStyles("tree/tree.css", "analysis/analysis.css")]);
    if (opening !== this.#openings) return;
    const { name, title, sides, evaluations } = this.info;
    const game = { ...start, id: "", game: name, title, sides, start: position, line: [], viewer: null, trees: [], evaluations: evaluations.slice(0, 1) };
    const ask = (/** @type {TreeRequest} */ tree) => connection.request("grow", { game: name, position, tree });
    this.#tree = new TreePanel(this.treeRoot, /** @type {Game} */ (/** @type {unknown} */ (game)), ask);
    Object.assign(this.#tree.options, { depth, pruning, whole: true });
    this.#tree.rebuild();
    this.#tree.toggle(true);
  }

  /** Shows which steps are done. */
  #showSteps() {
    const done = doneSteps()[this.name] ?? [];
    this.steps.replaceChildren(...this.lesson.steps.map((_, step) => {
      const isDone = done.includes(step);
      return el("li", {}, el("button", {
        type: "button", class: isDone ? "done" : "", onclick: () => this.#open(step),
        "aria-label": t(isDone ? "lesson.step_done" : "lesson.step_open", { step: number(step + 1) }),
        ...(step === this.#place ? { "aria-current": "step" } : {}),
      }, isDone ? "\u2713" : number(step + 1)));
    }));
  }

  /**
   * What a task needs beside the board.
   * @param {LessonTask} task
   */
  #controls(task) {
    if (task.kind === "answer") {
      return [el("div", { class: "options" }, task.options.map((option, index) =>
        button(null, option, () => this.#try({ answer: index }))))];
    }
    if (task.kind === "open") return [button("tree", t("lesson.open_game"), () => this.#openGame())];
    if (task.kind === "rules") return this.#rules(task.source);
    if (task.kind === "count") {
      const input = el("input", { type: "number", min: 0, max: 1_000_000, inputmode: "numeric", required: true });
      const submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        this.#try({ answer: Number(input.value) });
      };
      return [el("form", { class: "row", onsubmit: submit }, field(t("lesson.number"), input), el("button", { class: "primary" }, t("lesson.check")))];
    }
    if (task.kind === "base") {
      const values = VALUES.filter((value) => value !== "draw" || task.draw);
      this.asked = el("p", {});
      this.base = el("div", { class: "lesson-base" });
      return [this.asked, el("div", { class: "options" }, values.map((value) =>
        button(null, t(`lesson.value.${value}`), () => this.#judge(VALUES.indexOf(value))))), this.base];
    }
    return [];
  }

  /** @param {string} source */
  #rules(source) {
    const at = () => ({ position: this.#step.position, to_move: this.#start?.to_move });
    const editor = new RuleEditor(this.info.name, at);
    editor.fill(editor.name, source);
    const facts = new FactList(this.info.name);
    facts.show(this.#step.position ?? "startpos");
    const evaluate = async () => {
      if (await editor.check()) this.#try({ rules: editor.value("") });
    };
    return [editor.root, button("check", t("lesson.evaluate"), evaluate), facts.root];
  }

  async #openGame() {
    try {
      const { game } = await connection.request("create", { game: this.info.name, settings: { position: this.#step.position ?? "startpos" } });
      markDone(this.name, this.#place);
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      showError(error, this.info.name);
    }
  }

  /** @param {LessonTry} tried */
  #ask(tried) {
    return connection.request("lesson_try", { name: this.name, step: this.#place, language: language(), try: tried });
  }

  /**
   * Has a try judged; resolves to null if there is no answer, or it is too late.
   * @param {LessonTry} tried
   * @returns {Promise<LessonAttempt | null>}
   */
  async #try(tried) {
    const opening = this.#openings;
    try {
      const attempt = await this.#ask(tried);
      if (opening !== this.#openings) return null;
      this.#tellAttempt(attempt);
      return attempt;
    } catch (error) {
      if (opening === this.#openings) showError(error, this.info.name);
      return null;
    }
  }

  /** @param {string} mv */
  async #move(mv) {
    const isGame = this.#step.task.kind === "play";
    if (this.#isDone && !isGame) return false;
    const attempt = await this.#try({ moves: [...this.#moves, mv] });
    if (!attempt?.board) return false;
    const { board, line, verdict } = attempt;
    this.board.show(board, { isOpen: false });
    if (isGame) {
      const last = line.at(-1) ?? board;
      this.#moves = last.after;
      if ((await this.board.play(line)) && verdict === "open") this.board.show(last);
      return true;
    }
    if (verdict !== "wrong") return true;
    if (!this.#start || !(await this.board.play([...line, this.#start]))) return true;
    this.board.show(this.#start);
    return true;
  }

  /**
   * Judges the next position of a knowledge base.
   * @param {number} answer
   */
  async #judge(answer) {
    if (this.#isDone) return;
    const attempt = await this.#try({ answer, known: this.#known });
    if (!attempt || attempt.verdict === "wrong") return;
    this.#known += 1;
    this.#showBase(attempt.base, null);
    if (attempt.verdict === "solved") return;
    const opening = this.#openings;
    const next = await this.#ask({ known: this.#known });
    if (opening === this.#openings) this.#showBase(attempt.base, next.board);
  }

  /**
   * Shows what a knowledge base has, and the position that is next.
   * @param {BaseEntry[]} base
   * @param {PositionAt | null} next
   */
  #showBase(base, next) {
    const rows = base.map(({ position, value }) => el("li", {}, el("code", {}, position), ` ${t(`lesson.value.${value}`)}`));
    if (this.asked) this.asked.textContent = next?.position ? t("lesson.base_next", { position: next.position }) : "";
    this.base?.replaceChildren(
      el("h2", {}, t("lesson.base")), el("ol", {}, rows));
    if (next) this.board.show(next, { isOpen: false, animate: false });
  }

  async #hint() {
    if (this.hintButton.hidden || this.#isDone || !this.#start) return;
    const opening = this.#openings;
    try {
      const { hint } = await this.#ask({ hint: true });
      if (opening !== this.#openings) return;
      this.board.show(this.#start, { animate: false });
      this.board.hint(hint ?? []);
      this.#tell("", t("puzzle.hint_move"));
    } catch (error) {
      showError(error, this.info.name);
    }
  }

  /** @param {LessonAttempt} attempt */
  #tellAttempt(attempt) {
    const { verdict, text } = attempt;
    const task = this.#step.task.kind;
    if (verdict === "open") return this.#tell("", "");
    const isRight = verdict !== "wrong";
    if (verdict === "solved") this.#done();
    const isLast = this.#place === this.lesson.steps.length - 1;
    const general = isRight ? t(verdict === "solved" && isLast ? "lesson.end" : "lesson.right") : t(task === "play" ? "lesson.lost_game" : "lesson.wrong");
    const why = text ?? this.#why(attempt);
    const sentences = isRight || !why ? [general, why] : task === "play" ? [why, t("lesson.wrong")] : [why];
    this.#tell(isRight ? "right" : "wrong", sentences.filter(Boolean).join(" "));
    this.why.replaceChildren(reasons(this.info.name, attempt.explanation, (cells) => this.board.pointOut(cells)) ?? "");
    this.#showSteps();
    if (verdict === "solved" && task !== "rules") this.nextButton.focus();
  }

  /**
   * What the program knows of a try, in words.
   * @param {LessonAttempt} attempt
   */
  #why({ verdict, line, difference, unused, base, reached }) {
    if (difference) {
      this.board.show(difference.board, { isOpen: false });
      return t("lesson.differs", { found: number(difference.found), wanted: number(difference.wanted) });
    }
    if (unused) return t("lesson.unused", { name: unused });
    const list = (/** @type {BaseEntry[]} */ entries) => entries.map(({ position, value }) => `${position} ${t(`lesson.value.${value}`)}`).join(", ");
    if (this.#step.task.kind === "base" && !reached.length && verdict === "wrong") return t("lesson.base_end");
    if (reached.length && verdict === "wrong") return t("lesson.base_wrong", { reached: list(reached) });
    const known = base.at(-1);
    if (reached.length && known) {
      const shown = known.value === "win" ? reached.filter(({ value }) => value === "lose").slice(0, 1) : reached;
      return t(`lesson.base_${known.value}`, { position: known.position, reached: list(shown) });
    }
    const mover = this.#start?.to_move;
    if (verdict === "wrong" && line.at(-1)?.outcome && mover) {
      return t("puzzle.loses", { side: sideName(this.info.name, mover === "p1" ? "p2" : "p1") });
    }
    return "";
  }

  #done() {
    this.#isDone = true;
    markDone(this.name, this.#place);
    this.nextButton.classList.add("primary");
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
    this.why.replaceChildren();
    if (text) announce(text);
  }

  /** Ends the view. */
  end() {
    this.#openings += 1;
    this.#tree?.destroy();
    this.board.end();
  }
}
