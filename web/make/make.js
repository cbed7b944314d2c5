// Make your own game: its rules beside its board, checked while one types, and played at once.
import { drawThumbnail } from "../boards/drawers.js";
import { connection, isLost, problemOf } from "../shell/connection.js";
import { colourSides, levelName } from "../shell/display-names.js";
import { button, dropdown, el, field } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
import { errorText, showError } from "../shell/notify.js";
import { serverInfo } from "../shell/server-info.js";
import { loadStyles } from "../shell/styles.js";
import { createGame, LEVELS, SIDES } from "../game/new-game.js";
import { fileLink, readFileLink } from "../game/link.js";
import { savedName } from "../game/person-name.js";
import { copyField, download } from "../game/share-dialog.js";
import { openDialog } from "../shell/dialogs.js";
import { SourceEditor } from "../rules/source-editor.js";
import { ownGames, savedDraft, saveDraft, saveGame, titleOf } from "./store.js";
/** @import { CheckedGame, RuleFile } from "../protocol.d.ts" */
/** @import { View } from "../shell/main.js" */

/** The level that plays if none is chosen. */
const LEVEL = 3;

/**
 * Shows the editor with the game of a link, of a game that is played, of a file that comes with the program, or
 * the one that was edited last.
 * @param {HTMLElement} root
 * @param {string} name
 * @param {string} part
 * @returns {Promise<View>}
 */
export async function showMaker(root, name, part) {
  const [{ files }] = await Promise.all([connection.request("files", {}), loadStyles("make/make.css")]);
  const maker = new Maker(root, files);
  maker.editor.fill(...await startOf(files, name, part));
  return { title: t("make.title"), shortcuts: {}, end: () => maker.editor.beginCheck() };
}

/**
 * The name and the text to begin with.
 * @param {RuleFile[]} files
 * @param {string} name
 * @param {string} part
 * @returns {Promise<[string, string]>}
 */
async function startOf(files, name, part) {
  const shipped = files.find((file) => file.name === name);
  if (shipped) return [shipped.name, shipped.source];
  if (name === "game") {
    const { file } = await connection.request("open", { game: part });
    if (file) return [file.files[0].name, file.files[0].source];
  } else if (name) {
    return ["my.game", readFileLink(name, part)];
  }
  const draft = savedDraft() ?? files.find((file) => file.name === "tictactoe.game") ?? files[0];
  return [draft.name, draft.source];
}

/** The editor of a game, and what is shown of the game beside it. */
class Maker {
  /**
   * @param {HTMLElement} root
   * @param {RuleFile[]} files The files that come with the program.
   */
  constructor(root, files) {
    this.files = files;
    this.editor = new GameFileEditor(files.map(({ name }) => name), (checked) => this.#show(checked));
    this.template = el("select", { onchange: () => this.#begin() });
    this.opponent = dropdown([
      ...Array.from({ length: LEVELS }, (_, index) => /** @type {[string, string]} */ ([`level:${index + 1}`, t("spec.level", { level: index + 1, name: levelName(index + 1) })])),
      ["person", t("new.opponent_friend")], ["self", t("new.opponent_self")],
    ], `level:${LEVEL}`);
    this.side = dropdown(SIDES.map((side) => [side, side]), "p1");
    this.playButton = button("play", t("home.play"), () => this.#play(), { class: "primary", "data-make": "play" });
    this.board = el("div", { class: "make-board", "aria-hidden": "true" });
    this.about = el("div", { class: "make-about", role: "status" });
    this.#listTemplates();
    root.replaceChildren(el("div", { class: "article make" },
      el("h1", {}, t("make.title")),
      el("p", { class: "lead" }, t("make.lead")),
      el("div", { class: "make-columns" },
        el("section", { class: "make-rules", "aria-label": t("app.rules") },
          el("div", { class: "row" }, field(t("make.template"), this.template)),
          this.editor.editor, this.editor.diagnostics,
          el("div", { class: "row" }, this.editor.loadButton,
            button("save", t("make.save"), () => download(this.editor.name, this.editor.text.value)),
            button("share", t("make.share"), () => this.#share()))),
        el("section", { class: "make-game", "aria-label": t("make.start") },
          this.board, this.about,
          el("div", { class: "row" }, field(t("new.opponent"), this.opponent), field(t("new.side"), this.side)),
          el("div", { class: "row" }, this.playButton),
          el("p", { class: "muted" }, t("make.then"))))));
  }

  #listTemplates() {
    const option = (/** @type {RuleFile} */ file) => el("option", { value: file.name }, titleOf(file));
    const own = ownGames();
    this.template.replaceChildren(
      el("option", { value: "" }, t("make.choose")),
      own.length ? el("optgroup", { label: t("make.own") }, own.map((file) => el("option", { value: `own ${file.name}` }, titleOf(file)))) : "",
      el("optgroup", { label: t("make.shipped") }, this.files.map(option)));
  }

  /** Begins with the chosen file. */
  #begin() {
    const name = this.template.value;
    const file = name.startsWith("own ") ? ownGames().find((file) => `own ${file.name}` === name) : this.files.find((file) => file.name === name);
    if (file) this.editor.fill(file.name, file.source);
    this.template.value = "";
  }

  /**
   * Shows the game of a text without errors; null while it is checked or has errors.
   * @param {CheckedGame | string | null} checked
   */
  #show(checked) {
    const isRight = checked !== null && typeof checked !== "string";
    this.playButton.disabled = !isRight;
    this.board.classList.toggle("old", !isRight);
    if (!isRight) return this.about.replaceChildren(checked ?? "");
    const { info, moves, examples, plies } = checked;
    colourSides(this.board, info);
    drawThumbnail(this.board, info.name, info.start);
    [...this.side.options].forEach((option, index) => { option.textContent = info.sides[index]; });
    const more = moves > examples.length ? ", …" : "";
    this.about.replaceChildren(el("h2", {}, info.title),
      el("p", {}, t("make.moves", { count: moves }), " ", el("code", {}, examples.join(", ") + more)),
      el("p", {}, t("make.plies", { plies: number(plies) }), " ", t(info.solved ? "make.solved" : "make.unsolved")));
    saveGame({ name: this.editor.name, source: this.editor.text.value });
    this.#listTemplates();
  }

  async #play() {
    const checked = await this.editor.check();
    if (!checked) return;
    const opponent = this.opponent.value;
    const other = opponent.startsWith("level:") ? opponent : "person";
    const side = this.side.value === "p2" ? "p2" : "p1";
    /** @type {[string, string]} */
    const seats = side === "p1" ? ["person", other] : [other, "person"];
    try {
      await createGame(checked.info, {
        file: this.editor.text.value, seats, settings: {}, name: savedName() || null,
        side: opponent === "person" ? side : null, claimsBoth: opponent === "self" && (await serverInfo()).shared,
      });
    } catch (error) {
      showError(error);
    }
  }

  #share() {
    const link = fileLink(this.editor.text.value);
    openDialog({
      title: t("make.share"), wide: true,
      body: link ? [copyField(t("share.link"), link), el("p", { class: "muted" }, t("make.share_about"))] : el("p", {}, t("make.too_long")),
    });
  }
}

/** An editor of a game file. */
class GameFileEditor extends SourceEditor {
  /**
   * @param {string[]} shipped The files that can be included.
   * @param {(checked: CheckedGame | string | null) => void} onChecked Called with the game, or with why there is none.
   */
  constructor(shipped, onChecked) {
    super({ label: t("make.label"), accept: ".game,.txt,text/plain" });
    this.shipped = shipped;
    this.onChecked = onChecked;
  }

  /**
   * Checks the rules; resolves to null if they have errors.
   * @override
   * @returns {Promise<CheckedGame | null>}
   */
  async check() {
    const isLast = this.beginCheck();
    try {
      const checked = await connection.request("check", { source: this.text.value });
      if (!isLast()) return null;
      this.mark([]);
      this.onChecked(checked);
      return checked;
    } catch (error) {
      if (!isLast() || isLost(error)) return null;
      const problem = problemOf(error);
      const file = String(problem?.args.file ?? "");
      this.mark(problem?.troubles ?? [], this.shipped.includes(file) ? file : null);
      this.onChecked(problem?.troubles ? t("make.errors") : errorText(error));
      return null;
    }
  }

  /**
   * @override
   * @param {string} name
   * @param {string} source
   */
  fill(name, source) {
    super.fill(name.replace(/[^\w.-]/g, "-") || "my.game", source);
  }

  /** @override */
  onEdit() {
    saveDraft({ name: this.name, source: this.text.value });
    this.onChecked(null);
  }
}
