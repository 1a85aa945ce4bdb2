// A version of the program: a list of files with their digests. It is fetched whole into a store of its own and becomes
// current by one write; what is fetched already is not fetched again, neither by the next version nor after a cut.

const BASE = new URL("./", location).pathname;
const MINE = `scorekeeper-phone ${BASE}`;
const CURRENT = `${MINE} current`;

const storeOf = (version) => caches.open(`${MINE} ${version}`);

export async function readPointer() {
  return (await (await caches.open(CURRENT)).match(`${BASE}current`))?.json() ?? null;
}

export async function writePointer(pointer) {
  await (await caches.open(CURRENT)).put(`${BASE}current`, new Response(JSON.stringify(pointer)));
}

// The sheet that was seen last: its path behind the program's own, and when.
export async function readLast(app) {
  const found = await (await caches.open(CURRENT)).match(`${BASE}last`);
  return found ? { path: found.headers.get("X-Address").slice(app.length), at: Number(found.headers.get("X-At")) } : null;
}

export async function forgetLast() {
  await (await caches.open(CURRENT)).delete(`${BASE}last`);
}

// What the host offers now; null where it cannot be asked.
export async function fetchOffered() {
  try {
    const response = await fetch(`${BASE}version.json`, { cache: "no-store" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function digestOf(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((one) => one.toString(16).padStart(2, "0")).join("");
}

function unpackBytes(bytes) {
  const worker = new Worker(`${BASE}unpacking.js`, { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.made ? resolve(data.made) : reject(new Error(data.failed)));
    worker.onerror = (event) => reject(new Error(event.message || "nothing unpacks"));
    worker.postMessage(bytes, [bytes]);
  }).finally(() => worker.terminate());
}

async function fetchFile({ fetched, digest, packed, kind, policy }) {
  const response = await fetch(BASE + fetched, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${fetched}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  if (await digestOf(bytes) !== digest) throw new Error(`${fetched} came damaged`);
  const headers = { "Content-Type": kind, "X-Content-Type-Options": "nosniff" };
  if (policy) headers["Content-Security-Policy"] = policy;
  return new Response(packed ? await unpackBytes(bytes) : bytes, { headers });
}

async function findFetched(versions, name) {
  for (const version of versions) {
    const found = await (await storeOf(version)).match(name);
    if (found) return found;
  }
  return null;
}

// All files of a version, or an error. `tell` hears how many of its bytes are there.
export async function fetchVersion(offered, tell) {
  const pointer = await readPointer();
  const store = await storeOf(offered.version);
  const others = [pointer?.version, pointer?.previous].filter(Boolean);
  let there = 0;
  tell(there);
  for (const file of offered.files) {
    const name = BASE + file.kept;
    if (!await store.match(name)) {
      // A name with a digest in it means the same in every version.
      const known = file.lasts && await findFetched(others, name);
      await store.put(name, known || await fetchFile(file));
    }
    there += file.bytes;
    tell(there);
  }
  await store.put(`${BASE}version`, new Response(JSON.stringify(offered)));
}

export async function readVersion(version) {
  return (await (await storeOf(version)).match(`${BASE}version`))?.json() ?? null;
}

// What no version needs any more goes.
export async function deleteUnneeded(pointer) {
  await caches.delete(`${MINE} assets`); // styles and scripts of pages are named by their content, and fill again as they are asked for
  const needed = [pointer.version, pointer.previous, pointer.next].filter(Boolean).map((one) => `${MINE} ${one}`);
  const kept = [...needed, CURRENT, `${MINE} unsent`];
  for (const name of await caches.keys()) {
    if (name.startsWith(`${MINE} `) && !kept.includes(name)) await caches.delete(name);
  }
}
