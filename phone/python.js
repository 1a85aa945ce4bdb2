// The worker that holds Python: it opens the database, wakes the program and answers what the page around it hands on.

import { DATABASE, FILES, forgetBefore, giveBack, prepareDatabase, replaceDatabase } from "./before.js";
import { closeFiles, makeFileSystem, openFiles } from "./opfs.js";

const ENVIRONMENT = { SCOREKEEPER_SQLITE_ALONE: "1", SCOREKEEPER_SNAPSHOTS: "off", SCOREKEEPER_INSTANCE: "/tmp", HOME: "/tmp" };

let woken = null;

// Says to the page how far it is, with the milliseconds since this worker began.
const tellStep = (step) => postMessage({ step, at: Math.round(performance.now()) });

async function fetchBytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// The files of a pack (tools/phone/packing.py) as files of Python's; none of them is copied.
function unpackFiles(FS, pack, root) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  let at = 4 + length;
  const folders = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    const folder = `${root}/${name.split("/").slice(0, -1).join("/")}`;
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(`${root}/${name}`, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

async function wakeProgram({ runtime, program, folder, base, schema, languages, trying }) {
  const files = await openFiles(folder, FILES);
  tellStep("opened");
  prepareDatabase(files, trying);
  try {
    const packs = Promise.all(["packages.pack", "program.pack"].map((name) => fetchBytes(program + name)));
    const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
    const python = await loadPyodide({ indexURL: runtime, env: ENVIRONMENT });
    tellStep("python");
    for (const pack of await packs) unpackFiles(python.FS, pack, "/program");
    if (!files.get(DATABASE).getSize()) replaceDatabase(files, python.FS.readFile("/program/empty.db"));
    python.FS.mkdirTree("/data");
    python.FS.mount(makeFileSystem(python.FS, files, () => postMessage({ full: true })), {}, "/data");
    python.runPython("import sys; sys.path.insert(0, '/program'); sys.dont_write_bytecode = True");
    tellStep("unpacked");
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    const made = python.pyimport("scorekeeper.phone.program").Program.callKwargs(`/data/${DATABASE}`, base, { languages, zone, schema, origin: location.origin });
    tellStep("woken");
    if (trying) forgetBefore(files);
    return { python, made, files };
  } catch (error) {
    if (trying) giveBack(files);
    closeFiles(files);
    throw error;
  }
}

async function answerRequest({ method, address, headers, body }) {
  const { python, made } = await woken;
  const said = made.answer(method, address, python.toPy(headers), python.toPy(new Uint8Array(body ?? 0)));
  const buffer = said.body.getBuffer();
  const bytes = buffer.data.slice();
  const given = { status: said.status, headers: said.headers.toJs(), body: bytes.buffer };
  buffer.release();
  said.destroy();
  return given;
}

const SOON = 250;
const LEAGUE = /\/leagues\//; // a page that waits for its figures asks again and again
let soon = 0;

// What a league waits for is derived between pages, a moment at a time. On a server a process of its own does that.
function keepLeagues() {
  clearTimeout(soon);
  soon = setTimeout(async () => (await woken).made.keep_leagues() && keepLeagues(), SOON);
}

// Held until this worker ends, of itself or by the browser's hand.
const holdAlive = (name) => new Promise((held) => {
  navigator.locks.request(name, () => new Promise(() => held()));
});

onmessage = async ({ data, ports: [port] }) => {
  if (data.wake) {
    woken = wakeProgram(data.wake);
    await woken.then(async ({ made }) => {
      await holdAlive(data.wake.alive);
      postMessage({ ready: true, forgotten: made.has_emptied });
      keepLeagues();
    }, (error) => {
      console.error(error);
      postMessage({ failed: String(error.message ?? error), name: error.name });
    });
    return;
  }
  try {
    const given = await answerRequest(data.request);
    const { method, address } = data.request;
    if (method === "POST" && given.status < 400) postMessage({ saved: address });
    if (method === "POST" || LEAGUE.test(address)) keepLeagues();
    port.postMessage(given, [given.body]);
  } catch (error) {
    console.error(error.message);
    port.postMessage({ failed: String(error.message ?? error) });
  }
};
