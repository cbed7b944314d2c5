// The dialog for a new game: which one, against whom, and how it starts.
import { ClockForm } from "./clock.js";
import { problemOf } from "../shell/connection.js";
import { openDialog } from "../shell/dialogs.js";
import { gameTitle, playerName, programName, sideName } from "../shell/display-names.js";
import { dropdown, el, field, radios } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { errorText, showError } from "../shell/notify.js";
import { NameField } from "./person-name.js";
import { PlayerForm } from "./player-form.js";
import { ParameterForm } from "./parameter-form.js";
import { isPerson } from "./player-spec.js";
import { createGame, drawnSide, lastGame, LEVELS, levelText, playersOf, saveChoices, savedChoices, SIDES } from "./new-game.js";
import { serverInfo } from "../shell/server-info.js";
import { isServerless } from "../shell/transport.js";
/** @import { ServerInfo, Side } from "../protocol.d.ts" */
/** @import { Opponent } from "./new-game.js" */

/** Set before the name of the second side's rule file, since both may have the same name. */
const SECOND_PREFIX = "2-";

/**
 * Asks for a new game, and opens it.
 * @param {string} [name]
 * @param {unknown} [error] Why the last choices were refused.
 */
export async function openNewGameDialog(name, error) {
  let info;
  try {
    info = await serverInfo();
  } catch (error) {
    return showError(error);
  }
  const form = new NewGameForm(info, name ?? lastGame(info.games).name);
  openDialog({
    title: t("new.title"),
    body: form.root,
    actions: [
      { label: t("dialog.cancel"), run() {} },
      { label: t("new.start"), primary: true, run: () => form.start() },
    ],
  });
  if (error) form.showError(error);
}

class NewGameForm {
  /**
   * @param {ServerInfo} info
   * @param {string} name
   */
  constructor({ games, shared }, name) {
    this.games = games;
    this.isShared = shared;
    this.name = new NameField();
    this.clock = new ClockForm();
    this.people = el("div", { class: "form-stack" }, this.clock.root, this.name.root);
    this.game = dropdown(games.map((game) => [game.name, gameTitle(game.name, game.title)]), name, {
      onchange: () => this.#show(),
    });
    this.level = el("input", { type: "range", name: "level", min: 1, max: LEVELS, oninput: () => this.#chosen() });
    this.levelText = el("output");
    this.levelField = field(t("player_form.level"), el("span", { class: "level" }, this.level, this.levelText));
    /** Whether the computer knows what is hidden from its side. */
    this.knowsAll = el("input", { type: "checkbox", name: "knows-all", onchange: () => this.#chosen() });
    this.about = el("p", { class: "muted", role: "status" });
    /** Where the clock and the name are asked for in a game of two people, and where otherwise. */
    this.peopleFirst = el("div", {});
    this.peopleLater = el("div", {});
    this.more = el("details", { class: "more" });
    this.advanced = el("details", { class: "advanced" });
    this.playerForms = el("div", { class: "player-forms", onchange: () => this.#customize(), oninput: () => this.#customize() });
    this.error = el("p", { class: "form-error", role: "alert" });
    this.rest = el("div", { class: "form-stack" });
    this.root = el("div", { class: "form-stack" }, field(t("new.game"), this.game), this.rest, this.more, this.advanced, this.error);
    /** @type {PlayerForm[]} */
    this.players = [];
    this.position = el("input", { type: "text", spellcheck: false, autocomplete: "off" });
    /** @type {HTMLElement | null} */
    this.sides = null;
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

  /** @returns {Opponent} */
  get #opponent() {
    return /** @type {Opponent} */ (checked(this.rest, "opponent"));
  }

  /** @returns {Side | "random"} */
  get #side() {
    const side = checked(this.rest, "side");
    return side === "p2" || side === "random" ? side : "p1";
  }

  /** Shows the fields of the chosen game, as it was begun the last time. */
  #show() {
    const info = this.#info;
    const saved = savedChoices(info);
    const side = (/** @type {Side} */ side) => t(side === "p1" ? "new.side_first" : "new.side_second", { side: sideName(info.name, side) });
    this.knowsAll.checked = saved.knowsAll;
    this.level.value = String(saved.level);
    const opponents = radios("opponent", t("new.opponent"), [
      ["computer", t("new.opponent_computer")], ["friend", t("new.opponent_friend")], ["self", t("new.opponent_self")],
      ...(info.assignment ? [/** @type {const} */ (["assignment", t("new.opponent_assignment")])] : []),
      ["custom", t("new.opponent_custom")],
    ], saved.opponent, () => this.#chosen(true));
    this.sides = radios("side", t("new.side"), [["p1", side("p1")], ["p2", side("p2")], ["random", t("new.side_random")]], saved.side, () => this.#chosen());
    this.rest.replaceChildren(opponents, this.levelField, this.about, this.sides, this.peopleFirst);
    this.position.value = "";
    this.view = info.hides ? dropdown([["own", t("new.view_own")], ["full", t("viewer.full")]], "own") : null;
    this.program = info.programs.length ? dropdown([["", t("program.none")],
      ...info.programs.map((program) => /** @type {[string, string]} */ ([program, t("program.beside", { program: programName(program) })]))], "", { name: "program" }) : null;
    this.error.textContent = "";
    this.#ask(saved.opponent === "assignment" ? {} : saved.settings);
    this.advanced.replaceChildren(...[
      el("summary", {}, t("new.advanced")),
      el("div", { class: "form-stack" }, info.hides && el("label", { class: "row" }, this.knowsAll, t("new.knows_all")), this.playerForms, this.program && field(t("program.rules"), this.program),
        field(t("new.position_text"), this.position)),
    ]);
    this.advanced.open = saved.opponent === "custom";
    this.#chosen();
    if (saved.seats) this.#fill(saved.seats);
  }

  /**
   * Asks for the parameters of the game.
   * @param {Record<string, string>} settings
   */
  #ask(settings) {
    const info = this.#info;
    this.settings = info.parameters.length ? new ParameterForm(info, settings) : null;
    this.settings?.root.addEventListener("change", () => this.#offerPerfect());
    this.more.replaceChildren(...[
      el("summary", {}, t("new.more")),
      el("div", { class: "form-stack" }, this.settings?.root ?? null, this.view && field(t("new.view"), this.view), this.peopleLater),
    ]);
  }

  /**
   * Shows what belongs to the chosen opponent.
   * @param {boolean} [isOther] Whether that is another opponent than before.
   */
  #chosen(isOther = false) {
    const opponent = this.#opponent;
    if (isOther && opponent === "assignment") this.#ask({});
    const knowsAll = this.knowsAll.checked;
    const level = Number(this.level.value);
    const text = levelText(this.#info, { level, knowsAll });
    this.levelText.textContent = text;
    this.level.setAttribute("aria-valuetext", text);
    if (opponent === "custom") this.advanced.open = true;
    else this.#fill(playersOf({ opponent, level, knowsAll }, this.#info, this.#side === "p2" ? "p2" : "p1"));
    this.#offerToPeople();
  }

  /**
   * Fills in the players of both sides.
   * @param {[string, string]} seats
   */
  #fill(seats) {
    const info = this.#info;
    this.players = SIDES.map((side, index) => new PlayerForm(info, info.evaluations, seats[index], sideName(info.name, side), info.solved));
    this.playerForms.replaceChildren(...this.players.map((player) => player.root));
    this.#offerPerfect();
  }

  /** Notes that the players are chosen one by one. */
  #customize() {
    const custom = /** @type {HTMLInputElement | null} */ (this.rest.querySelector("input[value=custom]"));
    if (custom) custom.checked = true;
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

  /** Shows who plays in words, and asks people for what they need: a side, a clock, a name. */
  #offerToPeople() {
    const opponent = this.#opponent;
    const persons = this.players.filter((player) => isPerson(player.value("").seat)).length;
    const isPair = opponent === "friend" || (opponent === "custom" && persons === 2);
    this.levelField.hidden = opponent !== "computer";
    if (this.sides) this.sides.hidden = opponent === "computer" || opponent === "assignment" ? false : !(isPair && this.isShared);
    (isPair ? this.peopleFirst : this.peopleLater).append(this.people);
    this.name.root.hidden = persons === 0 || opponent === "self";
    this.clock.offer(persons > 0);
    this.about.textContent = this.#aboutText(opponent);
    this.about.hidden = !this.about.textContent;
  }

  /** @param {Opponent} opponent */
  #aboutText(opponent) {
    const { name, assignment } = this.#info;
    if (opponent === "friend") return t(this.isShared ? "new.about_friend_link" : isServerless ? "new.about_friend_site" : "new.about_friend_here");
    if (opponent === "self") return t("new.about_self");
    if (opponent === "assignment") return `${playerName(assignment ?? "")}. ${t(`new.assignment.${name}`)}`;
    if (opponent === "computer" && this.#info.hides) return t(this.knowsAll.checked ? "new.about_all_knowing" : "new.about_fair");
    return opponent === "custom" ? t("new.about_custom") : "";
  }

  /** @returns {Record<string, string>} */
  #settings() {
    const position = this.position.value.trim();
    return position ? { position } : this.settings?.read() ?? {};
  }

  /** Creates the game and opens it; returns false if it is refused. */
  async start() {
    if (!this.root.closest("form")?.reportValidity()) return false;
    const [info, opponent, side] = [this.#info, this.#opponent, this.#side];
    const drawn = drawnSide(side);
    const [level, knowsAll] = [Number(this.level.value), this.knowsAll.checked];
    const custom = this.players.map((player, index) => player.value(index ? SECOND_PREFIX : ""));
    const isCustom = opponent === "custom";
    /** @type {[string, string]} */
    const seats = isCustom ? [custom[0].seat, custom[1].seat] : playersOf({ opponent, level, knowsAll }, info, drawn);
    const rules = isCustom ? custom.flatMap(({ rules }) => rules ?? []) : [];
    try {
      const name = this.name.root.hidden ? null : this.name.value || null;
      await createGame(info, {
        seats, rules, name, settings: this.#settings(), clock: this.clock.value, follows: this.program?.value || null,
        side: this.sides?.hidden || !seats.every(isPerson) ? null : drawn,
        claimsBoth: opponent === "self" && this.isShared, seesAll: this.view?.value === "full",
      });
      if (name) this.name.save();
      const settings = opponent === "assignment" ? savedChoices(info).settings : this.settings?.read() ?? {};
      saveChoices(info, { opponent, level, side, settings, knowsAll, seats: isCustom && !rules.length ? seats : null });
      return true;
    } catch (error) {
      this.showError(error);
      return false;
    }
  }

  /**
   * Shows why a game is refused.
   * @param {unknown} error
   */
  showError(error) {
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

/**
 * The value of the radio button of a group that is chosen.
 * @param {HTMLElement} root
 * @param {string} name
 */
function checked(root, name) {
  const button = /** @type {HTMLInputElement | null} */ (root.querySelector(`input[name=${name}]:checked`));
  return button?.value ?? "";
}
