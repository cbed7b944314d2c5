// The analysis panel: the evaluation, the best lines, and the course of the game.
import { describeMove, learnMoves, shortMove } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { compactNumber, sideName } from "../shell/display-names.js";
import { button, dropdown, el, field } from "../shell/elements.js";
import { EvaluationGraph } from "./evaluation-graph.js";
import { language, number, onLanguage, percent, t } from "../shell/i18n.js";
import { saveReview } from "../learn/mistake-store.js";
import { MistakeTrainer } from "../learn/mistake-trainer.js";
import { isBad } from "./move-quality.js";
import { errorText } from "../shell/notify.js";
import { ReviewSection } from "./review.js";
import { barShare, scoreText } from "./scores.js";
import { fetchVerdicts, NO_VERDICTS, verdictList } from "./verdicts.js";
/** @import { Events, Game, ReviewPoint, Score, SearchInfo, Side } from "../protocol.d.ts" */
/** @import { ExactScore } from "./scores.js" */
/** @import { ReviewPoints } from "./review.js" */
/** @import { ShownGame } from "../game/state.js" */
/** @import { Variation } from "../game/variation-tree.js" */

const MAX_LINES = 5;
/** The most moves of a line that are shown. */
const MAX_LINE_MOVES = 8;
/** How long the moves stay unchanged before the game is reviewed again, in milliseconds. */
const REVIEW_DELAY = 900;

/** @type {Record<string, ExactScore>} */
const OUTCOME_SCORES = { p1: { win: 0 }, p2: { lose: 0 }, draw: { draw: true } };

/** What a review says about a move that is not reviewed yet. @type {Pick<ReviewPoint, "slip" | "explanation" | "loss" | "quality" | "accuracy">} */
const NO_MOVE = { slip: null, explanation: null, loss: null, quality: null, accuracy: [null, null] };

/** What a search finds in the current position, and the graph of the whole game. */
export class AnalysisPanel {
  /** Counts the requests, to recognize answers that come too late. */
  #requests = 0;

  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {object} options
   * @param {(ply: number) => void} options.onJump
   * @param {(moves: string[], count: number) => void} options.onLine Looks at the position after so many moves of a line.
   * @param {(paths: string[][]) => void} options.onLines Draws the first moves of lines.
   * @param {(variation: Variation, ply: number) => void} options.onVariation Looks into a variation of the game.
   * @param {(points: ReviewPoints) => void} options.onReview Shows the signs of the moves.
   * @param {() => Game} options.whole The game as it is, whatever position is looked at.
   * @param {import("./explanation.js").PointOut} options.onPoint
   * @param {(path: string[] | null) => void} options.onThreat Draws what the other side would do if it were its turn.
   */
  constructor(root, game, { onJump, onLine, onLines, onVariation, onReview, onThreat, onPoint, whole }) {
    this.root = root;
    this.onLine = onLine;
    this.drawLines = onLines;
    this.onVariation = onVariation;
    this.onReview = onReview;
    this.onThreat = onThreat;
    this.onPoint = onPoint;
    this.whole = whole;
    this.showsThreats = false;
    this.threatText = el("p", { class: "muted threat-text", role: "status" });
    this.game = game;
    this.onJump = onJump;
    this.on = false;
    this.lines = 3;
    /** @type {Game | null} The game that was shown last. */
    this.before = null;
    /** @type {(ReviewPoint | undefined)[]} By ply. */
    this.points = [];
    this.verdicts = NO_VERDICTS;
    /** @type {SearchInfo[]} */
    this.found = [];
    this.done = false;
    /** Whether the position is one of a variation. */
    this.isVariation = false;
    /** @type {string | null} The game whose analysis was requested. */
    this.analysedGame = null;
    /** @type {string | null} The line of moves whose review was requested. */
    this.reviewedLine = null;
    /** @type {number | undefined} */
    this.reviewTimer = undefined;
    /** @type {Record<string, string>} What each part shows, to redraw only changes. */
    this.drawn = {};

    this.graph = new EvaluationGraph(game, { onJump });
    this.evalText = el("p", { class: "eval-text" });
    this.evalNames = [el("span", {}), el("span", {})];
    this.evalFirst = el("div", { class: "eval-first" });
    this.evalBar = el("div", { class: "eval-bar", role: "img" }, this.evalFirst);
    this.best = el("ol", { class: "best-lines" });
    this.stats = el("dl", { class: "search-stats" });
    this.review = new ReviewSection({ onJump, onPoint, onVariation, onLearn: (side) => this.#learn(side, null) });
    /** @type {MistakeTrainer | null} While one learns from mistakes, nothing else is shown. */
    this.trainer = null;
    /** Whether the game is over, so that its review comes first. */
    this.isReview = whole().outcome !== null;
    this.live = el("div", {});
    /** @type {number | null} The mistake to learn from, once the game is reviewed. */
    this.wanted = null;
    this.proven = el("details", { class: "proven" });
    this.error = el("p", { class: "form-error", role: "status" });
    this.#build();
    this.unsubscribes = [
      connection.on("analysis", (event) => { if (this.#accepts(event.game)) this.#found(event); }),
      connection.on("review", (event) => { if (this.#accepts(event.game)) this.#reviewed(event); }),
      connection.onState((state) => { if (state !== "open") this.#forgetRequests(); }),
      onLanguage(() => {
        this.#build();
        this.#draw();
      }),
    ];
  }

  /**
   * Shows a game, and analyses the position that is looked at.
   * @param {ShownGame} game
   */
  show({ variation = null, ...game }) {
    this.isVariation = variation !== null;
    // The graph and the mistakes are those of the game itself.
    const line = variation ? this.game.line : game.line;
    this.game = { ...game, line };
    if (!this.on) return;
    game = this.game;
    const { before } = this;
    this.before = game;
    const isReview = this.whole().outcome !== null;
    if (isReview !== this.isReview) {
      this.isReview = isReview;
      this.#build();
    }
    this.#showLive();
    this.#keepPoints(before, game);
    if (before?.ply !== game.ply || before.position !== game.position) this.#newPosition();
    this.#requestAnalysis();
    this.#draw();
  }

  /**
   * Starts or stops the analysis.
   * @param {boolean} on
   */
  toggle(on) {
    if (on === this.on) return;
    this.on = on;
    if (!on) this.#endLearning();
    if (on) {
      this.show(this.game);
    } else {
      clearTimeout(this.reviewTimer);
      this.onLines([]);
      this.onThreat(null);
      connection.request("analyse", { game: this.game.id, lines: 0 }).catch(() => {});
      this.#forgetRequests();
    }
  }

  /** Stops the analysis and removes the panel. */
  destroy() {
    this.toggle(false);
    this.unsubscribes.forEach((unsubscribe) => unsubscribe());
    this.graph.destroy();
    this.root.replaceChildren();
  }

  /** The trainer, if a move in this position is an answer to it. @param {ShownGame} shown */
  trainerFor(shown) {
    return this.on && this.trainer?.asks(shown) ? this.trainer : null;
  }

  /**
   * Learns from the mistake at a ply, as soon as the game is reviewed.
   * @param {number} ply
   */
  learnFrom(ply) {
    this.wanted = ply;
    this.#learnWanted();
  }

  #learnWanted() {
    const { wanted, game } = this;
    if (wanted === null || !this.points[game.line.length]?.accuracy.some((value) => value !== null)) return;
    this.wanted = null;
    if (isBad(this.points[wanted]?.quality)) this.#learn(game.by[wanted], wanted);
  }

  /**
   * Goes through the mistakes of a side.
   * @param {Side} side
   * @param {number | null} ply
   */
  #learn(side, ply) {
    this.trainer = new MistakeTrainer(this.game, this.points, side, ply, {
      onGo: this.onJump, onVariation: this.onVariation, onPoint: this.onPoint, onEnd: () => this.#endLearning(),
    });
    this.onLines([]);
    this.#build();
  }

  #endLearning() {
    if (!this.trainer) return;
    this.trainer = null;
    this.#build();
    if (this.on) this.#draw();
  }

  /**
   * Draws the first moves of lines, unless they would give an answer away.
   * @param {string[][]} paths
   */
  onLines(paths) {
    this.drawLines(this.trainer ? [] : paths);
  }

  #build() {
    if (this.trainer) {
      this.root.replaceChildren(this.trainer.root);
      return;
    }
    const counts = Array.from({ length: MAX_LINES }, (_, index) => index + 1);
    const lines = dropdown(counts.map((count) => [count, number(count)]), this.lines, {
      onchange: () => {
        this.lines = Number(lines.value);
        this.analysedGame = null;
        this.#requestAnalysis();
      },
    });
    const threats = button("flag", t("analysis.threats"), () => {
      this.showsThreats = !this.showsThreats;
      threats.setAttribute("aria-pressed", String(this.showsThreats));
      this.#loadThreat();
    }, { "aria-pressed": this.showsThreats, class: "subtle threats" });
    const live = [
      el("header", { class: "analysis-head" }, el("h2", { class: "visually-hidden" }, t("analysis.title")), field(t("analysis.lines"), lines, { class: "field lines-field" }), threats),
      this.threatText, this.error, this.evalText,
      el("div", { class: "eval-names", "aria-hidden": "true" }, this.evalNames), this.evalBar,
      this.best, this.stats, this.proven,
    ];
    // Of a finished game the review comes first, and the search only where there is something to search.
    this.live = el("div", { class: "analysis-live" }, live);
    const course = [el("h3", {}, t("analysis.graph")), this.graph.root, this.review.root];
    this.root.replaceChildren(el("section", { class: "analysis", "aria-label": t("analysis.title") },
      this.isReview ? [this.review.summary, ...course, this.live] : [this.live, ...course]));
    this.#showLive();
  }

  #showLive() {
    this.live.hidden = this.isReview && this.game.outcome !== null;
  }

  /**
   * Whether events of a game are shown: not if they reveal what the viewer's side cannot know.
   * @param {string} id
   */
  #accepts(id) {
    return this.on && id === this.game.id && (!this.game.viewer || this.game.outcome !== null);
  }

  /** Requests the analysis and the review if that was not done yet. */
  #requestAnalysis() {
    const { id, start, line } = this.game;
    if (this.analysedGame !== id) {
      this.analysedGame = id;
      this.#request(() => connection.request("analyse", { game: id, lines: this.lines }));
    }
    const reviewed = `${id} ${start} ${line.join(" ")}`;
    if (this.reviewedLine === reviewed) return;
    const isFirst = this.reviewedLine === null;
    this.reviewedLine = reviewed;
    clearTimeout(this.reviewTimer);
    const review = () => connection.request("review", { game: id });
    this.reviewTimer = setTimeout(() => this.#request(review), isFirst ? 0 : REVIEW_DELAY);
  }

  /** @param {() => Promise<unknown>} send */
  async #request(send) {
    const request = ++this.#requests;
    try {
      await send();
      if (request === this.#requests) this.error.textContent = "";
    } catch (error) {
      this.#forgetRequests();
      if (!isLost(error)) this.error.textContent = errorText(error, this.game.game);
    }
  }

  #forgetRequests() {
    this.analysedGame = null;
    this.reviewedLine = null;
  }

  /**
   * Keeps the points of the moves that both lines have in common.
   * @param {Game | null} before
   * @param {Game} game
   */
  #keepPoints(before, game) {
    if (before?.id !== game.id || before.start !== game.start) this.points = [];
    const old = before?.line ?? [];
    const firstChange = game.line.findIndex((mv, index) => mv !== old[index]);
    const kept = firstChange < 0 ? game.line.length : firstChange;
    this.points.length = Math.min(this.points.length, kept + 1);
    const last = this.points[kept];
    if (firstChange >= 0 && last) this.points[kept] = { ...last, ...NO_MOVE };
  }

  /** Asks what the other side would do if it were its turn, and draws it. */
  async #loadThreat() {
    const { id, ply, position, outcome, game } = this.game;
    this.onThreat(null);
    this.threatText.textContent = "";
    if (!this.showsThreats || outcome) return;
    const found = await connection.request("threat", { game: id }).catch(() => null);
    if (!found || !this.on || !this.showsThreats || ply !== this.game.ply || position !== this.game.position) return;
    const { threat } = found;
    if (threat) learnMoves(game, threat.words);
    this.onThreat(threat?.path ?? null);
    this.threatText.textContent = threat ? t("analysis.threat", { move: describeMove(game, threat.mv) }) : t("analysis.no_threat");
  }

  async #newPosition() {
    this.#loadThreat();
    this.found = [];
    this.done = false;
    this.verdicts = NO_VERDICTS;
    const { id, ply, outcome } = this.game;
    if (outcome) return;
    const verdicts = await fetchVerdicts(this.game);
    if (!this.on || id !== this.game.id || ply !== this.game.ply) return;
    this.verdicts = verdicts;
    this.#draw();
  }

  /** @param {Events["analysis"]} event */
  #found({ ply, lines, done }) {
    if (ply !== this.game.ply) return;
    this.done = done;
    if (lines.length) {
      this.found = lines;
      for (const { words } of lines) learnMoves(this.game.game, words);
      const { score, chance } = lines[0];
      // What the review says of a position stays: its moves are graded by that.
      if (!this.isVariation) this.points[ply] ??= { ply, position: "", score, chance, best: null, line: [], words: {}, ...NO_MOVE };
    }
    this.#draw();
  }

  /** @param {Events["review"]} event */
  #reviewed({ points, done }) {
    for (const point of points) {
      learnMoves(this.game.game, point.words);
      if (point.ply <= this.game.line.length) this.points[point.ply] = point;
    }
    this.#draw();
    if (!done) return;
    saveReview(this.whole(), this.points);
    this.#learnWanted();
  }

  #draw() {
    this.#drawEvaluation();
    this.#drawLines();
    this.graph.show(this.game, this.points, this.whole().outcome);
    this.review.show(this.game, this.points, this.isVariation);
    this.onReview(this.points);
    this.#drawVerdicts();
  }

  #drawVerdicts() {
    this.proven.hidden = !this.verdicts.moves.length;
    if (this.#isDrawn("verdicts", this.verdicts.moves)) return;
    this.proven.replaceChildren(el("summary", {}, t("analysis.verdicts")), verdictList(this.game, this.verdicts.moves));
  }

  /**
   * Whether a part already shows this; then it is not redrawn and keeps the focus.
   * @param {string} part
   * @param {unknown} content
   */
  #isDrawn(part, content) {
    const next = `${language()} ${JSON.stringify(content)}`;
    const isSame = this.drawn[part] === next;
    this.drawn[part] = next;
    return isSame;
  }

  #drawEvaluation() {
    const { game, outcome, ply } = this.game;
    const found = this.found[0] ?? this.points[ply];
    const score = outcome ? OUTCOME_SCORES[outcome] : this.#exact(found?.score);
    const text = outcome === "draw" ? t("analysis.drawn") : score ? scoreText(game, score, this.game.to_move) : t("analysis.not_yet");
    const share = score ? barShare(score, found?.chance) : 0.5;
    const isEstimate = score && "points" in score;
    this.evalText.textContent = text;
    this.evalBar.setAttribute("aria-label", t("analysis.bar", { text }));
    this.evalNames[0].textContent = isEstimate ? `${sideName(game, "p1")} ${percent(share)}` : sideName(game, "p1");
    this.evalNames[1].textContent = isEstimate ? `${sideName(game, "p2")} ${percent(1 - share)}` : sideName(game, "p2");
    this.evalFirst.style.width = `${100 * share}%`;
  }

  /**
   * The proven score of the position, if that says more than what a search found.
   * @param {Score | undefined} found
   * @returns {ExactScore | undefined}
   */
  #exact(found) {
    const { value } = this.verdicts;
    if (!value || (found && !("points" in found))) return found;
    if (value.outcome === "draw") return { draw: true };
    return value.outcome === "p1" ? { win: value.plies } : { lose: value.plies };
  }

  #drawLines() {
    const found = this.game.outcome ? [] : this.found;
    this.onLines(found.map(({ path }) => path));
    if (!this.#isDrawn("lines", found.map(({ score, moves }) => [score, moves]))) {
      this.best.replaceChildren(...found.map((info) => this.#line(info)));
    }
    this.best.hidden = !found.length;
    const first = found[0];
    const nodes = Math.max(0, ...found.map((info) => info.nodes));
    const stats = first ? [
      ["depth", t("analysis.depths", { depth: Math.min(first.depth, first.seldepth), selective: first.seldepth })],
      ["nodes", compactNumber(nodes)], ["speed", compactNumber(first.nps)],
      ["state", t(this.done ? "analysis.done" : "analysis.searching")],
    ] : [];
    this.stats.replaceChildren(...stats.map(([name, text]) => el("div", {}, el("dt", {}, t(`analysis.${name}`)), el("dd", {}, text))));
  }

  /**
   * A line; a click on a move looks at the position after it, and pointing at the line shows it alone.
   * @param {SearchInfo} info
   */
  #line({ score, moves, path }) {
    const { game } = this.game;
    const shown = moves.slice(0, MAX_LINE_MOVES);
    const buttons = shown.map((mv, index) => el("button", {
      type: "button", class: "line-move", "data-move": mv, title: mv, "aria-label": describeMove(game, mv),
      onclick: () => this.onLine(moves, index + 1),
    }, shortMove(game, mv)));
    return el("li", {
      onpointerenter: () => this.onLines([path]), onpointerleave: () => this.onLines(this.found.map((info) => info.path)),
    }, el("span", { class: "line-score" }, scoreText(game, score, this.game.to_move)),
    el("span", { class: "line-moves" }, buttons, moves.length > MAX_LINE_MOVES ? "\u2026" : null));
  }
}
