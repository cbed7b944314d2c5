// A check of the page's layout: nothing overlaps, leaves the window, is cut, or is too small for a finger.

/** What is wrong with where things are. */
const layoutFaults = () => {
  /** @type {string[]} */
  const faults = [];
  /**
   * @param {string} fault
   * @param {Element} node
   * @param {Element} [other]
   */
  const report = (fault, node, other) => faults.push([fault, node, other].map((part) => (typeof part === "string" ? part
    : part ? `${part.outerHTML.replace(/\s+/g, " ").replace(/<path[^>]*>(<\/path>)?|<svg[^>]*>|<\/svg>/g, "").slice(0, 110)}` : "")).filter(Boolean).join(" | "));
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=separator][tabindex]";
  /** What lies over other things on purpose. */
  const OVERLAYS = "dialog[open], :popover-open, .toast, .refusal, .tree.full, .result-card, .coach, .sheet-open > .sheet";
  const isTouched = matchMedia("(pointer: coarse), (max-width: 48rem)").matches;
  const FINGER = 44;
  const CELL = 24;
  const open = document.querySelector("dialog[open]") ?? document.querySelector(":popover-open:not(.toasts)") ?? document.body;
  /** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

  /**
   * @param {Box} one
   * @param {Box} two
   * @returns {Box}
   */
  const common = (one, two) => ({
    left: Math.max(one.left, two.left), top: Math.max(one.top, two.top), right: Math.min(one.right, two.right), bottom: Math.min(one.bottom, two.bottom),
  });
  /** @param {Box} box */
  const isEmpty = ({ left, top, right, bottom }) => right - left <= 1.5 || bottom - top <= 1.5;
  /**
   * The part of a box that what scrolls or hides around an element leaves of it.
   * @param {Node} node
   * @param {Box} box
   */
  const clipped = (node, box) => {
    let seen = common(box, box);
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const { left, right } = at.getBoundingClientRect();
      // An ellipsis stands where the padding begins.
      const padding = style.textOverflow === "ellipsis" ? parseFloat(style.paddingRight) : 0;
      if (style.overflowX !== "visible") seen = common(seen, { left, right: right - padding, top: -Infinity, bottom: Infinity });
      if (style.overflowY !== "visible") seen = common(seen, { ...at.getBoundingClientRect().toJSON(), left: -Infinity, right: Infinity });
      if (style.position === "fixed") break;
    }
    return seen;
  };
  /**
   * Whether something around an element can be scrolled along an axis.
   * @param {Element} node
   * @param {"X" | "Y"} axis
   */
  const scrolls = (node, axis) => {
    for (let at = node.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(at)[`overflow${axis}`])) return true;
      if (getComputedStyle(at).position === "fixed") return false;
    }
    return axis === "Y" && getComputedStyle(document.body).overflowY !== "hidden";
  };
  /** @param {Element} node */
  const isHiddenFromSight = (node) => node.closest(".visually-hidden, .skip:not(:focus), svg") !== null
    || [node, node.parentElement].some((at) => at && getComputedStyle(at).clipPath.startsWith("inset"));
  /**
   * Whether one of two elements is in an overlay, and the other one below it.
   * @param {Element} one
   * @param {Element} two
   */
  const isLayered = (one, two) => one.closest(OVERLAYS) !== two.closest(OVERLAYS);

  const shown = [...open.querySelectorAll("*")].filter((node) => isShown(node) && !isHiddenFromSight(node));
  const controls = shown.filter((node) => node.matches(CONTROLS) && !node.matches(".brush input, .graph-slider, .line-numbers")).map((node) => {
    const box = node.getBoundingClientRect();
    return { node, box, seen: clipped(node, box) };
  }).filter(({ seen }) => !isEmpty(seen));

  // The window.
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
  for (const { node, box } of controls) {
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(node, "X")) report("leaves the window", node);
    if ((box.top < -1 || box.bottom > innerHeight + 1) && !scrolls(node, "Y")) report("leaves the window", node);
  }

  // Each other, and texts.
  for (const [place, one] of controls.entries()) {
    for (const two of controls.slice(place + 1)) {
      if (!isEmpty(common(one.seen, two.seen)) && !one.node.contains(two.node) && !isLayered(one.node, two.node)) report("overlap", one.node, two.node);
    }
  }
  const range = document.createRange();
  for (const node of shown) {
    for (const child of node.childNodes) {
      if (!(child instanceof Text) || !child.data.trim() || node.closest("select, textarea")) continue;
      range.selectNodeContents(child);
      const lines = [...range.getClientRects()].map((line) => clipped(child, line)).filter((line) => !isEmpty(line));
      const under = controls.find((control) => !control.node.contains(node) && !node.contains(control.node) && !isLayered(node, control.node)
        && lines.some((line) => !isEmpty(common(control.seen, { ...line, top: line.top + 2, bottom: line.bottom - 2 }))));
      if (under) report("a text lies over", node, under.node);
      const outside = lines.some((line) => line.left < -1 || line.right > innerWidth + 1) && !scrolls(node, "X");
      if (outside) report("a text leaves the window", node);
    }
  }

  // What is cut.
  for (const node of shown) {
    if (!(node instanceof HTMLElement) || !node.textContent?.trim() || node.matches("input, textarea, .line-numbers")) continue;
    const style = getComputedStyle(node);
    const isControl = node.matches("button, .button, [role=tab]");
    if (style.display === "inline" || style.display === "contents") continue;
    if (node.matches("select")) {
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen || !(node instanceof HTMLSelectElement)) continue;
      pen.font = style.font;
      const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 14;
      const text = node.selectedOptions[0]?.label ?? "";
      if (pen.measureText(text).width > room + 2) report(`the choice ${text} is cut`, node);
      continue;
    }
    const cutsX = style.overflowX === "hidden" || style.overflowX === "clip" || isControl;
    const cutsY = style.overflowY === "hidden" || style.overflowY === "clip";
    // The whole of a cut name is its title.
    if (style.textOverflow === "ellipsis" && node.title) continue;
    const slides = ["auto", "scroll"].includes(style.overflowX) && !node.matches(".tabs, .side-tabs, .tree-scroll, .wide, pre, .board-area");
    if (slides && node.scrollWidth > node.clientWidth + 1) report(`has to be scrolled sideways by ${node.scrollWidth - node.clientWidth}`, node);
    if (cutsX && node.scrollWidth > node.clientWidth + 1) report("is cut", node);
    else if (cutsY && node.scrollHeight > node.clientHeight + 2) report("is cut below", node);
  }

  // Fingers.
  if (isTouched) {
    for (const { node, box } of controls) {
      const target = node.closest("label")?.getBoundingClientRect() ?? box;
      // A link within a sentence is as high as its line.
      if (node.matches("a:not(.button)") && getComputedStyle(node).display === "inline") continue;
      if (node.matches(".tree-card, [role=separator]")) continue;
      if (Math.max(target.height, box.height) < FINGER - 0.5 || Math.max(target.width, box.width) < FINGER - 0.5) {
        report(`is ${Math.round(target.width)} x ${Math.round(target.height)}`, node);
      }
    }
  }
  for (const board of open.querySelectorAll(".board-root .board-svg")) {
    const middles = [...board.querySelectorAll("[role=gridcell]")].map((cell) => {
      const { left, top, width, height } = (cell.querySelector(".tile, .ground, .floor") ?? cell).getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    const nearest = middles.map(([x, y], place) => Math.min(...middles.flatMap(([a, b], other) => (other === place ? [] : [Math.hypot(a - x, b - y)]))));
    if (isTouched && Math.min(...nearest) < CELL - 0.5) report(`has cells of ${Math.round(Math.min(...nearest))}`, board);
  }
  return [...new Set(faults)];
};
