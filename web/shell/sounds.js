// Quiet sounds of moves and of the end, off unless they are turned on; they are made here, not fetched.

/** @typedef {"move" | "turn" | "win" | "lose" | "draw"} SoundName */
/** @typedef {[frequency: number, start: number, length: number]} Note Hertz, and seconds. */

const KEY = "agon.sound";
const VOLUME = 0.06;
/** @type {Record<SoundName, Note[]>} */
const NOTES = {
  move: [[420, 0, 0.07]],
  turn: [[520, 0, 0.08], [660, 0.09, 0.12]],
  win: [[523, 0, 0.16], [659, 0.13, 0.16], [784, 0.26, 0.3]],
  lose: [[392, 0, 0.2], [311, 0.18, 0.34]],
  draw: [[440, 0, 0.2], [440, 0.22, 0.3]],
};
/** @type {{ context: AudioContext | null }} Made with the first sound. */
const audio = { context: null };

/** Whether sounds are on. */
export function soundsOn() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/**
 * Turns sounds on or off, and remembers it.
 * @param {boolean} on
 */
export function setSounds(on) {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch { /* Then they stay off. */ }
  if (on) playSound("move");
}

/**
 * Plays a sound, if they are on.
 * @param {SoundName} name
 */
export function playSound(name) {
  if (!soundsOn()) return;
  const context = audio.context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, start, length] of NOTES[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(VOLUME, now + start);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}
