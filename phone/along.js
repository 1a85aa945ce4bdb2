// Matches that are kept at the server of this origin too: what this phone has more is sent there, what the server has
// more comes here. Where both went on, people are asked (scorekeeper/web/match/along.py). Each event counts once, by its UUID.

const PATIENCE = 15000;
const ROUNDS = 3; // what was sent is asked back, and so on; more means that others write all the time
const MARK = "scorekeeper.along."; // for pages of the server in this browser: where the match goes on without network

const idOf = (there) => there.split("/").at(-2);

function readOutbox(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
}

class Away extends Error {}

async function askServer(address, options = {}) {
  try {
    const response = await fetch(address, { credentials: "same-origin", redirect: "error", signal: AbortSignal.timeout?.(PATIENCE), ...options });
    if (response.status >= 500) throw new Away(response.status);
    return response;
  } catch (error) {
    throw error instanceof Away ? error : new Away(error.message);
  }
}

export class Along {
  // `ask(method, address, headers, body)` asks the application on this phone; `told(match, what)` hears what came of a match.
  constructor(app, ask, told) {
    Object.assign(this, { app, ask, told, busy: null, again: false, lively: false, alike: new Map() });
  }

  // One run at a time; what happens meanwhile is looked at in another one.
  look() {
    if (this.busy) this.again = true;
    else {
      this.busy = this.lookAtAll().catch(() => {}).finally(() => {
        this.busy = null;
        if (this.again) setTimeout(() => this.look(), 1000);
        this.again = false;
      });
    }
    return this.busy;
  }

  async askApp(method, address, headers = {}, body = null) {
    const given = await this.ask(method, address, headers, body);
    if (given.failed) throw new Error(given.failed);
    return { ...given, text: new TextDecoder().decode(given.body) };
  }

  async lookAtAll() {
    const said = JSON.parse((await this.askApp("GET", `${this.app}/along/list.json`)).text);
    this.lively = said.matches.some(({ asleep }) => !asleep);
    this.mark(said.matches);
    for (const match of said.matches) await this.takeWaiting(match, said.token);
    if (!navigator.onLine) return;
    for (const match of said.matches.filter(({ parted, asleep }) => !parted && !asleep)) {
      try {
        await this.lookAt(match, said.token);
      } catch (error) {
        if (error instanceof Away) return; // what goes wrong with one match keeps the others from nothing
      }
    }
  }

  // Deals that wait in a page of the server in this browser are written here, under the UUIDs they have; what cannot be
  // written stays there, for a person. So does what follows something that has not come here yet.
  async takeWaiting(match, token) {
    const { there, here } = match;
    let { last } = match;
    const key = `scorekeeper.outbox.${idOf(there)}`;
    const headers = { "content-type": "application/json", "x-csrftoken": token, accept: "application/json" };
    for (let items = readOutbox(key); items.length && items[0].state === "waiting"; items = readOutbox(key)) {
      const [item] = items;
      if (item.seen > last) return;
      const given = await this.askApp("POST", `${here}/draft/record`, headers, new TextEncoder().encode(JSON.stringify(item)));
      if (given.status !== 200) return;
      const { seq } = JSON.parse(given.text);
      last = seq;
      const others = readOutbox(key).filter((one) => one.draft !== item.draft); // a page may have saved a deal meanwhile
      const left = others.map((one) => (one.after === item.draft ? { ...one, after: null, tried: true, seen: seq } : one));
      if (left.length) localStorage.setItem(key, JSON.stringify(left));
      else localStorage.removeItem(key);
      this.told(match, "added");
    }
  }

  async lookAt(match, token) {
    let { seq, last } = match;
    for (let round = 0; round < ROUNDS; round += 1) {
      const there = await askServer(`${match.there}/log`);
      if (there.headers.has("Gone")) return this.told(match, "gone");
      if (!there.ok) return null;
      const log = await there.json();
      // A server that was restored may have as many events, and others.
      if (log.seq === seq && last === seq && [match.code, this.alike.get(match.id)].includes(log.code)) return null;
      const refused = log.seq === seq && last > seq && (log.may === "watch" || await this.send(match, log.token));
      const brought = await this.fetch(match, token, refused);
      if (brought.seq) this.markOne(match, brought.seq);
      if (brought.problems || (refused && brought.state === "parted")) return this.told(match, "refused");
      if (brought.state === "parted") return this.told(match, "parted");
      if (brought.added) this.told(match, "added");
      if (brought.state === "same") this.alike.set(match.id, log.code); // hashes may begin anew on a phone
      if (brought.state === "same") return last > match.seq && this.told(match, "sent");
      [seq, last] = [brought.seq, brought.last];
    }
    return null;
  }

  async send({ there, here }, token) {
    const record = await this.askApp("GET", `${here}/record.jsonl`);
    const headers = { "X-CSRFToken": token, "Content-Type": "application/jsonl" };
    const { status } = await askServer(`${there}/log`, { method: "POST", headers, body: record.body });
    return [413, 422].includes(status); // it is too large, or says what may not be
  }

  async fetch({ there }, token, refused) {
    const record = await askServer(`${there}/record.jsonl`);
    const headers = { "content-type": "application/jsonl", "x-csrftoken": token };
    const address = `${this.app}/along?from=${encodeURIComponent(there)}${refused ? "&refused=1" : ""}`;
    return JSON.parse((await this.askApp("POST", address, headers, await record.arrayBuffer())).text);
  }

  // The server's own pages in this browser offer the way here while they have no network and show no more than is here:
  // the mark says how many events both have.
  mark(matches) {
    const keys = matches.map(({ there }) => MARK + idOf(there));
    for (const key of Object.keys(localStorage)) if (key.startsWith(MARK) && !keys.includes(key)) localStorage.removeItem(key);
    for (const match of matches) this.markOne(match, match.seq);
  }

  markOne({ there, here }, common) {
    try {
      localStorage.setItem(MARK + idOf(there), `${here.replace(this.app, `${this.app.replace(/app$/, "")}#`)} ${common}`);
    } catch { /* a store that is full: the way here is found by hand */ }
  }
}
