// The connection to the program: requests, responses and events over one transport.
import { openTransport } from "./transport.js";
/** @import { Events, Message, Problem, Requests } from "../protocol.d.ts" */
/** @import { Transport } from "./transport.js" */

/** @typedef {"connecting" | "open" | "lost"} ConnectionState */
/** @typedef {{ resolve: (ok: any) => void, reject: (problem: Problem) => void }} PendingRequest Answers of different requests share a map, so they have no common type. */

const MIN_RETRY_DELAY = 300;
const MAX_RETRY_DELAY = 5000;
/** The program refuses longer requests, in bytes. */
const MAX_REQUEST_BYTES = 128 * 1024;

/** Sends requests, delivers events, and reconnects by itself. */
class Connection {
  /** @type {Transport | null} Null while there is none. */
  #transport = null;
  #lastId = 0;
  /** @type {Map<number, PendingRequest>} */
  #pending = new Map();
  /** @type {string[]} */
  #queue = [];
  /** @type {Map<string, Set<(event: any) => void>>} Listeners of different events share the map, so their argument has no common type. */
  #listeners = new Map();
  /** @type {Set<(state: ConnectionState) => void>} */
  #stateListeners = new Set();
  #retryDelay = MIN_RETRY_DELAY;
  /** @type {number | undefined} */
  #timer = undefined;
  /** @type {ConnectionState} */
  state = "connecting";

  /** Connects, and reconnects whenever the connection is lost. */
  connect() {
    clearTimeout(this.#timer);
    this.#transport = openTransport({
      onOpen: () => this.#opened(),
      onMessage: (text) => this.#received(text),
      onClose: () => this.#closed(),
    });
  }

  /** Ends the connection of a page that is left: browsers keep such pages, and others would take its visitor for present. */
  leave() {
    this.#transport?.close?.();
  }

  /** Reconnects at once if the connection is lost. */
  retry() {
    if (this.state === "lost" && !this.#transport) this.connect();
  }

  /**
   * Sends a request; rejects with a `Problem` if it is refused.
   * @template {keyof Requests} K
   * @param {K} name
   * @param {Requests[K]["args"]} args
   * @returns {Promise<Requests[K]["ok"]>}
   */
  request(name, args) {
    return new Promise((resolve, reject) => {
      if (this.state === "lost") return reject(lostProblem());
      const id = ++this.#lastId;
      const text = JSON.stringify({ id, do: name, ...args });
      if (new Blob([text]).size > MAX_REQUEST_BYTES) return reject(tooLongProblem());
      this.#pending.set(id, { resolve, reject });
      if (this.state === "open") this.#transport?.send(text);
      else this.#queue.push(text);
    });
  }

  /**
   * Calls `listener` with every event of a name; returns a function that unsubscribes.
   * @template {keyof Events} K
   * @param {K} event
   * @param {(event: Events[K]) => void} listener
   * @returns {() => void}
   */
  on(event, listener) {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /**
   * Calls `listener` whenever the state changes; returns a function that unsubscribes.
   * @param {(state: ConnectionState) => void} listener
   * @returns {() => void}
   */
  onState(listener) {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** @param {ConnectionState} state */
  #setState(state) {
    if (this.state === state) return;
    this.state = state;
    this.#stateListeners.forEach((listener) => listener(state));
  }

  #opened() {
    this.#retryDelay = MIN_RETRY_DELAY;
    this.#queue.splice(0).forEach((text) => this.#transport?.send(text));
    this.#setState("open");
  }

  /** @param {string} data */
  #received(data) {
    /** @type {Message} */
    const message = JSON.parse(data);
    if (message.event) {
      this.#listeners.get(message.event)?.forEach((listener) => listener(message));
      return;
    }
    const id = message.re ?? -1;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (message.error) pending?.reject(message.error);
    else pending?.resolve(message.ok);
  }

  #closed() {
    this.#transport = null;
    this.#queue = [];
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(({ reject }) => reject(lostProblem()));
    this.#setState("lost");
    this.#timer = setTimeout(() => this.connect(), this.#retryDelay);
    this.#retryDelay = Math.min(MAX_RETRY_DELAY, this.#retryDelay * 1.6);
  }
}

/** @returns {Problem} */
function lostProblem() {
  return { kind: "Lost", args: {}, text: "" };
}

/** @returns {Problem} */
function tooLongProblem() {
  return { kind: "TooLong", args: { most: MAX_REQUEST_BYTES }, text: "" };
}

/**
 * The refusal that was thrown; null if something else was.
 * @param {unknown} error
 * @returns {Problem | null}
 */
export function problemOf(error) {
  const isProblem = typeof error === "object" && error !== null && "kind" in error && typeof error.kind === "string";
  return isProblem ? /** @type {Problem} */ (error) : null;
}

/**
 * Whether a request failed because the connection is lost, for which there is a banner.
 * @param {unknown} error
 */
export function isLost(error) {
  return problemOf(error)?.kind === "Lost";
}

/** The page's one connection. */
export const connection = new Connection();
