// Learning from mistakes: one finds the better move on the board, for each bad move of a side.
import { describeMove, learnMoves } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { number, percent, t } from "../shell/i18n.js";
import { markLearned } from "./mistake-store.js";
import { reasons } from "../analysis/explanation.js";
import { isBad } from "../analysis/move-quality.js";
import { announce, errorText } from "../shell/notify.js";
import { lineButtons, lossText, qualityMark } from "../analysis/review.js";
import { moveNumber } from "../analysis/scores.js";
/** @import { Game, Grade, MoveExplanation, Side } from "../protocol.d.ts" */
/** @import { ReviewPoints } from "../analysis/review.js" */
/** @import { Variation } from "../game/variation-tree.js" */

/**
 * @typedef {object} TrainerActions
 * @property {(ply: number) => void} onGo Looks at a position of the game.
 * @property {(variation: Variation, ply: number) => void} onVariation
 * @property {import("../analysis/explanation.js").PointOut} onPoint
 * @property {() => void} onEnd
 */

/** Goes through the mistakes of one side. */
export class MistakeTrainer {
  /** Counts the moves that were tried, to recognize grades that come too late. */
  #tries = 0;

  /**
   * @param {Game} game
   * @param {ReviewPoints} points
   * @param {Side} side
   * @param {number | null} ply The mistake to begin with; the first if it is null.
   * @param {TrainerActions} actions
   */
  constructor(game, points, side, ply, actions) {
    this.game = game;
    this.side = side;
    this.actions = actions;
    this.mistakes = points.flatMap((point) => (point && isBad(point.quality) && game.by[point.ply] === side ? [point] : []));
    this.at = Math.max(0, this.mistakes.findIndex((point) => point.ply === ply));
    /** @type {Set<number>} The plies of the mistakes for which a better move was found. */
    this.found = new Set();
    /** Whether the present mistake is solved or shown. */
    this.isOpen = true;
    this.progress = el("p", { class: "muted" });
    this.task = el("p", { class: "trainer-task" });
    this.verdict = el("div", { class: "trainer-verdict", role: "status" });
    this.solution = button("hint", t("trainer.solution"), () => this.#showSolution());
    this.next = button("next", t("trainer.next"), () => this.#go(this.at + 1), { class: "primary" });
    this.root = el("section", { class: "trainer", "aria-label": t("trainer.title") },
      el("header", {}, el("h2", {}, t("trainer.of", { side: sideName(game.game, side) })), this.progress),
      this.task, this.verdict,
      el("div", { class: "row" }, this.solution, this.next, button("close", t("trainer.end"), () => actions.onEnd())));
    this.#go(this.at);
  }

  /** The mistake that is asked for. */
  get #mistake() {
    return this.mistakes[this.at];
  }

  /**
   * Whether a move in this position is an answer.
   * @param {Game & { variation?: Variation | null }} shown
   */
  asks(shown) {
    return this.isOpen && this.#mistake !== undefined && shown.ply === this.#mistake.ply && !shown.variation;
  }

  /**
   * Takes a move as the answer; returns false, since the game stays as it is.
   * @param {string} mv
   */
  async answer(mv) {
    const { ply } = this.#mistake;
    const current = ++this.#tries;
    this.#tell("", t("trainer.checking"));
    try {
      const grade = await connection.request("grade", { game: this.game.id, mv });
      if (current === this.#tries && this.#mistake?.ply === ply) this.#judge(mv, grade);
    } catch (error) {
      if (current === this.#tries) this.#tell("bad", isLost(error) ? t("error.Lost") : errorText(error, this.game.game));
    }
    return false;
  }

  /**
   * @param {string} mv
   * @param {Grade} grade
   */
  #judge(mv, { point, line }) {
    learnMoves(this.game.game, point.words);
    const mistake = this.#mistake;
    const move = describeMove(this.game.game, mv);
    const { from, moves } = { from: mistake.ply, moves: [mv, ...line] };
    const reply = line.length ? el("p", { class: "better" }, el("span", {}, t("trainer.then")), this.#line(from, moves)) : null;
    if (isBad(point.quality)) {
      const isSame = mv === this.game.line[mistake.ply];
      const text = isSame ? t("trainer.same", { move }) : t("trainer.wrong", { move, what: lossText(point) });
      this.#tell("bad", text, reply, this.#reasons({ claims: point.explanation?.claims ?? [], better: null }));
      return;
    }
    this.isOpen = false;
    this.found.add(mistake.ply);
    markLearned(this.game.id, mistake.ply);
    const gain = percent(Math.max(0, (mistake.loss ?? 0) - (point.loss ?? 0)));
    this.#tell("good", t(mv === mistake.best ? "trainer.best" : "trainer.good", { move, gain }), reply, this.#reasons(point.explanation));
    this.actions.onVariation({ from, moves }, from + 1);
    this.#showButtons();
  }

  /**
   * Goes to a mistake; after the last one it says how many were solved.
   * @param {number} index
   */
  #go(index) {
    this.at = index;
    this.isOpen = true;
    this.#tries += 1;
    this.verdict.replaceChildren();
    this.verdict.className = "trainer-verdict";
    const mistake = this.#mistake;
    if (!mistake) {
      this.task.textContent = t("trainer.done", { found: number(this.found.size), of: number(this.mistakes.length) });
      this.progress.textContent = "";
      this.solution.hidden = this.next.hidden = true;
      return;
    }
    const { game } = this;
    const move = game.line[mistake.ply] ?? "?";
    this.progress.textContent = t("trainer.progress", { at: number(index + 1), of: number(this.mistakes.length) });
    this.task.replaceChildren(qualityMark(mistake.quality), " ",
      t("trainer.task", { ...moveNumber(game, mistake.ply), move: describeMove(game.game, move), what: lossText(mistake) }));
    this.#showButtons();
    this.actions.onGo(mistake.ply);
  }

  #showButtons() {
    this.solution.hidden = !this.isOpen;
    this.next.hidden = false;
    this.next.classList.toggle("primary", !this.isOpen);
  }

  #showSolution() {
    const { ply, line, best } = this.#mistake;
    this.isOpen = false;
    this.#tries += 1;
    this.#tell("shown", t("trainer.shown", { move: best ? describeMove(this.game.game, best) : "?" }),
      line.length ? el("p", { class: "better" }, this.#line(ply, line)) : null, this.#reasons(this.#mistake.explanation));
    if (line.length) this.actions.onVariation({ from: ply, moves: line }, ply + 1);
    this.#showButtons();
  }

  /**
   * @param {number} from
   * @param {string[]} moves
   */
  #line(from, moves) {
    return lineButtons(this.game.game, moves, (count) => this.actions.onVariation({ from, moves }, from + count));
  }

  /** @param {MoveExplanation | null} explanation */
  #reasons(explanation) {
    return reasons(this.game.game, explanation, this.actions.onPoint);
  }

  /**
   * @param {string} kind
   * @param {string} text
   * @param {(HTMLElement | null)[]} more
   */
  #tell(kind, text, ...more) {
    this.verdict.className = `trainer-verdict ${kind}`;
    this.verdict.replaceChildren(el("p", {}, text), ...more.flatMap((part) => part ?? []));
    announce(text);
  }
}
