// The view of a game: the board, the players, the moves and the panels.
import { Board } from "../boards/board.js";
import { announceChange, playChange } from "./announcements.js";
import { describeMove, learnMoves } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { Controls, viewerChoice } from "./controls.js";
import { ComputerPlayers } from "./computer-players.js";
import { confirmDialog } from "../shell/dialogs.js";
import { divider } from "./divider.js";
import { colourSides, gameTitle, statusText } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { gameShortcuts } from "./keys.js";
import { GamePanels } from "./panels.js";
import { openGame, requestOf } from "./requests.js";
import { instructionText, tabTitle } from "./instruction.js";
import { rememberLoot, withSeenLoot } from "./loot-memory.js";
import { MoveList } from "./move-list.js";
import { announce, errorText, showError, toast } from "../shell/notify.js";
import { OfferBar } from "./offers.js";
import { openNameDialog, savedName } from "./person-name.js";
import { openPlayerDialog } from "./player-form.js";
import { ProgramPanel } from "./program-panel.js";
import { PlayerPanels, sharedCounts } from "./player-panels.js";
import { nextSeats, ResultCard } from "./result-card.js";
import { gameInfo } from "../shell/server-info.js";
import { openShareDialog } from "./share-dialog.js";
import { shortRules, SideTabs } from "./side-tabs.js";
import { endOf, firstState, gameChange, GameStore, lineComments, neededSteps, openPanels, shownGame, withOwnBoard } from "./state.js";
import { loadNotebook } from "./variation-tree.js";
import { carryViewer, saveViewer } from "./viewer.js";
import { Viewing } from "./viewing.js";
/** @import { FollowView, Game, GameInfo, Requests, Side } from "../protocol.d.ts" */
/** @import { Actions } from "./controls.js" */
/** @import { GameRequest } from "./requests.js" */
/** @import { GameState } from "./state.js" */
/** @import { PanelName } from "./panels.js" */
/** @import { TabName } from "./side-tabs.js" */
/** @import { Variation } from "./variation-tree.js" */

/** @typedef {{ id: string } & Pick<GameState, "flipped" | "tab" | "hasTree">} GameViewState What is restored when the view is rebuilt. */

/** @typedef {"move" | "step"} AdvanceRequest A request that adds a move. */

/**
 * Shows a game, in its saved state if it was shown before.
 * @param {HTMLElement} root
 * @param {string} link The id of the game, followed in the owner's link by a dot and the key.
 * @param {string} ply The ply to look at; empty for the present position.
 * @param {GameViewState} [saved]
 */
export async function showGame(root, link, ply, saved) {
  const [id, key] = link.split(".");
  const { game } = await openGame(id, key);
  const info = await gameInfo(game.game);
  const view = new GameView(root, game, info, key);
  if (saved?.id === id) view.restore(saved);
  view.navigate(link, ply);
  return view;
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
    this.info = info;
    learnMoves(game.game, game.words);
    const kept = { ...loadNotebook(game.id), seen: rememberLoot(null, game) };
    this.store = new GameStore(firstState(game, kept, performance.now()), (options) => this.#render(options));
    this.computers = new ComputerPlayers(this.store, {
      seat: async (side, seat) => (await this.#send("seat", { side, seat })) !== null,
      resume: async () => (await this.#send("run", { on: true })) !== null,
    });
    this.viewing = new Viewing(this.store, () => this.#looked());

    this.boardRoot = el("div", { class: "board-root" });
    this.status = el("p", { class: "game-status" });
    this.instruction = el("p", { class: "instruction", "aria-live": "polite" });
    this.back = button("last", t("viewing.back"), () => this.viewing.follow(), { class: "back", hidden: true });
    this.shared = el("p", { class: "muted shared-counts" });
    this.players = new PlayerPanels({
      onChange: (side) => (this.game.rights.owner ? openPlayerDialog(this.game, this.info, side) : openNameDialog(this.game, side)),
      onClaim: (side) => this.#send("claim", { side, name: savedName() || null }),
      onRelease: (side) => this.#send("release", { side }),
    });
    this.moveList = new MoveList({
      onJump: (ply, variation) => (variation ? this.viewing.open(variation, ply) : this.viewing.goOnLine(ply)),
      onRemove: (branch) => this.viewing.remove(branch),
      onPromote: (branch) => this.viewing.promote(branch),
      onComment: (text) => this.viewing.setComment(text),
      onPlay: (variation) => this.#playVariation(variation),
    });
    this.controls = new Controls(this.#actions());
    this.viewer = game.hides ? viewerChoice(game, (viewer) => this.#setViewer(viewer)) : null;
    this.analysisRoot = el("div", {});
    this.treeButton = button("tree", t("controls.tree"), () => this.#togglePanel("tree", "hasTree", this.treeRoot), { "aria-pressed": false, "data-panel": "tree" });
    this.rulesRoot = el("div", { class: "rule-panel", hidden: true });
    this.rulesButton = button("edit", t("rule_editor.title"), () => this.#togglePanel("rules", "hasRules", this.rulesRoot), { "aria-pressed": false, "data-panel": "rules", hidden: !info.facts });
    this.knowledgeRoot = el("div", {}, el("p", { class: "muted" }, t(game.solved ? "knowledge.solved" : "knowledge.unsolved")),
      el("div", { class: "row" }, this.treeButton, this.rulesButton), this.rulesRoot);
    this.treeRoot = el("div", { class: "tree-root", hidden: true });
    this.panels = new GamePanels({
      analysis: this.analysisRoot, verdicts: this.knowledgeRoot, tree: this.treeRoot, rules: this.rulesRoot,
      shown: () => this.shown, board: () => this.board, onJump: (ply) => this.viewing.goOnLine(ply),
      onLine: (moves, count) => this.viewing.openLine(moves, count),
      onVariation: (variation, ply) => this.viewing.open(variation, ply),
      onReview: (points) => this.#reviewed([...points]),
    });
    this.offers = new OfferBar((accept) => this.#send("answer", { accept }));
    this.result = new ResultCard({
      onClose: () => this.#closeResult(), onPlay: ({ swap = false, levels = 0 }) => this.#send("rematch", { swap, seats: levels ? nextSeats(this.game, levels) : null }),
      onReview: () => this.#review(),
    });
    this.program = new ProgramPanel(info, {
      onFollow: (program) => this.#send("follow", { program }),
      onStep: (step, ply) => this.#showStep(step, ply),
      onBoard: (ownBoard) => { this.store.show({ ownBoard }); this.#fetchSteps(); },
    });
    const programs = game.follows || (info.programs.length && game.rights.owner);
    this.tabs = new SideTabs({
      moves: this.moveList.root, analysis: this.analysisRoot, knowledge: this.knowledgeRoot, rules: el("div", {}, shortRules(game)), program: this.program.root,
    }, (tab) => this.#selectTab(tab), programs ? [] : ["program"]);
    this.tabs.body.append(this.result.root);
    const sidebar = el("div", { class: "sidebar" }, this.players.root, this.offers.root, el("div", { class: "extras" },
      game.contest && el("a", { href: `#/contest/${game.contest.number}` }, t("contest.of", { name: game.contest.name })), this.shared, this.viewer?.root),
      this.tabs.list, this.tabs.body, this.controls.root);
    const view = el("div", { class: "game", "data-game": game.game },
      el("div", { class: "stage" },
        el("header", { class: "game-head" }, el("h1", {}, gameTitle(game.game, game.title)), el("div", { class: "told" }, this.status, this.instruction), this.back),
        el("div", { class: "board-area" }, this.boardRoot)),
      sidebar, this.treeRoot);
    sidebar.before(divider(view));
    colourSides(view, info);
    root.replaceChildren(view);
    this.board = new Board(this.boardRoot, {
      game, onMove: (text, path) => this.#move(text, path), onAnnounce: announce, onRefuse: (path) => this.#refuse(path),
      onSelect: (count) => this.#showSelected(count),
    });
    this.shortcuts = gameShortcuts(this);
    this.unsubscribes = [
      connection.on("game", ({ game }) => { if (game.id === this.id) this.#show(game); }),
      connection.on("thinking", ({ game, ply, info }) => {
        if (game !== this.id || ply !== this.game.ply) return;
        this.store.set({ progress: info });
        this.players.showProgress(this.store.state);
      }),
      connection.on("followed", ({ game, followed }) => { if (game === this.id) this.#takeFollowed(followed); }),
      connection.on("problem", ({ game, error }) => { if (game === this.id) showError(error, this.game.game); }),
      connection.on("removed", ({ game }) => { if (game === this.id) this.#removed(); }),
    ];
    if (game.follows) this.store.set({ tab: "program" });
    this.#render({ animate: false });
    this.#fetchFollowed();
  }

  /** The game as the program told it last. */
  get game() {
    return this.store.state.game;
  }

  /** The game at the position that is looked at. */
  get shown() {
    return shownGame(this.store.state);
  }

  /** The game whose rules the header leads to. */
  get rules() {
    return this.game.game;
  }

  /** The title of the tab. */
  get title() {
    return tabTitle(this.game);
  }

  /** @returns {GameViewState} */
  get savedState() {
    const { flipped, tab, hasTree } = this.store.state;
    return { id: this.id, flipped, tab, hasTree };
  }

  /**
   * Restores a saved state.
   * @param {GameViewState} saved
   */
  restore({ flipped, tab, hasTree }) {
    this.store.show({ flipped, tab }, { animate: false });
    if (hasTree) this.#togglePanel("tree", "hasTree", this.treeRoot);
  }

  /**
   * Goes to another ply of the same game; returns false if the address is of another one.
   * @param {string} link
   * @param {string} ply
   */
  navigate(link, ply) {
    const [id, key] = link.split(".");
    if (id !== this.id || key !== this.key) return false;
    const [, at, learn] = /^(\d+)(\.learn)?$/.exec(ply) ?? [];
    if (ply === "") this.viewing.follow();
    else if (at) this.viewing.goOnLine(Number(at));
    if (learn) this.#learnFrom(Number(at));
    if (ply === "analysis" || ply === "knowledge") this.#selectTab(ply);
    if (ply) this.#closeResult();
    return true;
  }

  /**
   * Learns from the mistake at a ply.
   * @param {number} ply
   */
  async #learnFrom(ply) {
    this.#selectTab("analysis");
    await this.panels.ready("analysis");
    this.panels.analysis?.learnFrom(ply);
  }

  /** Asks what the program that follows the game has said so far. */
  async #fetchFollowed() {
    if (!this.game.follows || this.game.viewer) return;
    const followed = await this.#send("followed", {});
    if (followed) this.#takeFollowed(followed);
  }

  /** @param {FollowView} followed */
  #takeFollowed(followed) {
    const { state } = this.store;
    const known = state.followed?.steps.length ?? 0;
    const isSame = JSON.stringify(followed.steps.slice(0, known)) === JSON.stringify(state.followed?.steps ?? []);
    this.store.show({ followed, ...(isSame ? {} : { told: {} }), ...(followed.steps.length === known ? {} : { step: null }) });
    this.#fetchSteps();
  }

  /** Asks for the program's states that are shown and not known. */
  async #fetchSteps() {
    const { followed } = this.store.state;
    for (const step of neededSteps(this.store.state).filter((number) => !(number in this.store.state.told))) {
      const told = await this.#send("told", { step });
      if (!told || this.store.state.followed !== followed) return;
      this.store.show({ told: { ...this.store.state.told, [step]: told } });
    }
  }

  /**
   * Lists a step of the program, and goes to its position.
   * @param {number} step
   * @param {number} ply
   */
  async #showStep(step, ply) {
    await this.viewing.goOnLine(ply);
    this.store.show({ step });
    this.#fetchSteps();
  }

  /** @param {GameState["review"]} review */
  #reviewed(review) {
    this.store.set({ review });
    this.moveList.show(this.store.state);
  }

  /** @returns {Actions} */
  #actions() {
    const { viewing, store } = this;
    return {
      first: () => viewing.go(0),
      previous: () => viewing.go(store.state.target - 1),
      next: () => viewing.go(store.state.target + 1),
      last: () => (store.state.variation ? viewing.go(Infinity) : viewing.goOnLine(this.game.line.length)),
      undo: () => this.game.can_undo && this.#change("undo"),
      redo: () => this.game.can_redo && this.#change("redo"),
      hint: () => this.#hint(),
      flip: () => this.#flip(),
      share: () => openShareDialog(this.game, lineComments(store.state)),
      notation: () => this.#render(),
      resign: () => this.#resign(),
      draw: () => this.#send("offer", { what: "draw" }),
      run: () => this.#send("run", { on: !this.game.running }),
      pace: (pace) => this.#send("run", { on: this.game.running, pace }),
      step: () => this.#advance("step", {}),
    };
  }

  /**
   * Sends a request about this game; if it is refused, shows why and returns null.
   * @template {GameRequest} K
   * @param {K} name
   * @param {Omit<Requests[K]["args"], "game">} args
   */
  async #send(name, args) {
    try {
      return await requestOf(this.id, name, args);
    } catch (error) {
      showError(error, this.game.game);
      return null;
    }
  }

  /**
   * Takes back or makes again, and shows the game itself.
   * @param {"undo" | "redo"} name
   */
  async #change(name) {
    await this.viewing.follow();
    await this.#send(name, {});
  }

  /** @param {Game} game */
  #show(game) {
    const before = this.game;
    this.#take(game);
    if (game.follows !== before.follows) {
      this.store.show({ followed: null, told: {}, step: null });
      this.#fetchFollowed();
    }
    announceChange(before, game);
    playChange(before, game);
    this.#followNext(before);
  }

  /**
   * Goes along to the next game that the players have agreed on.
   * @param {Game} before
   */
  #followNext(before) {
    const { next, rights } = this.game;
    if (!next || next.game === before.next?.game || !(rights.owner || rights.moves.some(Boolean))) return;
    carryViewer(this.id, next);
    location.hash = `#/game/${next.game}`;
  }

  /**
   * Takes and shows the next state of the game.
   * @param {Game} game
   * @param {{ animate?: boolean }} [options]
   */
  #take(game, options) {
    const { state } = this.store;
    learnMoves(game.game, game.words);
    const change = gameChange(state, game, performance.now());
    if (state.at && change.at === null) this.viewing.leave();
    this.store.show({ ...change, seen: rememberLoot(state.seen, game) }, options);
  }

  /** @param {{ animate?: boolean }} [options] */
  #render({ animate = true } = {}) {
    const { state } = this.store;
    const { game, at, seen, flipped, tab, hasTree, hasRules } = state;
    const { shown } = this;
    this.board.show(game.viewer && !at ? { ...shown, scene: withSeenLoot(shown.scene, seen) } : withOwnBoard(state, shown), { flip: flipped, animate });
    this.tabs.show(tab);
    this.treeButton.setAttribute("aria-pressed", String(hasTree));
    this.treeRoot.hidden = !hasTree;
    this.rulesButton.setAttribute("aria-pressed", String(hasRules));
    this.rulesRoot.hidden = !hasRules;
    this.offers.show(game);
    this.status.textContent = statusText(game);
    this.shared.textContent = sharedCounts(shown);
    this.back.hidden = !at;
    this.#showInstruction();
    this.players.show(state);
    this.moveList.show(state);
    this.program.show(state);
    this.controls.show(game, shown);
    this.result.show(state);
    if (this.viewer) this.viewer.select.value = game.viewer ?? "";
    this.panels.show(openPanels(state), shown);
    document.title = `${this.title} – ${t("app.name")}`;
  }

  #showInstruction() {
    const text = instructionText(this.game, this.shown, this.store.state.selected);
    if (this.instruction.textContent !== text) this.instruction.textContent = text;
  }

  /** @param {number} count */
  #showSelected(count) {
    this.store.set({ selected: count });
    this.#showInstruction();
  }

  /** Shows the position that is looked at now, and puts it into the address. */
  #looked() {
    this.#render();
    this.#fetchSteps();
    const { at, variation } = this.store.state;
    const link = this.key ? `${this.id}.${this.key}` : this.id;
    const address = `#/game/${link}${at ? `/${variation?.from ?? at.ply}` : ""}`;
    if (location.hash === address) return;
    // Going through a game is one step of the browser's history.
    if (/^#\/game\/[^/]+\/\d+$/.test(location.hash) && at) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }

  /**
   * Plays the moves of a variation in the game itself, as far as it is a person's turn.
   * @param {Variation} variation
   */
  async #playVariation({ from, moves }) {
    const left = this.game.line.slice(from);
    await this.viewing.follow();
    if (!(await this.#send("jump", { ply: from }))) return;
    this.viewing.keep(from, left);
    for (const [index, mv] of moves.entries()) {
      const by = this.game.to_move === "p2" ? 1 : 0;
      if (index && !this.game.rights.moves[by]) break;
      if (!(await this.#send("move", { mv, ply: from + index, cut: true }))) break;
    }
  }

  /**
   * Makes a move, or tries it where the browser looks; returns whether it was made.
   * @param {string} mv
   * @param {string[]} path The elements by which it was selected.
   * @returns {Promise<boolean>}
   */
  async #move(mv, path) {
    const trainer = this.panels.analysis?.trainerFor(this.shown);
    if (trainer) return trainer.answer(mv);
    if (this.store.state.at) return this.viewing.try(mv, path);
    return (await this.#advance("move", { mv, ply: this.game.ply, path })) !== null;
  }

  /**
   * Adds a move; later moves, which were taken back, are kept as a variation.
   * @template {AdvanceRequest} K
   * @param {K} name
   * @param {Omit<Requests[K]["args"], "game">} args
   */
  async #advance(name, args) {
    const { ply, line } = this.game;
    const made = await this.#send(name, { ...args, cut: true });
    if (made && ply < line.length && !("mv" in args && args.mv === line[ply])) this.viewing.keep(ply, line.slice(ply));
    // The board waits for the game's next state; only the list has a new variation now.
    if (made) this.moveList.show(this.store.state);
    return made;
  }

  /**
   * Why no move begins with these elements, in words.
   * @param {string[]} path
   */
  async #refuse(path) {
    try {
      const { reason } = await requestOf(this.id, "why", { path });
      return reason ? errorText(reason, this.game.game) : t("board.announce.unavailable");
    } catch (error) {
      return isLost(error) ? t("error.Lost") : errorText(error, this.game.game);
    }
  }

  async #hint() {
    const { shown } = this;
    if (shown.outcome) return;
    const hint = await this.#send("hint", {});
    if (!hint || shown.ply !== this.shown.ply) return;
    this.board.hint(hint.path);
    learnMoves(this.game.game, hint.words);
    toast(t("hint.text", { move: describeMove(this.game.game, hint.mv) }));
  }

  #flip() {
    this.store.show({ flipped: !this.store.state.flipped }, { animate: false });
  }

  async #resign() {
    const label = t("controls.resign");
    if (await confirmDialog(label, t("resign.ask"), label, { danger: true })) await this.#send("resign", {});
  }

  /** @param {Side | null} viewer */
  async #setViewer(viewer) {
    saveViewer(this.id, viewer);
    await this.viewing.follow();
    const response = await this.#send("view", { viewer });
    if (response) this.#take(response.game, { animate: false });
  }

  /**
   * Opens or closes the minimax tree, below everything else, or the rule editor.
   * @param {PanelName} name
   * @param {"hasTree" | "hasRules"} switched
   * @param {HTMLElement} root
   */
  async #togglePanel(name, switched, root) {
    const on = !this.store.state[switched];
    this.store.show({ [switched]: on });
    await this.panels.ready(name);
    if (on) root.scrollIntoView({ block: "nearest" });
  }

  /** @param {TabName} tab */
  #selectTab(tab) {
    this.store.show({ tab });
  }

  #closeResult() {
    this.store.show({ closedEnd: endOf(this.game) });
  }

  /** Goes through the game from its start, with the analysis. */
  #review() {
    this.store.set({ closedEnd: endOf(this.game) });
    this.#selectTab("analysis");
    this.viewing.go(0);
  }

  /** Opens the game again after a reconnect. */
  async reopen() {
    try {
      const { game } = await openGame(this.id, this.key);
      await this.viewing.again();
      this.#show(game);
      this.#fetchFollowed();
      this.panels.again();
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
    this.panels.destroy();
    this.players.end();
    this.board.destroy();
    connection.request("close", { game: this.id }).catch(() => {});
  }
}
