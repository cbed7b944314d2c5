// Positions that are worth a picture.
import { wire } from "./wire.js";

/** The positions that are shown beside the rules; null is the start. */
export const PICTURES = {
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

/** The position that stands for a game on the start screen; the start where none is named. */
export const EMBLEMS = {
  santorini: "00100/01210/00342/01210/00100 B 12,31 13,33",
  tictactoe: "([1,-1,0,0,1,0,-1,0,0],1)",
};

/** The scenes of positions of a game, null being the start; undefined where one cannot be had. */
export async function scenesOf(about, pictures) {
  const positions = pictures.filter((position) => position !== null);
  const question = { game: about.name, positions };
  const told = positions.length ? await wire.ask("scenes", question).catch(() => null) : null;
  const scenes = (told?.scenes ?? []).values();
  return pictures.map((position) => (position === null ? about.start : scenes.next().value));
}
