// Follows a match: hears that it moved, fetches the middle of the page anew, and lets nothing jump under the finger.
// The server renders everything; this file knows no words. It listens to the stream where one gets through and asks
// every few seconds where none does. Other modules may listen to "scorekeeper:moved" on the document.

const QUIET = 60_000; // the server gives a sign every 25 s; a stream silent for longer is dead without knowing it
const HIDDEN_EVERY = 30_000; // the page is not in view: asking can wait
const TRY_STREAM_AGAIN = 30_000;
const PATIENCE = 3_000; // how long a stream may take to open before the page asks by itself
const NEWS_STAYS = 8_000;
const SAID_AFTER = 300;

const root = document.documentElement;
const main = document.getElementById("main");
const now = () => Date.now();
const here = () => document.getElementById("live");

const state = { pulse: 0, seq: 0, etag: "", every: 2000, stream: null, heard: 0, asking: null, again: false, failed: 0, gone: false };
let timer = 0;
let retryStream = 0;
let pressed = false;
let released = Promise.resolve();
let release = () => {};
let lastPoint = null;

// --- putting the new middle into the page ---------------------------------------------------------------------------

const blank = (node) => node.nodeType === 3 && !node.nodeValue.trim();
const kept = (node) => node.nodeType === 1 && node.hasAttribute("data-live-keep");
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");

// What people are doing to a control is theirs: a value being typed, a list they opened.
const THEIRS = { DETAILS: ["open"], DIALOG: ["open"], INPUT: ["value", "checked"], OPTION: ["selected"], TEXTAREA: [] };

function sameAttributes(from, to) {
  const theirs = THEIRS[from.nodeName] || [];
  const fixed = from.nodeName === "INPUT" && from.type === "hidden" ? [] : theirs;
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !fixed.includes(name)) from.removeAttribute(name);
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value && !fixed.includes(name)) from.setAttribute(name, value);
  }
}

function morph(from, to) {
  if (from.isEqualNode(to)) return;
  if (from.nodeType !== 1) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  sameAttributes(from, to);
  if (from.nodeName !== "TEXTAREA") morphChildren(from, to);
}

function morphChildren(from, to) {
  const wantedIds = new Set([...to.children].map((child) => child.id).filter(Boolean));
  let cursor = from.firstChild;
  const over = (node, wanted) => kept(node) || (node.id && !wantedIds.has(node.id)) || (blank(node) && !alike(node, wanted));
  const step = (wanted) => {
    while (cursor && over(cursor, wanted)) {
      const next = cursor.nextSibling;
      if (!kept(cursor)) cursor.remove();
      cursor = next;
    }
  };
  for (const wanted of [...to.childNodes]) {
    if (kept(wanted)) continue;
    step(wanted);
    const byId = wanted.id ? [...from.children].find((child) => child.id === wanted.id) : null;
    const found = byId || (cursor && alike(cursor, wanted) ? cursor : null);
    if (!found) from.insertBefore(document.importNode(wanted, true), cursor);
    else if (found === cursor) { cursor = cursor.nextSibling; morph(found, wanted); }
    else { from.insertBefore(found, cursor); morph(found, wanted); }
  }
  while (cursor) {
    const next = cursor.nextSibling;
    if (!kept(cursor)) cursor.remove();
    cursor = next;
  }
}

// The thing that must not move: what was touched last if it is in sight, else what has the focus, else the middle.
function anchor() {
  const inSight = (found) => {
    const box = found && found.getBoundingClientRect();
    return box && box.bottom > 0 && box.top < innerHeight;
  };
  const touched = lastPoint && now() - lastPoint.at < 10_000 && document.elementFromPoint(lastPoint.x, lastPoint.y);
  const focused = document.activeElement !== main && main.contains(document.activeElement) ? document.activeElement : null;
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const found = [touched, focused, middle].find((one) => one && main.contains(one) && inSight(one));
  return found ? (found.closest("[id]:not(main)") || found) : null;
}

// A player who looks at the newest entry sees the next one too.
function keepNewest() {
  const newest = () => document.querySelector(".sheet > tbody:last-child");
  const before = newest();
  const box = before && before.getBoundingClientRect();
  const foot = document.querySelector("main > .act");
  const seen = box && box.top > 0 && box.bottom <= (foot ? foot.getBoundingClientRect().top : innerHeight) + 1;
  return () => {
    if (seen && newest() !== before) newest().scrollIntoView({ block: "nearest", behavior: "instant" });
  };
}

function show(html) {
  const follow = keepNewest();
  const fresh = new DOMParser().parseFromString(`<main id="main" tabindex="-1">${html}</main>`, "text/html").getElementById("main");
  const steady = scrollY > 0 ? anchor() : null;
  const before = steady && steady.getBoundingClientRect().top;
  morphChildren(main, fresh);
  if (steady && steady.isConnected) scrollBy({ top: steady.getBoundingClientRect().top - before, behavior: "instant" });
  follow();
}

// Says what happened, politely. Where the row is out of sight it is shown as well, and a tap leads there.
function tell(news, id) {
  const place = document.getElementById("live-news");
  if (!place || !news) return;
  const row = document.getElementById(id);
  const box = row && row.getBoundingClientRect();
  const seen = box && box.top >= 0 && box.bottom <= innerHeight;
  const said = document.createElement(row && !seen ? "a" : "span");
  if (said.nodeName === "A") said.href = `#${id}`;
  said.textContent = news;
  place.replaceChildren(said);
  place.classList.toggle("shown", !seen);
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => {
    place.classList.remove("shown");
    if (!place.contains(document.activeElement)) place.replaceChildren();
  }, NEWS_STAYS);
}

function apply(html) {
  const hadRematch = Boolean(document.querySelector("[data-follow]"));
  show(html);
  const at = here();
  if (!at) return;
  if (Number(at.dataset.seq) > state.seq) tell(at.dataset.news, at.dataset.row);
  remember(at);
  if (!hadRematch) followRematch();
}

function remember(at) {
  state.seq = Number(at.dataset.seq);
  state.pulse = Number(at.dataset.pulse);
}

// A phone that has a seat goes along to the rematch by itself, but never while a player is touching it.
function followRematch() {
  const form = document.querySelector("form[data-follow=auto]");
  if (form) setTimeout(() => released.then(() => form.isConnected && form.requestSubmit()), 2500);
}

// How the page is connected, for people who wonder why nothing comes.
function mark(how) {
  root.dataset.live = how;
  for (const one of ["off", "gone"]) {
    const words = document.getElementById(`live-${one}`);
    if (words) words.hidden = one !== how;
  }
  offerProgram(how);
}

// A match that was taken along goes on in the program on this phone (phone/along.js); some browsers keep nothing.
function offerProgram(how) {
  const link = document.getElementById("goes-on");
  try {
    const there = localStorage[link.dataset.kept];
    link.href = there;
    link.hidden = !there || how !== "off";
  } catch {}
}

// --- asking ----------------------------------------------------------------------------------------------------------

function refresh() {
  if (state.gone) return Promise.resolve();
  const at = here();
  if (!at) return Promise.resolve();
  if (state.asking) { state.again = true; return state.asking; }
  state.asking = ask(at.dataset.fragment).finally(() => {
    state.asking = null;
    if (state.again) { state.again = false; refresh(); }
  });
  return state.asking;
}

async function ask(address) {
  try {
    const headers = state.etag ? { "If-None-Match": state.etag } : {};
    const answer = await fetch(address, { headers, cache: "no-store", credentials: "same-origin", redirect: "error" });
    state.every = 1000 * (Number(answer.headers.get("Live-Every")) || 2);
    if (answer.status === 404 || answer.status === 410) { withdrawn(); return; }
    if (answer.status !== 304 && !answer.ok) throw new Error(String(answer.status));
    connected();
    if (answer.status === 304) return;
    if (!here().dataset.follows) {
      moved(await answer.json());
      state.etag = answer.headers.get("ETag") || "";
      return;
    }
    const html = await answer.text();
    await released; // a finger on the glass: what is under it stays until it is lifted
    state.etag = answer.headers.get("ETag") || "";
    apply(html);
    if (answer.headers.get("ETag") && state.seq) announce();
  } catch {
    state.failed += 1;
    if (state.failed > 1) mark("off");
  }
}

function connected() {
  state.failed = 0;
  mark(listening() ? "stream" : "poll");
}

function withdrawn() {
  state.gone = true;
  stopStream();
  clearTimeout(timer);
  mark("gone");
}

function announce() {
  document.dispatchEvent(new CustomEvent("scorekeeper:moved", { detail: { seq: state.seq, pulse: state.pulse } }));
}

function plan() {
  clearTimeout(timer);
  if (state.gone) return;
  const slower = Math.min(state.failed, 4);
  const usual = listening() ? QUIET : state.every * 2 ** slower;
  timer = setTimeout(tick, document.hidden ? Math.max(HIDDEN_EVERY, usual) : usual);
}

async function tick() {
  if (state.stream && now() - state.heard > QUIET) startStream();
  await refresh();
  plan();
}

// --- listening -------------------------------------------------------------------------------------------------------

const listening = () => Boolean(state.stream && state.stream.readyState === 1);

function stopStream() {
  if (state.stream) state.stream.close();
  state.stream = null;
}

function startStream() {
  stopStream();
  clearTimeout(retryStream);
  const address = here() && here().dataset.stream;
  const mixed = location.protocol === "https:" && address && address.startsWith("http:");
  if (!address || mixed || !window.EventSource || state.gone) return;
  const stream = new EventSource(address);
  state.stream = stream;
  state.heard = now();
  stream.onopen = () => { state.heard = now(); connected(); plan(); };
  stream.onmessage = (event) => { state.heard = now(); moved(JSON.parse(event.data)); };
  stream.addEventListener("ping", () => { state.heard = now(); });
  stream.addEventListener("gone", () => { stopStream(); refresh().then(plan); });
  stream.onerror = () => {
    // The browser tries again by itself, unless the server said no; then we ask, and try later.
    if (stream.readyState === 2) { stopStream(); retryStream = setTimeout(startStream, TRY_STREAM_AGAIN); }
    refresh().then(plan);
  };
}

function moved(version) {
  if (version.pulse === state.pulse) return;
  const at = here();
  if (at && at.dataset.follows) { refresh(); return; }
  const newer = version.seq > state.seq;
  state.seq = version.seq;
  state.pulse = version.pulse;
  announce();
  if (newer) document.dispatchEvent(new CustomEvent("scorekeeper:written", { detail: version }));
}

// --- the hand ----------------------------------------------------------------------------------------------------

function press(event) {
  lastPoint = { x: event.clientX, y: event.clientY, at: now() };
  if (pressed) return;
  pressed = true;
  released = new Promise((done) => { release = done; });
}

function lift() {
  if (!pressed) return;
  pressed = false;
  setTimeout(release, 350); // the click comes after the finger has left
}

// A page that was away shows the truth at once, also after it missed changes.
function back() {
  if (document.hidden) { plan(); return; }
  if (!listening() || now() - state.heard > QUIET / 2) startStream();
  refresh().then(plan);
}

// What the page before has saved. It is seen in its row; a region says only what comes into it after the page.
function sayWhatWasSaved() {
  let said = "";
  try {
    said = sessionStorage.getItem("scorekeeper.said");
    sessionStorage.removeItem("scorekeeper.said");
  } catch {
    return;
  }
  if (said) setTimeout(() => (document.getElementById("live-news").textContent = said), SAID_AFTER);
}

function start() {
  if (!here() || !main) return;
  if (here().dataset.follows) sayWhatWasSaved();
  remember(here());
  state.etag = `"${here().dataset.tag}"`; // the page itself is the first answer
  state.every = 1000 * (Number(here().dataset.every) || 2);
  addEventListener("pointerdown", press, { passive: true, capture: true });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lift, { passive: true, capture: true });
  document.addEventListener("visibilitychange", back);
  addEventListener("online", back);
  addEventListener("offline", () => mark("off"));
  addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  addEventListener("pagehide", stopStream);
  startStream();
  setTimeout(() => { if (!listening()) tick(); }, state.stream ? PATIENCE : state.every);
}

start();

// --- awake ---------------------------------------------------------------------------------------------------------
// The screen stays awake while a match is being played, where the browser allows it (TLS or localhost only), and a
// gentle tick comes under the finger where the phone can. Both are niceties: nothing depends on them.

let lock = null;

async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || lock || !document.querySelector("#live[data-awake]")) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; delete document.documentElement.dataset.awake; });
    document.documentElement.dataset.awake = "yes";
  } catch {
    lock = null; // a low battery, or a policy: the phone knows better
  }
}

// The end of the match lets the phone sleep again.
function letSleep() {
  if (lock && !document.querySelector("#live[data-awake]")) lock.release();
}

// A tick that a hand feels when something is saved. What scripts send says so once it is; a form that is sent as forms
// go ticks as it goes, because the page that answers has not been touched yet and may not.
function shake() {
  if (navigator.vibrate && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate(15);
}

document.addEventListener("scorekeeper:saved", shake);
document.addEventListener("submit", (event) => {
  const seldom = event.submitter?.name === "more" || event.submitter?.name === "lang";
  if (event.target.method === "post" && !event.defaultPrevented && !seldom) shake();
});
document.addEventListener("visibilitychange", stayAwake);
// Some browsers grant it only after a touch.
addEventListener("pointerup", stayAwake, { passive: true });
document.addEventListener("scorekeeper:moved", () => { letSleep(); stayAwake(); });
stayAwake();
