// What a visitor sees and can reach; runs before every script that is sent to the page.

/** Waits until something holds, and gives it back. */
const until = async (holds) => {
  const end = performance.now() + 20000;
  for (;;) {
    const found = await holds();
    if (found) return found;
    if (performance.now() > end) throw new Error(`never came: ${holds}\nshown: ${document.body.innerText.slice(0, 1500)}`);
    await new Promise((done) => setTimeout(done, 15));
  }
};

/** Whether an element is shown. */
const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });

/** A point at which a click reaches an element. */
const pointOf = (node) => {
  node.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, width, height } = node.getBoundingClientRect();
  const own = node.closest("[data-element]") ?? node;
  for (const down of [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9]) {
    for (const right of [0.5, 0.35, 0.65, 0.2, 0.8]) {
      const [x, y] = [left + width * right, top + height * down];
      const hit = document.elementFromPoint(x, y);
      if (hit && (hit === node || node.contains(hit) || hit.closest("[data-element]") === own)) return [x, y];
    }
  }
  return null;
};

/** Whether whatever comes to rest has done so. */
const still = () => document.getAnimations().every((motion) =>
  motion.playState !== "running" || motion.effect.getComputedTiming().endTime === Infinity);

/** The elements of the board that can be chosen next. */
const choices = () => {
  const levels = [...document.querySelectorAll(".board-root [role=option].selectable")];
  return levels.length ? levels : [...document.querySelectorAll(".board-root [role=gridcell].selectable")];
};

/** How the game stands, as the page says it. */
const standing = () => document.querySelector(".game-status")?.textContent ?? "";

/** Whether the page says that the game is over. */
const over = () => /wins$|^Draw$/.test(standing());

/** The moves that the page lists, those undone marked. */
const listed = () => [...document.querySelectorAll(".moves button")].map((node) =>
  node.textContent + (node.classList.contains("undone") ? "~" : ""));

/** The keys that lead from anywhere on the board to an element of it. */
const keysTo = (node) => {
  const times = (key, count) => Array(count).fill(key);
  if (node.matches("[role=option]")) {
    const levels = [...document.querySelectorAll(".board-root [role=option]")];
    const far = levels.indexOf(node) - levels.indexOf(document.activeElement);
    return times(far < 0 ? "ArrowDown" : "ArrowUp", Math.abs(far));
  }
  const row = node.closest("[role=row]");
  const rows = [...document.querySelectorAll(".board-root [role=row]")].filter((one) => one.children.length);
  return ["PageUp", ...times("ArrowDown", rows.indexOf(row)), "Home", ...times("ArrowRight", [...row.children].indexOf(node))];
};

