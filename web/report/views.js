// The pages of a report below the overview: an entrant, a game.
import { el } from "../shell/elements.js";
import { noteText, scoreGraph, sideOf, turnText } from "./graph.js";
import { commonBox, drawBoard, scenesOf } from "./scenes.js";
/** @import { Child } from "../shell/dom.d.ts" */
/** @import { ReportData, ReportGame } from "./types.d.ts" */

/**
 * What the report shows, and what keys do in the present view.
 * @type {{ data: ReportData, byKey: Map<string, ReportGame>, keys: Record<string, () => void> }}
 */
export const REPORT = { data: { game: "", entrants: [], games: [], scenes: [], only: null, turn_nodes: 0 }, byKey: new Map(), keys: {} };
const PAGE_SIZE = 60;
/** @type {Record<string, [number | null, number | null]>} */
const RESULTS = { "1-0": [1, 0], "0-1": [0, 1], "1/2-1/2": [0.5, 0.5], "0-0": [0, 0], "*": [null, null] };

/** @param {number} number */
const nameOf = (number) => REPORT.data.entrants[number].name;
/** @param {ReportGame} game */
const reasonText = (game) => game.reason?.replace(/^P([12]) /, (_, side) => `${nameOf(side === "1" ? game.p1 : game.p2)} `) ?? "";
/** @param {ReportGame} game */
export const isForfeit = (game) => /^P[12] (?!resigned)/.test(game.reason ?? "") || game.reason === "neither could play";

/**
 * A game in a list, seen by an entrant or by nobody.
 * @param {ReportGame} game
 * @param {number | null} seenBy
 */
function gameItem(game, seenBy = null) {
  const [first, second] = RESULTS[game.result];
  const mine = seenBy === null ? null : game.p1 === seenBy ? first : second;
  const kind = mine === 1 ? " win" : mine === 0 ? " loss" : "";
  const about = [`game ${game.key}`, `${game.moves.length} moves`, game.depth ? `depth ${game.depth}` : null, reasonText(game) || null];
  return el("li", {}, el("a", { href: `#game-${game.key}` },
    el("span", {}, `${nameOf(game.p1)} \u2013 ${nameOf(game.p2)}`),
    el("span", { class: `result${kind}` }, game.result),
    el("small", {}, about.filter(Boolean).join(" \u00b7 "))));
}

/**
 * Shows the first games of a list, and more on demand.
 * @param {HTMLElement} list
 * @param {HTMLElement} more
 * @param {ReportGame[]} games
 * @param {number | null} seenBy
 */
export function fillList(list, more, games, seenBy = null) {
  let shown = 0;
  const add = () => {
    list.append(...games.slice(shown, shown + PAGE_SIZE).map((game) => gameItem(game, seenBy)));
    shown += PAGE_SIZE;
    more.hidden = shown >= games.length;
  };
  list.replaceChildren();
  more.onclick = add;
  add();
}

/**
 * The page of an entrant.
 * @param {number} number
 */
export function playerView(number) {
  const entrant = REPORT.data.entrants[number];
  if (!entrant) return null;
  const games = REPORT.data.games.filter((game) => game.p1 === number || game.p2 === number);
  const scores = games.map((game) => RESULTS[game.result][game.p1 === number ? 0 : 1]);
  const count = (/** @type {number} */ score) => scores.filter((one) => one === score).length;
  const [low, high] = entrant.interval;
  const facts = [
    ["place", entrant.place], ["points", entrant.points], ["won", count(1)], ["drawn", count(0.5)], ["lost", count(0)],
    [`rating, ${low} to ${high}`, entrant.rating], ...(entrant.bonus ? [["bonus", entrant.bonus]] : []),
  ];
  const list = el("ul", { class: "games" });
  const more = el("button", { type: "button" }, "Show more");
  fillList(list, more, games, number);
  const blunders = turningPoints(games, number);
  const openings = openingResults(games, number);
  const rivals = rivalResults(games, number);
  return [
    el("section", {},
      el("h2", {}, entrant.name), el("p", { class: "muted player" }, entrant.player),
      el("p", { class: "facts" }, facts.map(([what, value]) => el("span", {}, el("b", {}, String(value)), ` ${what}`)))),
    el("section", {}, el("h2", {}, "Turning points"),
      el("p", { class: "muted" }, `The moves that lost games, the worst first, by a search of ${REPORT.data.turn_nodes} nodes a position.`),
      blunders.length ? el("ul", { class: "turns" }, blunders) : el("p", { class: "muted" }, "None was found.")),
    el("div", { class: "columns" },
      el("section", {}, el("h2", {}, "Openings"), openings.length ? table(["Opening", "Points", "Games"], openings) : el("p", { class: "muted" }, "No game has moves.")),
      el("section", {}, el("h2", {}, "Opponents"), table(["Opponent", "Points", "Games"], rivals))),
    el("section", {}, el("h2", {}, "Games"), list, more),
  ];
}

/**
 * @param {string[]} head
 * @param {Child[][]} rows
 */
function table(head, rows) {
  const cells = (/** @type {"th" | "td"} */ tag, /** @type {Child[]} */ row) => row.map((cell, place) => el(tag, { class: place ? "number" : "" }, cell));
  return el("table", { class: "list-table" },
    el("thead", {}, el("tr", {}, cells("th", head))), el("tbody", {}, rows.map((row) => el("tr", {}, cells("td", row)))));
}

/**
 * Points and games against each opponent, the worst first.
 * @param {ReportGame[]} games
 * @param {number} number
 * @returns {Child[][]}
 */
function rivalResults(games, number) {
  /** @type {Map<number, [points: number, games: number]>} */
  const rivals = new Map();
  for (const game of games) {
    const other = game.p1 === number ? game.p2 : game.p1;
    const [points, count] = rivals.get(other) ?? [0, 0];
    rivals.set(other, [points + (RESULTS[game.result][game.p1 === number ? 0 : 1] ?? 0), count + 1]);
  }
  return [...rivals].sort(([one, [a, n]], [two, [b, m]]) => a / n - b / m || REPORT.data.entrants[one].place - REPORT.data.entrants[two].place)
    .map(([other, [points, count]]) => [el("a", { href: `#pair-${number}-${other}` }, nameOf(other)), String(points), String(count)]);
}

/**
 * Points and games by how the entrant began.
 * @param {ReportGame[]} games
 * @param {number} number
 * @returns {Child[][]}
 */
function openingResults(games, number) {
  /** @type {Map<string, [points: number, games: number]>} */
  const openings = new Map();
  for (const game of games) {
    const side = game.p1 === number ? 0 : 1;
    const first = game.moves.find((_, ply) => sideOf(game, ply) === side);
    if (!first) continue;
    const name = `${side ? "second, " : "first, "}${first}`;
    const [points, count] = openings.get(name) ?? [0, 0];
    openings.set(name, [points + (RESULTS[game.result][side] ?? 0), count + 1]);
  }
  return [...openings].sort(([, [, a]], [, [, b]]) => b - a).slice(0, 12).map(([name, [points, count]]) => [name, String(points), String(count)]);
}

/**
 * The moves by which an entrant lost its games, the worst first.
 * @param {ReportGame[]} games
 * @param {number} number
 */
function turningPoints(games, number) {
  const lost = games.flatMap((game) => (game.turn && RESULTS[game.result][game.p1 === number ? 0 : 1] === 0 ? [{ game, turn: game.turn }] : []));
  // Players that always answer the same lose the same game to many.
  /** @type {Map<string, typeof lost>} */
  const lines = new Map();
  for (const one of lost.sort((a, b) => b.turn.loss - a.turn.loss)) {
    const line = [one.game.start, ...one.game.moves.slice(0, one.turn.ply)].join(" ");
    lines.set(line, [...(lines.get(line) ?? []), one]);
  }
  return [...lines.values()].slice(0, 10).map(([{ game, turn }, ...others]) => el("li", {},
    el("a", { href: `#game-${game.key}/${turn.ply}` }, `${nameOf(game.p1)} \u2013 ${nameOf(game.p2)}`),
    ` ${game.result}: move ${turn.ply}, `, el("b", {}, `${game.moves[turn.ply - 1]}${turn.sign}`), `: ${turnText(turn)}`,
    others.length ? ` (after the same moves also in ${others.length} more ${others.length > 1 ? "games" : "game"})` : ""));
}

/**
 * A long text without its end.
 * @param {string} text
 */
const shortened = (text) => (text.length > 80 ? `${text.slice(0, 80)}\u2026` : text);

/**
 * The page of a game, at a ply.
 * @param {string} key
 * @param {number} wanted
 */
export function gameView(key, wanted) {
  const game = REPORT.byKey.get(key);
  if (!game) return null;
  const { data } = REPORT;
  const scenes = scenesOf(data, game);
  const last = game.moves.length;
  const box = commonBox(data.game, scenes);
  let ply = 0;
  const board = el("div", { class: "board-box" });
  const slider = el("input", { type: "range", min: 0, max: Math.max(1, last), "aria-label": "move" });
  const told = el("p", { class: "note", "aria-live": "polite" });
  const graph = el("div", {});
  const item = (/** @type {string} */ move, /** @type {number} */ index) => el("li", {}, el("span", {}, index % 2 ? "" : `${index / 2 + 1}.`),
    el("button", { type: "button", onclick: () => go(index + 1) }, game.turn?.ply === index + 1 ? `${move}${game.turn?.sign}` : move));
  const moves = el("ol", { class: "moves" }, game.moves.map(item));
  const buttons = [...moves.querySelectorAll("button")];
  const go = (/** @type {number} */ to) => {
    ply = Math.max(0, Math.min(to, last));
    const text = ply ? `move ${ply} of ${last}: ${game.moves[ply - 1]}` : "start";
    drawBoard(board, data.game, scenes[ply], ply ? scenes[ply - 1] : null, text, box);
    const about = ply ? noteText(game.notes?.[ply - 1]) : "";
    const turn = game.turn?.ply === ply ? `. The turning point: ${turnText(game.turn)}` : "";
    told.textContent = `${about ? `${text} (${about})` : text}${turn}`;
    slider.value = String(ply);
    buttons.forEach((button, index) => (index + 1 === ply ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
    graph.replaceChildren(scoreGraph(game, ply, go) ?? "");
    history.replaceState(null, "", `#game-${key}${ply ? `/${ply}` : ""}`);
  };
  slider.oninput = () => go(Number(slider.value));
  const step = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => number} */ to) => el("button", { type: "button", title, "aria-label": title, onclick: () => go(to()) }, label);
  const place = data.games.indexOf(game);
  const beside = [{ other: data.games[place - 1], label: "previous game" }, { other: data.games[place + 1], label: "next game" }]
    .flatMap(({ other, label }) => (other ? [el("a", { href: `#game-${other.key}` }, label)] : []));
  const about = [game.limits ?? (game.depth ? `depth ${game.depth}` : null), reasonText(game) || null, game.start ? `from ${shortened(game.start)}` : null, game.date ?? null];
  const link = (/** @type {number} */ number) => el("a", { href: `#player-${number}` }, nameOf(number));
  REPORT.keys = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(last) };
  const hasScores = scoreGraph(game, 0, go) !== null;
  const view = [
    el("section", {},
      el("h2", {}, link(game.p1), " \u2013 ", link(game.p2), ` ${game.result}`),
      el("p", { class: "muted" }, [`game ${key}`, ...about.filter(Boolean)].join(" \u00b7 ")),
      el("p", { class: "tools" }, beside)),
    el("div", { class: "columns" },
      el("section", {}, board,
        el("div", { class: "controls" }, step("|\u2039", "To the start", () => 0), step("\u2039", "A move back", () => ply - 1), slider,
          step("\u203a", "A move on", () => ply + 1), step("\u203a|", "To the end", () => last)), told),
      el("section", {}, hasScores ? [el("h3", { style: "margin-top:0" }, "What the players thought"), graph,
        el("p", { class: "muted" }, el("span", { class: "key-p1" }, nameOf(game.p1)), " \u00a0 ", el("span", { class: "key-p2" }, nameOf(game.p2)), "; the winning chance by their scores, up is good for the first side")] : [],
      el("h3", {}, "Moves"), moves)),
  ];
  go(wanted);
  return view;
}
