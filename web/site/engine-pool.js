// The workers that search: one for each kind of jobs, so that a move does not wait for an analysis.
import { fetchUnpacked } from "./files.js";

/** @typedef {{ game: string, opening: number, number: number }} JobName */
/** @typedef {{ job: JobName, network: string | null, text: string }} PendingJob */
/** @typedef {{ worker: Worker | null, supplied: Set<string>, running: PendingJob | null, waiting: PendingJob[] }} Lane `supplied` has the games whose networks its worker has. */
/**
 * @typedef {object} PoolEvents
 * @property {(job: JobName, text: string) => void} onReport
 * @property {(job: JobName, text: string) => void} onResult
 */

/** What a job gets whose worker has failed. */
const FAILED = JSON.stringify("failed");

/** Runs jobs in workers. A job that is stopped ends with its worker, so nothing has to wait for it. */
export class EnginePool {
  /** @type {Map<string, Lane>} */
  #lanes = new Map();
  /** @type {Map<string, Promise<ArrayBuffer | null>>} The networks by game; null where one cannot be fetched. */
  #networks = new Map();

  /**
   * @param {WebAssembly.Module} module
   * @param {PoolEvents} events
   */
  constructor(module, events) {
    this.module = module;
    this.events = events;
  }

  /**
   * Runs a job when those of its kind before it have ended.
   * @param {JobName} job
   * @param {string} kind
   * @param {string | null} network The game whose network it needs.
   * @param {string} text
   */
  start(job, kind, network, text) {
    const lane = this.#lane(kind);
    lane.waiting.push({ job, network, text });
    this.#next(lane);
  }

  /**
   * Starts the worker of a kind of jobs before there are any.
   * @param {string} kind
   */
  prepare(kind) {
    const lane = this.#lane(kind);
    lane.worker ??= this.#startWorker(lane);
  }

  /** @param {string} kind */
  #lane(kind) {
    const lane = this.#lanes.get(kind) ?? { worker: null, supplied: new Set(), running: null, waiting: [] };
    this.#lanes.set(kind, lane);
    return lane;
  }

  /**
   * Ends a job whose result does not matter any more.
   * @param {JobName} job
   */
  stop(job) {
    for (const lane of this.#lanes.values()) {
      lane.waiting = lane.waiting.filter((pending) => !isSame(pending.job, job));
      if (lane.running && isSame(lane.running.job, job)) this.#end(lane);
    }
  }

  /**
   * Drops what players know of a game.
   * @param {string} game
   */
  forget(game) {
    for (const { worker } of this.#lanes.values()) worker?.postMessage({ forget: game });
  }

  /**
   * Ends the worker of a lane; the next job gets another one.
   * @param {Lane} lane
   */
  #end(lane) {
    lane.worker?.terminate();
    lane.worker = null;
    lane.running = null;
    this.#next(lane);
  }

  /** @param {Lane} lane */
  #next(lane) {
    if (lane.running) return;
    const pending = lane.waiting.shift() ?? null;
    lane.running = pending;
    if (!pending) return;
    const worker = lane.worker ?? this.#startWorker(lane);
    lane.worker = worker;
    const post = () => worker.postMessage({ game: pending.job.game, job: pending.text });
    const { network } = pending;
    if (network === null || lane.supplied.has(network)) return post();
    this.#network(network).then((bytes) => {
      // It may have been stopped in the meantime.
      if (lane.running !== pending || lane.worker !== worker) return;
      if (bytes) {
        lane.supplied.add(network);
        worker.postMessage({ supply: network, bytes });
      }
      post();
    });
  }

  /**
   * The network of a game, which is fetched once.
   * @param {string} game
   */
  #network(game) {
    const known = this.#networks.get(game) ?? fetchUnpacked(`networks/${game}.net.gz`).catch((error) => {
      console.warn(error);
      this.#networks.delete(game);
      return null;
    });
    this.#networks.set(game, known);
    return known;
  }

  /** @param {Lane} lane */
  #startWorker(lane) {
    const worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module", name: "agon-engine" });
    worker.postMessage({ module: this.module });
    lane.supplied = new Set();
    worker.onmessage = ({ data }) => {
      const running = lane.running;
      if (!running || lane.worker !== worker) return;
      if ("report" in data) return this.events.onReport(running.job, data.report);
      lane.running = null;
      // A worker that has failed may be in any state.
      if (data.result === FAILED) this.#end(lane);
      this.events.onResult(running.job, data.result);
      this.#next(lane);
    };
    worker.onerror = () => {
      const running = lane.running;
      if (lane.worker !== worker) return;
      this.#end(lane);
      if (running) this.events.onResult(running.job, FAILED);
    };
    return worker;
  }
}

/**
 * @param {JobName} one
 * @param {JobName} two
 */
function isSame(one, two) {
  return one.game === two.game && one.opening === two.opening && one.number === two.number;
}
