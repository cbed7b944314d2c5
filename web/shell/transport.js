// What carries the messages: a WebSocket to the program, or a worker of this browser that does without it.

/**
 * What happens on a carrier.
 * @typedef {object} CarrierEvents
 * @property {() => void} onOpen
 * @property {(text: string) => void} onMessage
 * @property {() => void} onClose Called once; then the carrier is of no use any more.
 */

/**
 * What carries messages.
 * @typedef {object} Carrier
 * @property {(text: string) => void} send
 */

/** Whether the page has no server: its games live in a worker of this browser. */
export const isServerless = document.documentElement.dataset.carrier === "worker";

/**
 * Connects the page with its games.
 * @param {CarrierEvents} events
 * @returns {Carrier}
 */
export function openCarrier(events) {
  return isServerless ? openWorker(events) : openWebSocket(events);
}

/**
 * @param {CarrierEvents} events
 * @returns {Carrier}
 */
function openWebSocket({ onOpen, onMessage, onClose }) {
  const address = new URL("ws", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.onopen = onOpen;
  socket.onmessage = ({ data }) => onMessage(data);
  socket.onclose = onClose;
  return { send: (text) => socket.send(text) };
}

/**
 * @param {CarrierEvents} events
 * @returns {Carrier}
 */
function openWorker(events) {
  /** @type {Promise<Carrier>} */
  const carrier = import("../site/page.js").then(({ connectToHost }) => connectToHost(events));
  carrier.catch(() => events.onClose());
  return { send: (text) => carrier.then((carrier) => carrier.send(text), () => {}) };
}
