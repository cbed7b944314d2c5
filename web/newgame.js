// A new game: which, how it starts, and who plays.
import { welcome } from "./about.js";
import { openDialog } from "./dialogs.js";
import { button, choice, el, field } from "./elements.js";
import { gameTitle, sideName } from "./names.js";
import { isPerson } from "./seat.js";
import { SeatForm } from "./seats.js";
import { keepViewer } from "./viewer.js";
import { complain, wording } from "./voice.js";
import { wire } from "./wire.js";
import { t } from "./words.js";

/** Asks for a new game, and opens it. */
export async function openNewGame(name) {
  let games;
  try {
    ({ games } = await welcome());
  } catch (error) {
    return complain(error);
  }
  const form = new NewGame(games, name ?? games[0].name);
  openDialog({
    title: t("new.title"),
    body: form.root,
    actions: [
      { label: t("dialog.cancel"), run() {} },
      { label: t("new.start"), main: true, run: () => form.start() },
    ],
  });
}

class NewGame {
  constructor(games, name) {
    this.games = games;
    const titles = games.map((game) => [game.name, gameTitle(game.name, game.title)]);
    this.game = choice(titles, name, { onchange: () => this.#show() });
    this.rest = el("div", { class: "stack" });
    this.trouble = el("p", { class: "refused", role: "alert" });
    this.root = el("div", { class: "stack" }, field(t("new.game"), this.game), this.rest, this.trouble);
    this.#show();
  }

  #show() {
    this.about = this.games.find((game) => game.name === this.game.value);
    const { name, evaluations } = this.about;
    this.settings = {};
    this.seats = ["p1", "p2"].map((side, place) =>
      new SeatForm(this.about, evaluations, place ? "level:5" : "person", sideName(name, side)));
    this.position = el("input", { type: "text", spellcheck: false, autocomplete: "off" });
    const own = { byte: () => this.#byte(), nim: () => this.#nim(), theseus: () => this.#maze() }[name];
    this.sight = this.about.hides ? choice([["own", t("new.sight_own")], ["full", t("viewer.full")]], "own") : null;
    this.rest.replaceChildren(...[
      own?.(),
      el("div", { class: "seats" }, this.seats.map((seat) => seat.root)),
      this.sight && field(t("new.sight"), this.sight),
      el("details", {}, el("summary", {}, t("new.position")), field(t("new.position_text"), this.position)),
    ].filter(Boolean));
    this.trouble.textContent = "";
  }

  #byte() {
    this.settings.size = choice([["8", "8 × 8"], ["10", "10 × 10"]], "8");
    return field(t("new.size"), this.settings.size);
  }

  #nim() {
    this.settings.heaps = el("input", { type: "text", required: true, pattern: ".*\\d.*", value: "3,5,7", autocomplete: "off" });
    return field(t("new.heaps"), this.settings.heaps);
  }

  #maze() {
    const input = (value, min, max, step = 1) => el("input", { type: "number", required: true, value, min, max, step });
    this.maze = {
      size: input(9, 3, 31, 2),
      loot: input(4, 1, 16),
      style: choice([["classic", t("maze.classic")], ["labyrinth", t("maze.labyrinth")]], "classic"),
      plies: input(200, 1, 10000),
      seed: input(throwSeed(), 0, 999999999),
    };
    const dice = button("dice", t("maze.throw"), () => { this.maze.seed.value = throwSeed(); }, { bare: true });
    const fields = el("div", { class: "row", hidden: true },
      Object.entries(this.maze).map(([key, of]) => field(t(`maze.${key}`), of)), dice);
    this.which = choice([["first", t("maze.first")], ["new", t("maze.new")]], "first", {
      onchange: () => { fields.hidden = this.which.value === "first"; },
    });
    return el("div", { class: "stack" }, field(t("maze.title"), this.which), fields);
  }

  #settings() {
    const settings = {};
    const position = this.position.value.trim();
    if (position) return { position };
    if (this.settings.size) settings.size = Number(this.settings.size.value);
    if (this.settings.heaps) settings.heaps = this.settings.heaps.value.replace(/[\s,[\]]+/g, ",").replace(/^,|,$/g, "");
    if (this.about.name === "theseus" && this.which.value === "new") {
      const { style, ...numbers } = this.maze;
      const read = Object.entries(numbers).map(([key, input]) => [key, Number(input.value)]);
      settings.maze = { ...Object.fromEntries(read), style: style.value };
    }
    return settings;
  }

  /** Creates the game and goes there; false where it is refused. */
  async start() {
    if (!this.root.closest("form").reportValidity()) return false;
    // Two files may have the same name.
    const chosen = this.seats.map((seat, place) => seat.value(place ? "2-" : ""));
    const rules = chosen.map((seat) => seat.rules).filter(Boolean);
    const seats = chosen.map((seat) => seat.seat);
    try {
      const question = { game: this.about.name, settings: this.#settings(), seats, rules };
      const { game } = await wire.ask("create", question);
      keepViewer(game.id, this.#viewer(seats));
      location.hash = `#/game/${game.id}`;
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** Whose eyes a person who plays alone looks through. */
  #viewer(seats) {
    const persons = ["p1", "p2"].filter((_, place) => isPerson(seats[place]));
    return this.sight?.value === "own" && persons.length === 1 ? persons[0] : null;
  }

  #refuse(error) {
    const at = error.troubles?.length && this.seats[error.args.file?.startsWith("2-") ? 1 : 0];
    if (at) at.refuse(error);
    else this.trouble.textContent = wording(error, this.about.name);
    this.trouble.scrollIntoView({ block: "nearest" });
  }
}

function throwSeed() {
  return Math.floor(Math.random() * 1000000);
}
