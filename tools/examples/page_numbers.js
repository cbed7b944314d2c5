// Watches what the page does: clicks and their effects, scripts of moves, and frames.
window.watched = { effects: [], scripts: [], frames: 0, slow: 0, long: 0, shown: false };

let pressed = null;
addEventListener("pointerdown", ({ timeStamp }) => { pressed = timeStamp; watched.shown = false; }, true);
new MutationObserver(() => {
  if (pressed === null) return;
  const from = pressed;
  pressed = null;
  // The callback runs just before the frame is made; what follows it runs once it is.
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      watched.effects.push(performance.now() - from);
      watched.shown = true;
    };
    port1.postMessage(null);
  });
}).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true, characterData: true });

// A move is drawn while its message is heard, from its reading to the last who listens.
const { connection } = await import(new URL("shell/connection.js", location.href));
const { parse } = JSON;
let begun = 0;
JSON.parse = (text) => {
  begun = performance.now();
  return parse(text);
};
connection.on("game", () => watched.scripts.push(performance.now() - begun));

let last = performance.now();
const frame = (now) => {
  watched.frames += 1;
  if (now - last > 25) watched.slow += 1;
  last = now;
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
new PerformanceObserver((list) => { watched.long += list.getEntries().length; }).observe({ type: "longtask" });
