// A game in other hands: its position, its record and its address, to copy or to keep.
import { openDialog } from "./dialogs.js";
import { button, el } from "./elements.js";
import { complain, toast } from "./voice.js";
import { wire } from "./wire.js";
import { t } from "./words.js";

/** Shows what can be taken out of a game. */
export async function openSharing(game) {
  let record = null;
  try {
    ({ text: record } = await wire.ask("record", { game: game.id }));
  } catch (error) {
    // The address can be shared by whoever does not see everything, too.
    if (error.kind !== "Hidden") return complain(error, game.game);
  }
  openDialog({
    title: t("share.title"),
    wide: true,
    body: [
      game.position === null ? null : piece(t("share.position"), game.position),
      piece(t("share.link"), location.href),
      ...(record === null ? [el("p", { class: "quiet" }, t("error.Hidden"))] : [
        piece(t("share.record"), record, { rows: 8 }),
        button("save", t("share.download"), () => download(`${game.game}-${game.id.slice(0, 6)}.txt`, record)),
      ]),
    ].filter(Boolean),
  });
}

function piece(label, text, { rows = 1 } = {}) {
  const shown = rows === 1
    ? el("input", { type: "text", readonly: true, value: text })
    : el("textarea", { rows, readonly: true, value: text });
  return el("div", { class: "piece" },
    el("label", { class: "field" }, el("span", {}, label), shown),
    button("copy", t("share.copy"), () => copy(shown), { "aria-label": t("share.copy_what", { what: label }) }));
}

async function copy(shown) {
  shown.select();
  try {
    await navigator.clipboard.writeText(shown.value);
  } catch {
    // Browsers that keep the clipboard to themselves still copy what is selected.
    document.execCommand("copy");
  }
  toast(t("share.copied"));
}

function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
