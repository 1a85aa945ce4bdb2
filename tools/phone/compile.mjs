// Compiles Python by the browser's own Python, run by Node: node compile.mjs RUNTIME HERE SOURCE TARGET True|False

import { pathToFileURL } from "node:url";

const [runtime, here, source, target, lines] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } });
const mounts = { "/here": here, "/source": source, "/target": target };
for (const [place, root] of Object.entries(mounts)) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython("import sys; sys.path.insert(0, '/here'); sys.dont_write_bytecode = True");
try {
  console.log(python.runPython(`import compiling; compiling.compile_all('/source', '/target', ${lines})`));
} catch (error) { // not thrown: Node would print the runtime's one long line
  console.error(error.message);
  process.exit(1);
}
