// A whole database is written while a phone dies, after every call in turn: node before.mjs
// What before.js does then stands beside it here, with opfs.js: tests/phone/test_before.py puts both there.

import { DATABASE, FILES, forgetBefore, giveBack, prepareDatabase, replaceDatabase } from "./before.mjs";
import { Cut, Store } from "./handles.mjs";

const bytesOf = (letter, count) => new Uint8Array(count).fill(letter.charCodeAt(0));
const [FIRST, PLAYED, CHANGED] = [bytesOf("first", 90), bytesOf("played", 100), bytesOf("changed", 120)];
const NAMES = { f: "the first", p: "what was played", c: "what the new version made of it" };

// What there is of the database, in words.
function tell(files) {
  const bytes = files.get(DATABASE).bytes;
  const letters = new Set([...bytes].map((one) => String.fromCharCode(one)));
  const whole = { f: FIRST, p: PLAYED, c: CHANGED };
  const [letter] = letters;
  if (!bytes.length) return "nothing";
  return letters.size === 1 && bytes.length === whole[letter].length ? NAMES[letter] : "a part";
}

// What python.js does with the files, in the same order.
function start(files) {
  prepareDatabase(files, false);
  if (!files.get(DATABASE).getSize()) replaceDatabase(files, FIRST);
}

function openNew(files) {
  prepareDatabase(files, true);
  files.get(DATABASE).put(CHANGED, 0); // SQLite's own writing, which is cut elsewhere
}

function fail(files) {
  openNew(files);
  giveBack(files);
}

function succeed(files) {
  openNew(files);
  forgetBefore(files);
}

// The act, cut after each of its calls, and what another act finds and comes to afterwards.
function cut(before, act, next) {
  const results = [];
  for (const byHalf of [false, true]) {
    for (let left = 0, whole = false; !whole; left += 1) {
      const store = new Store(FILES, before, left, byHalf);
      try {
        act(store.handles);
        whole = true;
      } catch (error) {
        if (!(error instanceof Cut)) throw error;
      }
      const again = new Store(FILES, store.bytes);
      next(again.handles);
      results.push({ left, byHalf, whole, found: tell(again.handles), rest: again.bytes.slice(1).map((bytes) => bytes.length) });
    }
  }
  return results;
}

console.log(JSON.stringify({
  "the first start, and another": cut([], start, start),
  "a version that fails, and fails again": cut([PLAYED], fail, fail),
  "a version that fails, and the one before": cut([PLAYED], fail, start),
  "a version that succeeds, and fails at its next start": cut([PLAYED], succeed, fail),
  "a version that succeeds, and its next start": cut([PLAYED], succeed, start),
}));
