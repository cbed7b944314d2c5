// Player specifications: who plays a side, as text such as `minimax:depth=3,eval=hand`.

/** @typedef {Record<string, string | number | boolean>} PlayerOptions */
/** @typedef {{ name: string, options: PlayerOptions }} PlayerSpec */

/** @type {Record<string, { option: "level" | "depth", initial: number, max: number }>} The option that sets the strength of a player. */
const STRENGTH = {
  level: { option: "level", initial: 5, max: 8 },
  minimax: { option: "depth", initial: 3, max: 9 },
};

/**
 * Parses a specification.
 * @param {string} text
 * @returns {PlayerSpec}
 */
export function parsePlayerSpec(text) {
  const [name, rest = ""] = text.split(/:(.*)/s);
  /** @type {PlayerOptions} */
  const options = {};
  for (const option of rest.split(",").filter(Boolean)) {
    const [key, value] = option.split(/=(.*)/s);
    if (value === undefined && name === "level" && /^\d+$/.test(key)) options.level = Number(key);
    else options[key] = value === undefined ? true : /^\d+$/.test(value) ? Number(value) : value;
  }
  return { name, options };
}

/**
 * Writes a specification as the program reads it.
 * @param {PlayerSpec} spec
 */
export function formatPlayerSpec({ name, options }) {
  const parts = Object.entries(options).map(([key, value]) => {
    if (name === "level" && key === "level") return String(value);
    return value === true ? key : `${key}=${value}`;
  });
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

/**
 * A computer made stronger or weaker by a level or a ply; null if its strength is fixed.
 * @param {string} text
 * @param {number} by
 */
export function adjustStrength(text, by) {
  const { name, options } = parsePlayerSpec(text);
  const strength = STRENGTH[name];
  if (!strength) return null;
  const { option, initial, max } = strength;
  const next = Math.min(max, Math.max(1, Number(options[option] ?? initial) + by));
  // The number of a level comes first.
  return formatPlayerSpec({ name, options: { [option]: next, ...options, [option]: next } });
}

/**
 * Whether a person plays.
 * @param {string} spec
 */
export function isPerson(spec) {
  return spec === "person";
}
