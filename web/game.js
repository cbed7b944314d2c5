// The view of a game: the board, the players, the moves and the panels.
import { Board } from "./board.js";
import { describeMove } from "./boards/labels.js";
import { connection, isLost, problemOf } from "./connection.js";
import { Controls, viewerChoice } from "./controls.js";
import { confirmDialog } from "./dialogs.js";
import { gameTitle, outcomeText, playerName, sideName, statusText } from "./display-names.js";
import { el } from "./elements.js";
import { t } from "./i18n.js";
import { MoveList, moverAt } from "./move-list.js";
import { openNewGameDialog } from "./new-game-dialog.js";
import { announce, showError, toast } from "./notify.js";
import { openPlayerDialog } from "./player-form.js";
import { PlayerPanels, sharedCounts } from "./player-panels.js";
import { adjustStrength, computerOf, isPerson } from "./player-spec.js";
import { moveNumber } from "./scores.js";
import { gameInfo } from "./server-info.js";
import { openShareDialog } from "./share-dialog.js";
import { saveViewer, savedViewer } from "./viewer.js";
/** @import { Game, GameInfo, Requests, Side } from "./protocol.d.ts" */
/** @import { Actions, PanelName } from "./controls.js" */
/** @import { Shortcuts } from "./shortcuts.js" */

/**
 * What is restored when the view is rebuilt.
 * @typedef {{ id: string, flipped: boolean, openPanels: PanelName[] }} GameViewState
 */

/**
 * A panel that can be opened beside or below the board.
 * @typedef {object} Panel
 * @property {(game: Game) => void} show
 * @property {(on: boolean) => void} toggle
 * @property {() => void} destroy
 */

/** @typedef {{ [K in keyof Requests]: Requests[K]["args"] extends { game: string } ? K : never }[keyof Requests]} GameRequest A request about one game. */
/** @typedef {"move" | "step"} AdvanceRequest A request that adds a move. */

/** @type {[Side, Side]} */
const SIDES = ["p1", "p2"];

/** @type {Promise<unknown> | null} */
let stylesheet = null;

/** Loads the style of the panels, which is fetched with the first of them. */
function loadPanelStyle() {
  stylesheet ??= new Promise((resolve) => {
    document.head.append(el("link", { rel: "stylesheet", href: "analysis.css", onload: resolve, onerror: resolve }));
  });
  return stylesheet;
}

/**
 * Shows a game, in its saved state if it was shown before.
 * @param {HTMLElement} root
 * @param {string} link The id of the game, followed in the owner's link by a dot and the key.
 * @param {GameViewState} [saved]
 */
export async function showGame(root, link, saved) {
  const [id, key] = link.split(".");
  const { game } = await openGame(id, key);
  const info = await gameInfo(game.game);
  const view = new GameView(root, game, info, key);
  if (saved?.id === id) view.restore(saved);
  return view;
}

/**
 * Opens a game with the view that was last chosen.
 * @param {string} id
 * @param {string} [key] The key of the owner's link.
 */
async function openGame(id, key) {
  const opened = await connection.request("open", { game: id, key });
  const viewer = savedViewer(id);
  if (!opened.game.hides || !viewer || opened.game.viewer === viewer) return opened;
  return connection.request("view", { game: id, viewer });
}

class GameView {
  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {GameInfo} info
   * @param {string} [key]
   */
  constructor(root, game, info, key) {
    this.id = game.id;
    this.key = key;
    this.game = game;
    this.info = info;
    this.title = gameTitle(game.game, game.title);
    this.flipped = false;
    /** @type {Partial<Record<PanelName, Panel>>} */
    this.panels = {};
    /** @type {Set<PanelName>} */
    this.openPanels = new Set();
    /** How many changes of players are on their way. */
    this.pendingSeats = 0;
    /** The computer that takes over each side when it is called in. */
    this.computers = [computerOf(game.game), computerOf(game.game)];
    this.#rememberComputers();
    /** @type {number | null} The ply that was last jumped to, until it is shown. */
    this.jumpTarget = null;

    this.boardRoot = el("div", { class: "board-root" });
    this.boardArea = el("div", { class: "board-area" }, this.boardRoot);
    this.status = el("p", { class: "game-status" });
    this.shared = el("p", { class: "muted shared-counts" });
    this.players = new PlayerPanels({
      onChange: (side) => openPlayerDialog(this.game, this.info, side),
      onClaim: (side) => this.#send("claim", { side }),
      onRelease: (side) => this.#send("release", { side }),
    });
    this.moveList = new MoveList({ onJump: (ply) => this.jump(ply) });
    this.controls = new Controls(this.#actions(), { solved: info.solved });
    this.viewer = game.hides ? viewerChoice(game, (viewer) => this.#setViewer(viewer)) : null;
    this.analysisRoot = el("div", { hidden: true });
    this.treeRoot = el("div", { class: "tree-root", hidden: true });
    root.replaceChildren(el("div", { class: "game", "data-game": game.game },
      el("header", { class: "game-head" }, el("h1", {}, this.title), this.status, this.shared, this.viewer?.root),
      this.boardArea,
      el("div", { class: "sidebar" }, this.players.root, this.controls.root, this.analysisRoot, this.moveList.root),
      this.treeRoot));
    this.board = new Board(this.boardRoot, { game, onMove: (text) => this.#move(text), onAnnounce: announce });
    this.shortcuts = this.#shortcuts();
    this.unsubscribes = [
      connection.on("game", ({ game }) => { if (game.id === this.id) this.#show(game); }),
      connection.on("thinking", ({ game, ply, info }) => {
        if (game === this.id && ply === this.game.ply) this.players.showProgress(this.game, info);
      }),
      connection.on("problem", ({ game, error }) => { if (game === this.id) showError(error, this.game.game); }),
      connection.on("removed", ({ game }) => { if (game === this.id) this.#removed(); }),
    ];
    this.#draw({ animate: false });
  }

  /** @returns {GameViewState} */
  get savedState() {
    return { id: this.id, flipped: this.flipped, openPanels: [...this.openPanels] };
  }

  /**
   * Restores a saved state.
   * @param {GameViewState} saved
   */
  restore({ flipped, openPanels }) {
    if (flipped) this.#flip();
    openPanels.forEach((name) => this.controls.toggles[name]?.click());
  }

  /** @returns {Actions} */
  #actions() {
    return {
      first: () => this.jump(0),
      previous: () => this.jump(this.#targetPly - 1),
      next: () => this.jump(this.#targetPly + 1),
      last: () => this.jump(this.game.line.length),
      undo: () => this.game.can_undo && this.#send("undo", {}),
      redo: () => this.game.can_redo && this.#send("redo", {}),
      hint: () => this.#hint(),
      flip: () => this.#flip(),
      share: () => openShareDialog(this.game),
      run: () => this.#send("run", { on: !this.game.running }),
      pace: (pace) => this.#send("run", { on: this.game.running, pace }),
      step: () => this.#advance("step", {}),
      toggle: (name, on) => this.#toggle(name, on),
    };
  }

  /** @returns {Shortcuts} */
  #shortcuts() {
    const { actions } = this.controls;
    return {
      z: actions.undo, y: actions.redo, h: actions.hint, f: actions.flip,
      ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first, End: actions.last,
      " ": () => this.game.seats.every(isPerson) || actions.run(),
      a: () => this.#toggleComputer(),
      "+": () => this.#strengthen(1), "=": () => this.#strengthen(1), "-": () => this.#strengthen(-1),
      n: () => openNewGameDialog(this.game.game),
      Escape: () => this.board.cancel(),
    };
  }

  /**
   * Sends a request about this game.
   * @template {GameRequest} K
   * @param {K} name
   * @param {Omit<Requests[K]["args"], "game">} args
   * @returns {Promise<Requests[K]["ok"]>}
   */
  #request(name, args) {
    // TypeScript cannot see that the arguments without `game` and `game` are the arguments.
    return connection.request(name, /** @type {Requests[K]["args"]} */ (/** @type {unknown} */ ({ game: this.id, ...args })));
  }

  /**
   * Sends a request about this game; if it is refused, shows why and returns null.
   * @template {GameRequest} K
   * @param {K} name
   * @param {Omit<Requests[K]["args"], "game">} args
   */
  async #send(name, args) {
    try {
      return await this.#request(name, args);
    } catch (error) {
      showError(error, this.game.game);
      return null;
    }
  }

  /** @param {Game} game */
  #show(game) {
    const before = this.game;
    this.game = game;
    if (!this.pendingSeats) this.#rememberComputers();
    this.#draw();
    this.#announceChange(before);
  }

  #draw({ animate = true } = {}) {
    const { game } = this;
    this.board.show(game, { flip: this.flipped, animate });
    this.status.textContent = statusText(game);
    this.shared.textContent = sharedCounts(game);
    this.players.show(game);
    this.moveList.show(game);
    this.controls.show(game);
    if (this.viewer) this.viewer.select.value = game.viewer ?? "";
    Object.values(this.panels).forEach((panel) => panel.show(game));
  }

  /** Remembers the computers that play, to call them in again. */
  #rememberComputers() {
    this.computers = this.game.seats.map((spec, index) => (isPerson(spec) ? this.computers[index] : spec));
  }

  /**
   * Sets the player of a side; returns whether that was accepted.
   * @param {number} index
   * @param {string} spec
   */
  async #setPlayer(index, spec) {
    this.pendingSeats += 1;
    const response = await this.#send("seat", { side: SIDES[index], seat: spec });
    this.pendingSeats -= 1;
    return response !== null;
  }

  /**
   * Announces what has changed.
   * @param {Game} before
   */
  #announceChange(before) {
    const { game } = this;
    if (before.ply === game.ply && before.outcome === game.outcome) return;
    const parts = [];
    const isContinuation = before.line.slice(0, before.ply).every((mv, index) => mv === game.line[index]);
    if (isContinuation && game.ply > before.ply && game.ply <= before.ply + 2) {
      for (let ply = before.ply; ply < game.ply; ply += 1) parts.push(this.#describePly(ply));
    } else {
      parts.push(t("announce.after_ply", { ply: game.ply }));
    }
    parts.push(game.outcome ? outcomeText(game.game, game.outcome) : statusText(game));
    announce(parts.join(". "));
  }

  /** @param {number} ply */
  #describePly(ply) {
    const { game } = this;
    const text = game.line[ply];
    const move = text === null ? t("move_list.hidden") : describeMove(game.game, text);
    return `${sideName(game.game, moverAt(game, ply))}: ${move}`;
  }

  /**
   * Makes a move; returns whether it was made.
   * @param {string} mv
   */
  async #move(mv) {
    return (await this.#advance("move", { mv, ply: this.game.ply })) !== null;
  }

  /**
   * Adds a move; asks first if later moves would be discarded.
   * @template {AdvanceRequest} K
   * @param {K} name
   * @param {Omit<Requests[K]["args"], "game">} args
   */
  async #advance(name, args) {
    try {
      return await this.#request(name, args);
    } catch (error) {
      if (problemOf(error)?.kind !== "Past") {
        showError(error, this.game.game);
        return null;
      }
      const confirmed = await confirmDialog(t("discard.title"), this.#discardText(), t("discard.yes"));
      return confirmed ? this.#send(name, { ...args, cut: true }) : null;
    }
  }

  /** Which moves are discarded when a move is made now. */
  #discardText() {
    const { game } = this;
    const [first, last] = [game.ply, Math.max(game.ply, game.line.length - 1)].map((index) => moveNumber(game, index));
    const args = { first: first.number, first_side: first.side, last: last.number, last_side: last.side };
    return game.line.length - game.ply > 1 ? t("discard.moves", args) : t("discard.move", args);
  }

  /** The ply that will be shown when all jumps have arrived. */
  get #targetPly() {
    return this.jumpTarget ?? this.game.ply;
  }

  /**
   * Goes to the position after `ply` moves.
   * @param {number} ply
   */
  async jump(ply) {
    const target = Math.max(0, Math.min(this.game.line.length, ply));
    if (target === this.#targetPly) return;
    this.jumpTarget = target;
    await this.#send("jump", { ply: target });
    if (this.jumpTarget === target) this.jumpTarget = null;
  }

  async #hint() {
    if (this.game.outcome) return;
    const { ply } = this.game;
    const hint = await this.#send("hint", {});
    if (!hint || ply !== this.game.ply) return;
    this.board.hint(hint.path);
    toast(t("hint.text", { move: describeMove(this.game.game, hint.mv) }));
  }

  #flip() {
    this.flipped = !this.flipped;
    this.board.show(this.game, { flip: this.flipped, animate: false });
  }

  /** @param {Side | null} viewer */
  async #setViewer(viewer) {
    saveViewer(this.id, viewer);
    const response = await this.#send("view", { viewer });
    if (response) {
      this.game = response.game;
      this.#draw({ animate: false });
    }
  }

  /** Gives the computer's side to a person, or without a computer the side not to move to one. */
  async #toggleComputer() {
    const { seats, to_move: toMove, running } = this.game;
    const computer = seats.findIndex((spec) => !isPerson(spec));
    const index = computer >= 0 ? computer : toMove === "p2" ? 0 : 1;
    const spec = computer >= 0 ? "person" : this.computers[index];
    if (!(await this.#setPlayer(index, spec))) return;
    this.#announcePlayer("strength.plays", index, spec);
    // A pause of earlier computers, which cannot be seen without them, does not hold for this one.
    if (computer < 0 && !running) await this.#send("run", { on: true });
  }

  /**
   * Makes the computers stronger or weaker: those that play, or else those that would be called in.
   * @param {number} by
   */
  async #strengthen(by) {
    const { seats } = this.game;
    const playing = [0, 1].filter((index) => !isPerson(seats[index]));
    let hasChanged = false;
    for (const index of playing.length ? playing : [0, 1]) {
      const spec = adjustStrength(this.computers[index], by);
      if (!spec) continue;
      hasChanged = true;
      this.computers[index] = spec;
      if (!playing.length) this.#announcePlayer("strength.would_play", index, spec);
      else if (await this.#setPlayer(index, spec)) this.#announcePlayer("strength.plays", index, spec);
    }
    if (!hasChanged) toast(t("strength.fixed"));
  }

  /**
   * @param {"strength.plays" | "strength.would_play"} key
   * @param {number} index
   * @param {string} spec
   */
  #announcePlayer(key, index, spec) {
    toast(t(key, { side: sideName(this.game.game, SIDES[index]), player: playerName(spec) }));
  }

  /**
   * Opens or closes a panel.
   * @param {PanelName} name
   * @param {boolean} on
   */
  async #toggle(name, on) {
    if (name === "analysis") this.analysisRoot.hidden = !on;
    if (name === "tree") this.treeRoot.hidden = !on;
    if (on) this.openPanels.add(name);
    else this.openPanels.delete(name);
    try {
      await loadPanelStyle();
      const panel = this.panels[name] ?? await this.#createPanel(name);
      this.panels[name] = panel;
      panel.toggle(on);
      if (on) panel.show(this.game);
    } catch (error) {
      console.error(error);
      toast(t("controls.no_panel"), { error: true });
    }
  }

  /**
   * Creates a panel, whose module is fetched when it is first opened.
   * @param {PanelName} name
   * @returns {Promise<Panel>}
   */
  async #createPanel(name) {
    if (name === "analysis") {
      const { AnalysisPanel } = await import("./analysis.js");
      return new AnalysisPanel(this.analysisRoot, this.game, { onJump: (ply) => this.jump(ply) });
    }
    if (name === "tree") {
      const { TreePanel } = await import("./tree.js");
      return new TreePanel(this.treeRoot, this.game);
    }
    const { VerdictPanel } = await import("./verdicts.js");
    return new VerdictPanel(this.boardArea, this.game, this.board);
  }

  /** Opens the game again after a reconnect. */
  async reopen() {
    try {
      const { game } = await openGame(this.id, this.key);
      this.#show(game);
      // The new connection knows nothing of the panels' requests.
      for (const name of this.openPanels) {
        this.panels[name]?.toggle(false);
        this.panels[name]?.toggle(true);
        this.panels[name]?.show(game);
      }
    } catch (error) {
      if (!isLost(error)) showError(error, this.game.game);
    }
  }

  #removed() {
    toast(t("game.removed"));
    location.hash = "#/";
  }

  /** Leaves the game. */
  end() {
    this.unsubscribes.forEach((unsubscribe) => unsubscribe());
    Object.values(this.panels).forEach((panel) => panel.destroy());
    this.board.destroy();
    connection.request("close", { game: this.id }).catch(() => {});
  }
}
