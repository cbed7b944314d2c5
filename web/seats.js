// Choosing who plays a side.
import { openDialog } from "./dialogs.js";
import { choice, el, field } from "./elements.js";
import { levelName, sideName } from "./names.js";
import { RuleFile } from "./rulefile.js";
import { formatSeat, parseSeat } from "./seat.js";
import { wording } from "./voice.js";
import { wire } from "./wire.js";
import { t, tOr } from "./words.js";

const LIMITS = {
  movetime: { value: 1, min: 0.1, max: 60, step: 0.1 },
  nodes: { value: 100000, min: 1, max: 1000000000, step: 1 },
  depth: { value: 8, min: 1, max: 100, step: 1 },
};

/** The fields by which a player is chosen. */
export class SeatForm {
  constructor(about, evaluations, seat, label) {
    this.about = about;
    this.evaluations = evaluations;
    this.seat = parseSeat(seat);
    this.kind = choice(this.#kinds(), this.#kind(), { onchange: () => this.#show() });
    this.options = el("div", { class: "row" });
    this.more = el("div", {});
    this.trouble = el("p", { class: "refused", role: "alert" });
    this.root = el("fieldset", { class: "seat" },
      el("legend", {}, label), field(t("seat.player"), this.kind), this.options, this.more, this.trouble);
    this.#show();
  }

  /** The seat, and the rule file that comes with it, which may get a longer name. */
  value(before = "") {
    const rules = this.kind.value === "rules" ? this.file.value(before) : undefined;
    return { seat: this.#text(rules), rules };
  }

  /** Shows why the seat is refused. */
  refuse(error) {
    if (error.troubles && this.file) this.file.show(error.troubles);
    else this.trouble.textContent = wording(error, this.about.name);
  }

  #kinds() {
    const known = this.about.players.map((name) => [name, tOr(`player.${name}`, name)]);
    const rules = this.evaluations.length ? [["rules", t("player.rules")]] : [];
    return [...known, ...rules];
  }

  #kind() {
    const judge = this.seat.options.eval;
    const own = judge && !this.about.evaluations.includes(judge);
    return own && this.seat.name === "minimax" && !this.evaluations.includes(judge) ? "rules" : this.seat.name;
  }

  #show() {
    const { name, options } = this.seat;
    const given = (key, otherwise) => (name === this.kind.value ? options[key] : undefined) ?? otherwise;
    this.fields = {};
    this.options.replaceChildren();
    this.more.replaceChildren();
    this.trouble.textContent = "";
    switch (this.kind.value) {
      case "level": return this.#level(given("level", 5));
      case "minimax": return this.#minimax(given("depth", 3), given("eval", this.about.evaluations[0]));
      case "rules": return this.#rules(options.depth ?? 3);
      case "engine": return this.#engine(given);
      case "minmax": return this.#minmax(given("depth", 2), given("fair", false));
      default: return undefined;
    }
  }

  #add(key, label, input) {
    this.fields[key] = input;
    this.options.append(field(label, input));
  }

  #level(level) {
    const levels = Array.from({ length: 8 }, (_, place) => [place + 1, `${place + 1} · ${levelName(place + 1)}`]);
    this.#add("level", t("seat.level"), choice(levels, level));
  }

  #minimax(depth, judge) {
    this.#add("depth", t("seat.depth"), numberInput(depth, 1, 9));
    if (this.evaluations.length > 1) {
      this.#add("eval", t("seat.evaluation"), choice(this.evaluations.map((name) => [name, name]), judge));
    }
  }

  #rules(depth) {
    this.#add("depth", t("seat.depth"), numberInput(depth, 1, 9));
    const fresh = !this.file;
    this.file ??= new RuleFile(this.about.name);
    this.more.append(this.file.root);
    if (fresh) this.file.example();
  }

  #engine(given) {
    const set = Object.keys(LIMITS).find((key) => given(key)) ?? "movetime";
    const limits = Object.keys(LIMITS).map((key) => [key, t(`seat.limit.${key}`)]);
    const amount = el("input", { type: "number", required: true });
    const by = choice(limits, set, { onchange: () => this.#limit(amount, by.value, LIMITS[by.value].value) });
    const now = given(set);
    this.#limit(amount, set, now === undefined ? LIMITS[set].value : set === "movetime" ? now / 1000 : now);
    this.#add("by", t("seat.limited_by"), by);
    this.#add("amount", t("seat.amount"), amount);
  }

  #limit(input, key, value) {
    Object.assign(input, { ...LIMITS[key], value });
  }

  #minmax(depth, fair) {
    this.#add("depth", t("seat.depth"), numberInput(depth, 2, 6));
    this.#add("fair", t("seat.fair"), el("input", { type: "checkbox", checked: Boolean(fair) }));
  }

  #text(rules) {
    const kind = this.kind.value;
    const { level, depth, eval: judge, by, amount, fair } = this.fields;
    const options = {};
    if (level) options.level = level.value;
    if (depth) options.depth = depth.value;
    if (rules) options.eval = rules.name;
    else if (judge && judge.value !== this.about.evaluations[0]) options.eval = judge.value;
    if (by) options[by.value] = by.value === "movetime" ? Math.round(amount.value * 1000) : amount.value;
    if (fair?.checked) options.fair = true;
    return formatSeat({ name: kind === "rules" ? "minimax" : kind, options });
  }
}

/** Asks who is to play a side of a game, and sees to it. */
export function openSeatDialog(game, about, side) {
  const seat = game.seats[side === "p1" ? 0 : 1];
  const form = new SeatForm(about, game.evaluations, seat, sideName(game.game, side));
  const take = async () => {
    try {
      await wire.ask("seat", { game: game.id, side, ...form.value() });
      return true;
    } catch (error) {
      form.refuse(error);
      return false;
    }
  };
  openDialog({
    title: t("seat.title"),
    body: form.root,
    actions: [{ label: t("dialog.cancel"), run() {} }, { label: t("seat.take"), main: true, run: take }],
  });
  form.kind.focus();
}

function numberInput(value, min, max) {
  return el("input", { type: "number", min, max, required: true, value });
}
