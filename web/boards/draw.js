// Makers of SVG, and what every board has in common: plans, spots and rims.

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function s(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** A filled path of a class. */
export function shape(kind, d) {
  return s("path", { class: kind, d });
}

/** A closed path through points. */
export function through(...points) {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

/** A text in the middle of a place. */
export function text(kind, x, y, words) {
  return s("text", { class: kind, x: round(x), y: round(y) }, String(words));
}

/**
 * A thing at a place that keeps its key from scene to scene, so that it can be moved: `comes`
 * says how it appears (`rise`, `drop`, `pop`) and `goes` how it leaves.
 */
export function thing(key, [x, y], { comes = "pop", goes = "fade", kind = "" }, ...children) {
  return s("g", {
    class: `thing ${kind}`, transform: `translate(${round(x)} ${round(y)})`,
    "data-key": key, "data-x": round(x), "data-y": round(y), "data-comes": comes, "data-goes": goes,
  }, s("g", { class: "mover" }, children));
}

/** Numbers with as many places as a drawing needs. */
export function round(value) {
  return Math.round(value * 100) / 100;
}

/** What is where on a scene, and which way round it is looked at. */
export function survey(scene, { flip = false, mini = false, game = null } = {}) {
  const cells = new Map(scene.cells.map((cell) => [cell.id, cell]));
  const tokens = new Map(scene.cells.map((cell) => [cell.id, []]));
  for (const token of scene.tokens) tokens.get(token.cell)?.push(token);
  for (const stack of tokens.values()) stack.sort((one, two) => one.order - two.order);
  const marks = new Map();
  for (const { element, label } of scene.marks) marks.set(element, [...(marks.get(element) ?? []), label]);
  const [height, width] = [scene.rows.length, scene.columns.length];
  const turned = (place, size) => (flip ? size - 1 - place : place);
  return {
    scene, flip, mini, game, cells, tokens, marks, height, width,
    row: (cell) => turned(cell.row, height),
    column: (cell) => turned(cell.column, width),
    rowLabels: flip ? [...scene.rows].reverse() : scene.rows,
    columnLabels: flip ? [...scene.columns].reverse() : scene.columns,
    at: (cell) => tokens.get(cell.id) ?? [],
    has: (id, label) => marks.get(id)?.includes(label) ?? false,
  };
}

/** A board of squares: so much is left free before and behind it, and so much around a face. */
export function squared(scene, view, { side, edges: [before, behind], gap }) {
  const seen = survey(scene, view);
  const middle = (cell) => [(seen.column(cell) + 0.5) * side, (seen.row(cell) + 0.5) * side];
  const [wide, high] = [seen.width * side, seen.height * side];
  return {
    ...seen, middle, wide, high,
    box: [-before, -before, wide + before + behind, high + before + behind],
    face: (cell) => flat(...middle(cell), side / 2 - gap),
  };
}

/** The cells of a plan by the rows in which they are seen, each from the left. */
export function rowsOf(plan) {
  const rows = new Map();
  for (const cell of plan.scene.cells) {
    const row = plan.row(cell);
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row).push(cell);
  }
  const sorted = [...rows.entries()].sort(([one], [two]) => one - two);
  return sorted.map(([, cells]) => cells.sort((one, two) => plan.column(one) - plan.column(two)));
}

/** A face of a flat board: its middle and the halves of its sides. */
export function flat(x, y, half, up = half) {
  return { x, y, u: [half, 0], v: [0, up] };
}

/** What is drawn on a face to say something of it. Each kind has a shape of its own. */
const SPOTS = {
  begin: "M-.8-.5V-.8H-.5M.5-.8H.8V-.5M.8.5V.8H.5M-.5.8H-.8V.5",
  can: "M-.86-.86H.86V.86H-.86Z",
  pick: "M-.9-.9H.9V.9H-.9Z",
  doing: "M-.9-.9H.9V.9H-.9Z",
  last: "M-.92-.2V-.92H-.2M.92.2V.92H.2",
  hint: "M-.94-.94H.94V.94H-.94Z",
  won: "M-.9-.9H.9V.9H-.9Z",
  focus: "M-1-1H1V1H-1Z",
};
const STAR = "M0-.5L.14-.16.5-.14.22.09.31.45 0 .25-.31.45-.22.09-.5-.14-.14-.16Z";
const WASH = "M-.94-.94H.94V.94H-.94Z";
const DOT = "M-.24 0A.24.24 0 1 1 .24 0A.24.24 0 1 1-.24 0Z";

/** A spot of a kind on a face. */
export function spot(kind, { x, y, u, v }) {
  const matrix = `matrix(${[...u, ...v, x, y].map(round).join(" ")})`;
  const sign = { can: DOT, hint: STAR, last: WASH }[kind];
  return s("g", { class: `spot spot-${kind}`, transform: matrix, "aria-hidden": "true" },
    shape("edge", SPOTS[kind]), sign ? shape("sign", sign) : null);
}

/** The labels of the rows and columns of a flat board, on the left and above (or below) it. */
export function rim(plan, { left, top, wide, high, gap = 14, below = null }) {
  if (plan.mini) return [];
  const every = (size) => (size > 16 ? 5 : 1);
  const shown = (label, size) => Number.isNaN(Number(label)) || Number(label) % every(size) === 0;
  const rows = plan.rowLabels.map((label, place) =>
    shown(label, plan.height) ? text("rim", left - gap, top + (place + 0.5) * high, label) : null);
  const columns = plan.columnLabels.map((label, place) =>
    shown(label, plan.width) ? text("rim", left + (place + 0.5) * wide, below ?? top - gap, label) : null);
  return [...rows, ...columns];
}
