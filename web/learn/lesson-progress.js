// What this browser remembers of lessons: the steps that are done.

const KEY = "agon.lessons";
/** The most lessons and steps that are remembered. */
const MAX_LESSONS = 100;
const MAX_STEPS = 60;

/** The numbers of the steps that are done, by lesson. @returns {Record<string, number[]>} */
export function doneSteps() {
  try {
    const saved = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
    const isStep = (/** @type {unknown} */ step) => Number.isInteger(step) && Number(step) >= 0 && Number(step) < MAX_STEPS;
    return Object.fromEntries(saved.map(([name, steps]) => [name, Array.isArray(steps) ? steps.filter(isStep) : []]));
  } catch {
    return {};
  }
}

/**
 * Notes that a step is done.
 * @param {string} lesson
 * @param {number} step
 */
export function markDone(lesson, step) {
  const { [lesson]: steps = [], ...others } = doneSteps();
  const all = Object.entries({ ...others, [lesson]: [...new Set([...steps, step])] }).slice(-MAX_LESSONS);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
  } catch { /* Then it lasts until the step is left. */ }
}
