// Hears that a match moved: it listens to the stream where one gets through and asks every few seconds where none does.
// A page that follows its match has js/follow.js put its new middle in place; a page for a deal only hears of it. Other
// modules may listen to "scorekeeper:moved" on the document.

import { awaitLift, isAway } from "./touch.js";

const QUIET = 60_000; // the server gives a sign every 25 s; a stream silent for longer is dead without knowing it
const HIDDEN_EVERY = 30_000; // the page is not in view: asking can wait
const TRY_STREAM_AGAIN = 30_000;
const PATIENCE = 3_000; // how long a stream may take to open before the page asks by itself

const root = document.documentElement;
const findLive = () => document.getElementById("live");

const state = { pulse: 0, seq: 0, etag: "", every: 2000, stream: null, heard: 0, asking: null, again: false, failed: 0, gone: false };
let timer = 0;
let retryStream = 0;
let lastPoint = null;
let placeMiddle = () => {};

// --- for js/follow.js ------------------------------------------------------------------------------------------------

// What is done with the new middle of the page.
export function placeWith(how) {
  placeMiddle = how;
}

// Whether a page tells more of its match than the one before did.
export const isNewer = (at) => Number(at.dataset.seq) > state.seq;

// Where the last finger was, if that was within so many milliseconds.
export const findTouch = (within) => lastPoint && Date.now() - lastPoint.at < within && lastPoint;

// --- what is known ---------------------------------------------------------------------------------------------------

function rememberVersion(at) {
  state.seq = Number(at.dataset.seq);
  state.pulse = Number(at.dataset.pulse);
}

// How the page is connected, for people who wonder why nothing comes.
function markConnection(how) {
  root.dataset.live = how;
  for (const one of ["off", "gone"]) {
    const words = document.getElementById(`live-${one}`);
    if (words) words.hidden = one !== how;
  }
  offerProgram(how);
}

// A match that was taken along goes on in the program on this phone (phone/along.js), unless that knows less of it than
// this page; some browsers keep nothing.
function offerProgram(how) {
  const link = document.getElementById("goes-on");
  try {
    const [there, known] = localStorage[link.dataset.kept].split(" ");
    link.href = there;
    link.hidden = how !== "off" || state.seq > known;
  } catch {}
}

// --- asking ----------------------------------------------------------------------------------------------------------

function refresh() {
  const at = !state.gone && findLive();
  if (!at) return Promise.resolve();
  if (state.asking) { state.again = true; return state.asking; }
  state.asking = fetchNewer(at.dataset.fragment).finally(() => {
    state.asking = null;
    if (state.again) { state.again = false; refresh(); }
  });
  return state.asking;
}

async function fetchNewer(address) {
  try {
    const headers = state.etag ? { "If-None-Match": state.etag } : {};
    const answer = await fetch(address, { headers, cache: "no-store", redirect: "error" });
    state.every = 1000 * (Number(answer.headers.get("Live-Every")) || 2);
    if (answer.headers.has("Gone")) return markWithdrawn();
    // A guest network may answer with a page of its own, a proxy whose server is away that there is none, and a failure has
    // nothing of ours.
    if (!answer.headers.has("Live-Every")) throw new Error(String(answer.status));
    markConnected();
    if (answer.status === 304) return;
    const follows = findLive().dataset.follows;
    const said = await (follows ? answer.text() : answer.json());
    if (follows) await awaitLift(); // a finger on the glass: what is under it stays until it is lifted
    state.etag = answer.headers.get("ETag") || "";
    if (!follows) return takeVersion(said);
    placeMiddle(said);
    if (findLive()) rememberVersion(findLive());
    if (answer.headers.get("ETag") && state.seq) announceMove();
  } catch {
    state.failed += 1;
    if (state.failed > 1) markConnection("off");
  }
}

function markConnected() {
  state.failed = 0;
  markConnection(isListening() ? "stream" : "poll");
}

function markWithdrawn() {
  state.gone = true;
  stopStream();
  clearTimeout(timer);
  markConnection("gone");
}

function announceMove() {
  document.dispatchEvent(new CustomEvent("scorekeeper:moved", { detail: { seq: state.seq, pulse: state.pulse } }));
}

function planRefresh() {
  clearTimeout(timer);
  if (state.gone) return;
  const slower = Math.min(state.failed, 4);
  const usual = isListening() ? QUIET : state.every * 2 ** slower;
  timer = setTimeout(refreshInTurn, document.hidden ? Math.max(HIDDEN_EVERY, usual) : usual);
}

async function refreshInTurn() {
  if (state.stream && Date.now() - state.heard > QUIET) startStream();
  await refresh();
  planRefresh();
}

// --- listening -------------------------------------------------------------------------------------------------------

const isListening = () => state.stream?.readyState === 1 && state.spoke === state.stream;

function stopStream() {
  state.stream?.close();
  state.stream = null;
}

function startStream() {
  stopStream();
  clearTimeout(retryStream);
  const address = findLive()?.dataset.stream;
  const mixed = location.protocol === "https:" && address?.startsWith("http:");
  if (!address || mixed || !window.EventSource || state.gone) return;
  const stream = new EventSource(address);
  state.stream = stream;
  state.heard = Date.now();
  stream.onmessage = ({ data }) => {
    state.heard = Date.now();
    state.spoke = stream; // a proxy may let a stream open and keep to itself what is said in it
    markConnected();
    planRefresh();
    takeVersion(JSON.parse(data));
  };
  stream.addEventListener("ping", () => { state.heard = Date.now(); });
  stream.addEventListener("gone", () => { stopStream(); refresh().then(planRefresh); });
  stream.onerror = () => {
    // The browser tries again by itself, unless the server said no; then we ask, and try later.
    if (stream.readyState === 2) { stopStream(); retryStream = setTimeout(startStream, TRY_STREAM_AGAIN); }
    refresh().then(planRefresh);
  };
}

function takeVersion(version) {
  if (version.pulse === state.pulse) return;
  const at = findLive();
  if (at?.dataset.follows) return refresh();
  const newer = version.seq > state.seq;
  Object.assign(state, version);
  announceMove();
  if (newer) document.dispatchEvent(new CustomEvent("scorekeeper:written", { detail: version }));
}

// --- the hand ----------------------------------------------------------------------------------------------------

function notePoint({ clientX, clientY }) {
  lastPoint = { x: clientX, y: clientY, at: Date.now() };
}

// A page that was away shows the truth at once, also after it missed changes.
function comeBack() {
  if (document.hidden) return planRefresh();
  if (!isListening() || Date.now() - state.heard > QUIET / 2) startStream();
  refresh().then(planRefresh);
}

function startFollowing() {
  if (!findLive()) return;
  rememberVersion(findLive());
  state.etag = `"${findLive().dataset.tag}"`; // the page itself is the first answer
  state.every = 1000 * (Number(findLive().dataset.every) || 2);
  addEventListener("pointerdown", notePoint, { passive: true, capture: true });
  document.addEventListener("visibilitychange", comeBack);
  addEventListener("online", comeBack);
  addEventListener("offline", () => isAway() && markConnection("off"));
  // A form could not go, and its page stays (js/worker.js).
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data || markConnection("off"));
  addEventListener("pageshow", (event) => { if (event.persisted) comeBack(); });
  addEventListener("pagehide", stopStream);
  startStream();
  setTimeout(() => { if (!isListening()) refreshInTurn(); }, state.stream ? PATIENCE : state.every);
}

startFollowing();

// --- awake ---------------------------------------------------------------------------------------------------------
// The screen stays awake while a match is being played, where the browser allows it (TLS or localhost only), and a
// gentle tick comes under the finger where the phone can. Both are niceties: nothing depends on them.

let lock = null;

async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || lock || !document.querySelector("#live[data-awake]")) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; delete root.dataset.awake; });
    root.dataset.awake = "yes";
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
function shakePhone() {
  if (navigator.userActivation?.hasBeenActive && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(15);
}

document.addEventListener("scorekeeper:saved", shakePhone);
document.addEventListener("submit", (event) => {
  const seldom = event.submitter?.name === "more" || event.submitter?.name === "lang";
  if (event.target.method !== "post" || event.defaultPrevented || seldom) return;
  shakePhone();
  try {
    sessionStorage["scorekeeper.saved"] = "y"; // the page that answers takes no tap that was meant for this one (js/touch.js)
  } catch {}
});
document.addEventListener("visibilitychange", stayAwake);
// Some browsers grant it only after a touch.
addEventListener("pointerup", stayAwake, { passive: true });
document.addEventListener("scorekeeper:moved", () => { letSleep(); stayAwake(); });
stayAwake();
