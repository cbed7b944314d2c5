// Who plays a side, as the program writes it: `minimax:depth=3,eval=hand`.

/** The player that `a` calls in first. */
export const COMPUTER = "minimax:depth=3";

const MOST = { level: 8, depth: 9 };

/** Takes a seat apart: its name, and its options by name. */
export function parseSeat(text) {
  const [name, rest = ""] = text.split(/:(.*)/s);
  const options = {};
  for (const option of rest.split(",").filter(Boolean)) {
    const [key, value] = option.split(/=(.*)/s);
    if (value === undefined && name === "level") options.level = Number(key);
    else options[key] = value === undefined ? true : /^\d+$/.test(value) ? Number(value) : value;
  }
  return { name, options };
}

/** Writes a seat as the program reads it. */
export function formatSeat({ name, options }) {
  const parts = Object.entries(options).map(([key, value]) => {
    if (name === "level" && key === "level") return String(value);
    return value === true ? key : `${key}=${value}`;
  });
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

/** A computer made stronger or weaker by a level or a ply; null where it has neither. */
export function changeSeat(text, by) {
  const seat = parseSeat(text);
  const key = { level: "level", minimax: "depth" }[seat.name];
  if (!key) return null;
  const now = seat.options[key] ?? (key === "level" ? 5 : 3);
  // A level's number comes first.
  const options = { [key]: Math.min(MOST[key], Math.max(1, now + by)) };
  seat.options = { ...options, ...seat.options, ...options };
  return formatSeat(seat);
}

/** Whether somebody outside plays. */
export function isPerson(text) {
  return text === "person";
}
