// What holds for all modules of the page.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
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

test("no module of the page has variables of its own: what changes is in an object with a name", () => {
  const names = readdirSync(WEB, { recursive: true }).filter((name) => name.endsWith(".js") && !/^(site|tests)\//.test(name));
  assert.ok(names.length > 80, `${names.length} modules`);
  assert.deepEqual(names.filter((name) => /^(export )?(let|var) /m.test(read(new URL(name, WEB)))), []);
});
