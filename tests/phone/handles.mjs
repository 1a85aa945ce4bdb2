// The browser's own store as files in memory. Writing is cut after so many calls: the next one fails, or is done by half.

export class Cut extends Error {}

class Handle {
  constructor(bytes, store) {
    this.bytes = bytes;
    this.store = store;
  }
  getSize() { return this.bytes.length; }
  read(into, { at }) {
    const found = this.bytes.subarray(at, at + into.length);
    new Uint8Array(into.buffer, into.byteOffset, found.length).set(found);
    return found.length;
  }
  write(given, { at }) {
    this.store.count("write", () => this.put(given.subarray(0, given.length / 2), at));
    this.put(given, at);
    return given.length;
  }
  put(given, at) {
    const grown = new Uint8Array(Math.max(this.bytes.length, at + given.length));
    grown.set(this.bytes);
    grown.set(new Uint8Array(given.buffer, given.byteOffset, given.length), at);
    this.bytes = grown;
  }
  truncate(size) {
    this.store.count("truncate");
    const cut = new Uint8Array(size);
    cut.set(this.bytes.subarray(0, size));
    this.bytes = cut;
  }
  flush() { this.store.count("flush"); }
}

export class Store {
  constructor(names, bytes = [], left = Infinity, byHalf = false) {
    this.left = left;
    this.byHalf = byHalf;
    this.calls = [];
    this.handles = new Map(names.map((name, place) => [name, new Handle(bytes[place] ?? new Uint8Array(0), this)]));
  }
  count(call, half = () => {}) {
    if (this.left === 0) {
      if (this.byHalf) half();
      throw new Cut();
    }
    this.left -= 1;
    this.calls.push(call);
  }
  get bytes() { return [...this.handles.values()].map((handle) => handle.bytes); }
}
