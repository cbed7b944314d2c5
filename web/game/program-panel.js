// The tab of a program that follows the game by rules of its own: where it differs, and what it was asked.
import { moveNumber } from "../analysis/scores.js";
import { programName, sideName } from "../shell/display-names.js";
import { button, dropdown, el, field } from "../shell/elements.js";
import { number, plural, t, tOr } from "../shell/i18n.js";
import { errorText, toast } from "../shell/notify.js";
import { boardStep, listedStep } from "./state.js";
/** @import { Content, Difference, FollowedStep, Game, GameInfo } from "../protocol.d.ts" */
/** @import { GameState } from "./state.js" */

/**
 * @typedef {object} ProgramActions
 * @property {(program: string | null) => void} onFollow Lets a program follow the game, or none.
 * @property {(step: number, ply: number) => void} onStep Shows a step, and goes to its ply.
 * @property {(own: boolean) => void} onBoard Shows the program's state on the board, or the game's.
 */

/** The tab of the program. */
export class ProgramPanel {
  /**
   * @param {GameInfo} info
   * @param {ProgramActions} actions
   */
  constructor(info, actions) {
    this.actions = actions;
    /** What is shown, to redraw only changes. */
    this.drawn = "";
    this.choice = dropdown([["", t("program.none")], ...info.programs.map((program) => /** @type {[string, string]} */ ([program, programName(program)]))], "", {
      onchange: () => actions.onFollow(this.choice.value || null),
    });
    this.choiceField = field(t("program.rules"), this.choice);
    this.status = el("p", { class: "program-status", "aria-live": "polite" });
    this.again = button("redo", t("program.again"), () => actions.onFollow(this.choice.value || null), { title: t("program.again_why") });
    this.onBoard = el("input", { type: "checkbox", onchange: () => actions.onBoard(this.onBoard.checked) });
    this.boardField = el("label", { class: "program-board" }, this.onBoard, t("program.board"));
    this.list = el("ol", { class: "program-differences" });
    this.details = el("div", { class: "program-details" });
    this.root = el("div", { class: "program-panel form-stack" }, this.choiceField,
      el("div", { class: "row" }, this.status, this.again), this.boardField, this.list, this.details);
  }

  /** @param {GameState} state */
  show(state) {
    const { game, followed, told, ownBoard } = state;
    const step = listedStep(state);
    const drawn = JSON.stringify([game.follows, game.rights.owner, followed, step, told[step], ownBoard, boardStep(state)]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.choice.value = game.follows ?? "";
    this.choiceField.hidden = !game.rights.owner;
    this.again.hidden = !game.rights.owner || !game.follows;
    this.boardField.hidden = !game.follows;
    this.onBoard.checked = ownBoard;
    const text = statusText(state);
    if (this.status.textContent !== text) this.status.textContent = text;
    const steps = followed?.steps ?? [];
    this.list.replaceChildren(...steps.flatMap((it, index) => (differs(it) ? [this.#step(game, it, index, index === step)] : [])));
    this.details.replaceChildren(...this.#details(state, step));
  }

  /**
   * @param {Game} game
   * @param {FollowedStep} step
   * @param {number} index
   * @param {boolean} isCurrent
   */
  #step(game, step, index, isCurrent) {
    const texts = step.differences.map((difference) => differenceText(game.game, difference));
    if (step.error !== null) texts.push(t("program.no_answer", { error: step.error }));
    return el("li", {},
      el("button", { type: "button", onclick: () => this.actions.onStep(index, step.ply), ...(isCurrent ? { "aria-current": "step" } : {}) }, stepText(game, step)),
      el("ul", {}, texts.map((text) => el("li", {}, text))));
  }

  /**
   * What the program was asked, and what it said.
   * @param {GameState} state
   * @param {number} index
   */
  #details({ game, followed, told }, index) {
    const [step, state] = [followed?.steps[index], told[index]];
    if (!step || !state || !(state.call || state.text)) return [];
    return [
      el("h3", {}, stepText(game, step)),
      state.call ? el("div", {}, el("p", { class: "row" }, t("program.call"), button("copy", t("share.copy"), () => copy(state.call), { class: "copy-call" })),
        code(state.call)) : null,
      state.text ? el("div", {}, el("p", {}, t("program.says")), code(state.text)) : null,
      state.printed ? el("div", {}, el("p", {}, t("program.printed")), code(state.printed)) : null,
      el("p", { class: "muted" }, t("program.time", { time: number(Math.round(state.micros / 1000)) })),
    ].filter((part) => part !== null);
  }
}

/** @param {string} text */
function code(text) {
  return el("pre", { tabindex: "0" }, el("code", {}, text));
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("share.copied"));
  } catch {
    toast(t("program.no_copy"), { error: true });
  }
}

/** @param {FollowedStep} step */
function differs({ differences, error }) {
  return differences.length > 0 || error !== null;
}

/** @param {GameState} state */
function statusText({ game, followed }) {
  if (!game.follows) return t("program.about");
  const program = programName(game.follows);
  if (followed?.problem) return errorText(followed.problem, game.game);
  const count = followed?.steps.filter(differs).length ?? 0;
  if (followed?.asking || !followed) return t("program.asking", { program });
  return count ? plural("program.differences", count, { program }) : t("program.agrees", { program });
}

/**
 * @param {Game} game
 * @param {FollowedStep} step
 */
function stepText(game, { what, ply, mv }) {
  return t(`program.step.${what}`, { ...moveNumber(game, Math.max(0, ply - 1)), move: mv ?? "" });
}

/**
 * @param {string} game
 * @param {Difference} difference
 */
function differenceText(game, difference) {
  switch (difference.kind) {
    case "cell": return t("program.differs.cell", { cell: difference.cell, program: contentText(game, difference.program), rules: contentText(game, difference.rules) });
    case "turn": return t("program.differs.turn", { program: sideName(game, difference.program), rules: sideName(game, difference.rules) });
    case "over": return t(difference.program ? "program.differs.over" : "program.differs.goes_on");
    case "impossible": return t("program.differs.impossible", { why: errorText(difference.problem, game) });
    case "accepts": return t("program.differs.accepts", { move: difference.mv, why: difference.problem ? errorText(difference.problem, game) : "" });
    case "missing": return t("program.differs.missing", { count: difference.count, moves: listed(difference) });
    default: return t("program.differs.extra", { count: difference.count, moves: listed(difference) });
  }
}

/** @param {{ moves: string[], count: number }} moves */
function listed({ moves, count }) {
  return moves.join("  ") + (count > moves.length ? "  …" : "");
}

/**
 * What is on a cell, in words.
 * @param {string} game
 * @param {Content} content
 */
function contentText(game, { height, pieces }) {
  const level = height ?? 0;
  const built = level > 3 ? t("board.label.dome") : level ? t("board.label.height", { height: level }) : "";
  const signs = game === "byte" ? pieces.map(({ symbol }) => symbol).join(" ") : "";
  const names = pieces.map(({ owner, label, symbol }) => (owner ? sideName(game, owner) : tOr(`board.label.${label}`, symbol)));
  return [built, signs || names.join(", ")].filter(Boolean).join(", ") || t("board.label.empty");
}
