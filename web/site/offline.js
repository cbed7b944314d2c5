// Keeps the page usable offline, and announces new versions.
import { showNotice } from "./notice.js";

/** Loads the page again when its files come from another version: any page may accept a new one, at any time. */
export function followVersion() {
  if (!("serviceWorker" in navigator)) return;
  let wasServed = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", async () => {
    // The first worker is mostly of the version of this page, but the host may have got a new one meanwhile.
    const { scope } = await navigator.serviceWorker.ready;
    if (wasServed || !(await caches.has(`agon-${scope}-${document.documentElement.dataset.version}`))) location.reload();
    wasServed = true;
  });
}

/** Keeps all files of this version, when the page itself has loaded. */
export async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register("service-worker.js");
    const watch = () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && navigator.serviceWorker.controller) announce(registration);
      });
    };
    if (registration.waiting) announce(registration);
    // The browser looks for a new version by itself, mostly before this.
    watch();
    registration.addEventListener("updatefound", watch);
  } catch (error) {
    // A private window, or a host that refuses: the page works while it is online.
    console.warn(error);
  }
}

/** @param {ServiceWorkerRegistration} registration */
function announce(registration) {
  // It may not be the last one.
  showNotice("update", {}, { text: "update_now", act: () => registration.waiting?.postMessage("activate") });
}
