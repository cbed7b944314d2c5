// The view of a game: the board, the players, the moves and what is known of them.
import { aboutGame } from "./about.js";
import { Board, describe } from "./board.js";
import { Controls, viewerChoice } from "./controls.js";
import { ask } from "./dialogs.js";
import { el } from "./elements.js";
import { History, moverAt } from "./history.js";
import { outcomeText, seatName, sideName, standing } from "./names.js";
import { openNewGame } from "./newgame.js";
import { heading, Players, sharedCounts } from "./players.js";
import { changeSeat, COMPUTER, isPerson } from "./seat.js";
import { openSeatDialog } from "./seats.js";
import { openSharing } from "./sharing.js";
import { keepViewer, keptViewer } from "./viewer.js";
import { complain, say, toast } from "./voice.js";
import { wire } from "./wire.js";
import { t } from "./words.js";

const SIDES = ["p1", "p2"];

/** Panels that are fetched when they are first asked for. */
const PANELS = {
  chart: async (view, root) => new (await import("./analysis.js")).Analysis(root, { wire, onJump: (ply) => view.jump(ply) }),
  tree: async (view, root) => new (await import("./tree.js")).TreePanel(root, { wire }),
  check: async (view) => new (await import("./knowledge.js")).Knowledge({ wire, board: view.board, root: view.boardRoot.parentElement }),
};

let sheet = null;

/** The look of the panels, which is fetched with the first of them. */
function dressed() {
  sheet ??= new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: "analysis.css", onload: resolve, onerror: resolve }));
  });
  return sheet;
}

/** Shows a game, as it was kept if it was shown before; gives back what ends it. */
export async function showGame(root, id, kept) {
  const { game } = await openGame(id);
  const about = await aboutGame(game.game);
  const view = new GameView(root, game, about);
  if (kept?.id === id) view.restore(kept);
  return view;
}

/** Opens a game as it was last looked at. */
async function openGame(id) {
  const told = await wire.ask("open", { game: id });
  const viewer = keptViewer(id);
  if (!told.game.hides || !viewer || told.game.viewer === viewer) return told;
  return wire.ask("view", { game: id, viewer });
}

class GameView {
  constructor(root, game, about) {
    this.id = game.id;
    this.game = game;
    this.about = about;
    this.flipped = false;
    this.panels = {};
    this.open = new Set();
    this.seating = 0;
    this.computers = [COMPUTER, COMPUTER];
    this.#knowComputers();
    this.title = heading(game);
    this.#build(root);
    this.board = new Board(this.boardRoot, {
      game: game.game, sides: game.sides,
      onMove: (text) => this.#move(text), onSpeak: (text) => say(text),
    });
    this.keys = this.#keys();
    this.ends = [
      wire.on("game", ({ game }) => game.id === this.id && this.#show(game)),
      wire.on("thinking", ({ game, ply, info }) => {
        if (game === this.id && ply === this.game.ply) this.players.think(this.game, info);
      }),
      wire.on("problem", ({ game, error }) => game === this.id && complain(error, this.game.game)),
      wire.on("removed", ({ game }) => game === this.id && this.#removed()),
    ];
    this.#draw({ animate: false });
  }

  /** What is not to be lost when the view is built anew. */
  get kept() {
    return { id: this.id, flipped: this.flipped, open: [...this.open] };
  }

  /** Goes on as it was kept. */
  restore({ flipped, open }) {
    if (flipped) this.#flip();
    open.forEach((name) => this.controls.toggles[name]?.click());
  }

  #build(root) {
    this.boardRoot = el("div", { class: "board-root" });
    this.standing = el("p", { class: "standing" });
    this.shared = el("p", { class: "quiet shared" });
    this.players = new Players({ onSeat: (side) => openSeatDialog(this.game, this.about, side) });
    this.history = new History({ onJump: (ply) => this.jump(ply) });
    this.controls = new Controls(this.#does(), { knowledge: this.about.solved });
    this.viewer = this.game.hides ? viewerChoice(this.game, (viewer) => this.#view(viewer)) : null;
    this.roots = { chart: el("div", { hidden: true }), tree: el("div", { class: "tree-root", hidden: true }) };
    root.replaceChildren(el("div", { class: "game", "data-game": this.game.game },
      el("header", { class: "game-head" }, el("h1", {}, this.title), this.standing, this.shared, this.viewer?.root),
      el("div", { class: "table" }, this.boardRoot),
      el("div", { class: "aside" }, this.players.root, this.controls.root, this.roots.chart, this.history.root),
      this.roots.tree));
  }

  #does() {
    return {
      first: () => this.jump(0),
      previous: () => this.jump(this.#aim - 1),
      next: () => this.jump(this.#aim + 1),
      last: () => this.jump(this.game.line.length),
      undo: () => this.game.can_undo && this.#tell("undo"),
      redo: () => this.game.can_redo && this.#tell("redo"),
      hint: () => this.#hint(),
      flip: () => this.#flip(),
      share: () => openSharing(this.game),
      run: () => this.#tell("run", { on: !this.game.running }),
      pace: (pace) => this.#tell("run", { on: this.game.running, pace }),
      step: () => this.#go("step", {}),
      toggle: (name, on) => this.#toggle(name, on),
    };
  }

  #keys() {
    const does = this.controls.does;
    return {
      z: does.undo, y: does.redo, h: does.hint, f: does.flip,
      ArrowLeft: does.previous, ArrowRight: does.next, Home: does.first, End: does.last,
      " ": () => this.game.seats.every(isPerson) || does.run(),
      a: () => this.#toggleComputer(),
      "+": () => this.#strengthen(1), "=": () => this.#strengthen(1), "-": () => this.#strengthen(-1),
      n: () => openNewGame(this.game.game),
      Escape: () => this.board.cancel(),
    };
  }

  /** Asks the program to do something with this game, and shows why not where it will not. */
  async #tell(what, args = {}) {
    try {
      return await wire.ask(what, { game: this.id, ...args });
    } catch (error) {
      complain(error, this.game.game);
      return null;
    }
  }

  #show(game) {
    const before = this.game;
    this.game = game;
    if (!this.seating) this.#knowComputers();
    this.#draw();
    this.#speak(before);
  }

  #draw({ animate = true } = {}) {
    const { game } = this;
    this.board.show(game, { flip: this.flipped, animate });
    this.standing.textContent = standing(game);
    this.shared.textContent = sharedCounts(game);
    this.players.show(game);
    this.history.show(game);
    this.controls.show(game);
    if (this.viewer) this.viewer.select.value = game.viewer ?? "";
    Object.values(this.panels).forEach((panel) => panel.show(game));
  }

  /** Remembers who is called in when a computer is to play. */
  #knowComputers() {
    this.computers = this.game.seats.map((seat, place) => (isPerson(seat) ? this.computers[place] : seat));
  }

  /** Gives a side to somebody; gives back whether that went well. */
  async #seat(place, seat) {
    this.seating += 1;
    const told = await this.#tell("seat", { side: SIDES[place], seat });
    this.seating -= 1;
    return told !== null;
  }

  /** Speaks what has happened since `before`. */
  #speak(before) {
    const { game } = this;
    if (before.ply === game.ply && before.outcome === game.outcome) return;
    const parts = [];
    const goesOn = before.line.slice(0, before.ply).every((mv, place) => mv === game.line[place]);
    if (goesOn && game.ply > before.ply && game.ply <= before.ply + 2) {
      for (let ply = before.ply; ply < game.ply; ply += 1) parts.push(this.#spoken(ply));
    } else {
      parts.push(t("speak.at", { ply: game.ply }));
    }
    parts.push(game.outcome ? outcomeText(game.game, game.outcome) : standing(game));
    say(parts.join(". "));
  }

  #spoken(ply) {
    const { game } = this;
    const text = game.line[ply];
    const move = text === null ? t("history.hidden") : describe(game.game, text);
    return `${sideName(game.game, moverAt(game, ply))}: ${move}`;
  }

  /** Makes a move; false where it is not made. */
  async #move(mv) {
    return (await this.#go("move", { mv, ply: this.game.ply })) !== null;
  }

  /** Goes on by a move, and asks before a line is forgotten for it. */
  async #go(what, args) {
    try {
      return await wire.ask(what, { game: this.id, ...args });
    } catch (error) {
      if (error.kind !== "Past") {
        complain(error, this.game.game);
        return null;
      }
      const agreed = await ask(t("past_move.title"), t("past_move.ask"), t("past_move.yes"));
      return agreed ? this.#tell(what, { ...args, cut: true }) : null;
    }
  }

  /** Where the game will be when all that was asked for has come. */
  get #aim() {
    return this.aimed ?? this.game.ply;
  }

  /** Goes to where so many moves have been made. */
  async jump(ply) {
    const wanted = Math.max(0, Math.min(this.game.line.length, ply));
    if (wanted === this.#aim) return;
    this.aimed = wanted;
    await this.#tell("jump", { ply: wanted });
    if (this.aimed === wanted) this.aimed = null;
  }

  async #hint() {
    if (this.game.outcome) return;
    const { ply } = this.game;
    const told = await this.#tell("hint");
    if (!told || ply !== this.game.ply) return;
    this.board.hint(told.path);
    toast(t("hint.is", { move: describe(this.game.game, told.mv) }));
  }

  #flip() {
    this.flipped = !this.flipped;
    this.board.show(this.game, { flip: this.flipped, animate: false });
  }

  async #view(viewer) {
    keepViewer(this.id, viewer);
    const told = await this.#tell("view", { viewer });
    if (told) {
      this.game = told.game;
      this.#draw({ animate: false });
    }
  }

  /** Gives the computer's side back to a person, or the side that is not to move to the computer. */
  async #toggleComputer() {
    const { seats, to_move, game } = this.game;
    const computer = seats.findIndex((seat) => !isPerson(seat));
    const place = computer >= 0 ? computer : to_move === "p2" ? 0 : 1;
    const seat = computer >= 0 ? "person" : this.computers[place];
    if (await this.#seat(place, seat)) this.#tellSeat(game, place, seat);
  }

  /** Makes the computers stronger or weaker, those who play or else those who would. */
  async #strengthen(by) {
    const { seats, game } = this.game;
    const playing = [0, 1].filter((place) => !isPerson(seats[place]));
    const meant = playing.length ? playing : [0, 1];
    let any = false;
    for (const place of meant) {
      const seat = changeSeat(this.computers[place], by);
      if (!seat) continue;
      any = true;
      this.computers[place] = seat;
      if (!playing.length || (await this.#seat(place, seat))) {
        this.#tellSeat(game, place, seat, playing.length === 0);
      }
    }
    if (!any) toast(t("seat.unchangeable"));
  }

  #tellSeat(game, place, seat, later = false) {
    const key = later ? "seat.would_play" : "seat.plays";
    toast(t(key, { side: sideName(game, SIDES[place]), player: seatName(seat) }));
  }

  async #toggle(name, on) {
    if (this.roots[name]) this.roots[name].hidden = !on;
    if (on) this.open.add(name);
    else this.open.delete(name);
    try {
      await dressed();
      this.panels[name] ??= await PANELS[name](this, this.roots[name]);
      this.panels[name].toggle(on);
      if (on) this.panels[name].show(this.game);
    } catch (error) {
      console.error(error);
      toast(t("controls.no_panel"), { trouble: true });
    }
  }

  /** Opens the game again after the connection was lost. */
  async reopen() {
    try {
      const { game } = await openGame(this.id);
      this.#show(game);
      // What was asked for over the old connection is asked for again.
      for (const name of this.open) {
        this.panels[name]?.toggle(false);
        this.panels[name]?.toggle(true);
        this.panels[name]?.show(game);
      }
    } catch (error) {
      if (error.kind !== "Lost") complain(error, this.game.game);
    }
  }

  #removed() {
    toast(t("game.removed"));
    location.hash = "#/";
  }

  /** Leaves the game. */
  end() {
    this.ends.forEach((end) => end());
    Object.values(this.panels).forEach((panel) => panel.destroy());
    this.board.destroy();
    wire.ask("close", { game: this.id }).catch(() => {});
  }
}
