// Positions that are worth a picture.
import { requestScenes } from "./scenes.js";
/** @import { GameInfo, Scene } from "../protocol.d.ts" */

/** @type {Record<string, (string | null)[]>} The positions shown with the rules; null is the start. */
export const RULES_POSITIONS = {
  santorini: [
    "00000/00000/00000/00000/00000 B 11,33 13,31",
    "00000/01200/00310/00000/00000 B 11,33 13,31",
    "00000/01200/00340/01000/00000 R 22,33 13,31",
  ],
  byte: [null, "8 O 1-1 B2:O,B6:X,C3:OXX,E7:XO,F6:X", "8 X 1-1 C3:XOXO,D4:OXXX"],
  theseus: [null, "00200/00200/22001/02020/00110 0,0-2,2 0,3-0,4 200/2/T/- 3 0,1-1,2 11", "00200/00200/22001/02020/00110 0,0-2,2 0,3-0,4 200/2/T/- 6 0,3-2,3 01"],
  nim: [null, "[1,1,3,7] second", "[1] second"],
  tictactoe: [null, "([1,-1,0,0,1,0,0,0,-1],1)", "([1,1,1,-1,-1,0,0,0,0],-1)"],
};

/** @type {Record<string, string>} The position that represents a game on the start screen, if not the start. */
export const EMBLEM_POSITIONS = {
  santorini: "00100/01210/00342/01210/00100 B 12,31 13,33",
  tictactoe: "([1,-1,0,0,1,0,-1,0,0],1)",
};

/**
 * The scenes of positions of a game, null being the start; undefined if the program cannot be asked.
 * @param {GameInfo} info
 * @param {(string | null)[]} wanted
 * @returns {Promise<(Scene | undefined)[]>}
 */
export async function fetchScenes(info, wanted) {
  const positions = wanted.filter((position) => position !== null);
  const scenes = (await requestScenes(info.name, positions).catch(() => [])).values();
  return wanted.map((position) => (position === null ? info.start : scenes.next().value));
}
