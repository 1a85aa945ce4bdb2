// What becomes of a deal that is saved: it is in the outbox under a name of its own before anything else happens. The
// page waits a moment for the answer; where there can be none yet it goes on to the next deal.

import { fill, readValues } from "./draft.js";
import { makeUuid } from "./outbox.js";
import { seatOf } from "./told.js";
import { goOn, isAway, say } from "./touch.js";

const SLOW = 4000;

// The number of the deal and who deals, where the page says it (data-turn, data-seat-turn): the deal in progress follows
// those that the server has not heard of.
class Turn {
  constructor(form) {
    this.form = form;
    this.names = JSON.parse(form.dataset.names ?? "[]"); // a page from before an update names no dealer
    this.seat = Number(form.dataset.dealer);
    this.number = Number(this.places("number")[0]?.textContent);
  }

  places(what) {
    return [...document.querySelectorAll(`[data-turn="${what}"]`)];
  }

  // A deal that names who really dealt moves the rotation with it. What hangs on more than that is not said.
  follow(deals) {
    this.number += deals.length;
    for (const place of this.places("number")) place.textContent = this.number;
    if (!this.names.length) return this.hide();
    for (const { inputs } of deals) {
      const dealt = inputs.dealer?.[0] ? seatOf(inputs.dealer[0]) : this.seat;
      this.seat = this.isDealtAgain(inputs) ? dealt : this.after(dealt);
    }
    this.form.dataset.dealer = this.seat;
    const turns = { dealer: this.seat, first: this.after(this.seat) };
    for (const [what, seat] of Object.entries(turns)) for (const place of this.places(what)) place.textContent = this.names[seat];
    for (const mark of document.querySelectorAll("[data-seat-turn]")) mark.hidden = Number(mark.dataset.seatTurn) !== turns[mark.dataset.what];
    for (const told of document.querySelectorAll("[data-only-now]")) told.hidden = true;
  }

  // Where the table plays so, the same seat deals again after a deal that all passed (data-passed, "bid=pass").
  isDealtAgain(inputs) {
    const [name, passed] = this.form.dataset.passed?.split("=") ?? [];
    return Boolean(name) && inputs[name]?.[0] === passed;
  }

  after(seat) {
    return (seat + 1) % this.names.length;
  }

  hide() {
    for (const told of document.querySelectorAll("[data-standing], [data-seat-turn]")) told.hidden = true;
  }
}

export class Saving {
  constructor(form, draft, outbox, show) {
    Object.assign(this, { form, draft, outbox, show });
    this.turn = new Turn(form);
    this.notices = document.getElementById("entry-notices");
    this.awaited = ""; // saved here, and the page may lead to it
    this.kept = true; // what is awaited would outlive the page
    this.aside = null; // the deal in progress, while an earlier one is put right
    addEventListener("storage", (event) => event.key === outbox.key && this.passOver((part) => draft.isOnlyHere(part)));
    addEventListener("pageshow", (event) => event.persisted && this.comeBack());
    this.passOver();
    this.catchUp();
  }

  // Whether the server is not asked before a deal is saved: it cannot be reached, or others wait for it.
  get alone() {
    return this.outbox.items.length > 0 || this.draft.offline || isAway();
  }

  get busy() {
    return "busy" in this.form.dataset;
  }

  // The browser shows the page once more as it was left.
  comeBack() {
    if (this.busy) this.draft.late = false;
    this.lock(false);
  }

  // What is on its way is not changed any more.
  lock(yes) {
    this.form.toggleAttribute("data-busy", yes);
    for (const child of this.form.children) if (!child.matches(".act")) child.inert = yes;
  }

  get names() {
    return this.outbox.items.map((item) => item.draft);
  }

  // A page from before its deal went into the outbox shows that deal's name: what is entered now is the next one.
  passOver(stays) {
    if (this.busy || this.aside || !this.names.includes(this.draft.name)) return;
    this.next(stays);
  }

  // A page that a phone without network opens may be from before its deal was sent: deals that follow it wait here, or
  // one is begun.
  catchUp() {
    const { names, draft } = this;
    const begun = draft.following.find((name) => name in draft.all);
    if (draft.following.some((name) => names.includes(name))) this.next();
    else if (begun) {
      this.turn.hide();
      draft.turnTo(begun);
    }
  }

  next(stays) {
    const { names, draft } = this;
    const at = names.indexOf(draft.name);
    if (at < 0) this.turn.hide();
    else this.turn.follow(this.outbox.items.slice(at));
    const last = Math.max(...names.map((name) => draft.following.indexOf(name)));
    draft.moveOn(draft.following[last + 1] || makeUuid(), stays);
    document.getElementById("entry-preview").replaceChildren();
  }

  // Where others wait, or no network is, the page does not wait for an answer; a second tap on Save then finds nothing to save.
  save(made) {
    const waits = this.outbox.items.length > 0 || isAway();
    if (this.busy) return;
    if (!this.draft.begun) return this.note("entry-blank");
    this.passOver(() => true);
    this.notices.replaceChildren();
    const item = { ...made(), draft: this.draft.name };
    this.kept = this.outbox.add(item);
    this.awaited = item.draft;
    if (waits && this.kept) this.goOn(item);
    else if (waits) this.giveBack(item);
    else this.wait(item);
    this.outbox.flush();
  }

  wait(item) {
    this.lock(true);
    this.slow = setTimeout(() => {
      this.outbox.change(item.draft, { tried: true });
      if (this.kept) this.goOn(item);
    }, SLOW);
  }

  // The deal is safe on this phone; the page is free for the next one, which may have another dealer and contract.
  goOn(item) {
    this.unlock();
    if (this.aside) this.putBack();
    else this.next();
    this.form.scrollIntoView(); // an emptied middle looks like loss
    goOn();
    say(`${this.outbox.title}: ${item.told}`);
    this.show();
  }

  // A deal for which the phone has no room stays on the page.
  giveBack(item) {
    this.unlock();
    this.outbox.remove(item.draft);
    this.draft.soon(0);
    this.note("entry-unkept");
  }

  note(name) {
    this.notices.replaceChildren(document.getElementById(name).content.cloneNode(true));
  }

  unlock() {
    clearTimeout(this.slow);
    this.lock(false);
  }

  answered({ item, status, data }) {
    const ours = item.draft === this.draft.name && !this.aside;
    if (status > 0) this.draft.reached(true);
    if (status === 0) this.unanswered(item, ours);
    else if (status === 200) this.recorded(item, data, ours);
    else if (ours && data && (data.kind === "wrong" || data.kind === "part")) this.refused(item, data);
    else this.unsettled(item, status, ours);
    if ((data?.who ?? this.form.dataset.who) !== this.form.dataset.who) this.draft.flush().finally(() => location.reload()); // others play
    this.show();
  }

  // Others wrote meanwhile, or a deal is gone: who deals next is not certain any more.
  unsettled(item, status, ours) {
    this.turn.hide();
    if (ours && status > 0) this.goOn(item);
    else if (status === -1) this.dropped(item);
  }

  dropped(item) {
    if (this.aside && item.draft === this.draft.name) this.putBack();
    if (this.outbox.items.length) return;
    this.form.dataset.seen = item.seq || this.form.dataset.seen;
    this.draft.refresh();
  }

  unanswered(item, ours) {
    this.awaited = "";
    if (ours && this.kept) this.goOn(item);
    else if (ours) this.giveBack(item);
  }

  // A player who waited is led to the row; one who has begun the next deal is not disturbed.
  recorded(item, data, ours) {
    this.draft.forget(item.draft);
    this.form.dataset.seen = data.seq;
    const waited = item.draft === this.awaited && !this.outbox.items.length && !this.draft.begun;
    clearTimeout(this.slow);
    if (ours || waited) this.leave(data);
    else if (!this.outbox.items.length) this.draft.soon(0);
  }

  // The page that comes says what was saved, and takes no tap that was meant for this one.
  leave({ row, said }) {
    this.draft.late = true; // an answer to a part that is still on its way has nothing to say of it
    try {
      sessionStorage["scorekeeper.said"] = said;
      sessionStorage["scorekeeper.saved"] = "y";
    } catch {
      // then nothing is said
    }
    location.assign(row);
  }

  // What was not sent before Save waited for the deal's own answer: it is kept as anything else that is in progress.
  refused(item, data) {
    this.unlock();
    this.outbox.remove(item.draft);
    this.notices.innerHTML = data.html;
    if (data.parts) this.draft.apply(data.parts);
    for (const [name, findings] of Object.entries(data.placed || {})) {
      const part = this.draft.parts.get(name);
      if (part) this.draft.complain(part, findings);
    }
    this.draft.soon(0);
  }

  // A deal that cannot be recorded as it is comes back into the form; the one in progress waits meanwhile.
  mend(item) {
    if (item.form !== this.form.dataset.way) return this.outbox.enter(item);
    if (this.busy || this.draft.name === item.draft) return undefined;
    this.turn.hide();
    this.aside ??= { name: this.draft.name, inputs: readValues(this.form) };
    this.draft.turnTo(item.draft);
    this.fillAll(item.inputs);
    this.form.scrollIntoView();
    return undefined;
  }

  putBack() {
    const { name, inputs } = this.aside;
    this.aside = null;
    this.draft.moveOn(name);
    this.fillAll(inputs);
    for (const part of this.draft.parts.keys()) this.draft.touch(part);
  }

  fillAll(inputs) {
    fill(this.form, inputs);
    this.draft.say("filled", { names: [...this.draft.parts.keys()] });
  }
}
