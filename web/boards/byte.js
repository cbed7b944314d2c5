// Byte: a board of dark and light squares with stacks of checkers.
import { flat, rim, round, s, shape, survey, text, thing } from "./draw.js";

const [WIDE, HIGH] = [60, 54];
/** Half the width, half the depth and the thickness of a checker. */
const [RX, RY, THICK] = [25, 19, 10.4];
const SIGNS = { p1: "X", p2: "O" };

/** The board as it lies on the screen. */
export function plan(scene, view) {
  const seen = survey(scene, view);
  const middle = (cell) => [(seen.column(cell) + 0.5) * WIDE, (seen.row(cell) + 0.5) * HIGH];
  const [wide, high] = [seen.width * WIDE, seen.height * HIGH];
  return {
    ...seen, middle, wide, high, tray: trayOf(seen, wide),
    box: seen.mini ? [-10, -34, wide + 20, high + 52] : [-34, -34, wide + 118, high + 78],
    face: (cell) => flat(...middle(cell), WIDE / 2 - 1, HIGH / 2 - 1),
  };
}

/** Where the stacks that a side has won stand. */
function trayOf(seen, wide) {
  const high = seen.height * HIGH;
  const low = seen.flip ? "p2" : "p1";
  return (side) => [wide + 44, side === low ? high - 14 : high / 2 - 14];
}

/** The squares, the frame and the stacks that are won. */
export function under(plan) {
  const frame = s("rect", { class: "frame", x: -8, y: -8, width: plan.wide + 16, height: plan.high + 22, rx: 8 });
  const light = s("rect", { class: "light", width: plan.wide, height: plan.high });
  const edge = s("rect", { class: "edge-front", x: -8, y: plan.high + 6, width: plan.wide + 16, height: 8, rx: 4 });
  return [frame, edge, light, ...rim(plan, { left: 0, top: 0, wide: WIDE, high: HIGH, gap: 20, below: plan.high + 30 }), ...(plan.mini ? [] : trays(plan))];
}

function trays(plan) {
  return ["p1", "p2"].flatMap((side) => {
    const told = plan.scene.counts?.find((count) => count.label === "stacks" && count.owner === side);
    if (!told) return [];
    const [x, y] = plan.tray(side);
    const slots = Math.max(told.of ?? 1, told.count);
    const places = Array.from({ length: slots }, (_, place) => {
      const at = `translate(${x} ${round(y - 24 - place * (slots > 2 ? 54 : 72))}) scale(.72)`;
      return s("g", { transform: at }, place < told.count ? wonStack(side, slots > 2) : slot());
    });
    const count = told.of ? `${told.count}/${told.of}` : told.count;
    return [s("g", { class: "tray" }, text("tray-count", x, y + 2, `${SIGNS[side]} ${count}`), places.reverse())];
  });
}

function slot() {
  return s("ellipse", { class: "slot", rx: RX, ry: RY });
}

function wonStack(side, low) {
  const levels = low ? 4 : 8;
  return Array.from({ length: levels }, (_, level) =>
    s("g", { transform: `translate(0 ${round(-level * 6.4)})` }, level < levels - 1 ? plainChecker() : checker(side)));
}

function plainChecker() {
  return s("g", { class: "checker spent" }, shape("rim-side", side()), s("ellipse", { class: "top", cy: -THICK, rx: RX, ry: RY }));
}

/** A dark square and the stack on it. */
export function cell(plan, cell) {
  const place = plan.middle(cell);
  const square = s("rect", {
    class: "dark", x: place[0] - WIDE / 2, y: place[1] - HIGH / 2, width: WIDE, height: HIGH,
  });
  const stack = plan.at(cell);
  const drawn = stack.map((token, level) => thing(plan.names?.get(token.id) ?? token.id,
    [place[0], place[1] + 5 - level * THICK], { comes: "drop", goes: "won", kind: `level-${level}` }, checker(token.owner, plan.mini)));
  const height = stack.length > 1 && !plan.mini ? text("stack-height", place[0] + WIDE / 2 - 7, place[1] + HIGH / 2 - 8, stack.length) : null;
  return { base: [square], top: [height, ...drawn] };
}

function side() {
  return `M${-RX} ${-THICK}V0A${RX} ${RY} 0 0 0 ${RX} 0V${-THICK}A${RX} ${RY} 0 0 1 ${-RX} ${-THICK}Z`;
}

/** A checker with its sign on top and around its rim. */
function checker(owner, mini = false) {
  const top = owner === "p1"
    ? shape("sign", `M-9.5 ${-THICK - 7}L9.5 ${-THICK + 7}M9.5 ${-THICK - 7}L-9.5 ${-THICK + 7}`)
    : s("ellipse", { class: "sign", cy: -THICK, rx: 11, ry: 8 });
  return s("g", { class: `checker ${owner}` },
    shape("rim-side", side()), mini ? null : rimSigns(owner),
    s("ellipse", { class: "top", cy: -THICK, rx: RX, ry: RY }),
    s("ellipse", { class: "groove", cy: -THICK, rx: RX - 4, ry: RY - 3.4 }), top);
}

function rimSigns(owner) {
  return [-14, 0, 14].map((x) => {
    const y = round(RY * Math.sqrt(1 - (x / RX) ** 2) - THICK / 2);
    return owner === "p1"
      ? shape("rim-sign", `M${x - 2.4} ${y - 2.4}l4.8 4.8m0-4.8l-4.8 4.8`)
      : s("ellipse", { class: "rim-sign", cx: x, cy: y, rx: 2.7, ry: 2.5 });
  });
}

/** The levels of a stack one above the other, so that each can be pointed at. */
export function fan(plan, cell, unit) {
  const stack = plan.at(cell);
  const [x, y] = plan.middle(cell);
  const [left, top, width, height] = plan.box;
  const pitch = Math.min(Math.max(30, 42 * unit), (height - 12) / stack.length);
  const wide = Math.max(76, pitch * 1.9);
  const right = x + WIDE / 2 + wide + 10 < left + width;
  const middle = right ? x + WIDE / 2 + wide / 2 + 4 : x - WIDE / 2 - wide / 2 - 4;
  const tall = pitch * stack.length;
  const low = Math.min(Math.max(y + HIGH / 2, top + tall + 6), top + height - 6);
  const levels = stack.map((token, level) => {
    const face = flat(middle, low - (level + 0.5) * pitch, wide / 2 - 3, pitch / 2 - 2);
    return { id: token.id, level, owner: token.owner, face, node: fanLevel(face, token, level) };
  });
  const board = s("rect", { class: "fan-board", x: middle - wide / 2, y: low - tall - 1, width: wide, height: tall + 2, rx: 8 });
  const tail = shape("fan-board", right ? `M${x + WIDE / 2 - 6} ${y}l12-7v14z` : `M${x - WIDE / 2 + 6} ${y}l-12-7v14z`);
  return { back: [tail, board], levels };
}

function fanLevel({ x, y, u, v }, token, level) {
  const [half, up] = [u[0], v[1]];
  const size = round(up / 13);
  const sign = token.owner === "p1" ? shape("sign", "M-7-7L7 7M7-7L-7 7") : s("circle", { class: "sign", r: 7.5 });
  const part = (at, drawing) => s("g", { transform: `translate(${round(at)} 0) scale(${size})` }, drawing);
  return s("g", { class: `fan-level ${token.owner}`, transform: `translate(${round(x)} ${round(y)})` },
    s("rect", { class: "pill", x: -half, y: -up, width: 2 * half, height: 2 * up, rx: up }),
    part(-half + 18 * size, sign), part(half - 14 * size, text("level", 0, 1, level)));
}

/** The keys of checkers: those that travelled as a part of a stack keep theirs. */
export function keys(before, plan) {
  const old = (id) => before.names?.get(id) ?? id;
  const names = new Map(plan.scene.tokens.map((token) => [token.id, old(token.id)]));
  const size = (view, id) => view.tokens.get(id)?.length ?? 0;
  const changed = [...plan.cells.keys()].filter((id) => size(before, id) !== size(plan, id));
  const giver = changed.find((id) => size(plan, id) < size(before, id));
  const taker = changed.find((id) => size(plan, id) > size(before, id));
  if (changed.length !== 2 || !giver || !taker) return fresh(names, plan);
  const moved = before.tokens.get(giver).slice(size(plan, giver));
  const landed = plan.tokens.get(taker).slice(size(before, taker));
  landed.forEach((token, place) => moved[place] && names.set(token.id, old(moved[place].id)));
  return fresh(names, plan);
}

/** No two things have one key: a new thing that would take another's gets one of its own. */
function fresh(names, plan) {
  const used = new Set();
  for (const token of plan.scene.tokens) {
    let name = names.get(token.id);
    while (used.has(name)) name += "'";
    used.add(name);
    names.set(token.id, name);
  }
  return names;
}

/** How the checkers of a finished stack leave: those that moved go to the others first. */
export function leave(before, plan, last) {
  if (last?.length !== 3) return null;
  const [from, , to] = last;
  const [start, end] = [from, to].map((id) => plan.cells.get(id));
  if (!start || !end || plan.at(end).length) return null;
  const winner = ["p1", "p2"].find((side) => stacks(plan, side) > stacks(before, side));
  if (!winner) return null;
  const tray = plan.tray(winner);
  const [[x1, y1], [x2, y2]] = [plan.middle(start), plan.middle(end)];
  const grown = before.at(end).length - plan.at(start).length;
  return (cellId) => {
    const step = cellId === from ? [x2 - x1, y2 - y1 - grown * THICK] : [0, 0];
    const [x, y] = cellId === from ? [x1, y1] : [x2, y2];
    return [step, [tray[0] - x, tray[1] - y]];
  };
}

function stacks(plan, side) {
  return plan.scene.counts?.find((count) => count.label === "stacks" && count.owner === side)?.count ?? 0;
}
