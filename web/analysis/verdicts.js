// The proven result of every move: badges on the board, and a list.
import { learnMoves, shortMove } from "../boards/labels.js";
import { connection } from "../shell/connection.js";
import { el } from "../shell/elements.js";
import { onLanguage, t } from "../shell/i18n.js";
import { verdictText } from "./scores.js";
/** @import { Game, MoveVerdict, VerdictKind, Verdicts } from "../protocol.d.ts" */
/** @import { Board } from "../boards/board.js" */
/** @import { MoveBadge } from "../boards/badges.js" */

/** @type {VerdictKind[]} The best first. */
const ORDER = ["win", "draw", "lose"];
/** @type {Pick<Verdicts, "moves" | "value">} */
export const NO_VERDICTS = { moves: [], value: null };
const SIGNS = { win: "\u2713", draw: "=", lose: "\u2717" };

/** Shows the proven result of every move on the board, and as a list below it. */
export class VerdictPanel {
  /** Counts the requests, to recognize answers that come too late. */
  #requests = 0;

  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {Board} board
   */
  constructor(root, game, board) {
    this.board = board;
    this.game = game;
    this.on = false;
    /** The position whose verdicts are shown or requested. */
    this.position = "";
    /** @type {MoveVerdict[]} */
    this.verdicts = [];
    this.list = el("section", { class: "panel verdicts", hidden: true });
    root.append(this.list);
    this.unsubscribe = onLanguage(() => this.#draw());
  }

  /**
   * Shows the verdicts of a game's current position.
   * @param {Game} game
   */
  show(game) {
    this.game = game;
    if (!this.on) return;
    const position = `${game.id} ${game.ply} ${game.line.slice(0, game.ply).join(" ")} ${game.moves.length}`;
    if (position !== this.position) {
      this.position = position;
      this.verdicts = [];
      this.#load(game);
    }
    this.#draw();
  }

  /**
   * Opens or closes the panel.
   * @param {boolean} on
   */
  toggle(on) {
    this.on = on;
    this.position = "";
    this.#requests += 1;
    if (on) this.show(this.game);
    else this.#clear();
  }

  /** Removes the panel. */
  destroy() {
    this.toggle(false);
    this.unsubscribe();
    this.list.remove();
  }

  /** @param {Game} game */
  async #load(game) {
    const request = ++this.#requests;
    const { moves: verdicts } = game.outcome ? NO_VERDICTS : await fetchVerdicts(game);
    if (request !== this.#requests) return;
    this.verdicts = verdicts;
    this.#draw();
  }

  #draw() {
    if (!this.on) return;
    this.board.badges(this.verdicts.length ? badges(this.game, this.verdicts) : null);
    this.list.hidden = Boolean(this.game.outcome);
    this.list.replaceChildren(el("h2", {}, t("analysis.verdicts")), verdictList(this.game, this.verdicts));
  }

  #clear() {
    this.verdicts = [];
    this.list.hidden = true;
    this.board.badges(null);
  }
}

/**
 * The proven results of the current position and of its moves; none if the request is refused.
 * @param {Game} game
 * @returns {Promise<Pick<Verdicts, "moves" | "value">>}
 */
export async function fetchVerdicts({ game, id }) {
  try {
    const found = await connection.request("verdicts", { game: id });
    learnMoves(game, found.words);
    return found;
  } catch {
    return NO_VERDICTS;
  }
}

/**
 * The moves grouped by their results.
 * @param {Game} game
 * @param {MoveVerdict[]} verdicts
 */
export function verdictList(game, verdicts) {
  if (!verdicts.length) return el("p", { class: "muted" }, t(game.viewer ? "error.Hidden" : "analysis.no_verdicts"));
  /** @type {Map<string, { verdict: VerdictKind, moves: string[] }>} */
  const groups = new Map();
  for (const move of [...verdicts].sort(byResult)) {
    const text = verdictText(move);
    const group = groups.get(text) ?? { verdict: move.verdict, moves: [] };
    group.moves.push(move.text);
    groups.set(text, group);
  }
  return el("dl", { class: "verdict-list" }, [...groups].flatMap(([text, { verdict, moves }]) => [
    el("dt", { class: `verdict ${verdict}` }, el("span", { class: "verdict-sign", "aria-hidden": "true" }, SIGNS[verdict]), text),
    el("dd", {}, moves.map((move) => el("span", { class: "move-text", title: move }, shortMove(game.game, move)))),
  ]));
}

/**
 * The badges of the board: every way to select a move, with its result.
 * @param {Game} game
 * @param {MoveVerdict[]} verdicts
 * @returns {MoveBadge[]}
 */
function badges(game, verdicts) {
  const paths = new Map(game.moves.map(({ text, paths }) => [text, paths]));
  return verdicts.flatMap((move) => (paths.get(move.text) ?? [])
    .map((path) => ({ path, verdict: move.verdict, text: verdictText(move) })));
}

/**
 * Quick wins first, and late losses before quick ones.
 * @param {MoveVerdict} a
 * @param {MoveVerdict} b
 */
function byResult(a, b) {
  const group = ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict);
  if (group) return group;
  return a.verdict === "lose" ? (b.plies ?? 0) - (a.plies ?? 0) : (a.plies ?? 0) - (b.plies ?? 0);
}
