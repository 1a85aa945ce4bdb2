// Deals that the server has not acknowledged yet, in order, kept on this phone across reloads. Every deal has the
// identity its event will have, so sending it twice is the same deal; a deal that is refused waits for a person.

import { Unreachable, post } from "./net.js";
import { say } from "./touch.js";

const WAITING = "waiting";
const STOPPED = "stopped";
const AGAIN_AFTER = 3000;
const SURE_AFTER = 500;

// What the phone has no room for lasts as long as the page.
const unkept = new Map();

export function readStored(key, otherwise) {
  try {
    return JSON.parse(unkept.get(key) ?? localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// Whether it is kept also when the page goes.
export function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    unkept.delete(key);
    return true;
  } catch {
    unkept.set(key, JSON.stringify(value));
    return false;
  }
}

export const unsentKey = (match) => `scorekeeper.unsent.${match}`;

// What was not sent of a deal yet is sent no more.
export function forgetParts(match, draft) {
  const key = unsentKey(match);
  const all = readStored(key, {});
  delete all[draft];
  store(key, Object.keys(all).length ? all : null);
}

// crypto.randomUUID does not exist over plain http; random bytes do.
export function makeUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

export class Outbox {
  // `told(outcome)` hears of every answer: {item, status, data}; status 0 is no answer. `mend(item)` takes a deal that
  // cannot be recorded as it is back into a form.
  constructor(element, told, mend = (item) => this.enter(item)) {
    this.element = element;
    this.key = `scorekeeper.outbox.${element.dataset.match}`;
    this.told = told;
    this.mend = mend;
    this.busy = null;
    this.gone = new Set();
    this.timer = 0;
    this.counted = [];
    element.addEventListener("click", (event) => this.pressed(event));
    addEventListener("online", () => this.flush());
    addEventListener("storage", (event) => event.key === this.key && this.show());
    document.addEventListener("visibilitychange", () => document.hidden || this.flush());
    document.addEventListener("scorekeeper:moved", () => this.show());
    this.show();
  }

  get items() {
    return readStored(this.key, []);
  }

  keep(items) {
    store(this.key, items.length ? items : null);
    this.show();
  }

  get title() {
    return this.element.querySelector("h2").textContent;
  }

  get waiting() {
    return this.items.some((item) => item.state === WAITING);
  }

  // A deal that follows one still waiting here has seen what that one becomes. One that is put right keeps its
  // place. Returns whether the phone had room for it.
  add(item) {
    const items = this.items;
    const before = items.find((one) => one.draft === item.draft);
    const after = before ? before.after : items.at(-1)?.draft ?? null;
    const fresh = { ...item, after, tried: Boolean(before), state: WAITING, at: Date.now() };
    const kept = store(this.key, before ? items.map((one) => (one === before ? fresh : one)) : [...items, fresh]);
    this.gone.delete(item.draft);
    this.show();
    setTimeout(() => this.makeSure(fresh), SURE_AFTER);
    return kept;
  }

  // Another page of this phone may have written its own list at the same moment. Sent twice, it is the same deal.
  makeSure(item) {
    const items = this.items;
    if (this.gone.has(item.draft) || items.some((one) => one.draft === item.draft)) return;
    this.keep([...items, { ...item, tried: true }]);
    this.flush();
  }

  change(draft, changes) {
    this.keep(this.items.map((item) => (item.draft === draft ? { ...item, ...changes } : item)));
  }

  remove(draft) {
    this.gone.add(draft);
    this.keep(this.items.filter((item) => item.draft !== draft));
  }

  // One deal after the other; the first that is refused holds up the rest, because they follow it.
  flush() {
    this.busy ??= this.sendAll().finally(() => {
      this.busy = null;
    });
    return this.busy;
  }

  async sendAll() {
    clearTimeout(this.timer);
    for (let item = this.items[0]; item && item.state === WAITING; item = this.items[0]) {
      let answer;
      try {
        answer = await this.send(item);
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.change(item.draft, { tried: true });
        this.told({ item, status: 0, data: null });
        this.timer = setTimeout(() => this.flush(), AGAIN_AFTER);
        return;
      }
      this.answered(item, answer);
    }
  }

  // The form that a page without scripts posts, to the same address.
  send(item) {
    const form = new URLSearchParams(Object.entries(item.inputs).flatMap(([name, held]) => held.map((value) => [name, value])));
    form.set("uuid", item.draft);
    form.set("seen", item.seen);
    form.set("parts_seen", Object.entries(item.versions).map((part) => part.join("=")).join(" "));
    return post(`${this.element.dataset.record}?form=${encodeURIComponent(item.form)}`, form, this.element.dataset.state);
  }

  answered(item, { status, data }) {
    if (status === 200) {
      forgetParts(this.element.dataset.match, item.draft);
      document.dispatchEvent(new CustomEvent("scorekeeper:saved"));
      const told = this.shows(item);
      if (told) this.counted.push({ told: data.told, row: data.row });
      this.leave(item, data.seq);
      if (told) say(this.element.querySelector(".counted > span").textContent);
    } else {
      const { html = "", seq = 0, kind, again, also, parts = {} } = data ?? {};
      const readVersions = (names) => Object.fromEntries(names.map((name) => [name, parts[name].version]));
      // This phone wrote a part itself and had not heard of it when the deal was saved: what the deal says is newer.
      const own = item.unheard?.filter((name) => parts[name]?.mine) ?? [];
      if (own.length) return this.change(item.draft, { versions: { ...item.versions, ...readVersions(own) } });
      const newer = readVersions(Object.keys(parts));
      // Others play since then: what waits was entered of those before, and goes before the entry by which they changed.
      this.keep(this.items.map((one) => ({ ...one, inputs: { ...one.inputs, ...also } })));
      this.change(item.draft, { state: STOPPED, html, newer, seq, kind, again, gone: status === 404 });
    }
    this.told({ item, status, data });
  }

  pressed(event) {
    const button = event.target.closest("[data-outbox]");
    if (!button) return;
    const draft = button.closest("li").dataset.draft;
    const item = this.items.find((one) => one.draft === draft);
    if (!item) return;
    const deed = button.dataset.outbox;
    if (deed !== "drop" || confirm(this.element.dataset.ask)) this[deed](item);
    this.fold();
  }

  fold() {
    this.element.querySelector("details").open = false;
  }

  // In one step, so that no other page sees a deal that follows one which is not there.
  leave(item, seq) {
    this.gone.add(item.draft);
    this.keep(this.items.filter((one) => one.draft !== item.draft)
      .map((one) => (one.after === item.draft ? { ...one, after: null, tried: true, seen: seq } : one)));
  }

  // The page for the deal, in the way in which it was written down.
  enter(item) {
    location.assign(`${this.element.dataset.record}?form=${encodeURIComponent(item.form)}`);
  }

  // Those that followed it go on from what it would have followed.
  drop(item) {
    this.leave(item, item.seq || item.seen);
    this.told({ item, status: -1, data: null });
    this.flush();
  }

  // A person has seen the newer state and wants this deal beside it: it becomes another deal.
  again(item) {
    const draft = item.again ?? item.draft;
    const fresh = { draft, tried: true, seen: item.seq || item.seen, state: WAITING, html: "", versions: { ...item.versions, ...item.newer } };
    this.keep(this.items.map((one) => {
      if (one.draft === item.draft) return { ...one, ...fresh };
      return one.after === item.draft ? { ...one, after: draft } : one;
    }));
    this.flush();
  }

  // What is on its way for the first time needs no alarm.
  shows(item) {
    return item.tried || item.state === STOPPED || item.after;
  }

  show() {
    const items = this.items.filter((item) => this.shows(item));
    this.element.hidden = items.length + this.counted.length === 0;
    if (this.element.hidden) this.fold();
    this.element.querySelector("h2").hidden = items.length === 0;
    this.showCounted();
    this.sumUp(items);
    this.tellSheet(items);
    const list = this.element.querySelector("ol");
    list.replaceChildren(...items.map((item) => this.line(item)));
  }

  // In one line: what a person has to decide, else what waits, else what counts by now.
  sumUp(items) {
    const line = this.element.querySelector("summary");
    const stopped = items.filter((item) => item.state === STOPPED);
    const [key, { length }] = stopped.length ? [STOPPED, stopped] : items.length ? [WAITING, items] : ["counted", this.counted];
    line.dataset.shown = key;
    line.textContent = line.dataset[key].replace("{n}", length);
  }

  // The totals on the felt of a sheet are those of before.
  tellSheet({ length }) {
    for (const place of document.querySelectorAll("[data-waits]")) {
      place.hidden = !length;
      place.textContent = place.dataset.waits.replace("{n}", length);
    }
  }

  // A player who was told that a deal does not count is told when it does.
  showCounted() {
    const place = this.element.querySelector(".counted");
    place.hidden = !this.counted.length;
    if (!this.counted.length) return;
    place.querySelector(".told").textContent = this.counted.map(({ told }) => told).join(" / ");
    place.querySelector("a").href = this.counted.at(-1).row;
  }

  line(item) {
    const line = document.getElementById("outbox-item").content.cloneNode(true).firstElementChild;
    line.dataset.draft = item.draft;
    line.querySelector(".told").textContent = item.told;
    line.querySelector(".at").textContent = new Date(item.at).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
    const refusal = line.querySelector("div");
    if (item.gone) refusal.append(document.getElementById("outbox-gone").content.cloneNode(true));
    else if (item.html) refusal.innerHTML = item.html;
    line.querySelector(".buttons").hidden = item.state !== STOPPED;
    const again = line.querySelector("[data-outbox=again]");
    again.hidden = item.kind === "wrong";
    if (item.kind === "part") again.textContent = again.dataset.part;
    line.querySelector("[data-outbox=mend]").hidden = !["wrong", "players"].includes(item.kind);
    return line;
  }
}
