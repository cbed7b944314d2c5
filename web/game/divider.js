// The divider between the board and the side column, which can be moved by pointer and keys.
import { el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";

const KEY = "agon.side-width";
const [MIN, MAX, STEP] = [280, 720, 24];

/**
 * A divider that sets how wide the side column of a view is; the width is remembered.
 * @param {HTMLElement} view
 */
export function divider(view) {
  const line = el("div", {
    class: "divider", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": t("game.divider"),
    "aria-valuemin": MIN, "aria-valuemax": MAX,
  });
  let width = savedWidth() ?? 400;
  /** @param {number} wanted */
  const set = (wanted, isSaved = true) => {
    width = Math.round(Math.max(MIN, Math.min(MAX, wanted)));
    view.style.setProperty("--side", `${width}px`);
    line.setAttribute("aria-valuenow", String(width));
    try {
      if (isSaved) localStorage.setItem(KEY, String(width));
    } catch { /* Then it lasts until the page is left. */ }
  };
  set(width, false);
  if (savedWidth() === null) view.style.removeProperty("--side");
  line.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    line.setPointerCapture(event.pointerId);
    line.onpointermove = ({ clientX }) => set(view.getBoundingClientRect().right - clientX - 12);
  });
  line.addEventListener("pointerup", () => { line.onpointermove = null; });
  line.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    set(width + by);
  });
  return line;
}

function savedWidth() {
  try {
    const saved = Number(localStorage.getItem(KEY));
    return saved >= MIN && saved <= MAX ? saved : null;
  } catch {
    return null;
  }
}
