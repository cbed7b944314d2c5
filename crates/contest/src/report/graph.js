// The scores of a game: what each player thought of its position, move by move.

const GRAPH = { width: 640, height: 150, edge: 10 };

/** The winning chances that one player gave itself by ply, seen by the first side: from -1, lost, to 1, won. */
function opinions(game, side) {
  const sign = side === 0 ? 1 : -1;
  return (game.chances ?? []).map((chance, ply) => (chance === null || sideOf(game, ply) !== side ? null : sign * (2 * chance - 1)));
}

/** The side that made a move; without a list of them, the sides take turns. */
function sideOf(game, ply) {
  return game.board.sides?.[ply] ?? ply % 2;
}

/** A graph of both players' scores; `null` if there are fewer than two. */
function scoreGraph(game, ply, onJump) {
  const { s } = modules["boards/svg.js"];
  const lines = [0, 1].map((side) => opinions(game, side));
  if (lines.flat().filter((score) => score !== null).length < 2) return null;
  const { width, height, edge } = GRAPH;
  const x = (place) => edge + ((place + 1) / Math.max(1, game.moves.length)) * (width - 2 * edge);
  const y = (score) => height / 2 - score * (height / 2 - edge);
  const drawn = lines.flatMap((scores, side) => {
    const known = scores.flatMap((score, place) => (score === null ? [] : [[x(place), y(score)]]));
    const kind = `p${side + 1}`;
    const dots = known.map(([cx, cy]) => s("circle", { class: kind, cx, cy, r: 2.5 }));
    return known.length > 1 ? [s("path", { class: kind, d: `M${known.map((point) => point.join(" ")).join("L")}` }), ...dots] : dots;
  });
  const now = x(ply - 1);
  const graph = s("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Winning chances that the players gave, above the middle for the first side" },
    s("line", { class: "middle", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
    s("line", { class: "now", x1: now, x2: now, y1: 0, y2: height }), drawn);
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    onJump(Math.round(((at - edge) / (width - 2 * edge)) * game.moves.length));
  });
  return graph;
}

/** What the move that lost a game gave away, in words. */
function turnText({ quality, loss, better, gave_away: gaveAway }) {
  const lost = gaveAway ? `gave away a proven ${gaveAway}` : `lost ${Math.round(100 * loss)} % of the winning chance`;
  return `${quality}, ${lost}${better ? `; better was ${better}` : ""}`;
}

/** What is known about a move, in words. */
function noteText(note) {
  if (!note) return "";
  const score = "win" in note ? `wins in ${note.win} plies` : "lose" in note ? `loses in ${note.lose} plies`
    : "score" in note ? `score ${note.score > 0 ? "+" : ""}${note.score}` : null;
  const parts = [
    score, "depth" in note ? `depth ${note.depth}` : null,
    "time" in note ? (note.time < 1 ? `${Math.round(note.time * 1e5) / 100} ms` : `${Math.round(note.time * 100) / 100} s`) : null,
    "nodes" in note ? `${note.nodes.toLocaleString("en")} nodes` : null, note.comment ?? null,
  ];
  return parts.filter(Boolean).join(", ");
}
