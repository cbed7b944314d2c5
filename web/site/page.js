// The page's side of the worker that has its games: one host serves all pages of the browser.
import { showNotice } from "./notice.js";
import { keepOffline } from "./offline.js";
/** @import { Carrier, CarrierEvents } from "../transport.js" */

/** @typedef {{ client: number, open: true } | { client: number, text: string }} ToHost What a page sends. */
/** @typedef {{ host: number } | { client: number, opened: true } | { client: number, text: string } | { client: number, closed: true } | { failed: string }} FromHost What the host sends. */

/** The lock of the page whose worker is the host, and the channel of all pages. */
const NAME = "agon-host";

/** A module with one vector instruction. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Whether pages can share a host: that needs locks, which a page that is sent unencrypted over a network has not. */
const isShared = "locks" in navigator && typeof BroadcastChannel === "function";

/** @type {BroadcastChannel | Worker | null} Where the host is reached. */
let channel = null;
let isKept = false;

/**
 * Connects this page with the host of the browser, which it starts if there is none.
 * @param {CarrierEvents} events
 * @returns {Carrier}
 */
export function connectToHost({ onOpen, onMessage, onClose }) {
  const missing = missingFeature();
  if (missing) {
    showNotice(missing);
    throw new Error(missing);
  }
  const client = crypto.getRandomValues(new Uint32Array(1))[0];
  const place = reachHost();
  if (!isKept) keepOffline();
  isKept = true;
  // The host learns by this lock that the page is gone.
  if (isShared) navigator.locks.request(`${NAME}-${client}`, () => new Promise(() => {}));
  /** @type {number | null} */
  let host = null;
  /** @param {ToHost} message */
  const post = (message) => place.postMessage(message);
  const listener = (/** @type {MessageEvent<FromHost>} */ { data }) => {
    if ("failed" in data) return showNotice("failed", { why: data.failed });
    if ("host" in data) {
      if (host === null) post({ client, open: true });
      // The page with the host was closed, and another one has started the next host.
      else if (host !== data.host) end();
      host = data.host;
      return;
    }
    if (data.client !== client) return;
    if ("opened" in data) onOpen();
    else if ("text" in data) onMessage(data.text);
    else end();
  };
  const end = () => {
    place.removeEventListener("message", /** @type {EventListener} */ (listener));
    onClose();
  };
  place.addEventListener("message", /** @type {EventListener} */ (listener));
  // A host that is there answers with its number.
  place.postMessage({ who: true });
  return { send: (text) => post({ client, text }) };
}

/** What this browser lacks, as a key of the texts; null if it has everything. */
function missingFeature() {
  if (typeof Worker !== "function") return "no_workers";
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(SIMD)) return "no_wasm";
  return null;
}

/** The channel to the host, or the worker itself where pages cannot share one. */
function reachHost() {
  channel ??= isShared ? shareHost() : startHost();
  return channel;
}

/** Starts the host in one of the pages: the first one, and when it is closed the next. */
function shareHost() {
  navigator.locks.request(NAME, () => new Promise(() => startHost()));
  return new BroadcastChannel(NAME);
}

function startHost() {
  return new Worker(new URL("host-worker.js", import.meta.url), { type: "module", name: NAME });
}
