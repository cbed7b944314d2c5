// The board editor: a position is set up by clicks or as text, and the program says whether it can be.
import { connection, isLost } from "../shell/connection.js";
import { gameTitle, outcomeText, sideName } from "../shell/display-names.js";
import { button, el, field, icon } from "../shell/elements.js";
import { EditorBoard } from "./editor-board.js";
import { t, tOr } from "../shell/i18n.js";
import { errorText, showError, toast } from "../shell/notify.js";
import { serverInfo } from "../shell/server-info.js";
import { loadStyles } from "../shell/styles.js";
/** @import { Brush, EditedPosition, GameInfo } from "../protocol.d.ts" */
/** @import { View } from "../shell/main.js" */

/** How long typing pauses before the text is checked, in milliseconds. */
const TYPING_PAUSE = 250;
/** The level of the opponent if one plays from here. */
const OPPONENT = "level:4";
/** The most steps back. */
const MAX_STEPS = 200;

/**
 * The address of the editor at a position.
 * @param {string} game
 * @param {string} position
 */
export function editorLink(game, position) {
  return `#/edit/${game}/${encodeURIComponent(position)}`;
}

/**
 * Shows the editor.
 * @param {HTMLElement} root
 * @param {string} name The name of the game.
 * @param {string} part The position, as in an address.
 * @returns {Promise<View>}
 */
export async function showEditor(root, name, part) {
  const [{ games: known }] = await Promise.all([serverInfo(), loadStyles("boards/editor.css")]);
  const games = known.filter((game) => game.edited);
  const info = games.find((game) => game.name === name) ?? games[0];
  const view = new EditorView(root, info, games);
  await view.open(part);
  return { title: t("edit.title"), rules: info.name, shortcuts: { z: () => view.back() }, end: () => view.end() };
}

class EditorView {
  /** Counts the requests, to recognize answers that come too late. */
  #requests = 0;
  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {Promise<unknown>} The edits that are on their way: each begins where the last one ended. */
  #edits = Promise.resolve();
  /** @type {string[]} The drafts before this one. */
  #before = [];

  /**
   * @param {HTMLElement} root
   * @param {GameInfo} info
   * @param {GameInfo[]} games
   */
  constructor(root, info, games) {
    this.info = info;
    this.game = info.name;
    /** @type {EditedPosition | null} */
    this.draft = null;
    /** The brush that a click uses. */
    this.brush = "";
    this.boardRoot = el("div", { class: "board-root" });
    this.board = new EditorBoard(this.boardRoot, this.game, (element) => this.#click(element));
    this.palette = el("div", { class: "editor-palette", role: "radiogroup", "aria-label": t("edit.palette") });
    this.tools = el("div", { class: "row editor-tools" });
    this.status = el("p", { class: "editor-status", role: "status" });
    this.text = el("textarea", { rows: 3, spellcheck: false, "aria-describedby": "editor-status", oninput: () => this.#typed() });
    this.status.id = "editor-status";
    this.undo = button("undo", t("edit.undo"), () => this.back());
    this.uses = [
      button("play", t("edit.play"), () => this.#use("play"), { class: "primary" }),
      button("person", t("edit.play_both"), () => this.#use("both")),
      button("chart", t("edit.analyse"), () => this.#use("analysis")),
      button("check", t("edit.solve"), () => this.#use("knowledge")),
    ];
    root.replaceChildren(el("div", { class: "board-editor", "data-game": this.game },
      el("header", {}, el("h1", {}, t("edit.title")),
        el("nav", { class: "tabs", "aria-label": t("rules.games") }, games.map((game) => el("a", {
          href: `#/edit/${game.name}`, ...(game.name === this.game ? { "aria-current": "page" } : {}),
        }, gameTitle(game.name, game.title))))),
      el("div", { class: "board-area" }, this.boardRoot), this.board.zoom.buttons,
      el("div", { class: "editor-side" },
        el("p", { class: "muted" }, t("edit.how")), this.palette, this.tools, this.status,
        field(t("edit.text"), this.text),
        el("div", { class: "row" }, this.uses),
        el("div", { class: "row" }, this.undo, button("home", t("edit.start"), () => this.#send("startpos")), button("copy", t("edit.copy"), () => this.#copy())))));
  }

  /**
   * Opens the position of an address; a damaged one is told, and the start is shown.
   * @param {string} part
   */
  async open(part) {
    let position = "startpos";
    try {
      position = decodeURIComponent(part) || position;
    } catch {
      position = "%";
    }
    if (await this.#send(position)) return;
    const reason = this.status.textContent ?? "";
    if (await this.#send("startpos")) toast(t("edit.damaged", { reason }), { error: true });
  }

  /** Goes one edit back. */
  back() {
    const position = this.#before.pop();
    if (position !== undefined) this.#send(position, {}, false);
  }

  end() {
    clearTimeout(this.#timer);
    this.#requests += 1;
  }

  /** @param {string} element */
  #click(element) {
    this.#edit({ brush: this.brush, element });
  }

  /**
   * Edits the draft, after all edits before.
   * @param {{ brush: string, element?: string }} edit
   */
  #edit(edit) {
    this.#edits = this.#edits.then(() => (this.draft ? this.#send(this.draft.position, edit) : false));
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(this.text.value, {}, true, true), TYPING_PAUSE);
  }

  /**
   * Sends a draft with an edit, and shows what comes back; returns whether it could be read.
   * @param {string} position
   * @param {{ brush?: string, element?: string }} [edit]
   * @param {boolean} [isStep] Whether one can go back behind it.
   * @param {boolean} [isTyped]
   */
  async #send(position, edit = {}, isStep = true, isTyped = false) {
    const request = ++this.#requests;
    try {
      const draft = await connection.request("edit", { game: this.game, position, ...edit });
      if (request !== this.#requests) return true;
      const before = this.draft?.position;
      if (isStep && before !== undefined && before !== draft.position) this.#before = [...this.#before, before].slice(-MAX_STEPS);
      this.draft = draft;
      this.#show(draft, isTyped);
      return true;
    } catch (error) {
      if (request === this.#requests) this.#refused(isLost(error) ? t("error.Lost") : errorText(error, this.game), isTyped);
      return false;
    }
  }

  /**
   * @param {EditedPosition} draft
   * @param {boolean} isTyped Whether the text is being typed: then it stays as it is.
   */
  #show(draft, isTyped) {
    const { position, scene, brushes, problem, outcome, solved, to_move: toMove } = draft;
    this.board.show(scene);
    if (!isTyped) this.text.value = position;
    this.text.removeAttribute("aria-invalid");
    this.#showPalette(brushes);
    this.undo.disabled = !this.#before.length;
    const text = problem ? errorText(problem, this.game)
      : outcome ? t("edit.over", { result: outcomeText(this.game, outcome) })
      : t("edit.valid", { side: toMove ? sideName(this.game, toMove) : "" });
    this.status.dataset.state = problem ? "bad" : "good";
    this.status.replaceChildren(icon(problem ? "close" : "check"), el("span", {}, text));
    for (const use of this.uses) use.disabled = problem !== null || outcome !== null;
    this.uses[3].hidden = !this.info.solved && !solved;
    const address = editorLink(this.game, position);
    if (location.hash !== address) history.replaceState(null, "", address);
  }

  /**
   * Tells why an edit is not possible; what was there stays.
   * @param {string} reason
   * @param {boolean} isTyped
   */
  #refused(reason, isTyped) {
    this.status.dataset.state = "bad";
    this.status.replaceChildren(icon("close"), el("span", {}, reason));
    if (!isTyped) return;
    this.text.setAttribute("aria-invalid", "true");
    for (const use of this.uses) use.disabled = true;
  }

  /** @param {Brush[]} brushes */
  #showPalette(brushes) {
    if (this.palette.children.length) return;
    const onBoard = brushes.filter((brush) => brush.on_board);
    this.brush = onBoard[0]?.name ?? "";
    this.palette.replaceChildren(...onBoard.map((brush) => el("label", { class: `brush ${brush.owner ?? ""}` },
      el("input", { type: "radio", name: "brush", value: brush.name, checked: brush.name === this.brush, onchange: () => { this.brush = brush.name; } }),
      el("span", { class: "brush-symbol", "aria-hidden": "true" }, brush.symbol), el("span", {}, brushName(this.game, brush.name)))));
    this.tools.replaceChildren(...brushes.filter((brush) => !brush.on_board).map((brush) =>
      button(null, brushName(this.game, brush.name), () => this.#edit({ brush: brush.name }))));
  }

  /** @param {"play" | "both" | "analysis" | "knowledge"} how */
  async #use(how) {
    const { draft } = this;
    if (!draft) return;
    const seats = how === "play" ? (draft.to_move === "p2" ? [OPPONENT, "person"] : ["person", OPPONENT]) : ["person", "person"];
    try {
      const { game } = await connection.request("create", { game: this.game, settings: { position: draft.position }, seats: [seats[0], seats[1]] });
      location.hash = `#/game/${game.id}${how === "analysis" || how === "knowledge" ? `/${how}` : ""}`;
    } catch (error) {
      showError(error, this.game);
    }
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(t("edit.copied"));
    } catch {
      toast(location.href);
    }
  }
}

/**
 * @param {string} game
 * @param {string} name
 */
function brushName(game, name) {
  return tOr(`edit.brush.${game}.${name}`, tOr(`edit.brush.${name}`, name));
}
