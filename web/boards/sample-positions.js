// Positions that are worth a picture.
import { requestScenes } from "./scenes.js";
/** @import { GameInfo, Scene } from "../protocol.d.ts" */

/**
 * The scenes of positions of a game; undefined if the program cannot be asked.
 * @param {GameInfo} info
 * @param {string[]} wanted
 * @returns {Promise<(Scene | undefined)[]>}
 */
export async function fetchScenes(info, wanted) {
  const positions = wanted.filter((position) => position !== "startpos");
  const scenes = (await requestScenes(info.name, positions).catch(() => [])).values();
  return wanted.map((position) => (position === "startpos" ? info.start : scenes.next().value));
}
