// The games in the browser's database.

/** @typedef {{ id: string }} StoredGame A game as crates/service stores it; scripts look at its id only. */

const NAME = "agon";
/** The version of the database; a later one has games that this page might not understand. */
const VERSION = 2;
const STORE = "games";

/**
 * The stored games, and the ways to change them. Where the database cannot be used, the games stay in memory.
 * @returns {Promise<{ games: StoredGame[], failure?: string, save: (game: StoredGame) => Promise<string | undefined>, remove: (id: string) => Promise<string | undefined> }>}
 */
export async function openDatabase() {
  try {
    const database = await open();
    const games = await answer(database.transaction(STORE).objectStore(STORE).getAll());
    /** @param {(store: IDBObjectStore) => void} change */
    const change = (change) => inTransaction(database, change).then(() => undefined, reason);
    return { games, save: (game) => change((store) => store.put(game)), remove: (id) => change((store) => store.delete(id)) };
  } catch (error) {
    const failure = reason(error);
    return { games: [], failure, save: async () => failure, remove: async () => failure };
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    // Version 2 has annotations in the games, which a page of version 1 would not keep.
    request.onupgradeneeded = ({ oldVersion }) => { if (oldVersion < 1) request.result.createObjectStore(STORE, { keyPath: "id" }); };
    request.onsuccess = () => {
      // A page with a later version must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another page has an older version open"));
  });
}

/**
 * Changes the store; done when the change is on disk.
 * @param {IDBDatabase} database
 * @param {(store: IDBObjectStore) => void} change
 * @returns {Promise<void>}
 */
function inTransaction(database, change) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    change(transaction.objectStore(STORE));
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {any} error */
function reason(error) {
  return `${error?.name ?? "Error"}: ${error?.message ?? error}`;
}
