// The contests that the program was told to show: standings and games, as they come.
import { el, button } from "./elements.js";
import { complain } from "./voice.js";
import { wire } from "./wire.js";
import { t } from "./words.js";

/** How often the standings are asked for again while a contest goes on, in milliseconds. */
const EVERY = 2000;

/** Shows a contest by its number, the first if none is named; gives back what ends it. */
export async function showContest(root, name) {
  const { contests } = await wire.ask("contests");
  const number = Number(name) || 0;
  const title = contests[number]?.name ?? t("contest.title");
  const body = el("div", {});
  root.replaceChildren(el("div", { class: "rulebook contest" },
    el("nav", { class: "tabs", "aria-label": t("contest.title") }, contests.map((contest) => tab(contest, number))),
    el("h1", {}, title),
    contests.length ? body : el("p", {}, t("contest.none"))));
  let timer = null;
  const refresh = async () => {
    try {
      const contest = await wire.ask("contest", { number });
      body.replaceChildren(...parts(contest, number));
      timer = contest.over ? null : setTimeout(refresh, EVERY);
    } catch (error) {
      if (error.kind !== "Lost") complain(error);
    }
  };
  if (contests.length) await refresh();
  return { title, keys: {}, end: () => clearTimeout(timer) };
}

function tab({ number, name, why }, shown) {
  const current = number === shown ? { "aria-current": "page" } : {};
  return el("a", { href: `#/contest/${number}`, ...current }, name ?? why);
}

function parts({ over, played, standings, games }, number) {
  return [
    el("p", { class: "lead" }, t(over ? "contest.over" : "contest.goes_on", { played })),
    el("h2", {}, t("contest.standings")),
    table(["place", "name", "points", "wins", "draws", "losses", "rating"], standings.map(standing)),
    el("h2", {}, t("contest.games")),
    table(["name", "name", "result", "moves", null], games.map((game) => row(game, number))),
  ];
}

function standing({ place, name, points, wins, draws, losses, rating, low, high }) {
  return [place, name, points, wins, draws, losses, `${rating} (${low}–${high})`];
}

function row({ key, players, result, reason, moves }, number) {
  const watch = async () => {
    try {
      const { game } = await wire.ask("replay", { number, key });
      await wire.ask("jump", { game: game.id, ply: 0 });
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      complain(error);
    }
  };
  const label = `${t("contest.watch")}: ${players.join(" – ")}`;
  return [...players, reason ? el("span", { title: reason }, result) : result, moves,
    button("play", label, watch, { bare: true })];
}

function table(heads, rows) {
  const cells = (row) => row.map((cell) => el("td", {}, cell ?? ""));
  return el("div", { class: "wide" }, el("table", {},
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head ? t(`contest.${head}`) : "")))),
    el("tbody", {}, rows.map((row) => el("tr", {}, cells(row))))));
}
