// What one side has seen of the loot in a game with hidden information, remembered for this tab.
/** @import { Game, Scene, Token } from "../protocol.d.ts" */

/** @param {string} id @param {string} viewer */
const storageKey = (id, viewer) => `agon.seen.${id}.${viewer}`;

/** Remembers where a side has seen loot, as players may who know only what they sense. */
export class LootMemory {
  /** @type {Map<string, Token>} */
  #seen = new Map();
  #key = "";

  /**
   * The board with the loot that was seen before, and is not known to be gone.
   * @param {Game} game
   * @returns {Scene}
   */
  recall({ id, viewer, scene, ply }) {
    if (!viewer) return scene;
    this.#open(id, viewer);
    // At the start nothing has been seen.
    if (ply === 0) this.#seen.clear();
    const sensed = new Set(scene.marks.filter(({ label }) => label === "sensed").map(({ element }) => element));
    for (const [token, { cell }] of this.#seen) if (sensed.has(cell)) this.#seen.delete(token);
    const here = scene.tokens.filter(({ label }) => label === "loot");
    for (const token of here) this.#seen.set(token.id, token);
    this.#save();
    const known = new Set(here.map((token) => token.id));
    const recalled = [...this.#seen.values()].filter((token) => !known.has(token.id));
    const marks = recalled.map((token) => ({ element: token.id, label: "recalled" }));
    return { ...scene, tokens: [...recalled, ...scene.tokens], marks: [...scene.marks, ...marks] };
  }

  /**
   * @param {string} id
   * @param {string} viewer
   */
  #open(id, viewer) {
    const key = storageKey(id, viewer);
    if (key === this.#key) return;
    this.#key = key;
    try {
      this.#seen = new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]"));
    } catch {
      this.#seen = new Map();
    }
  }

  #save() {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify([...this.#seen]));
    } catch { /* Then it lasts until the page is left. */ }
  }
}
