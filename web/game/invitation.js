// Inviting a friend to the free side of a game, and what a guest sees before taking it.
import { drawThumbnail } from "../boards/drawers.js";
import { connection } from "../shell/connection.js";
import { openDialog } from "../shell/dialogs.js";
import { gameTitle, personName, sideName } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { number, t } from "../shell/i18n.js";
import { errorText, showError, toast } from "../shell/notify.js";
import { notifyButton } from "./alerts.js";
import { clockText } from "./clock.js";
import { NameField } from "./person-name.js";
import { copyField } from "./share-dialog.js";
import { calledName, isInvited, waitsForFriend } from "./table.js";
/** @import { Game, Side } from "../protocol.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
/** The free squares that belong around a QR code. */
const MARGIN = 4;
/** @type {Side[]} */
const SIDES = ["p1", "p2"];

/**
 * Shows the owner of a game the link for a friend, and waits with them.
 * @param {Game} game
 */
export async function openInvitation(game) {
  let link;
  try {
    await connection.request("invite", { game: game.id });
    game = (await connection.request("open", { game: game.id })).game;
    link = invitationLink(game);
  } catch (error) {
    return showError(error, game.game);
  }
  // Whoever has gone elsewhere meanwhile is not asked to wait.
  if (!waitsForFriend(game) || !location.hash.includes(game.id) || document.querySelector("dialog[open]")) return;
  const waiting = el("p", { class: "invite-state", role: "status" });
  const code = el("div", { class: "qr-code" });
  const copy = copyField(t("invite.link"), link);
  const send = "share" in navigator ? button("share", t("invite.send"), () => sendLink(game, link)) : null;
  const free = game.rights.claims.findIndex((claim) => claim === null);
  const dialog = openDialog({
    title: t("invite.title"),
    body: [
      waiting,
      el("div", { class: "invite" }, code, el("div", { class: "form-stack" }, copy, send,
        isLoopback(location.hostname) ? el("p", { class: "form-error" }, t("invite.loopback")) : null,
        el("p", { class: "muted" }, t("invite.about")))),
      offered(game, free ? "p1" : "p2"), notifyButton(),
    ],
    actions: [
      { label: t(game.line.length ? "share.revoke" : "invite.cancel"), run: () => cancel(game) },
      { label: t("invite.both"), run: () => claim(game, free ? "p2" : "p1") },
    ],
    onClose: () => unsubscribes.forEach((unsubscribe) => unsubscribe()),
  });
  copy.querySelector("button")?.focus();
  const show = (/** @type {Game} */ next) => {
    if (waitsForFriend(next)) return;
    dialog.close();
    if (next.rights.claims[free] === "other") toast(t("invite.come", { player: calledName(next, free), side: sideName(next.game, free ? "p2" : "p1") }));
  };
  const showVisitors = (/** @type {number} */ count) => { waiting.textContent = t(count ? "invite.seen" : "invite.waiting"); };
  const unsubscribes = [
    connection.on("game", (event) => { if (event.game.id === game.id) show(event.game); }),
    connection.on("presence", (event) => { if (event.game === game.id) showVisitors(event.presence.spectators); }),
    connection.on("removed", (event) => { if (event.game === game.id) dialog.close(); }),
  ];
  showVisitors(game.presence.spectators);
  drawCode(code, link);
}

/**
 * The link that lets anybody into the game, also where the server has a key.
 * @param {Game} game
 */
function invitationLink({ id, rights }) {
  return new URL(`/?guest=${id}.${rights.invitation}#/game/${id}`, location.href).href;
}

/** @param {string} host */
function isLoopback(host) {
  return host === "localhost" || host === "[::1]" || host === "0.0.0.0" || host.startsWith("127.");
}

/**
 * @param {Game} game
 * @param {string} link
 */
async function sendLink(game, link) {
  try {
    await navigator.share({ title: gameTitle(game.game, game.title), url: link });
  } catch { /* Whoever changes their mind closes the list of programs. */ }
}

/**
 * Draws the QR code of a link; without one the link can still be copied.
 * @param {HTMLElement} root
 * @param {string} link
 */
async function drawCode(root, link) {
  try {
    const { size, path } = await connection.request("qr_code", { text: link });
    const [svg, dark] = [document.createElementNS(SVG, "svg"), document.createElementNS(SVG, "path")];
    svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", t("invite.qr"));
    svg.setAttribute("shape-rendering", "crispEdges");
    dark.setAttribute("d", path);
    svg.append(dark);
    root.append(svg);
  } catch { /* As a guest of the server, for example. */ }
}

/**
 * Ends the invitation; a game without a move is removed.
 * @param {Game} game
 */
async function cancel({ id, game, line }) {
  try {
    await connection.request("revoke", { game: id });
    if (!line.length) await connection.request("remove", { game: id });
  } catch (error) {
    showError(error, game);
    return false;
  }
  return true;
}

/**
 * @param {Game} game
 * @param {Side} side
 * @param {string | null} [name]
 */
async function claim({ id, game }, side, name = null) {
  try {
    await connection.request("claim", { game: id, side, name });
  } catch (error) {
    showError(error, game);
    return false;
  }
  return true;
}

/**
 * Asks a guest whether they take the free side, and shows what is offered.
 * @param {Game} game
 */
export function openGuestDialog(game) {
  if (!isInvited(game) || document.querySelector("dialog[open]")) return;
  const name = new NameField();
  const error = el("p", { class: "form-error", role: "alert" });
  const free = SIDES.filter((_, index) => game.rights.claimable[index]);
  const host = game.names[free[0] === "p1" ? 1 : 0];
  const take = async (/** @type {Side} */ side) => {
    try {
      await connection.request("claim", { game: game.id, side, name: name.value || null });
      name.save();
      return true;
    } catch (problem) {
      error.textContent = errorText(problem, game.game);
      return false;
    }
  };
  const dialog = openDialog({
    title: host ? t("invite.by", { player: host }) : t("invite.guest"),
    body: [offered(game, free[0]), name.root, error, notifyButton()],
    actions: [
      { label: t("invite.watch"), run() {} },
      ...free.map((side, index) => ({ label: t("invite.play", { side: sideName(game.game, side) }), primary: index === 0, run: () => take(side) })),
    ],
    onClose: () => unsubscribe(),
  });
  const unsubscribe = connection.on("game", ({ game: next }) => {
    if (next.id !== game.id || isInvited(next)) return;
    dialog.close();
    if (!next.rights.claims.includes("you") && !next.outcome) showError({ kind: "NotFree", args: {}, text: "" });
  });
}

/**
 * What is offered: the board, the side, the opponent and the clock.
 * @param {Game} game
 * @param {Side} side The side of whoever reads it.
 */
function offered(game, side) {
  const board = el("div", { class: "thumbnail", "aria-hidden": "true" });
  drawThumbnail(board, game.game, game.scene);
  const rows = [
    [t("new.game"), gameTitle(game.game, game.title)],
    [t("invite.board"), `${number(game.scene.rows.length)} × ${number(game.scene.columns.length)}`],
    [t("new.side"), sideName(game.game, side)],
    ...(game.rights.owner ? [] : [[t("invite.opponent"), personName(game, side === "p1" ? 1 : 0)]]),
    [t("clock.title"), controlText(game)],
    ...(game.line.length ? [[t("invite.moves"), number(game.line.length)]] : []),
  ];
  return el("div", { class: "invite-terms" }, board, el("dl", {}, rows.flatMap(([what, value]) => [el("dt", {}, what), el("dd", {}, value)])));
}

/** @param {Game} game */
function controlText({ clock }) {
  if (!clock) return t("clock.none");
  const { control } = clock;
  if (control.kind === "move") return t("invite.move", { seconds: number(control.time / 1000) });
  return t("invite.fischer", { time: clockText(Math.max(10000, control.initial)), seconds: number(control.increment / 1000) });
}
