// The deal in progress: every part goes to the server as soon as it is entered, and comes from there to the other
// phones. This phone stores only what is not sent yet.

import { Unreachable, get, post } from "./net.js";
import { forgetParts, readStored, store, unsentKey } from "./outbox.js";

const SOON = 250;
const AGAIN_AFTER = 3000;

// What the inputs inside an element hold, as a browser would send them; a name without a value is an empty list.
export const readValues = (element) => read(element, readInput);

// The same as the page came with it.
const readServed = (element) => read(element, (input) => (isTicked(input) ? input.defaultChecked && input.value : input.defaultValue ?? input.value));

const isTicked = (input) => input.type === "radio" || input.type === "checkbox";
const readInput = (input) => (isTicked(input) ? input.checked && input.value : input.value);
const listInputs = (element) => element.querySelectorAll(":is(input, textarea, select)[name]:not([type=hidden])");

function read(element, valueOf) {
  const found = {};
  for (const input of listInputs(element)) {
    found[input.name] ??= [];
    const value = (valueOf(input) || "").trim();
    if (value !== "") found[input.name].push(value);
  }
  return found;
}

// Show values in the inputs inside an element, without the events that tell what a player does.
export function fill(element, inputs) {
  for (const input of listInputs(element)) {
    const values = inputs[input.name] ?? [];
    if (input.type === "radio") input.checked = values.length ? values.includes(input.value) : input.value === "";
    else if (input.type === "checkbox") input.checked = values.includes(input.value);
    else input.value = values[0] ?? "";
  }
}

// What stands there, also where it is folded.
const wordsOf = (element) => (element?.innerText || element?.textContent || "").trim();

// What a person would say of what an element's inputs hold: "Bid 9".
// A screen that enters something without labels of its own says it itself: it answers the event "entry:part", or has
// said it already (data-said).
export function describe(element) {
  const asked = new CustomEvent("entry:part", { bubbles: true, detail: { said: element.dataset.said } });
  element.dispatchEvent(asked);
  if (asked.detail.said !== undefined) return asked.detail.said;
  const words = [];
  for (const input of listInputs(element)) {
    if (input.matches("select") || !readInput(input)) continue;
    const named = input.labels?.[0];
    const label = wordsOf(named?.querySelector(".name") ?? named);
    words.push(isTicked(input) ? label : `${label} ${input.value}`);
  }
  const legend = element.querySelector("legend");
  if (!words.length) return "";
  const title = legend && !words[0].startsWith(wordsOf(legend)) ? `${wordsOf(legend)} ` : "";
  return `${title}${words.join(" ")}`.replace(/\s+/g, " ").trim();
}

// What inputs hold that hold nothing.
const blank = (inputs) => Object.fromEntries(Object.keys(inputs).map((name) => [name, []]));

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Draft extends EventTarget {
  // Tells of "state" (what is unsent has changed), "filled" (parts came), "late" (it was recorded), "conflict",
  // "replaced" (another phone changed what was entered here), "current" (the next deal, begun without the server, is the
  // server's deal in progress).
  constructor(form) {
    super();
    this.form = form;
    this.where = form.dataset;
    this.name = form.dataset.draft;
    this.following = (form.dataset.following || "").split(" ").filter(Boolean);
    this.key = unsentKey(form.dataset.match);
    this.parts = new Map();
    for (const element of form.querySelectorAll("[data-part]")) {
      const known = { element, version: Number(element.dataset.version), held: readServed(element) };
      this.parts.set(element.dataset.part, known);
    }
    this.offline = false;
    this.ahead = false;
    this.late = false;
    this.sending = null;
    this.timer = 0;
    this.waits = () => false;
    addEventListener("storage", (event) => event.key === this.key && this.hearSent());
  }

  say(what, detail = {}) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  get all() {
    return readStored(this.key, {});
  }

  get unsent() {
    return this.all[this.name]?.parts ?? {};
  }

  setUnsent(name, part, draft = this.name) {
    const all = this.all;
    const mine = (all[draft] ??= { way: this.where.way, parts: {} });
    if (part) mine.parts[name] = part;
    else delete mine.parts[name];
    if (!Object.keys(mine.parts).length) delete all[draft];
    store(this.key, Object.keys(all).length ? all : null);
    this.say("state");
  }

  forget(draft) {
    forgetParts(this.where.match, draft);
    this.say("state");
  }

  get versions() {
    return Object.fromEntries([...this.parts].map(([name, part]) => [name, part.version]));
  }

  get begun() {
    return [...this.parts.values()].some((part) => Object.values(readValues(part.element)).some((values) => values.length));
  }

  // What this phone had not sent when the page went away goes back into the form, but for what was tapped since, before
  // this script was there.
  restore() {
    const tapped = [...this.parts].filter(([, part]) => this.isOnlyHere(part)).map(([name]) => name);
    for (const [name, mine] of Object.entries(this.unsent)) {
      const part = this.parts.get(name);
      if (part && !tapped.includes(name)) fill(part.element, mine.inputs);
    }
    for (const name of tapped) this.touch(name);
    if (Object.keys(this.unsent).length) this.say("filled", { names: Object.keys(this.unsent) });
    this.soon(0);
  }

  touch(name) {
    const part = this.parts.get(name);
    const inputs = readValues(part.element);
    // A sum that is being typed is no value yet: it stays on this phone, where a reload finds it.
    const typing = Object.values(inputs).some((values) => values.some((value) => /^[\d+]*\+[\d+]*$/.test(value)));
    const mine = this.unsent[name];
    if (same(inputs, mine ? mine.inputs : part.held)) return;
    part.mine = true;
    this.setUnsent(name, { version: mine ? mine.version : part.version, inputs, typing, told: describe(part.element) });
    this.complain(part, []);
    if (!typing) this.soon();
  }

  soon(after = SOON) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), after);
  }

  flush() {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  async sendAll() {
    if (this.late || this.waits()) return;
    try {
      for (let next = this.next(); next; next = this.next()) await this.send(...next);
      this.reached(true);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.reached(false);
      this.soon(AGAIN_AFTER);
    }
  }

  // While a deal waits on this phone, the server's deal in progress is that one, and what is entered follows it.
  next() {
    if (this.late || this.waits()) return undefined;
    return Object.entries(this.unsent).find(([name, mine]) => !mine.wrong && !mine.typing && this.parts.has(name));
  }

  reached(yes) {
    if (this.offline === !yes) return;
    this.offline = !yes;
    this.say("state");
  }

  async send(name, mine) {
    const draft = this.name;
    const body = { draft, form: this.where.way, part: name, version: mine.version, inputs: mine.inputs };
    const { status, data } = await post(this.where.partAddress, body, this.where.state);
    if (draft !== this.name || (status === 409 && this.waits())) return;
    const part = this.parts.get(name);
    const now = this.unsent[name];
    const unchanged = now && same(now.inputs, mine.inputs);
    if (status === 200) {
      Object.assign(part, { version: data.version, held: mine.inputs });
      // What was forgotten meanwhile, since its deal was saved, stays forgotten.
      if (now) this.setUnsent(name, unchanged ? null : { ...now, version: data.version });
      if (unchanged || (!now && !part.mine)) this.showSent(name, mine.inputs);
    } else if (status === 409 && data?.kind === "part") this.overtaken(name, mine, data.parts);
    else if (status === 409 && data?.kind === "recorded") this.recorded(data);
    else if (status === 409 && data?.kind === "other") this.goBy(data);
    else if (status === 422) {
      if (unchanged) this.setUnsent(name, { ...now, wrong: true });
      this.complain(part, data.findings);
    } else throw new Unreachable(status);
  }

  // Another page of this phone has sent what was entered here: it is not on this page alone any more.
  hearSent() {
    for (const [name, part] of this.parts) if (part.mine && !this.unsent[name]) part.held = readValues(part.element);
  }

  // Another page of this phone may have entered what was sent here.
  showSent(name, inputs) {
    const { element } = this.parts.get(name);
    if (same(readValues(element), inputs)) return;
    fill(element, inputs);
    this.say("filled", { names: [name] });
  }

  // This phone wrote that itself and never heard of it, as when the page was left: what it says now is newer.
  catchUp(name, there) {
    const now = this.unsent[name];
    Object.assign(this.parts.get(name), { version: there.version, held: there.inputs });
    if (now) this.setUnsent(name, { ...now, version: there.version });
  }

  // Another phone wrote the same part first: theirs is shown, ours is kept beside it until a person chooses.
  overtaken(name, mine, parts) {
    if (parts[name].mine) return this.catchUp(name, parts[name]);
    this.setUnsent(name, null);
    this.apply(parts);
    const { element, version } = this.parts.get(name);
    this.say("conflict", { name, mine, who: parts[name].who, theirs: describe(element), version });
  }

  // What a part would hold, and say, with other inputs in it.
  tryOn(name, inputs) {
    const { element } = this.parts.get(name);
    const mine = readValues(element);
    fill(element, inputs);
    const tried = { inputs: readValues(element), told: describe(element) };
    fill(element, mine);
    return tried;
  }

  // A person wants what was entered here after all.
  insist(name, mine) {
    const part = this.parts.get(name);
    fill(part.element, mine.inputs);
    this.setUnsent(name, { ...mine, version: part.version });
    this.say("filled", { names: [name] });
    this.soon(0);
  }

  // Show what came; returns the names of the parts that had been entered here and say something else now.
  apply(parts) {
    const names = [];
    const replaced = [];
    for (const [name, there] of Object.entries(parts)) {
      const part = this.parts.get(name);
      if (part && there.version >= part.version) part.element.dataset.who = there.who ?? "";
      if (!part || there.version <= part.version || this.unsent[name]) continue;
      part.version = there.version;
      const before = readValues(part.element);
      fill(part.element, there.inputs);
      part.held = readValues(part.element);
      part.who = there.who;
      if (part.mine && !same(before, part.held)) replaced.push(name);
      part.mine = false;
      this.complain(part, []);
      names.push(name);
    }
    if (names.length) this.say("filled", { names });
    return replaced;
  }

  complain(part, findings) {
    let line = part.element.querySelector(":scope > .part-problem");
    if (!line && findings.length) {
      line = document.createElement("p");
      line.className = "part-problem error";
      line.setAttribute("role", "alert");
      part.element.append(line);
    }
    if (line) {
      line.textContent = findings.join(" ");
      line.hidden = !findings.length;
    }
  }

  recorded(data) {
    if (this.late) return;
    this.late = true;
    this.say("late", data);
  }

  // What the other phones have done since.
  async refresh() {
    if (this.late || this.waits()) return;
    const draft = this.name;
    const address = `${this.where.state}?form=${encodeURIComponent(this.where.way)}&draft=${draft}`;
    try {
      const { status, data } = await get(address);
      if (status !== 200 || !data || draft !== this.name || this.waits()) return;
      this.reached(true);
      if (data.late) return this.recorded(data);
      this.goBy(data);
      const replaced = this.apply(data.parts);
      if (replaced.length) this.say("replaced", { names: replaced });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.reached(false);
    }
  }

  // The page goes by the server's name of the deal in progress, where it went ahead under another, and shows who plays.
  goBy({ draft, following, seq, who }) {
    if ((who ?? this.form.dataset.who) !== this.form.dataset.who) location.reload(); // others play; what was entered stays with its people
    if (draft !== this.name) this.moveOn(draft, () => true);
    this.following = following;
    if (this.ahead) this.say("current", { seq });
    this.ahead = false;
  }

  // The deal is in the outbox: the page is free for the next one, whose name was known beforehand.
  moveOn(name, stays) {
    this.forget(this.name);
    this.turnTo(name, stays);
  }

  // Show another deal: blank but for the parts that stay.
  turnTo(name, stays = () => false) {
    this.name = name;
    this.form.dataset.draft = name;
    this.ahead = true;
    this.following = this.following.slice(this.following.indexOf(name) + 1);
    for (const [key, part] of this.parts) {
      const staying = stays(part);
      if (!staying) fill(part.element, {});
      Object.assign(part, { version: 0, held: blank(part.held), mine: staying && part.mine });
      this.complain(part, []);
      // Blank, it has nothing to say: another page of this phone may have begun that deal.
      if (staying && this.isOnlyHere(part)) this.touch(key);
    }
    this.say("filled", { names: [...this.parts.keys()] });
  }

  // Whether the server, and so another page, knows nothing of what a part says.
  isOnlyHere(part) {
    return !same(readValues(part.element), part.held);
  }
}
