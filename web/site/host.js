// Starts the worker that has the games of the browser: this file runs before the rest of the page.
import { fetchFile } from "./files.js";

/** The lock of the page whose worker is the host, and the channel of all pages. */
export const NAME = "agon-host";

/** A module with one vector instruction. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Whether pages can share a host: that needs locks, which a page that is sent unencrypted over a network has not. */
export const isShared = "locks" in navigator && typeof BroadcastChannel === "function";

/** @type {BroadcastChannel | Worker | null} Where the host is reached. */
let channel = null;

/** What this browser lacks, as a key of the texts; null if it has everything. */
export function missingFeature() {
  if (typeof Worker !== "function") return "no_workers";
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(SIMD)) return "no_wasm";
  return null;
}

/** The channel to the host, or the worker itself where pages cannot share one. */
export function reachHost() {
  channel ??= isShared ? shareHost() : startHost();
  return channel;
}

/** Starts the host in one of the pages: the first one, and when it is closed the next. */
function shareHost() {
  navigator.locks.request(NAME, () => new Promise(() => startHost()));
  return new BroadcastChannel(NAME);
}

/** Starts the worker, and fetches beside it the WebAssembly module that it needs. */
function startHost() {
  const worker = new Worker(new URL("host-worker.js", import.meta.url), { type: "module", name: NAME });
  passModule(worker).catch((error) => worker.postMessage({ broken: String(error) }));
  return worker;
}

/**
 * Passes the packed module on to the worker, while it comes.
 * @param {Worker} worker
 */
async function passModule(worker) {
  const { body } = await fetchFile("agon.wasm.lzma");
  if (!body) throw new Error("agon.wasm.lzma: empty");
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return worker.postMessage({ part: null });
    worker.postMessage({ part: value }, [value.buffer]);
  }
}

if (!missingFeature()) reachHost();
