// Runs a module of the tests in the browser's Python: node pyodide.mjs VERSION KEPT SCRATCH CHECKOUT MODULE
//
// What a phone does is done here in the same order, with the files of a version as it keeps them, in KEPT: the runtime starts with the environment of the folder's worker, and the packs become files of Python's. SCRATCH holds given.json, which
// the module's function `answer` is given; what it returns is written beside it, as said.json.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [said, kept, scratch, checkout, module] = process.argv.slice(2);

// What the worker says to Python of the phone. It is read from the worker, so that there is one list of it.
function readEnvironment(program) {
  const line = fs.readFileSync(path.join(kept, program, "python.js"), "utf8").match(/^const ENVIRONMENT = (\{.*\});$/m);
  if (!line) throw new Error("python.js has no line “const ENVIRONMENT = {…};” any more: tests/phone/pyodide.mjs reads it");
  return new Function(`return ${line[1]}`)();
}

function unpackPack(FS, pack, root) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    FS.mkdirTree(path.posix.dirname(`${root}/${name}`));
    FS.writeFile(`${root}/${name}`, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

async function start(version) {
  const runtime = path.join(kept, version.runtime);
  const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: runtime, env: readEnvironment(version.program), stdout: console.error });
  for (const name of ["packages.pack", "program.pack"]) {
    unpackPack(python.FS, new Uint8Array(fs.readFileSync(path.join(kept, version.program, name))), "/program");
  }
  python.FS.mkdirTree("/data");
  python.FS.writeFile("/data/scorekeeper.db", python.FS.readFile("/program/empty.db"));
  python.FS.mkdirTree("/checkout/tests"); // the tests' own modules; the program is the folder's
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path.join(checkout, "tests") }, "/checkout/tests");
  python.runPython("import sys; sys.path[:0] = ['/program', '/checkout']; sys.dont_write_bytecode = True");
  return python;
}

try {
  const python = await start(JSON.parse(fs.readFileSync(said, "utf8")));
  const ask = python.runPython("import importlib, json; lambda name, given: json.dumps(importlib.import_module(name).answer(json.loads(given)))");
  fs.writeFileSync(path.join(scratch, "said.json"), ask(module, fs.readFileSync(path.join(scratch, "given.json"), "utf8")));
} catch (error) { // not thrown: Node would print the runtime's one long line
  console.error(error.message);
  process.exit(1);
}
