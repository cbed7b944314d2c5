// The wire to the program: questions, answers and events over one WebSocket.

const SHORTEST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** A question has at most so many bytes; the program does not look at longer ones. */
const LONGEST = 128 * 1024;

/** Asks questions, hears events, and comes back by itself when the connection is lost. */
class Wire {
  #socket = null;
  #number = 0;
  #asked = new Map();
  #waiting = [];
  #listeners = new Map();
  #watchers = new Set();
  #wait = SHORTEST_WAIT;
  #timer = null;
  state = "connecting";

  /** Connects, and from then on stays connected as well as it can. */
  connect() {
    clearTimeout(this.#timer);
    const address = new URL("ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => this.#heard(data);
    socket.onclose = () => this.#lost();
  }

  /** Tries again at once where the connection is lost. */
  retry() {
    if (this.state === "lost" && this.#socket.readyState === WebSocket.CLOSED) this.connect();
  }

  /** Asks a question; rejects with `{kind, args, text}` where it is refused. */
  ask(what, args = {}) {
    return new Promise((resolve, reject) => {
      if (this.state === "lost") return reject(lost());
      const id = ++this.#number;
      const text = JSON.stringify({ id, do: what, ...args });
      if (new Blob([text]).size > LONGEST) return reject({ kind: "TooLong", args: { most: LONGEST }, text: "" });
      this.#asked.set(id, { resolve, reject });
      if (this.state === "open") this.#socket.send(text);
      else this.#waiting.push(text);
    });
  }

  /** Calls `listener` with every event of a name; gives back what ends that. */
  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
    return () => this.#listeners.get(event).delete(listener);
  }

  /** Calls `watcher` whenever the state has changed; gives back what ends that. */
  onState(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #turn(state) {
    if (this.state === state) return;
    this.state = state;
    this.#watchers.forEach((watcher) => watcher(state));
  }

  #opened() {
    this.#wait = SHORTEST_WAIT;
    this.#waiting.splice(0).forEach((text) => this.#socket.send(text));
    this.#turn("open");
  }

  #heard(data) {
    const message = JSON.parse(data);
    if (message.event) {
      this.#listeners.get(message.event)?.forEach((listener) => listener(message));
      return;
    }
    const asked = this.#asked.get(message.re);
    this.#asked.delete(message.re);
    if (message.error) asked?.reject(message.error);
    else asked?.resolve(message.ok);
  }

  #lost() {
    this.#waiting = [];
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    asked.forEach(({ reject }) => reject(lost()));
    this.#turn("lost");
    this.#timer = setTimeout(() => this.connect(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.6);
  }
}

function lost() {
  return { kind: "Lost", args: {}, text: "" };
}

/** The page's one wire. */
export const wire = new Wire();
