// Files of the site that are fetched when they are needed.

/**
 * A file; rejects with a reason that people understand.
 * @param {string} path From the folder `site`.
 * @returns {Promise<Response>}
 */
export async function fetchFile(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/**
 * The bytes of a file that is compressed on the web host, because not every host does it.
 * @param {string} path
 * @returns {Promise<ArrayBuffer>}
 */
export async function fetchUnpacked(path) {
  const sent = await (await fetchFile(path)).arrayBuffer();
  // A host that says how the file is compressed has the browser unpack it.
  const [first, second] = new Uint8Array(sent);
  if (first !== 0x1f || second !== 0x8b) return sent;
  return new Response(new Blob([sent]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
