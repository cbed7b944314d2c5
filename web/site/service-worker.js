// Serves all files of one version from the browser's cache, so that the page works offline and is never half updated.
// `cargo xtask site` fills in the version and the files.

const VERSION = "{version}";
/** @type {Record<string, string[]>} The files, with the first letters of their SHA-256: as they are on the host, and unpacked. */
const FILES = JSON.parse('{files}');

/** @type {any} The types of service workers are in another library than those of pages. */
const worker = self;
/** The caches of this site: another one of the same host has its own. */
const PREFIX = `agon-${worker.registration.scope}-`;
const CACHE = PREFIX + VERSION;

/**
 * Keeps a file. A host whose files are just being replaced may send one of another version: then nothing is kept, and the browser tries again on another visit.
 * @param {Cache} cache
 * @param {string} file
 */
async function keep(cache, file) {
  const response = await fetch(new Request(file, { cache: "no-cache" }));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  const sum = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!response.ok || !FILES[file].some((known) => sum.startsWith(known))) throw new Error(`${file} is not of version ${VERSION}`);
  await cache.put(file, response);
}

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(Object.keys(FILES).map((file) => keep(cache, file)))));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(PREFIX) && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true })).then((file) => file ?? fetch(request)));
});

worker.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "activate") worker.skipWaiting();
});
