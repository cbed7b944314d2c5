// The scores of a game of a report: what each player thought of its position, move by move.
import { s } from "../boards/svg.js";
/** @import { MoveNote, ReportGame, Turn } from "./types.d.ts" */

const GRAPH = { width: 640, height: 150, edge: 10 };

/**
 * The winning chances that one player gave itself by ply, seen by the first side: from -1, lost, to 1, won.
 * @param {Pick<ReportGame, "board" | "chances">} game
 * @param {number} side
 */
export function opinions(game, side) {
  const sign = side === 0 ? 1 : -1;
  return (game.chances ?? []).map((chance, ply) => (chance === null || sideOf(game, ply) !== side ? null : sign * (2 * chance - 1)));
}

/**
 * The side that made a move; without a list of them, the sides take turns.
 * @param {Pick<ReportGame, "board">} game
 * @param {number} ply
 */
export function sideOf(game, ply) {
  return game.board.sides?.[ply] ?? ply % 2;
}

/**
 * A graph of both players' scores; `null` if there are fewer than two.
 * @param {ReportGame} game
 * @param {number} ply
 * @param {(ply: number) => void} onJump
 */
export function scoreGraph(game, ply, onJump) {
  const lines = [0, 1].map((side) => opinions(game, side));
  if (lines.flat().filter((score) => score !== null).length < 2) return null;
  const { width, height, edge } = GRAPH;
  const x = (/** @type {number} */ place) => edge + ((place + 1) / Math.max(1, game.moves.length)) * (width - 2 * edge);
  const y = (/** @type {number} */ score) => height / 2 - score * (height / 2 - edge);
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

/**
 * What the move that lost a game gave away, in words.
 * @param {Turn} turn
 */
export function turnText({ quality, loss, better, gave_away: gaveAway }) {
  const lost = gaveAway ? `gave away a proven ${gaveAway}` : `lost ${Math.round(100 * loss)} % of the winning chance`;
  return `${quality}, ${lost}${better ? `; better was ${better}` : ""}`;
}

/**
 * What is known about a move, in words.
 * @param {MoveNote | null | undefined} note
 */
export function noteText(note) {
  if (!note) return "";
  const { win, lose, score, depth, time, nodes, comment } = note;
  const worth = win !== undefined ? `wins in ${win} plies` : lose !== undefined ? `loses in ${lose} plies`
    : score !== undefined ? `score ${score > 0 ? "+" : ""}${score}` : null;
  const parts = [
    worth, depth !== undefined ? `depth ${depth}` : null,
    time !== undefined ? (time < 1 ? `${Math.round(time * 1e5) / 100} ms` : `${Math.round(time * 100) / 100} s`) : null,
    nodes !== undefined ? `${nodes.toLocaleString("en")} nodes` : null, comment ?? null,
  ];
  return parts.filter(Boolean).join(", ");
}
