// The database as a whole: its first one, what it was before a new version opened it, and that one back. The phone may die in
// the middle of any of this; a mark of one byte tells the next start how far it was.

import { readAll, writeAll } from "./opfs.js";

export const DATABASE = "scorekeeper.db";
const JOURNAL = `${DATABASE}-journal`;
const BEFORE = `${DATABASE}.before`;
const MARK = `${DATABASE}.mark`; // empty most of the time
export const FILES = [DATABASE, JOURNAL, BEFORE, MARK];
const [TRIED, WRITTEN] = [1, 2]; // a new version has not opened it yet; the whole database is being written

const readMark = (files) => readAll(files.get(MARK))[0] ?? 0;

function writeMark(files, byte) {
  files.get(MARK).write(new Uint8Array([byte]), { at: 0 }); // over the other one: in between there is no moment without
  files.get(MARK).flush();
}

function emptyFile(handle) {
  handle.truncate(0);
  handle.flush();
}

export function replaceDatabase(files, bytes) {
  writeMark(files, WRITTEN);
  writeAll(files.get(DATABASE), bytes);
  emptyFile(files.get(JOURNAL)); // it belongs to what was there
  emptyFile(files.get(MARK));
}

// The version before again: a version that was tried did not open the database, and may have changed it.
export function giveBack(files) {
  if (!readMark(files)) return;
  replaceDatabase(files, readAll(files.get(BEFORE)));
  emptyFile(files.get(BEFORE));
}

// Before anything else is done with the files: what there is of a database that was being written is none.
function mendDatabase(files) {
  if (readMark(files) !== WRITTEN) return;
  if (files.get(BEFORE).getSize()) giveBack(files);
  else for (const name of [DATABASE, JOURNAL, MARK]) emptyFile(files.get(name)); // it was the first one
}

// A version that is `trying` may change the database before it fails: what was there is kept until it has opened it.
export function prepareDatabase(files, trying) {
  mendDatabase(files);
  if (!trying) giveBack(files);
  else if (!readMark(files) && !files.get(JOURNAL).getSize()) { // where a commit was cut, SQLite has to see both files as they are
    writeAll(files.get(BEFORE), readAll(files.get(DATABASE)));
    writeMark(files, TRIED);
  }
}

export function forgetBefore(files) {
  emptyFile(files.get(MARK));
  emptyFile(files.get(BEFORE));
}
