// What the program says of itself: its games, its levels, and where it keeps games.
import { wire } from "./wire.js";

let told = null;

/** What the program says of itself; asked once for each connection. */
export function welcome() {
  told ??= wire.ask("welcome").catch((error) => {
    told = null;
    throw error;
  });
  return told;
}

/** What the program says of one game; undefined where there is no such game. */
export async function aboutGame(name) {
  return (await welcome()).games.find((game) => game.name === name);
}

/** Forgets what was told: the program may be another one after the connection was lost. */
export function forgetWelcome() {
  told = null;
}
