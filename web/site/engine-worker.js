// A worker that searches: it runs one job after the other.
import init, { BrowserEngine } from "./agon.js";

/** @type {Promise<BrowserEngine> | null} */
let engine = null;

self.onmessage = async ({ data }) => {
  if (data.module) {
    engine = init({ module_or_path: data.module }).then(() => new BrowserEngine());
    return;
  }
  let result = JSON.stringify("failed");
  try {
    const ready = await engine;
    if (data.forget !== undefined) return ready?.forget(data.forget);
    if (data.supply !== undefined) return ready?.supply(data.supply, new Uint8Array(data.bytes));
    if (ready) result = ready.run(data.game, data.job, (/** @type {string} */ report) => self.postMessage({ report }));
  } catch (error) {
    console.error(error);
  }
  if (data.job !== undefined) self.postMessage({ result });
};
