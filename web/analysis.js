// The analysis panel: how the game stands, the best lines, and how it went.
import { describe } from "./board.js";
import { choice, el, field } from "./elements.js";
import { Graph } from "./graph.js";
import { knownList, verdicts } from "./knowledge.js";
import { short, sideName } from "./names.js";
import { numbered, scoreWords, share } from "./values.js";
import { wording } from "./voice.js";
import { language, number, onLanguage, t } from "./words.js";

const MOST_LINES = 5;
/** The most moves of a line that are shown. */
const MOST_MOVES = 12;
/** How long the line of moves rests before the game is looked through again, in milliseconds. */
const REST = 900;

/** What a search sees in the present position, and the graph of the whole game. */
export class Analysis {
  #asked = 0;

  constructor(root, { wire, onJump }) {
    this.wire = wire;
    this.onJump = onJump;
    this.on = false;
    this.lines = 3;
    this.points = [];
    this.known = [];
    this.drawn = {};
    this.root = root;
    this.graph = new Graph({ onJump });
    this.#build();
    this.ends = [
      wire.on("analysis", (event) => this.#hears(event, () => this.#found(event))),
      wire.on("review", (event) => this.#hears(event, () => this.#reviewed(event))),
      wire.onState((state) => { if (state !== "open") this.#forgetAsking(); }),
      onLanguage(() => this.#translate()),
    ];
  }

  /** Shows a game; what is asked for goes on at its present position. */
  show(game) {
    this.game = game;
    if (!this.on) return;
    const { before } = this;
    this.before = game;
    this.#keepPoints(before, game);
    if (before?.ply !== game.ply || before?.position !== game.position) this.#newPosition();
    this.#listen();
    this.#draw();
  }

  /** Begins or ends the analysis. */
  toggle(on) {
    if (on === this.on) return;
    this.on = on;
    if (on) {
      if (this.game) this.show(this.game);
    } else {
      clearTimeout(this.resting);
      if (this.game) this.wire.ask("analyse", { game: this.game.id, lines: 0 }).catch(() => {});
      this.#forgetAsking();
    }
  }

  /** Ends it for good. */
  destroy() {
    this.toggle(false);
    this.ends.forEach((end) => end());
    this.graph.destroy();
    this.root.replaceChildren();
  }

  #build() {
    this.bar = { first: el("div", { class: "eval-first" }), words: el("p", { class: "eval-words" }) };
    this.bar.names = [el("span", {}), el("span", {})];
    this.bar.meter = el("div", { class: "eval-bar", role: "img" }, this.bar.first);
    this.best = el("ol", { class: "best-lines" });
    this.facts = el("dl", { class: "facts" });
    this.slips = el("ul", { class: "slips" });
    this.proven = el("details", { class: "proven" });
    this.trouble = el("p", { class: "refused", role: "status" });
    this.#lay();
  }

  #lay() {
    const several = Array.from({ length: MOST_LINES }, (_, place) => [String(place + 1), number(place + 1)]);
    this.choice = choice(several, String(this.lines), { onchange: () => this.#wish(Number(this.choice.value)) });
    this.heading = el("h3", {}, t("analysis.slips"));
    this.root.replaceChildren(el("section", { class: "panel analysis", "aria-label": t("analysis.title") },
      el("header", { class: "analysis-head" }, el("h2", {}, t("analysis.title")), field(t("analysis.lines"), this.choice, { class: "field lines-field" })),
      this.trouble, this.bar.words,
      el("div", { class: "eval-names", "aria-hidden": "true" }, this.bar.names), this.bar.meter,
      this.best, this.facts, this.proven,
      el("h3", {}, t("analysis.graph")), this.graph.root, this.heading, this.slips));
  }

  #translate() {
    this.#lay();
    this.#draw();
  }

  /** Takes an event of this game, unless it tells what a side that is looked through cannot know. */
  #hears(event, does) {
    if (!this.on || event.game !== this.game?.id) return;
    if (!this.game.viewer || this.game.outcome) does();
  }

  #wish(lines) {
    this.lines = lines;
    this.listening = null;
    this.#listen();
  }

  /** Asks for the analysis where that was not done, and for a look through the game. */
  #listen() {
    const { id } = this.game;
    if (this.listening !== id) {
      this.listening = id;
      this.#ask("analyse", { game: id, lines: this.lines });
    }
    const line = `${id} ${this.game.start} ${this.game.line.join(" ")}`;
    if (this.reviewed === line) return;
    const first = this.reviewed === null || this.reviewed === undefined;
    this.reviewed = line;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#ask("review", { game: id }), first ? 0 : REST);
  }

  async #ask(what, args) {
    const asked = ++this.#asked;
    try {
      await this.wire.ask(what, args);
      if (asked === this.#asked) this.trouble.textContent = "";
    } catch (error) {
      this.#forgetAsking();
      if (error.kind !== "Lost") this.trouble.textContent = wording(error, this.game.game);
    }
  }

  #forgetAsking() {
    this.listening = null;
    this.reviewed = null;
  }

  /** Keeps what was found of the moves that both lines begin with. */
  #keepPoints(before, game) {
    if (before?.id !== game.id || before.start !== game.start) this.points = [];
    const old = before?.line ?? [];
    const same = game.line.findIndex((mv, place) => mv !== old[place]);
    const kept = same < 0 ? game.line.length : same;
    this.points.length = Math.min(this.points.length, kept + 1);
    if (same >= 0 && this.points[kept]) this.points[kept] = { ...this.points[kept], slip: null };
  }

  async #newPosition() {
    this.found = [];
    this.done = false;
    this.known = [];
    const { id, ply, outcome } = this.game;
    if (outcome) return;
    const known = await verdicts(this.wire, id);
    if (!this.on || id !== this.game.id || ply !== this.game.ply) return;
    this.known = known;
    this.#draw();
  }

  #found({ ply, lines, done }) {
    if (ply !== this.game.ply) return;
    if (lines.length) this.found = lines;
    this.done = done;
    const point = this.points[ply];
    if (lines.length) this.points[ply] = { best: null, slip: null, ...point, ply, score: lines[0].score };
    this.#draw();
  }

  #reviewed({ points }) {
    for (const point of points) {
      const here = point.ply === this.game.ply && this.found?.length ? { score: this.found[0].score } : {};
      if (point.ply <= this.game.line.length) this.points[point.ply] = { ...point, ...here };
    }
    this.#draw();
  }

  #draw() {
    if (!this.game) return;
    this.#drawBar();
    this.#drawLines();
    this.graph.show(this.game, this.points);
    this.#drawSlips();
    this.#drawKnown();
  }

  #drawKnown() {
    this.proven.hidden = !this.known.length;
    if (this.#isDrawn("known", this.known)) return;
    this.proven.replaceChildren(el("summary", {}, t("analysis.known")), knownList(this.game, this.known));
  }

  /** Whether a part shows this already; it keeps the focus then. */
  #isDrawn(part, shown) {
    const now = `${language()} ${JSON.stringify(shown)}`;
    const same = this.drawn[part] === now;
    this.drawn[part] = now;
    return same;
  }

  #drawBar() {
    const { game, outcome, ply } = this.game;
    const over = { p1: { win: 0 }, p2: { lose: 0 }, draw: { draw: true } }[outcome];
    const score = over ?? this.#exact(this.found?.[0]?.score ?? this.points[ply]?.score);
    const words = outcome === "draw" ? t("analysis.drawn") : score ? scoreWords(game, score) : t("analysis.not_yet");
    this.bar.words.textContent = words;
    this.bar.meter.setAttribute("aria-label", t("analysis.bar", { words }));
    this.bar.names.forEach((name, place) => { name.textContent = sideName(game, ["p1", "p2"][place]); });
    this.bar.first.style.width = `${100 * (score ? share(game, score) : 0.5)}%`;
  }

  /** What is proven of the position, where that says more than a search found. */
  #exact(found) {
    const { to_move: mover, moves } = this.game;
    if (found && !("points" in found)) return found;
    const best = ["win", "draw", "lose"].map((verdict) => this.known.find((move) => move.verdict === verdict)).find(Boolean);
    if (!best || (best.verdict !== "win" && this.known.length < moves.length)) return found;
    if (best.verdict === "draw") return { draw: true };
    return { [(best.verdict === "win") === (mover === "p1") ? "win" : "lose"]: best.plies };
  }

  #drawLines() {
    const found = this.game.outcome ? [] : this.found ?? [];
    this.best.replaceChildren(...found.map((info) => this.#line(info)));
    this.best.hidden = !found.length;
    const first = found[0];
    const nodes = found.reduce((most, info) => Math.max(most, info.nodes), 0);
    const facts = first ? [
      ["depth", t("analysis.depths", { depth: Math.min(first.depth, first.seldepth), selective: first.seldepth })],
      ["nodes", short(nodes)], ["speed", short(first.nps)],
      ["state", t(this.done ? "analysis.done" : "analysis.going_on")],
    ] : [];
    this.facts.replaceChildren(...facts.map(([name, text]) => el("div", {}, el("dt", {}, t(`analysis.${name}`)), el("dd", {}, text))));
  }

  #line({ score, moves }) {
    return el("li", {}, el("span", { class: "line-score" }, scoreWords(this.game.game, score)),
      el("span", { class: "line-moves" }, 
        moves.slice(0, MOST_MOVES).flatMap((mv) => [el("span", { title: describe(this.game.game, mv) }, mv), " "]),
        moves.length > MOST_MOVES ? "\u2026" : null));
  }

  #drawSlips() {
    const slips = this.points.filter((point) => point?.slip && point.ply < this.game.line.length);
    this.heading.hidden = this.slips.hidden = !slips.length;
    if (this.#isDrawn("slips", [slips.map(({ ply, slip, best }) => [ply, slip, best]), this.game.line])) return;
    this.slips.replaceChildren(...slips.map((point) => el("li", {}, el("button", {
      type: "button", class: "slip", onclick: () => this.onJump(point.ply),
    }, el("span", { class: "slip-sign", "aria-hidden": "true" }, point.slip === "win" ? "??" : "?"), el("span", {}, this.#slipWords(point))))));
  }

  #slipWords({ ply, slip, best }) {
    const threw = t(`analysis.slip_${slip}`);
    const what = best ? t("analysis.slip_best", { what: threw, best }) : threw;
    return t("analysis.slip", { ...numbered(this.game, ply), move: this.game.line[ply] ?? "?", what });
  }
}
