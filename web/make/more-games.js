// The list of the game files that come with the program.
import { connection } from "../shell/connection.js";
import { gameTitle } from "../shell/display-names.js";
import { button, el } from "../shell/elements.js";
import { t } from "../shell/i18n.js";
import { showError } from "../shell/notify.js";
import { titleOf } from "./store.js";

/** The computer that plays if one begins from the list. */
const OPPONENT = "level:3";

/**
 * Lists the games, each to be played or looked at.
 * @param {HTMLElement} root
 */
export async function listMoreGames(root) {
  try {
    const { files } = await connection.request("files", {});
    root.replaceChildren(...files.map((file) => {
      const title = gameTitle(titleOf(file));
      return el("li", { class: "row" },
        button("play", title, () => play(file.name), { "aria-label": t("home.play_game", { title }), "data-file": file.name }),
        el("a", { href: `#/make/${file.name}`, "aria-label": t("make.file_of", { title }) }, t("make.file")));
    }));
  } catch (error) {
    showError(error);
  }
}

/** @param {string} name */
async function play(name) {
  try {
    const { game } = await connection.request("create", { game: name, seats: ["person", OPPONENT] });
    location.hash = `#/game/${game.id}`;
  } catch (error) {
    showError(error);
  }
}
