// How things move from one scene to the next: by transforms alone.

const EASE = "cubic-bezier(.3, .1, .2, 1)";
const LENGTH = 240;

/** Where every thing of a drawing is, by its key. */
export function snapshot(layer) {
  const things = new Map();
  for (const node of layer.querySelectorAll("[data-key]")) {
    const { key, x, y } = node.dataset;
    things.set(key, { node, x: Number(x), y: Number(y), cell: node.closest("[data-element]")?.dataset.element });
  }
  return things;
}

/** Whether whoever looks at the page wants things to move. */
export function wantsMotion() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Moves what was there before to where it is now; what has gone leaves through `exit`. */
export function move(before, now, exit, leave = null) {
  for (const [key, { node, x, y }] of now) {
    const old = before.get(key);
    if (!old) appear(node);
    else if (old.x !== x || old.y !== y) glide(node, old.x - x, old.y - y);
  }
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, old]) => old);
  gone.forEach((old, place) => vanish(old, exit, leave, gone.length > 1 ? place / (gone.length - 1) : 0));
}

function glide(node, dx, dy) {
  const far = Math.hypot(dx, dy);
  const hop = Math.min(14, far * 0.18);
  run(node.firstChild, [
    { transform: `translate(${dx}px, ${dy}px)` },
    { transform: `translate(${dx / 2}px, ${dy / 2 - hop}px)`, offset: 0.5 },
    { transform: "none" },
  ]);
}

function appear(node) {
  const from = {
    rise: { transform: "scale(1, 0)" },
    drop: { transform: "translateY(-26px)", opacity: 0 },
    pop: { transform: "scale(.3)", opacity: 0 },
  }[node.dataset.comes];
  run(node.firstChild, [from, { transform: "none", opacity: 1 }], node.dataset.comes === "rise" ? 120 : 0);
}

function vanish({ node, cell }, exit, leave, part) {
  const way = leave?.(cell);
  const [near, far] = way ?? [];
  const frames = {
    sink: [{ transform: "none" }, { transform: "scale(1, 0)" }],
    pop: [{ transform: "none", opacity: 1 }, { transform: "scale(1.5)", opacity: 0 }],
    sweep: [{ transform: "none", opacity: 1 }, { transform: `translate(${40 + part * 30}px, -18px) rotate(${20 + part * 25}deg)`, opacity: 0 }],
    won: way && [{ transform: "none" }, { transform: `translate(${near[0]}px, ${near[1]}px)`, offset: 0.5 },
      { transform: `translate(${far[0]}px, ${far[1]}px) scale(.7)`, opacity: 0.2 }],
  }[node.dataset.goes] || [{ opacity: 1 }, { opacity: 0 }];
  exit.append(node);
  const playing = run(node.firstChild, frames, 0, way ? 300 : LENGTH);
  playing.finished.catch(() => {}).then(() => node.remove());
}

function run(node, frames, delay = 0, duration = LENGTH) {
  return node.animate(frames, { duration, delay, easing: EASE, fill: delay ? "backwards" : "none" });
}
