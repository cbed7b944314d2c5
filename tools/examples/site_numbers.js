// A worker that searches as those of the site do, and says how long it took by the clock.
const source = `
  import init, { BrowserEngine } from "${location.origin}/site/agon.js";
  import { fetchFile, fetchUnpacked } from "${location.origin}/site/files.js";
  import { Unpacker } from "${location.origin}/site/unpack.js";
  const packed = new Uint8Array(await (await fetchFile("agon.wasm.lzma")).arrayBuffer());
  const unpacker = new Unpacker();
  const parts = [unpacker.push(packed), unpacker.push(null)];
  await init({ module_or_path: await WebAssembly.compile(await new Blob(parts).arrayBuffer()) });
  const engine = new BrowserEngine();
  engine.supply("santorini", new Uint8Array(await fetchUnpacked("networks/santorini.net.gz")));
  self.onmessage = ({ data }) => {
    engine.forget("game");
    self.postMessage(engine.run("game", data, () => {}));
  };
  self.postMessage("ready");
`;
const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
const answer = () => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});
window.searchJob = (job) => {
  const result = answer();
  worker.postMessage(job);
  return result;
};
await answer();
