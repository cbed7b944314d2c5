// The page's side of the worker that has its games: one host serves all pages of the browser.
import { isShared, missingFeature, NAME, reachHost } from "./host.js";
import { showNotice } from "./notice.js";
import { followVersion, keepOffline } from "./offline.js";
/** @import { Transport, TransportEvents } from "../shell/transport.js" */

/** @typedef {{ client: number, open: true } | { client: number, text: string }} ToHost What a page sends. */
/** @typedef {{ host: number } | { client: number, opened: true } | { client: number, text: string } | { client: number, closed: true } | { failed: string }} FromHost What the host sends. */

/** How long the files for offline use wait, in milliseconds: what the visitor does first must not wait for them. */
const KEEP_DELAY = 2000;

let isKept = false;

/** @type {BroadcastChannel | null} The channel of all hosts, where each page has its own. */
const hosts = !isShared && typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : null;

followVersion();

/**
 * Connects this page with the host of the browser, which it starts if there is none.
 * @param {TransportEvents} events
 * @returns {Transport}
 */
export function connectToHost({ onOpen, onMessage, onClose }) {
  const missing = missingFeature();
  if (missing) {
    showNotice(missing);
    throw new Error(missing);
  }
  const client = crypto.getRandomValues(new Uint32Array(1))[0];
  const place = reachHost();
  // The host learns by this lock that the page is gone.
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(null); });
  if (isShared) navigator.locks.request(`${NAME}-${client}`, () => held);
  /** @type {number | null} */
  let host = null;
  /** @param {ToHost} message */
  const post = (message) => place.postMessage(message);
  const listener = (/** @type {MessageEvent<FromHost>} */ { data }) => {
    if ("failed" in data) return showNotice("failed", { why: data.failed });
    if ("host" in data) {
      if (host === null) {
        post({ client, open: true });
        watchOtherHosts(data.host);
      } else if (host !== data.host) {
        // The page with the host was closed, and another one has started the next host.
        end();
      }
      host = data.host;
      return;
    }
    if (data.client !== client) return;
    if ("opened" in data) opened();
    else if ("text" in data) onMessage(data.text);
    else end();
  };
  const opened = () => {
    onOpen();
    if (!isKept) setTimeout(keepOffline, KEEP_DELAY);
    isKept = true;
  };
  const end = () => {
    place.removeEventListener("message", /** @type {EventListener} */ (listener));
    release();
    onClose();
  };
  place.addEventListener("message", /** @type {EventListener} */ (listener));
  // A host that is there answers with its number.
  place.postMessage({ who: true });
  return { send: (text) => post({ client, text }) };
}

/**
 * Tells that another tab has a host too: neither sees what the other one does.
 * @param {number} own The number of the host of this page.
 */
function watchOtherHosts(own) {
  if (!hosts) return;
  hosts.onmessage = ({ data }) => {
    if ("host" in data && data.host !== own) showNotice("other_tab");
  };
  hosts.postMessage({ who: true });
}
