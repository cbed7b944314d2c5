// Sharing a game: its position, its link and its record, to copy or to download.
import { connection, problemOf } from "../shell/connection.js";
import { openDialog } from "../shell/dialogs.js";
import { isServerless } from "../shell/transport.js";
import { button, el, icon } from "../shell/elements.js";
import { gameLink, movesOnly, withoutReview } from "./link.js";
import { t } from "../shell/i18n.js";
import { showError, toast } from "../shell/notify.js";
import { knownGame } from "../shell/server-info.js";
import { waitsForFriend } from "./table.js";
/** @import { Game } from "../protocol.d.ts" */

/**
 * Shows the position, the link and the record of a game.
 * @param {Game} game
 * @param {Record<number, string>} [comments] Comments on moves, by how many moves were made with them.
 */
export async function openShareDialog(game, comments = {}) {
  /** @type {string | null} */
  let record = null;
  try {
    if (waitsForFriend(game)) {
      await connection.request("invite", { game: game.id });
      game = (await connection.request("open", { game: game.id })).game;
    }
    record = (await connection.request("record", { game: game.id, comments })).text;
  } catch (error) {
    // A player who does not see everything can still share the link.
    if (problemOf(error)?.kind !== "Hidden") return showError(error, game.game);
  }
  openDialog({
    title: t("share.title"),
    wide: true,
    body: [
      game.position === null ? null : copyField(t("share.position"), game.position),
      game.position === null || !knownGame(game.game)?.edited ? null : el("a", { class: "button", href: `#/edit/${game.game}/${encodeURIComponent(game.position)}` }, icon("edit"), el("span", {}, t("edit.this"))),
      linkFields(game),
      record === null ? el("p", { class: "muted" }, t("error.Hidden")) : recordFields(game, record),
    ],
  });
}

/**
 * The link of the game, and the owner's link if others use this server. An invitation lets its
 * readers in, also where the server asks for a key.
 * @param {Game} game
 */
function linkFields({ id, rights }) {
  const link = (/** @type {string} */ name) => new URL(`#/game/${name}`, location.href).href;
  const isShared = rights.claims.some((claim) => claim !== null) || rights.claimable.some(Boolean);
  if (isServerless) return el("p", {}, t("share.site"));
  if (!isShared) return [copyField(t("share.link"), link(id)), el("p", { class: "muted" }, t("share.local"))];
  if (!rights.key) return copyField(t("share.link"), link(id));
  return [
    copyField(t("share.watch_link"), rights.invitation ? new URL(`/?guest=${id}.${rights.invitation}#/game/${id}`, location.href).href : link(id)),
    rights.invitation ? button("close", t("share.revoke"), () => revoke(id)) : null,
    copyField(t("share.owner_link"), link(`${id}.${rights.key}`)),
    el("p", { class: "muted" }, t("share.links_about")),
  ];
}

/** @param {string} id */
async function revoke(id) {
  try {
    await connection.request("revoke", { game: id });
    toast(t("share.revoked"));
  } catch (error) {
    showError(error);
  }
}

/**
 * @param {Game} game
 * @param {string} record
 */
function recordFields(game, record) {
  const link = gameLink(record) ?? gameLink(withoutReview(record));
  // What was written to a game may be longer than addresses may be.
  const shorter = link === null ? gameLink(movesOnly(record)) : null;
  return [
    link && copyField(t("share.game_link"), link),
    shorter && copyField(t("share.moves_link"), shorter),
    copyField(t("share.record"), record, { rows: 8 }),
    button("save", t("share.download"), () => download(`${game.game}-${game.id.slice(0, 6)}.txt`, record)),
  ];
}

/**
 * @param {string} label
 * @param {string} text
 * @param {{ rows?: number }} [options]
 */
export function copyField(label, text, { rows = 1 } = {}) {
  const input = rows === 1
    ? el("input", { type: "text", readonly: true, value: text })
    : el("textarea", { rows, readonly: true, value: text });
  return el("div", { class: "copy-field" },
    el("label", { class: "field" }, el("span", {}, label), input),
    button("copy", t("share.copy"), () => copy(input), { "aria-label": t("share.copy_what", { what: label }) }));
}

/** @param {HTMLInputElement | HTMLTextAreaElement} input */
async function copy(input) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    // Without access to the clipboard, browsers still copy the selected text.
    document.execCommand("copy");
  }
  toast(t("share.copied"));
}

/**
 * Saves a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
