// A database on the phone's own file system whose writing is cut after every n-th call: node cut.mjs RUNTIME FILE_SYSTEM

import { pathToFileURL } from "node:url";
import { Store } from "./handles.mjs";

const [runtime, fileSystem] = process.argv.slice(2);
const NAMES = ["some.db", "some.db-journal"];
const ROWS = 12;

const WRITE = `
import sqlite3
def write(rows, told):
    connection = sqlite3.connect("/data/some.db", isolation_level=None)
    for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=TRUNCATE", "synchronous=FULL"):
        connection.execute("PRAGMA " + pragma)
    try:
        connection.execute("CREATE TABLE IF NOT EXISTS deal (number INTEGER PRIMARY KEY, said TEXT)")
        for number in range(rows):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO deal VALUES (?, ?)", (number, "x" * (700 * (number % 5))))
            if number % 4 == 3:
                connection.execute("UPDATE deal SET said = said || 'y'")
            connection.execute("COMMIT")
            told(number)
    finally:
        connection.close()
def look():
    connection = sqlite3.connect("/data/some.db")
    (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
    there = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    rows = connection.execute("SELECT count(*) FROM deal").fetchone()[0] if there else 0
    connection.close()
    return [whole, rows]
`;

try {
  const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
  const { makeFileSystem } = await import(pathToFileURL(fileSystem));
  const python = await loadPyodide({ indexURL: `${runtime}/`, stderr: () => {} });
  python.runPython(WRITE);
  const [write, look] = ["write", "look"].map((name) => python.globals.get(name));
  python.FS.mkdirTree("/data");

  const within = (store, act) => {
    python.FS.mount(makeFileSystem(python.FS, store.handles), {}, "/data");
    try {
      return act();
    } finally {
      python.FS.unmount("/data");
    }
  };
  const run = (store) => {
    let told = 0;
    try {
      within(store, () => write(ROWS, () => { told += 1; store.calls.push("told"); }));
    } catch {
      // it was cut
    }
    return told;
  };

  const whole = new Store(NAMES);
  run(whole);
  const results = [];
  for (let left = 0; left <= whole.calls.filter((call) => call !== "told").length; left += 1) {
    const cut = new Store(NAMES, [], left);
    const told = run(cut);
    const [said, rows] = within(new Store(NAMES, cut.bytes), () => look().toJs());
    results.push({ left, told, said, rows });
  }
  console.log(JSON.stringify({ calls: whole.calls, rows: ROWS, results }));
} catch (error) { // not thrown: Node would print the runtime's one long line
  console.error(String(error.message).slice(-2000));
  process.exit(1);
}
