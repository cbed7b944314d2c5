// What is proven of every move: badges on the board, and the same as a list.
import { describe } from "./board.js";
import { el } from "./elements.js";
import { verdictWords } from "./values.js";
import { onLanguage, t } from "./words.js";

const ORDER = ["win", "draw", "lose"];
const SIGNS = { win: "\u2713", draw: "=", lose: "\u2717" };

/** Shows the verdict of every move on the board, and as a list below it. */
export class Knowledge {
  #stale = 0;

  constructor({ wire, board, root = null }) {
    this.wire = wire;
    this.board = board;
    this.on = false;
    this.known = [];
    this.list = el("section", { class: "panel known", hidden: true });
    if (root) root.append(this.list);
    else board.root?.after(this.list);
    this.ends = onLanguage(() => this.#draw());
  }

  /** Shows what is known of a game's present position. */
  async show(game) {
    this.game = game;
    if (!this.on) return;
    const place = `${game.id} ${game.ply} ${game.line.slice(0, game.ply).join(" ")} ${game.moves.length}`;
    if (place !== this.place) {
      this.place = place;
      this.known = [];
      this.#draw();
      await this.#ask(game);
    } else {
      this.#draw();
    }
  }

  /** Begins or ends to show it. */
  toggle(on) {
    this.on = on;
    this.place = null;
    this.#stale += 1;
    if (!on) this.#clear();
    else if (this.game) this.show(this.game);
  }

  /** Ends it for good. */
  destroy() {
    this.toggle(false);
    this.ends();
    this.list.remove();
  }

  async #ask(game) {
    const asked = ++this.#stale;
    const known = game.outcome ? [] : await verdicts(this.wire, game.id);
    if (asked !== this.#stale) return;
    this.known = known;
    this.#draw();
  }

  #draw() {
    if (!this.on || !this.game) return;
    this.board.badges(this.known.length ? badges(this.game, this.known) : null);
    this.list.hidden = Boolean(this.game.outcome);
    this.list.replaceChildren(el("h2", {}, t("analysis.known")), knownList(this.game, this.known));
  }

  #clear() {
    this.known = [];
    this.list.hidden = true;
    this.board.badges(null);
  }
}

/** What is proven of the moves of a game's present position; nothing where that is refused. */
export async function verdicts(wire, id) {
  try {
    return (await wire.ask("verdicts", { game: id })).moves;
  } catch {
    return [];
  }
}

/** The moves by what they lead to, as a list to be read. */
export function knownList(game, known) {
  if (!known.length) return el("p", { class: "quiet" }, t(game.viewer ? "error.Hidden" : "analysis.unknown"));
  const groups = new Map();
  for (const move of [...known].sort(better)) {
    const words = verdictWords(move);
    if (!groups.has(words)) groups.set(words, { verdict: move.verdict, texts: [] });
    groups.get(words).texts.push(move.text);
  }
  return el("dl", { class: "known-list" }, [...groups].flatMap(([words, { verdict, texts }]) => [
    el("dt", { class: `verdict ${verdict}` }, el("span", { class: "verdict-sign", "aria-hidden": "true" }, SIGNS[verdict]), words),
    el("dd", {}, texts.map((text) => el("span", { class: "move-text", title: describe(game.game, text) }, text))),
  ]));
}

/** The badges of a board: a way to point at each move, and what it leads to. */
function badges(game, known) {
  const paths = new Map(game.moves.map(({ text, paths }) => [text, paths]));
  return known.flatMap((move) => (paths.get(move.text) ?? [])
    .map((path) => ({ path, kind: move.verdict, text: verdictWords(move) })));
}

/** Quick wins first, late losses before quick ones. */
function better(a, b) {
  const group = ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict);
  if (group) return group;
  return a.verdict === "lose" ? (b.plies ?? 0) - (a.plies ?? 0) : (a.plies ?? 0) - (b.plies ?? 0);
}
