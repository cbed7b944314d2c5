// The pages of a report below the overview: an entrant, a game.

const REPORT = { data: null, byKey: new Map() };
const PAGE_SIZE = 60;
const RESULTS = { "1-0": [1, 0], "0-1": [0, 1], "1/2-1/2": [0.5, 0.5], "0-0": [0, 0], "*": [null, null] };

const make = (tag, attributes, ...children) => modules["elements.js"].el(tag, attributes, ...children);
const nameOf = (number) => REPORT.data.entrants[number].name;
const reasonText = (game) => game.reason?.replace(/^P([12]) /, (_, side) => `${nameOf(side === "1" ? game.p1 : game.p2)} `) ?? "";
const isForfeit = (game) => /^P[12] (?!resigned)/.test(game.reason ?? "") || game.reason === "neither could play";

/** A game in a list, seen by an entrant or by nobody. */
function gameItem(game, seenBy = null) {
  const [first, second] = RESULTS[game.result];
  const mine = seenBy === null ? null : game.p1 === seenBy ? first : second;
  const kind = mine === 1 ? " win" : mine === 0 ? " loss" : "";
  const about = [`game ${game.key}`, `${game.moves.length} moves`, game.depth ? `depth ${game.depth}` : null, reasonText(game) || null];
  return make("li", {}, make("a", { href: `#game-${game.key}` },
    make("span", {}, `${nameOf(game.p1)} \u2013 ${nameOf(game.p2)}`),
    make("span", { class: `result${kind}` }, game.result),
    make("small", {}, about.filter(Boolean).join(" \u00b7 "))));
}

/** Shows the first games of a list, and more on demand. */
function fillList(list, more, games, seenBy = null) {
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

/** The page of an entrant. */
function playerView(number) {
  const entrant = REPORT.data.entrants[number];
  if (!entrant) return null;
  const games = REPORT.data.games.filter((game) => game.p1 === number || game.p2 === number);
  const scores = games.map((game) => RESULTS[game.result][game.p1 === number ? 0 : 1]);
  const count = (score) => scores.filter((one) => one === score).length;
  const [low, high] = entrant.interval;
  const facts = [
    ["place", entrant.place], ["points", entrant.points], ["won", count(1)], ["drawn", count(0.5)], ["lost", count(0)],
    [`rating, ${low} to ${high}`, entrant.rating], ...(entrant.bonus ? [["bonus", entrant.bonus]] : []),
  ];
  const list = make("ul", { class: "games" });
  const more = make("button", { type: "button" }, "Show more");
  fillList(list, more, games, number);
  const blunders = turningPoints(games, number);
  const openings = openingResults(games, number);
  const rivals = rivalResults(games, number);
  return [
    make("section", {},
      make("h2", {}, entrant.name), make("p", { class: "muted player" }, entrant.player),
      make("p", { class: "facts" }, facts.map(([what, value]) => make("span", {}, make("b", {}, String(value)), ` ${what}`)))),
    make("section", {}, make("h2", {}, "Turning points"),
      make("p", { class: "muted" }, `The moves that lost games, the worst first, by a search of ${REPORT.data.turn_nodes} nodes a position.`),
      blunders.length ? make("ul", { class: "turns" }, blunders) : make("p", { class: "muted" }, "None was found.")),
    make("div", { class: "columns" },
      make("section", {}, make("h2", {}, "Openings"), openings.length ? table(["Opening", "Points", "Games"], openings) : make("p", { class: "muted" }, "No game has moves.")),
      make("section", {}, make("h2", {}, "Opponents"), table(["Opponent", "Points", "Games"], rivals))),
    make("section", {}, make("h2", {}, "Games"), list, more),
  ];
}

function table(head, rows) {
  const cells = (tag, row) => row.map((cell, place) => make(tag, { class: place ? "number" : "" }, cell));
  return make("table", { class: "list-table" },
    make("thead", {}, make("tr", {}, cells("th", head))), make("tbody", {}, rows.map((row) => make("tr", {}, cells("td", row)))));
}

const pointsText = (points) => (points === null ? "" : String(points));

/** Points and games against each opponent, the worst first. */
function rivalResults(games, number) {
  const rivals = new Map();
  for (const game of games) {
    const other = game.p1 === number ? game.p2 : game.p1;
    const [points, count] = rivals.get(other) ?? [0, 0];
    rivals.set(other, [points + (RESULTS[game.result][game.p1 === number ? 0 : 1] ?? 0), count + 1]);
  }
  return [...rivals].sort(([one, [a, n]], [two, [b, m]]) => a / n - b / m || REPORT.data.entrants[one].place - REPORT.data.entrants[two].place)
    .map(([other, [points, count]]) => [make("a", { href: `#pair-${number}-${other}` }, nameOf(other)), pointsText(points), String(count)]);
}

/** Points and games by how the entrant began. */
function openingResults(games, number) {
  const openings = new Map();
  for (const game of games) {
    const side = game.p1 === number ? 0 : 1;
    const first = game.moves.find((_, ply) => sideOf(game, ply) === side);
    if (!first) continue;
    const name = `${side ? "second, " : "first, "}${first}`;
    const [points, count] = openings.get(name) ?? [0, 0];
    openings.set(name, [points + (RESULTS[game.result][side] ?? 0), count + 1]);
  }
  return [...openings].sort(([, [, a]], [, [, b]]) => b - a).slice(0, 12).map(([name, [points, count]]) => [name, pointsText(points), String(count)]);
}

/** The moves by which an entrant lost its games, the worst first. */
function turningPoints(games, number) {
  const lost = games.filter((game) => game.turn && RESULTS[game.result][game.p1 === number ? 0 : 1] === 0);
  // Players that always answer the same lose the same game to many.
  const lines = new Map();
  for (const game of lost.sort((a, b) => b.turn.loss - a.turn.loss)) {
    const line = [game.start, ...game.moves.slice(0, game.turn.ply)].join(" ");
    lines.set(line, [...(lines.get(line) ?? []), game]);
  }
  return [...lines.values()].slice(0, 10).map(([game, ...others]) => make("li", {},
    make("a", { href: `#game-${game.key}/${game.turn.ply}` }, `${nameOf(game.p1)} \u2013 ${nameOf(game.p2)}`),
    ` ${game.result}: move ${game.turn.ply}, `, make("b", {}, `${game.moves[game.turn.ply - 1]}${game.turn.sign}`), `: ${turnText(game.turn)}`,
    others.length ? ` (after the same moves also in ${others.length} more ${others.length > 1 ? "games" : "game"})` : ""));
}

/** A long text without its end. */
const shortened = (text) => (text.length > 80 ? `${text.slice(0, 80)}\u2026` : text);

/** The page of a game, at a ply. */
function gameView(key, wanted) {
  const game = REPORT.byKey.get(key);
  if (!game) return null;
  const { data } = REPORT;
  const scenes = scenesOf(data, game);
  const last = game.moves.length;
  const box = commonBox(data.game, scenes);
  let ply = 0;
  const board = make("div", { class: "board-box" });
  const slider = make("input", { type: "range", min: 0, max: Math.max(1, last), "aria-label": "move" });
  const told = make("p", { class: "note", "aria-live": "polite" });
  const graph = make("div", {});
  const item = (move, index) => make("li", {}, make("span", {}, index % 2 ? "" : `${index / 2 + 1}.`),
    make("button", { type: "button", onclick: () => go(index + 1) }, game.turn?.ply === index + 1 ? `${move}${game.turn.sign}` : move));
  const moves = make("ol", { class: "moves" }, game.moves.map(item));
  const buttons = [...moves.querySelectorAll("button")];
  const go = (to) => {
    ply = Math.max(0, Math.min(to, last));
    const text = ply ? `move ${ply} of ${last}: ${game.moves[ply - 1]}` : "start";
    drawBoard(board, data.game, scenes[ply], ply ? scenes[ply - 1] : null, text, box);
    const about = ply ? noteText(game.notes?.[ply - 1]) : "";
    const turn = game.turn?.ply === ply ? `. The turning point: ${turnText(game.turn)}` : "";
    told.textContent = `${about ? `${text} (${about})` : text}${turn}`;
    slider.value = String(ply);
    buttons.forEach((button, index) => (index + 1 === ply ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current")));
    graph.replaceChildren(...[scoreGraph(game, ply, go)].filter(Boolean));
    history.replaceState(null, "", `#game-${key}${ply ? `/${ply}` : ""}`);
  };
  slider.oninput = () => go(Number(slider.value));
  const step = (label, title, to) => make("button", { type: "button", title, "aria-label": title, onclick: () => go(to()) }, label);
  const place = data.games.indexOf(game);
  const beside = [[place - 1, "previous game"], [place + 1, "next game"]].flatMap(([other, label]) =>
    (data.games[other] ? [make("a", { href: `#game-${data.games[other].key}` }, label)] : []));
  const about = [game.limits ?? (game.depth ? `depth ${game.depth}` : null), reasonText(game) || null, game.start ? `from ${shortened(game.start)}` : null, game.date ?? null];
  const link = (number) => make("a", { href: `#player-${number}` }, nameOf(number));
  REPORT.keys = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(last) };
  const hasScores = scoreGraph(game, 0, go) !== null;
  const view = [
    make("section", {},
      make("h2", {}, link(game.p1), " \u2013 ", link(game.p2), ` ${game.result}`),
      make("p", { class: "muted" }, [`game ${key}`, ...about.filter(Boolean)].join(" \u00b7 ")),
      make("p", { class: "tools" }, beside)),
    make("div", { class: "columns" },
      make("section", {}, board,
        make("div", { class: "controls" }, step("|\u2039", "To the start", () => 0), step("\u2039", "A move back", () => ply - 1), slider,
          step("\u203a", "A move on", () => ply + 1), step("\u203a|", "To the end", () => last)), told),
      make("section", {}, hasScores ? [make("h3", { style: "margin-top:0" }, "What the players thought"), graph,
        make("p", { class: "muted" }, make("span", { class: "key-p1" }, nameOf(game.p1)), " \u00a0 ", make("span", { class: "key-p2" }, nameOf(game.p2)), "; the winning chance by their scores, up is good for the first side")] : [],
      make("h3", {}, "Moves"), moves)),
  ];
  go(wanted);
  return view;
}
