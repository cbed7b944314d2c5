// Serves all files of one version from the browser's cache, so that the page works offline and is never half updated.
// `cargo xtask site` fills in the version and the files.

const VERSION = "{version}";
/** @type {string[]} */
const FILES = JSON.parse('{files}');

/** @type {any} The types of service workers are in another library than those of pages. */
const worker = self;
/** The caches of this site: another one of the same host has its own. */
const PREFIX = `agon-${worker.registration.scope}-`;
const CACHE = PREFIX + VERSION;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
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
