// The dialog for a new game: which one, how it starts, and who plays.
import { ClockForm } from "./clock.js";
import { connection, problemOf } from "../shell/connection.js";
import { openDialog } from "../shell/dialogs.js";
import { gameTitle, programName, sideName } from "../shell/display-names.js";
import { dropdown, el, field } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { errorText, showError } from "../shell/notify.js";
import { NameField } from "./person-name.js";
import { PlayerForm } from "./player-form.js";
import { ParameterForm } from "./parameter-form.js";
import { isPerson } from "./player-spec.js";
import { serverInfo } from "../shell/server-info.js";
import { saveViewer } from "./viewer.js";
/** @import { ServerInfo, Settings, Side } from "../protocol.d.ts" */

/** @type {Side[]} */
const SIDES = ["p1", "p2"];
/** Set before the name of the second side's rule file, since both may have the same name. */
const SECOND_PREFIX = "2-";

/**
 * Asks for a new game, and opens it.
 * @param {string} [name]
 */
export async function openNewGameDialog(name) {
  let info;
  try {
    info = await serverInfo();
  } catch (error) {
    return showError(error);
  }
  const form = new NewGameForm(info, name ?? info.games[0].name);
  openDialog({
    title: t("new.title"),
    body: form.root,
    actions: [
      { label: t("dialog.cancel"), run() {} },
      { label: t("new.start"), primary: true, run: () => form.start() },
    ],
  });
}

class NewGameForm {
  /**
   * @param {ServerInfo} info
   * @param {string} name
   */
  constructor({ games, shared }, name) {
    this.games = games;
    this.isShared = shared;
    /** The side of whoever creates a game for two people. */
    this.side = dropdown([], "");
    this.sideField = field(t("new.side"), this.side, { hidden: true });
    this.name = new NameField();
    this.clock = new ClockForm();
    this.game = dropdown(games.map((game) => [game.name, gameTitle(game.name, game.title)]), name, {
      onchange: () => this.#show(),
    });
    this.rest = el("div", { class: "form-stack" });
    this.error = el("p", { class: "form-error", role: "alert" });
    this.root = el("div", { class: "form-stack" }, field(t("new.game"), this.game), this.rest, this.error);
    /** @type {PlayerForm[]} */
    this.players = [];
    this.position = el("input", { type: "text", spellcheck: false, autocomplete: "off" });
    /** @type {ParameterForm | null} */
    this.settings = null;
    /** @type {HTMLSelectElement | null} */
    this.view = null;
    /** @type {HTMLSelectElement | null} The program whose rules are called beside the game's. */
    this.program = null;
    this.#show();
  }

  get #info() {
    return this.games.find((game) => game.name === this.game.value) ?? this.games[0];
  }

  #show() {
    const info = this.#info;
    this.players = SIDES.map((side, index) =>
      new PlayerForm(info, info.evaluations, index ? info.opponent : "person", sideName(info.name, side), info.solved));
    this.position.value = "";
    this.settings = info.parameters.length ? new ParameterForm(info) : null;
    this.settings?.root.addEventListener("change", () => this.#offerPerfect());
    this.view = info.hides ? dropdown([["own", t("new.view_own")], ["full", t("viewer.full")]], "own") : null;
    this.program = info.programs.length ? dropdown([["", t("program.none")],
      ...info.programs.map((program) => /** @type {[string, string]} */ ([program, t("program.beside", { program: programName(program) })]))], "", { name: "program" }) : null;
    this.rest.replaceChildren(...[
      this.settings?.root ?? null,
      el("div", { class: "player-forms", onchange: () => this.#offerToPeople() }, this.players.map((player) => player.root)),
      this.program && field(t("program.rules"), this.program),
      this.sideField,
      this.clock.root,
      this.name.root,
      this.view && field(t("new.view"), this.view),
      el("details", {}, el("summary", {}, t("new.position")), field(t("new.position_text"), this.position)),
    ].filter((part) => part !== null));
    this.error.textContent = "";
    this.side.replaceChildren(...[...SIDES, "random"].map((side) =>
      el("option", { value: side }, side === "random" ? t("new.side_random") : sideName(info.name, side === "p2" ? "p2" : "p1"))));
    this.#offerToPeople();
  }

  /** The perfect player is there on boards that are solved. */
  #offerPerfect() {
    const { solved, solved_with: boards } = this.#info;
    const chosen = this.settings?.values ?? {};
    const isSolved = solved || boards.some((board) => Object.entries(board).every(([name, value]) => chosen[name] === value));
    for (const player of this.players) player.setSolved(isSolved);
    this.#offerToPeople();
  }

  /** People have names and clocks; where others can join, a game of two asks which side is whose. */
  #offerToPeople() {
    const persons = this.players.filter((player) => isPerson(player.value("").seat)).length;
    this.sideField.hidden = !this.isShared || persons < 2;
    this.name.root.hidden = persons === 0;
    this.clock.offer(persons > 0);
  }

  /**
   * The side of whoever creates the game; null if that is not asked.
   * @returns {Side | null}
   */
  get #ownSide() {
    if (this.sideField.hidden) return null;
    return this.side.value === "p2" || (this.side.value === "random" && Math.random() < 0.5) ? "p2" : "p1";
  }

  /** @returns {Settings} */
  #settings() {
    const position = this.position.value.trim();
    return position ? { position } : this.settings?.read() ?? {};
  }

  /** Creates the game and opens it; returns false if it is refused. */
  async start() {
    if (!this.root.closest("form")?.reportValidity()) return false;
    const chosen = this.players.map((player, index) => player.value(index ? SECOND_PREFIX : ""));
    const rules = chosen.flatMap(({ rules }) => rules ?? []);
    /** @type {[string, string]} */
    const seats = [chosen[0].seat, chosen[1].seat];
    try {
      const name = this.name.root.hidden ? null : this.name.value || null;
      const args = { game: this.#info.name, settings: this.#settings(), seats, rules, side: this.#ownSide, name, clock: this.clock.value, follows: this.program?.value || null };
      const { game } = await connection.request("create", args);
      if (name) this.name.save();
      saveViewer(game.id, this.#viewer(seats));
      location.hash = `#/game/${game.id}`;
      return true;
    } catch (error) {
      this.#showError(error);
      return false;
    }
  }

  /**
   * The side whose view is shown: that of the only person who plays, if they chose so.
   * @param {string[]} seats
   */
  #viewer(seats) {
    const persons = SIDES.filter((_, index) => isPerson(seats[index]));
    return this.view?.value === "own" && persons.length === 1 ? persons[0] : null;
  }

  /** @param {unknown} error */
  #showError(error) {
    const problem = problemOf(error);
    if (problem?.troubles?.length) {
      const isSecond = String(problem.args.file ?? "").startsWith(SECOND_PREFIX);
      this.players[isSecond ? 1 : 0].showError(error);
    } else {
      this.error.textContent = errorText(error, this.#info.name);
    }
    this.error.scrollIntoView({ block: "nearest" });
  }
}
