// Helpers that run before every script that a test sends to the page: what a visitor sees and can reach.

/**
 * Waits until something holds, and returns it. What asks an element that is not there does not hold yet.
 * @template T
 * @param {() => T} holds
 * @returns {Promise<Awaited<T>>}
 */
const until = async (holds) => {
  const end = performance.now() + 20000;
  for (;;) {
    let missing = "";
    try {
      const found = await holds();
      if (found) return found;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      missing = `\n${error.message}`;
    }
    if (performance.now() > end) throw new Error(`never came: ${holds}${missing}\nshown: ${document.body.innerText.slice(0, 1500)}`);
    await new Promise((done) => setTimeout(done, 15));
  }
};

/**
 * Whether an element is shown.
 * @param {Element} node
 */
const isShown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });

/**
 * A point at which a click reaches an element.
 * @param {Element} node
 */
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

/** Whether all animations that end have ended. */
const isStill = () => document.getAnimations().every((animation) =>
  animation.playState !== "running" || animation.effect?.getComputedTiming().endTime === Infinity);

/**
 * The elements of the board that can be selected next.
 * @returns {Element[]}
 */
const choices = () => {
  const levels = [...document.querySelectorAll(".board-root [role=option].selectable")];
  return levels.length ? levels : [...document.querySelectorAll(".board-root [role=gridcell].selectable")];
};

/** The status of the game, as the page says it. */
const statusText = () => document.querySelector(".game-status")?.textContent ?? "";

/** Whether the page says that the game is over. */
const isGameOver = () => /wins$|^Draw$/.test(statusText());

/** The moves that the page lists, undone ones marked. */
const listedMoves = () => [...document.querySelectorAll(".moves > li:not(.variation) > button")].map((node) =>
  (node.getAttribute("data-move") ?? node.textContent) + (node.classList.contains("undone") ? "~" : ""));

/**
 * The keys that lead from anywhere on the board to an element of it.
 * @param {Element} node
 * @returns {string[]}
 */
const keysTo = (node) => {
  /**
   * @param {string} key
   * @param {number} count
   */
  const times = (key, count) => Array(count).fill(key);
  if (node.matches("[role=option]")) {
    const levels = [...document.querySelectorAll(".board-root [role=option]")];
    const focused = levels.findIndex((level) => level === document.activeElement);
    const far = levels.indexOf(node) - focused;
    return times(far < 0 ? "ArrowDown" : "ArrowUp", Math.abs(far));
  }
  const row = node.closest("[role=row]");
  const rows = [...document.querySelectorAll(".board-root [role=row]")].filter((one) => one.children.length);
  const index = rows.findIndex((one) => one === row);
  return ["PageUp", ...times("ArrowDown", index), "Home", ...times("ArrowRight", [...(row?.children ?? [])].indexOf(node))];
};
