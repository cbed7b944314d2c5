// Telling somebody who looks elsewhere that it is their turn: by the icon of the tab, and by a notification if that is wanted.
import { button } from "../shell/elements.js";
import { statusText } from "../shell/display-names.js";
import { t } from "../shell/i18n.js";
import { toast } from "../shell/notify.js";
import { ownSide, tabTitle } from "./instruction.js";
/** @import { Game } from "../protocol.d.ts" */

const KEY = "agon.notify";
const ICON = "icon.svg";
/** The icon of the page with a dot. */
const TURN_ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#1f5f8b"/><path d="M5 19V5h14v14H8V8h8v8h-5v-4h1.5" fill="none" stroke="#fff" stroke-width="1.8"/><circle cx="18" cy="6" r="6" fill="#e8590c"/></svg>')}`;

/** Whether this browser shows notifications, and wants them. */
function isWanted() {
  try {
    return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
function save(on) {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch { /* Then it lasts until the page is left. */ }
}

/** The button that turns notifications on or off; the browser is asked when it is pressed, not before. */
export function notifyButton() {
  const made = button("bell", t("alerts.notify"), async () => {
    const isOn = !isWanted() && (await Notification.requestPermission()) === "granted";
    if (!isOn && Notification.permission !== "granted") toast(t("alerts.blocked"), { error: true });
    save(isOn);
    made.setAttribute("aria-pressed", String(isWanted()));
  }, { "aria-pressed": isWanted(), "data-control": "notify", hidden: !("Notification" in window) });
  return made;
}

/**
 * Marks the tab while it is this browser's turn against somebody else.
 * @param {Game | null} game
 */
export function markTab(game) {
  const icon = document.querySelector("link[rel=icon]");
  const own = game && !game.outcome ? ownSide(game) : null;
  const address = own && own === game?.to_move ? TURN_ICON : ICON;
  if (icon?.getAttribute("href") !== address) icon?.setAttribute("href", address);
}

/**
 * Notifies somebody who looks elsewhere of their turn, of an offer, of a player who has come, and of the end.
 * @param {Game} before
 * @param {Game} game
 */
export function notifyOf(before, game) {
  const own = ownSide(game);
  if (!document.hidden || !isWanted()) return;
  const isTurn = own !== null && game.to_move === own && (before.to_move !== own || game.ply !== before.ply);
  const isOffer = game.offer !== null && game.offer.by !== own && before.offer === null;
  const hasCome = game.rights.claims.includes("other") && !before.rights.claims.includes("other");
  const isEnd = game.outcome !== null && before.outcome === null;
  if (!isTurn && !isOffer && !hasCome && !isEnd) return;
  try {
    const notice = new Notification(tabTitle(game), { body: statusText(game), tag: game.id, icon: ICON });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch { /* Browsers of phones let only installed pages notify. */ }
}
