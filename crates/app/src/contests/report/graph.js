// The scores of a game: what each player thought of its position, move by move.

const GRAPH = { width: 640, height: 150, edge: 10 };

/** The scores of one player by ply, seen by the first side, each between -1 and 1. */
function opinions(game, side) {
  const notes = game.notes ?? [];
  const own = notes.map((note, ply) => (note && sideOf(game, ply) === side ? rawScore(note) : null));
  const sizes = own.filter((score) => score !== null && Number.isFinite(score) && score !== 0).map(Math.abs).sort((a, b) => a - b);
  // Every evaluation has a scale of its own, so the middle one of a player's scores is the unit.
  const unit = sizes.length ? sizes[Math.floor(sizes.length / 2)] : 1;
  const sign = side === 0 ? 1 : -1;
  return own.map((score) => {
    if (score === null) return null;
    return sign * (Number.isFinite(score) ? score / (Math.abs(score) + unit) : Math.sign(score));
  });
}

/** A score as a number; proven ones are infinite. */
function rawScore(note) {
  if ("win" in note) return Infinity;
  if ("lose" in note) return -Infinity;
  return "score" in note ? note.score : null;
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
  const graph = s("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Scores that the players gave, above the middle for the first side" },
    s("line", { class: "middle", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
    s("line", { class: "now", x1: now, x2: now, y1: 0, y2: height }), drawn);
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    onJump(Math.round(((at - edge) / (width - 2 * edge)) * game.moves.length));
  });
  return graph;
}

/** Where a player's own score fell most between two of its moves: `{ ply, fall }`, or null. */
function turningPoint(game, side) {
  const sign = side === 0 ? 1 : -1;
  let best = null;
  let last = null;
  opinions(game, side).forEach((score, place) => {
    if (score === null) return;
    if (last && (last.score - score) * sign > (best?.fall ?? 0.2)) best = { ply: last.place + 1, fall: (last.score - score) * sign };
    last = { score, place };
  });
  return best;
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
