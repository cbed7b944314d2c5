// The start page names the modules that are loaded with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (/** @type {URL} */ url) => readFileSync(url, "utf8");
const WEB = new URL("../", import.meta.url);

test("every module that the start screen imports is preloaded, and no other", () => {
  const imported = new Set();
  const visit = (/** @type {URL} */ url) => {
    const name = url.href.slice(WEB.href.length);
    if (imported.has(name)) return;
    imported.add(name);
    for (const [, path] of read(url).matchAll(/^import .*?from "([^"]+)"/gm)) visit(new URL(path, url));
  };
  visit(new URL("shell/main.js", WEB));
  const preloaded = [...read(new URL("index.html", WEB)).matchAll(/<link rel="modulepreload" [^>]*href="([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(preloaded.sort(), [...imported].sort());
});
