// Theseus and the Minotaur: a maze of stone by night.
import { flat, rim, round, s, shape, survey, text, thing } from "./draw.js";

const TILE = 40;

/** The maze as it lies on the screen. */
export function plan(scene, view) {
  const seen = survey(scene, view);
  const middle = (cell) => [(seen.column(cell) + 0.5) * TILE, (seen.row(cell) + 0.5) * TILE];
  const [wide, high] = [seen.width * TILE, seen.height * TILE];
  const edge = seen.mini ? 8 : 10;
  const margin = seen.mini ? edge : 12 + letters(seen);
  return {
    ...seen, middle, wide, high, letters: letters(seen),
    box: [-margin, -margin, wide + margin + edge, high + margin + edge + 2],
    face: (cell) => flat(...middle(cell), TILE / 2 - 4),
  };
}

/** The size of the labels, which grow with the maze so that they can be read. */
function letters({ width }) {
  return Math.max(14, width * 0.95);
}

/** The floor, the walls and the labels. */
export function under(plan) {
  const floor = s("rect", { class: "floor", width: plan.wide, height: plan.high });
  const dots = plan.mini ? null : shape("joints", joints(plan));
  const d = walls(plan);
  const labels = s("g", { class: "labels", "font-size": round(plan.letters) },
    rim(plan, { left: 0, top: 0, wide: TILE, high: TILE, gap: 7 + plan.letters / 2 }));
  return [floor, dots, s("path", { class: "wall-side", d, transform: "translate(0 3)" }), s("path", { class: "wall-top", d }), labels];
}

function joints(plan) {
  let d = "";
  for (let row = 1; row < plan.height; row += 1) d += `M0 ${row * TILE}H${plan.wide}`;
  for (let column = 1; column < plan.width; column += 1) d += `M${column * TILE} 0V${plan.high}`;
  return d;
}

function walls(plan) {
  let d = `M0 0H${plan.wide}V${plan.high}H0Z`;
  for (const { between } of plan.scene.edges) {
    const [one, two] = between.map((id) => plan.cells.get(id));
    if (!one || !two) continue;
    const [row, column] = [Math.max(plan.row(one), plan.row(two)), Math.max(plan.column(one), plan.column(two))];
    d += one.row === two.row
      ? `M${column * TILE} ${row * TILE}v${TILE}`
      : `M${column * TILE} ${row * TILE}h${TILE}`;
  }
  return d;
}

/** A tile and who or what is on it. */
export function cell(plan, cell) {
  const [x, y] = plan.middle(cell);
  const tile = s("rect", { class: "tile", x: x - TILE / 2, y: y - TILE / 2, width: TILE, height: TILE });
  const here = plan.at(cell);
  const both = here.filter((token) => token.owner).length > 1;
  return { base: [tile], top: here.map((token) => drawn(plan, token, [x, y], both, here.length > 1)) };
}

function drawn(plan, token, [x, y], both, shared) {
  if (token.label === "loot") {
    const at = shared ? [x + 9, y + 9] : [x, y];
    return thing(token.id, at, { goes: "pop", kind: "loot" }, scaled(plan, shared ? 0.6 : 1, loot(token)));
  }
  const aside = both ? { theseus: -8, minotaur: 8 }[token.label] : 0;
  const figure = token.label === "theseus" ? theseus(plan) : minotaur();
  return thing(token.id, [x + aside, y], { kind: `figure ${token.owner}` }, scaled(plan, both ? 0.78 : 1, figure));
}

/** Small pictures of large mazes have large figures, or nothing would be seen of them. */
function scaled(plan, size, drawing) {
  const larger = plan.mini ? Math.max(1, plan.width / 9) : 1;
  return s("g", { transform: `scale(${round(size * larger)})` }, drawing);
}

/** A jar full of gold. */
function loot(token) {
  return [
    s("ellipse", { class: "shadow", cy: 12, rx: 11, ry: 3.4 }),
    shape("handle", "M-8-5C-15-5-14 4-8 4M8-5C15-5 14 4 8 4"),
    shape("jar", "M-5-13H5L4-8C12-4 12 6 5 13H-5C-12 6-12-4-4-8Z"),
    shape("coins", "M-6-13a6 3.4 0 0 1 12 0Z"),
    text("jar-number", 0, 3, token.id.slice(1)),
  ];
}

/** A hero with a crest, a shield with his letter, and a blade of light. */
function theseus(plan) {
  const colour = plan.has("theseus", "sabre-minotaur") ? "red" : plan.has("theseus", "sabre-loot") ? "green" : "white";
  return [
    s("ellipse", { class: "shadow", cy: 15, rx: 12, ry: 3.6 }),
    s("g", { class: `sabre ${colour}` }, shape("glow", "M9 4L15.5-14"), shape("blade", "M9 4L15.5-14"), shape("hilt", "M7.6 8L9.4 3"), sabreSign(colour)),
    shape("body", "M-11 15C-11 3-7-2 0-2S11 3 11 15Z"),
    s("circle", { class: "skin", cy: -7, r: 6.4 }),
    shape("body", "M-7.4-5.5A7.4 7.4 0 0 1 7.4-5.5L4-5.5V-2.6L1.6-5.5H-7.4Z"),
    shape("crest", "M-8-10C-8-19 8-19 8-10C5-14.5-5-14.5-8-10Z"),
    s("circle", { class: "shield", cx: -3, cy: 7, r: 7 }), text("letter", -3, 7.4, "T"),
  ];
}

/** The colour of the light as a shape: a coin before loot, horns before the Minotaur. */
function sabreSign(colour) {
  if (colour === "green") return shape("light-sign", "M12-17l4-4 4 4-4 4z");
  if (colour === "red") return shape("light-sign", "M10.5-20.5c0 5 10 5 10 0c2.5 9-12.5 9-10 0Z");
  return null;
}

/** A bull's head with his letter. */
function minotaur() {
  return [
    s("ellipse", { class: "shadow", cy: 15, rx: 12, ry: 3.6 }),
    shape("horn", "M-7-6C-16-6-17-13-15-18C-13-12-9-11-4-10ZM7-6C16-6 17-13 15-18C13-12 9-11 4-10Z"),
    shape("body", "M-15-4C-12-8-8-7-7-8C-3-12 3-12 7-8C8-7 12-8 15-4C13 0 10 0 9 1C9 8 6 15 0 15S-9 8-9 1C-10 0-13 0-15-4Z"),
    s("circle", { class: "eye", cx: -4, cy: -3.5, r: 1.5 }), s("circle", { class: "eye", cx: 4, cy: -3.5, r: 1.5 }),
    text("letter", 0, 5, "M"), s("circle", { class: "ring", cy: 14.6, r: 2.6 }),
  ];
}
