// The worker that has the games: it does what the host wants done.
import init, { BrowserHost } from "./agon.js";
import { EnginePool } from "./engine-pool.js";
import { openDatabase } from "./database.js";
import { fetchFile } from "./files.js";
import { Unpacker } from "./unpack.js";
/** @import { JobName } from "./engine-pool.js" */
/** @import { FromHost, ToHost } from "./page.js" */

/**
 * What the host wants done: `Action` of crates/wasm.
 * @typedef {{ do: "send", client: number, text: string } | { do: "disconnect", client: number }
 *   | { do: "save", version: number, game: { id: string } } | { do: "delete", version: number, id: string }
 *   | { do: "start", job: JobName, kind: string, network: string | null, text: string } | { do: "stop", job: JobName } | { do: "forget", game: string } | { do: "fetch", file: string }} Action
 */

const NAME = "agon-host";
const number = crypto.getRandomValues(new Uint32Array(1))[0];
/** @type {Map<number, (message: FromHost) => void>} How each page is reached. */
const clients = new Map();
/** @type {number | undefined} */
let timer = undefined;

/** The time in milliseconds since 1970, on a clock that never goes back. */
const now = () => performance.timeOrigin + performance.now();

/** A text of 22 letters that cannot be guessed. */
function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[byte % 64]).join("");
}

/** Starts the host with the stored games. */
async function start() {
  const [module, database] = await Promise.all([receiveModule(), openDatabase()]);
  await init({ module_or_path: module });
  const host = new BrowserHost(JSON.stringify(database.games), database.failure, randomText);
  const engines = new EnginePool(module, {
    onReport: ({ game, opening, number }, text) => act(host.reported(game, opening, number, text, now())),
    onResult: ({ game, opening, number }, text) => act(host.finished(game, opening, number, text, now())),
  });

  // The first move need not wait for its worker.
  engines.prepare("move");

  /** @param {string} text What the host wants done. */
  function act(text) {
    /** @type {{ actions: Action[], wake_at: number | null }} */
    const { actions, wake_at } = JSON.parse(text);
    clearTimeout(timer);
    if (wake_at !== null) timer = setTimeout(() => act(host.wake(now())), Math.max(0, wake_at - now()));
    actions.forEach(perform);
  }

  /** @param {Action} action */
  function perform(action) {
    switch (action.do) {
      case "send": return clients.get(action.client)?.({ client: action.client, text: action.text });
      case "disconnect": return leave(action.client);
      case "save": return database.save(action.game).then((failure) => act(host.saved(action.game.id, action.version, failure, now())));
      case "delete": return database.remove(action.id).then((failure) => act(host.saved(action.id, action.version, failure, now())));
      case "start": return engines.start(action.job, action.kind, action.network, action.text);
      case "stop": return engines.stop(action.job);
      case "forget": return engines.forget(action.game);
      case "fetch": return fetchFile(action.file).then((file) => file.text()).then((text) => act(host.fetched(action.file, text, undefined, now())),
        (error) => act(host.fetched(action.file, "", String(error), now())));
    }
  }

  /** @param {number} client */
  function leave(client) {
    clients.get(client)?.({ client, closed: true });
    if (clients.delete(client)) act(host.disconnect(client, now()));
  }

  /**
   * Takes a message of a page.
   * @param {ToHost | { who: true }} message
   * @param {(message: FromHost) => void} answer
   */
  function receive(message, answer) {
    if ("who" in message) return answer({ host: number });
    if ("text" in message) return clients.has(message.client) && act(host.receive(message.client, message.text, now()));
    clients.set(message.client, answer);
    act(host.connect(message.client, now()));
    answer({ client: message.client, opened: true });
    // The lock is free when the page is gone.
    navigator.locks?.request(`${NAME}-${message.client}`, () => leave(message.client));
  }

  return receive;
}

/**
 * The WebAssembly module, which the engines share: it is unpacked and compiled while the page passes its parts on.
 * @returns {Promise<WebAssembly.Module>}
 */
function receiveModule() {
  const unpacker = new Unpacker();
  const unpacked = new ReadableStream({
    start(controller) {
      self.addEventListener("message", ({ data: { part, broken } }) => {
        try {
          if (broken) throw new Error(broken);
          if (part === undefined) return;
          controller.enqueue(unpacker.push(part));
          if (part === null) controller.close();
        } catch (error) {
          controller.error(error);
        }
      });
    },
  });
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
}

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : null;
const started = start();
/** @type {[{ addEventListener: (name: "message", listener: (event: MessageEvent) => void) => void }, (message: FromHost) => void][]} */
const places = [[self, (message) => self.postMessage(message)]];
if (channel) places.push([channel, (message) => channel.postMessage(message)]);
for (const [place, answer] of places) {
  place.addEventListener("message", ({ data }) => {
    // Its own answers do not come back, but those of a host that is about to end may.
    if (data.who || data.open || (data.text !== undefined && data.client !== undefined)) started.then((receive) => receive(data, answer), (error) => answer({ failed: String(error) }));
  });
}
started.then(
  () => places.forEach(([, answer]) => answer({ host: number })),
  (error) => places.forEach(([, answer]) => answer({ failed: String(error) })),
);
