// What the view of a game shows, as plain data: everything on the screen follows from it. `GameStore` alone changes it.
import { isBad } from "../analysis/move-quality.js";
import { knownComputers } from "./computer-players.js";
import { isHelpOff } from "./table.js";
import { commentKey, notebookOf } from "./variation-tree.js";
/** @import { AnnotatedMove, Annotations, FollowView, Game, PositionAt, SearchInfo, ToldState } from "../protocol.d.ts" */
/** @import { ReviewPoints } from "../analysis/review.js" */
/** @import { SeenLoot } from "./loot-memory.js" */
/** @import { PanelName } from "./panels.js" */
/** @import { TabName } from "./side-tabs.js" */
/** @import { Variation } from "./variation-tree.js" */

/**
 * @typedef {object} GameState
 * @property {Game} game The game as the program told it last.
 * @property {number} since When that was, in milliseconds.
 * @property {SearchInfo | null} progress How far the search of the computer to move has got.
 * @property {PositionAt | null} at What is looked at; null follows the game.
 * @property {string[]} made The moves that lead to it.
 * @property {number} target The ply that will be shown when all requests are answered.
 * @property {Variation | null} variation The variation that is looked at.
 * @property {AnnotatedMove[]} tree What was written to the game.
 * @property {AnnotatedMove[]} own What was written in this browser, and is not kept with the game.
 * @property {Variation[]} variations The variations that were tried; they, comments and marks follow from the trees and the line.
 * @property {Record<string, string>} comments The comments on moves, by the line up to them.
 * @property {Record<string, string[]>} marks The circles and arrows on the board, likewise.
 * @property {boolean} isDrawing Whether clicks on the board draw.
 * @property {ReviewPoints} review What a review says of the moves.
 * @property {SeenLoot} seen What the viewer's side remembers.
 * @property {string[]} computers The computer that takes over each side when it is called in.
 * @property {number} seatChanges How many changes of players are on their way.
 * @property {boolean} flipped Whether the board is turned around.
 * @property {number} selected How many elements of a move are selected.
 * @property {TabName} tab The tab of the side column.
 * @property {boolean} hasTree Whether the minimax tree is shown.
 * @property {boolean} hasRules Whether the rule editor is shown.
 * @property {FollowView | null} followed What the program that follows the game has said.
 * @property {Record<number, ToldState>} told Its states, by how many steps were made.
 * @property {number | null} step The step whose state is listed; null for the one that is shown.
 * @property {boolean} ownBoard Whether the board shows the program's state.
 * @property {string} closedEnd The end of the game whose card was closed.
 */

/** @typedef {Game & { variation?: Variation | null }} ShownGame A game at the position that is looked at. */

/** Holds the state of a view. */
export class GameStore {
  /**
   * @param {GameState} state
   * @param {(options?: { animate?: boolean }) => void} onShow
   */
  constructor(state, onShow) {
    this.state = state;
    this.onShow = onShow;
  }

  /**
   * Changes the state, without showing it yet.
   * @param {Partial<GameState>} change
   */
  set(change) {
    this.state = { ...this.state, ...change };
  }

  /**
   * Changes the state, and shows it.
   * @param {Partial<GameState>} change
   * @param {{ animate?: boolean }} [options]
   */
  show(change, options) {
    this.set(change);
    this.onShow(options);
  }
}

/**
 * The state of a view that begins.
 * @param {Game} game
 * @param {{ annotations?: Annotations, own: AnnotatedMove[], seen: SeenLoot }} kept What is kept with the game and in this browser.
 * @param {number} now
 * @returns {GameState}
 */
export function firstState(game, { annotations, own, seen }, now) {
  const tree = annotations?.moves ?? [];
  return {
    tree, own, ...notebookOf(tree, own, game.line), isDrawing: false,
    game, since: now, progress: null, at: null, made: [], target: game.ply, variation: null, seen, review: [],
    computers: knownComputers([], game), seatChanges: 0,
    flipped: false, selected: 0, tab: "moves", hasTree: false, hasRules: false, followed: null, told: {}, step: null, ownBoard: true, closedEnd: "",
  };
}

/**
 * What the next state of the game changes. A position that the game's moves no longer lead to is not looked at any more.
 * @param {GameState} state
 * @param {Game} game
 * @param {number} now
 * @returns {Partial<GameState>}
 */
export function gameChange({ at, made, variation, target, computers, seatChanges, tree, own }, game, now) {
  const isKept = at && made.slice(0, variation?.from ?? made.length)
    .every((mv, index) => game.line[index] === mv || game.line[index] === null);
  return {
    game, since: now, progress: null, ...notebookOf(tree, own, game.line), computers: seatChanges ? computers : knownComputers(computers, game),
    ...(isKept ? { target } : { at: null, variation: at ? null : variation, target: game.ply }),
  };
}

/**
 * The line that is looked at.
 * @param {GameState} state
 */
export function shownLine({ game, variation }) {
  return variation ? [...game.line.slice(0, variation.from), ...variation.moves] : game.line;
}

/**
 * The game at the position that is looked at.
 * @param {GameState} state
 * @returns {ShownGame}
 */
export function shownGame(state) {
  const { game, at, variation } = state;
  if (!at) return game;
  const { ply, position, to_move, outcome, ending, scene, phases, last, last_phases } = at;
  const moves = game.viewer ? [] : at.moves;
  const by = variation ? [...game.by.slice(0, variation.from), ...at.by] : game.by;
  return { ...game, ply, position, to_move, outcome, ending, scene, phases, last, last_phases, moves, by, line: shownLine(state), variation, thinking: false, thought: null };
}

/**
 * The moves up to the position that is looked at.
 * @param {GameState} state
 */
export function movesToShown(state) {
  return shownLine(state).slice(0, state.at?.ply ?? state.game.ply);
}

/**
 * The comment on the move that led to what is shown.
 * @param {GameState} state
 */
export function shownComment(state) {
  return state.comments[commentKey(movesToShown(state))] ?? "";
}

/**
 * The circles and arrows in the position that is shown.
 * @param {GameState} state
 */
export function shownMarks(state) {
  return state.marks[commentKey(movesToShown(state))] ?? [];
}

/**
 * The state with what is kept with the game or in this browser.
 * @param {GameState} state
 * @param {{ tree?: AnnotatedMove[], own?: AnnotatedMove[] }} change
 */
export function annotationChange({ tree, own, game }, change) {
  const next = { tree, own, ...change };
  return { ...next, ...notebookOf(next.tree, next.own, game.line) };
}

/**
 * The comments on the moves of the game itself, by how many moves were made with them.
 * @param {GameState} state
 * @returns {Record<number, string>}
 */
export function lineComments({ game: { line }, comments }) {
  const texts = line.map((_, index) => comments[commentKey(line.slice(0, index + 1))]);
  return Object.fromEntries(texts.flatMap((text, index) => (text ? [[index + 1, text]] : [])));
}

/**
 * The bad move of the game itself that was made in the position that is shown, if a review found one.
 * @param {GameState} state
 * @param {ShownGame} shown
 */
export function badMove({ game, review }, { ply, variation }) {
  return !variation && isBad(review[ply]?.quality) ? game.line[ply] ?? null : null;
}

/**
 * The panels that are open.
 * @param {GameState} state
 * @returns {PanelName[]}
 */
export function openPanels({ tab, hasTree, hasRules, game }) {
  if (isHelpOff(game)) return [];
  /** @type {Record<PanelName, boolean>} */
  const isOpen = { analysis: tab === "analysis", verdicts: tab === "knowledge" && (game.solved || game.opening_solved), tree: hasTree, rules: hasRules };
  return /** @type {PanelName[]} */ (Object.keys(isOpen)).filter((name) => isOpen[name]);
}

/**
 * The end of a game, by which its card is closed; another end is shown again.
 * @param {Game} game
 */
export function endOf({ outcome, ply }) {
  return `${outcome} ${ply}`;
}

/**
 * The step of the program that led to the position that is looked at; -1 if there is none.
 * @param {GameState} state
 */
export function boardStep({ game, at, variation, followed }) {
  const ply = at?.ply ?? game.ply;
  if (!game.follows || (variation && ply > variation.from)) return -1;
  return followed?.steps.findLastIndex((step) => step.what !== "try" && step.ply === ply) ?? -1;
}

/**
 * The step whose state is listed: the chosen one, or the last one where the game is.
 * @param {GameState} state
 */
export function listedStep(state) {
  const last = (state.followed?.steps.length ?? 0) - 1;
  if (state.step !== null && state.step <= last) return state.step;
  return state.at ? boardStep(state) : last;
}

/**
 * The steps whose states are needed: the listed one, and that of the board if it differs there.
 * @param {GameState} state
 */
export function neededSteps(state) {
  const step = boardStep(state);
  const isDifferent = state.followed?.steps[step]?.differences.some(({ kind }) => kind === "cell");
  return [...new Set([listedStep(state), ...(isDifferent && state.ownBoard ? [step] : [])])].filter((number) => number >= 0);
}

/**
 * The board as the program has it, if it differs from the game's and is to be shown.
 * @param {GameState} state
 * @param {ShownGame} shown
 */
export function withOwnBoard(state, shown) {
  const step = boardStep(state);
  const scene = neededSteps(state).includes(step) ? state.told[step]?.scene : null;
  const marked = scene?.marks.some(({ label }) => label === "differs");
  return scene && marked && state.ownBoard ? { ...shown, scene } : shown;
}
