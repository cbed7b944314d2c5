// The view of a game: the board, the players, the moves and the panels.
import { reasonsText } from "../analysis/explanation.js";
import { Board } from "../boards/board.js";
import { markTab, notifyOf } from "./alerts.js";
import { announceChange, changeText, playChange } from "./announcements.js";
import { describeMove, learnMoves } from "../boards/labels.js";
import { connection, isLost } from "../shell/connection.js";
import { Controls, viewerChoice } from "./controls.js";
import { ComputerPlayers } from "./computer-players.js";
import { confirmDialog } from "../shell/dialogs.js";
import { divider } from "./divider.js";
import { colourSides, gameTitle, statusText } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { gameShortcuts, walks } from "./keys.js";
import { Coach } from "./coach.js";
import { GamePanels } from "./panels.js";
import { openGame, requestOf } from "./requests.js";
import { instructionText, ownSide, tabTitle } from "./instruction.js";
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
import { askedText, FairPlayNote, isHelpOff, isInvited, TableBar, waitsForFriend } from "./table.js";
import { badMove, endOf, firstState, gameChange, GameStore, lineComments, neededSteps, openPanels, shownGame, shownMarks, withOwnBoard } from "./state.js";
import { loadOwn } from "./variation-tree.js";
import { carryViewer, saveViewer } from "./viewer.js";
import { Viewing } from "./viewing.js";
import { WalkPad } from "./walk-pad.js";
/** @import { Annotations, FollowView, Game, GameInfo, Requests, ReviewPoint, Side } from "../protocol.d.ts" */
/** @import { Actions } from "./controls.js" */
/** @import { GameRequest } from "./requests.js" */
/** @import { GameState } from "./state.js" */
/** @import { PanelName } from "./panels.js" */
/** @import { TabName } from "./side-tabs.js" */
/** @import { Variation } from "./variation-tree.js" */

/** How many reasons a hint gives. */
const MOST_REASONS = 2;

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
  const { game, annotations } = await openGame(id, key);
  const info = await gameInfo(game.game);
  const view = new GameView(root, game, annotations, info, key);
  if (saved?.id === id) view.restore(saved);
  view.navigate(link, ply);
  return view;
}

class GameView {
  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {Annotations} annotations What was written to it.
   * @param {GameInfo} info
   * @param {string} [key]
   */
  constructor(root, game, annotations, info, key) {
    this.id = game.id;
    this.key = key;
    this.info = info;
    learnMoves(game.game, game.words);
    const own = loadOwn(game.id, game.line);
    learnMoves(game.game, annotations.words);
    learnMoves(game.game, own.words);
    const kept = { annotations, own: own.moves, seen: rememberLoot(null, game) };
    this.store = new GameStore(firstState(game, kept, performance.now()), (options) => this.#render(options));
    this.computers = new ComputerPlayers(this.store, {
      seat: async (side, seat) => (await this.#send("seat", { side, seat })) !== null,
      resume: async () => (await this.#send("run", { on: true })) !== null,
    });
    this.viewing = new Viewing(this.store, () => this.#looked());

    this.boardRoot = el("div", { class: "board-root" });
    this.status = el("p", { class: "game-status" });
    this.watching = el("p", { class: "muted" });
    this.instruction = el("p", { class: "instruction", "aria-live": "polite" });
    this.back = button("last", t("viewing.back"), () => this.viewing.follow(), { class: "back", hidden: true });
    this.shared = el("p", { class: "muted shared-counts" });
    this.players = new PlayerPanels({
      onChange: (side) => (this.game.rights.owner ? openPlayerDialog(this.game, this.info, side) : openNameDialog(this.game, side)),
      onClaim: (side) => this.#send("claim", { side, name: savedName() || null }),
      onRelease: (side) => this.#send("release", { side }),
      onInvite: () => this.#invite(),
    });
    this.moveList = new MoveList({
      onJump: (ply, variation) => (variation ? this.viewing.open(variation, ply) : this.viewing.goOnLine(ply)),
      onRemove: (branch) => this.viewing.remove(branch),
      onPromote: (branch) => this.viewing.promote(branch),
      onComment: (text) => this.viewing.setComment(text),
      onDraw: (on) => this.#draw(on),
      onErase: () => this.viewing.erase(),
      onPlay: (variation) => this.#playVariation(variation),
    });
    this.controls = new Controls(this.#actions(), this.players.panels.map(({ changeItem }) => changeItem));
    this.viewer = game.hides ? viewerChoice(game, (viewer) => this.#setViewer(viewer)) : null;
    this.analysisRoot = el("div", {});
    this.treeButton = button("tree", t("controls.tree"), () => this.#togglePanel("tree", "hasTree", this.treeRoot), { "aria-pressed": false, "data-panel": "tree" });
    this.rulesRoot = el("div", { class: "rule-panel", hidden: true });
    this.rulesButton = button("edit", t("rule_editor.title"), () => this.#togglePanel("rules", "hasRules", this.rulesRoot), { "aria-pressed": false, "data-panel": "rules", hidden: !info.facts });
    this.knowledgeRoot = el("div", { class: "knowledge" }, el("p", { class: "muted" }, t(game.solved ? "knowledge.solved" : game.opening_solved ? "knowledge.opening" : "knowledge.unsolved")),
      el("div", { class: "row" }, this.treeButton, this.rulesButton), this.rulesRoot);
    this.treeRoot = el("div", { class: "tree-root", hidden: true });
    this.panels = new GamePanels({
      analysis: this.analysisRoot, verdicts: this.knowledgeRoot, tree: this.treeRoot, rules: this.rulesRoot,
      shown: () => this.shown, whole: () => this.game, board: () => this.board, onJump: (ply) => this.viewing.goOnLine(ply),
      onLine: (moves, count) => this.viewing.openLine(moves, count),
      onVariation: (variation, ply) => this.viewing.open(variation, ply),
      onReview: (points) => this.#reviewed([...points]),
    });
    this.table = new TableBar({
      onTakeback: () => this.#send("offer", { what: "takeback" }), onDraw: () => this.#send("offer", { what: "draw" }), onResign: () => this.#resign(),
      onLeave: () => this.#leave(),
    });
    this.notes = [0, 1].map(() => new FairPlayNote(() => this.#send("offer", { what: "help" })));
    const [analysisTab, knowledgeTab] = [this.analysisRoot, this.knowledgeRoot].map((root, index) => el("div", {}, this.notes[index].root, root));
    this.offers = new OfferBar((accept) => this.#send("answer", { accept }));
    this.result = new ResultCard({
      onClose: () => this.#closeResult(), onPlay: ({ swap = false, levels = 0 }) => this.#send("rematch", { swap, seats: levels ? nextSeats(this.game, levels) : null }),
      onReview: () => this.#review(), onWhy: () => this.#whyOver(),
    });
    this.program = new ProgramPanel(info, {
      onFollow: (program) => this.#send("follow", { program }),
      onStep: (step, ply) => this.#showStep(step, ply),
      onBoard: (ownBoard) => { this.store.show({ ownBoard }); this.#fetchSteps(); },
    });
    const programs = game.follows || (info.programs.length && game.rights.owner);
    this.tabs = new SideTabs({
      moves: this.moveList.root, analysis: analysisTab, knowledge: knowledgeTab, rules: el("div", {}, shortRules(game)), program: this.program.root,
    }, (tab) => this.#selectTab(tab), programs ? [] : ["program"]);
    this.coach = new Coach(() => this.#showInstruction());
    this.tabs.body.append(this.result.root, this.coach.root);
    this.pad = new WalkPad((key) => walks(this) && this.board.walk(key));
    const sidebar = el("div", { class: "sidebar" }, this.players.root, this.table.root, this.offers.root, el("div", { class: "extras" },
      game.contest && el("a", { href: `#/contest/${game.contest.number}` }, t("contest.of", { name: game.contest.name })), this.shared, this.viewer?.root),
      el("div", { class: "board-tools" }, this.pad.root), this.tabs.root, this.controls.root);
    this.boardArea = el("div", { class: "board-area", onpointerdown: () => this.tabs.open(false) }, this.boardRoot);
    this.pad.listen(this.boardArea);
    const view = el("div", { class: "game", "data-game": game.game },
      el("div", { class: "stage" },
        el("header", { class: "game-head" }, el("h1", {}, gameTitle(game.game, game.title)), el("div", { class: "told" }, el("div", { class: "status-line" }, this.status, this.watching), this.instruction), this.back),
        this.boardArea),
      sidebar, this.treeRoot);
    sidebar.before(divider(view));
    colourSides(view, info);
    root.replaceChildren(view);
    this.board = new Board(this.boardRoot, {
      game, onMove: (text, path) => this.#move(text, path), onAnnounce: announce, onRefuse: (path) => this.#refuse(path),
      onSelect: (count) => this.#showSelected(count), onMark: (mark) => this.viewing.toggleMark(mark),
    });
    this.pad.root.after(this.board.zoom.buttons);
    this.shortcuts = gameShortcuts(this);
    this.unsubscribes = [
      connection.on("game", ({ game }) => { if (game.id === this.id) this.#show(game); }),
      connection.on("thinking", ({ game, ply, info }) => {
        if (game !== this.id || ply !== this.game.ply) return;
        this.store.set({ progress: info });
        this.players.showProgress(this.store.state);
      }),
      connection.on("annotations", ({ game, annotations }) => { if (game === this.id) this.viewing.receive(annotations); }),
      connection.on("review", ({ game, points }) => { if (game === this.id) this.#takeReview(points); }),
      connection.on("presence", ({ game, presence }) => { if (game === this.id) this.store.show({ game: { ...this.game, presence } }); }),
      connection.on("followed", ({ game, followed }) => { if (game === this.id) this.#takeFollowed(followed); }),
      connection.on("problem", ({ game, error }) => { if (game === this.id) showError(error, this.game.game); }),
      connection.on("removed", ({ game }) => { if (game === this.id) this.#removed(); }),
    ];
    if (game.follows) this.store.set({ tab: "program" });
    this.#render({ animate: false });
    this.#fetchFollowed();
    this.viewing.handOver();
    // What is known need not be searched for.
    if (game.reviewed && !isHelpOff(game)) this.#send("review", {});
    if (isInvited(game) || (waitsForFriend(game) && !game.line.length)) this.#invite();
  }

  /** Shows the owner the link for a friend, and a guest what is offered. */
  async #invite() {
    const { openGuestDialog, openInvitation } = await import("./invitation.js");
    if (isInvited(this.game)) openGuestDialog(this.game);
    else openInvitation(this.game);
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

  /** @param {ReviewPoint[]} points */
  #takeReview(points) {
    const review = [...this.store.state.review];
    for (const point of points) {
      learnMoves(this.game.game, point.words);
      review[point.ply] = point;
    }
    this.#reviewed(review);
  }

  /** @param {boolean} on Whether clicks on the board draw, rather than make moves. */
  #draw(on) {
    this.board.draw(on);
    this.store.show({ isDrawing: on }, { animate: false });
  }

  /** Lets clicks draw, or make moves again. */
  toggleDrawing() {
    if (!this.game.viewer) this.#draw(!this.store.state.isDrawing);
  }

  /** @param {GameState["review"]} review */
  #reviewed(review) {
    this.store.set({ review });
    this.moveList.show(this.store.state);
    this.#drawMistake();
  }

  /** Draws the bad move that was made in the position that is looked at, beside the better lines of the analysis. */
  #drawMistake() {
    const { shown } = this;
    const isAsked = this.panels.analysis?.trainer;
    const mv = this.store.state.tab === "analysis" && !isAsked && badMove(this.store.state, shown);
    this.board.mistake((mv && shown.moves.find(({ text }) => text === mv)?.paths[0]) || null);
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
      leave: () => this.#leave(),
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
    notifyOf(before, game);
    const asked = game.help.asked.at(-1);
    if (asked && game.help.asked.length > before.help.asked.length) toast(askedText(game, asked));
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
    this.viewing.handOver();
  }

  /** @param {{ animate?: boolean }} [options] */
  #render({ animate = true } = {}) {
    const { state } = this.store;
    const { game, at, seen, flipped, tab, hasTree, hasRules } = state;
    const { shown } = this;
    this.board.show(game.viewer && !at ? { ...shown, scene: withSeenLoot(shown.scene, seen) } : withOwnBoard(state, shown), { flip: flipped, animate });
    this.board.marks(shownMarks(state));
    this.tabs.show(tab);
    this.treeButton.setAttribute("aria-pressed", String(hasTree));
    this.treeRoot.hidden = !hasTree || isHelpOff(game);
    this.rulesButton.setAttribute("aria-pressed", String(hasRules));
    this.rulesRoot.hidden = !hasRules;
    this.pad.show(walks(this));
    this.offers.show(game);
    this.table.show(game);
    this.notes.forEach((note) => note.show(game));
    this.tabs.body.classList.toggle("help-off", isHelpOff(game));
    markTab(game);
    this.status.textContent = statusText(game);
    this.watching.textContent = this.#watching(game);
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
    this.#drawMistake();
    document.title = `${this.title} – ${t("app.name")}`;
  }

  /**
   * How many others watch; empty if nobody does.
   * @param {Game} game
   */
  #watching({ presence, rights }) {
    const count = presence.spectators - (rights.claims.includes("you") ? 0 : 1);
    return count > 0 ? t("players.watching", { count }) : "";
  }

  #showInstruction() {
    const text = instructionText(this.game, this.shown, this.store.state.selected);
    if (this.instruction.textContent !== text) this.instruction.textContent = text;
    const { shown, game } = this;
    this.coach.show(shown, this.store.state.selected, shown === game && shown.moves.length > 0 && ownSide(game) !== null);
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

  /** Why the game is over, in games that say more than that it is. */
  async #whyOver() {
    const { reason } = await requestOf(this.id, "why", { path: [] }).catch(() => ({ reason: null }));
    return reason && reason.kind !== "Over" ? errorText(reason, this.game.game) : "";
  }

  async #hint() {
    const { shown } = this;
    if (shown.outcome) return;
    const hint = await this.#send("hint", { path: this.board.selected });
    if (!hint || shown.ply !== this.shown.ply) return;
    this.board.hint(hint.path);
    learnMoves(this.game.game, hint.words);
    const why = reasonsText(this.game.game, hint.explanation.claims.slice(0, MOST_REASONS));
    toast(t(why ? "hint.because" : "hint.text", { move: describeMove(this.game.game, hint.mv), why }));
  }

  #flip() {
    this.store.show({ flipped: !this.store.state.flipped }, { animate: false });
  }

  async #resign() {
    const label = t("controls.resign");
    if (await confirmDialog(label, t("resign.ask"), label, { danger: true })) await this.#send("resign", {});
  }

  /** Gives up the side that this browser plays against another one. */
  async #leave() {
    const label = t("players.leave");
    if (await confirmDialog(label, t("table.leave_ask"), label)) await this.#send("release", { side: ownSide(this.game) ?? "p1" });
  }

  /** @param {Side | null} viewer */
  async #setViewer(viewer) {
    saveViewer(this.id, viewer);
    await this.viewing.follow();
    const response = await this.#send("view", { viewer });
    if (!response) return;
    this.#take(response.game, { animate: false });
    this.viewing.receive(response.annotations);
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

  /** Shows the review of the whole game. */
  #review() {
    this.store.set({ closedEnd: endOf(this.game) });
    this.#selectTab("analysis");
  }

  /** Opens the game again after a reconnect. */
  async reopen() {
    try {
      const { game, annotations } = await openGame(this.id, this.key);
      this.viewing.receive(annotations);
      await this.viewing.again();
      const what = changeText(this.game, game);
      this.#show(game);
      if (what) toast(t("alerts.meanwhile", { what }));
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
    markTab(null);
    this.board.destroy();
    connection.request("close", { game: this.id }).catch(() => {});
  }
}
