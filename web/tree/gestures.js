// Moving around in the drawing of a tree: dragging it, and zooming with the wheel.

/** How far the pointer moves before a press is a drag, in pixels. */
const DRAG_DISTANCE = 5;
/** How much one step of a wheel zooms. */
const WHEEL_ZOOM = 1.0015;

/**
 * Lets a scrolled drawing be dragged with the mouse, and zoomed with the wheel: with Ctrl, or
 * always where `zoomsAlways` says so.
 * @param {HTMLElement} root
 * @param {{ onZoom: (by: number, at: { x: number, y: number }) => void, zoomsAlways: () => boolean }} options
 */
export function bindGestures(root, { onZoom, zoomsAlways }) {
  /** @type {{ x: number, y: number, left: number, top: number, isDrag: boolean } | null} */
  let press = null;
  root.addEventListener("pointerdown", (event) => {
    if (event.button || event.pointerType !== "mouse") return;
    press = { x: event.clientX, y: event.clientY, left: root.scrollLeft, top: root.scrollTop, isDrag: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!press) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.isDrag && Math.hypot(dx, dy) < DRAG_DISTANCE) return;
    if (!press.isDrag) root.setPointerCapture(event.pointerId);
    press.isDrag = true;
    root.classList.add("dragging");
    root.scrollLeft = press.left - dx;
    root.scrollTop = press.top - dy;
  });
  const release = () => {
    // The click that follows a drag is not one on a card.
    if (press?.isDrag) root.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
    if (press?.isDrag) setTimeout(() => root.dispatchEvent(new MouseEvent("click")));
    press = null;
    root.classList.remove("dragging");
  };
  root.addEventListener("pointerup", release);
  root.addEventListener("pointercancel", release);
  root.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !zoomsAlways()) return;
    event.preventDefault();
    const box = root.getBoundingClientRect();
    onZoom(WHEEL_ZOOM ** -event.deltaY, { x: event.clientX - box.left, y: event.clientY - box.top });
  }, { passive: false });
}
