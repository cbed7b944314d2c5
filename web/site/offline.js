// Keeps the page usable offline, and announces new versions.
import { showNotice } from "./notice.js";

/** Keeps all files of this version, when the page itself has loaded. */
export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  let wasServed = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", async () => {
    // The first worker is mostly of the version of this page, but the host may have got a new one meanwhile.
    const { scope } = await navigator.serviceWorker.ready;
    if (wasServed || !(await caches.has(`agon-${scope}-${document.documentElement.dataset.version}`))) location.reload();
    wasServed = true;
  });
  try {
    const registration = await navigator.serviceWorker.register("service-worker.js");
    if (registration.waiting) announce(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && navigator.serviceWorker.controller) announce(next);
      });
    });
  } catch (error) {
    // A private window, or a host that refuses: the page works while it is online.
    console.warn(error);
  }
}

/** @param {ServiceWorker} next */
function announce(next) {
  showNotice("update", {}, { text: "update_now", act: () => next.postMessage("activate") });
}
