// A worker that searches as those of the site do, and says how long it took by the clock. It is given the script of the unpacker.
const source = `
  import init, { BrowserEngine } from "${location.origin}/site/agon.js";
  ${given[0]}
  const file = async (name) => (await fetch("${location.origin}/site/" + name)).arrayBuffer();
  const packed = new Uint8Array(await file("agon.wasm.lzma"));
  const unpacker = new Unpacker();
  const parts = [unpacker.push(packed), unpacker.push(null)];
  await init({ module_or_path: await WebAssembly.compile(await new Blob(parts).arrayBuffer()) });
  const engine = new BrowserEngine();
  const network = new Blob([await file("networks/santorini.net.gz")]).stream().pipeThrough(new DecompressionStream("gzip"));
  engine.supply("santorini", new Uint8Array(await new Response(network).arrayBuffer()));
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
