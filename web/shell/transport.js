// What carries the messages: a WebSocket to the program, or a worker of this browser that does without it.

/**
 * What happens on a transport.
 * @typedef {object} TransportEvents
 * @property {() => void} onOpen
 * @property {(text: string) => void} onMessage
 * @property {() => void} onClose Called once; then the transport is of no use any more.
 */

/**
 * What carries messages.
 * @typedef {object} Transport
 * @property {(text: string) => void} send
 * @property {() => void} [close] Only where others would take the visitor for present.
 */

/** Whether the page has no server: its games live in a worker of this browser. */
export const isServerless = document.documentElement.dataset.transport === "worker";

/**
 * Connects the page with its games.
 * @param {TransportEvents} events
 * @returns {Transport}
 */
export function openTransport(events) {
  return isServerless ? openWorker(events) : openWebSocket(events);
}

/**
 * @param {TransportEvents} events
 * @returns {Transport}
 */
function openWebSocket({ onOpen, onMessage, onClose }) {
  const address = new URL("ws", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  socket.onopen = onOpen;
  socket.onmessage = ({ data }) => onMessage(data);
  socket.onclose = onClose;
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

/**
 * @param {TransportEvents} events
 * @returns {Transport}
 */
function openWorker(events) {
  /** @type {Promise<Transport>} */
  const transport = import("../site/page.js").then(({ connectToHost }) => connectToHost(events));
  transport.catch(() => events.onClose());
  return { send: (text) => transport.then((transport) => transport.send(text), () => {}) };
}
