// The window of the program on the phone. It fetches a version, holds the lock, wakes Python in a worker, hands requests
// of the service worker on to it, and keeps its own address in step with the page in its frame.

import { Along } from "./along.js";
import { sendKept } from "./kept.js";
import * as notice from "./notice.js";
import { deleteUnneeded, fetchOffered, fetchVersion, forgetLast, readLast, readPointer, readVersion, writePointer } from "./version.js";

const BASE = new URL("./", location).pathname;
const APP = `${BASE}app`;
const LOCK = `scorekeeper-phone ${BASE}`;
const FOLDER = `scorekeeper ${BASE.replaceAll("/", " ").trim()}`.trim();
const PLAYING = `${LOCK} playing`; // when the last deal was written here
const LAST = `${BASE}last`;
const ALIVE = `${LOCK} alive`; // what the worker holds
const PAUSE = 3 * 3600 * 1000; // so long after it the evening is over
const ADVISED = `${LOCK} advised`; // that the window has said how to install
const TRIES = 40; // a window that gave the database away needs a moment to close it
const RECORDED = /\/m\/[^/]+\/[^/]+\/(draft\/record|record\/|row\/)/; // where a deal is written down
const ENTERED = /\/m\/[^/]+\/[^/]+\/(record\/|row\/\d+\/(correct|protest))/; // the page for it
const TYPED = /\/draft\/(?!record)/; // what is only entered so far

const everyWord = JSON.parse(document.getElementById("words").textContent);
const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => everyWord[one]) ?? "en";
const words = everyWord[language];
const frame = document.querySelector("iframe");
const [word, progress, key] = ["word", "progress", "key"].map((id) => document.getElementById(id));

let worker = null;

// --- what is said --------------------------------------------------------------------------------------------------------

const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

function sayWord(text, offered = null) {
  document.body.dataset.state = "word";
  word.textContent = text;
  progress.hidden = true;
  key.hidden = !offered;
  if (offered) [key.textContent, key.onclick] = offered;
}

function showProgress(text, part) {
  sayWord(text);
  progress.hidden = false;
  if (part === null) progress.removeAttribute("value");
  else progress.value = part;
}

// While a deal is entered only what went wrong with it is said.
const isEntering = () => ENTERED.test(getShown());
const showNotice = (text, act = null) => notice.showNotice(text, act, isEntering());

// --- one version, whole --------------------------------------------------------------------------------------------------

const formatMegabytes = (bytes) => new Intl.NumberFormat([language, "de"], { maximumFractionDigits: 1 }).format(bytes / 1e6);

// All of a version, with how much of it is there; where the network breaks off, that is what is said.
async function fetchWhole(offered) {
  const all = offered.files.reduce((sum, file) => sum + file.bytes, 0);
  let amount = {};
  await fetchVersion(offered, (there) => {
    amount = { done: formatMegabytes(there), all: formatMegabytes(all) };
    showProgress(fillIn(words.fetching, amount), there / all);
  }).catch((error) => { throw Object.assign(error, error instanceof TypeError ? { amount } : {}); });
}

async function fetchFirst() {
  const offered = await fetchOffered();
  if (!offered) return null;
  await fetchWhole(offered);
  const pointer = { version: offered.version };
  await writePointer(pointer);
  return pointer;
}

// By a clock that may have been ahead then.
const isOfThisEvening = (at) => Math.abs(Date.now() - at) < PAUSE;
const isPlaying = () => isOfThisEvening(Number(localStorage.getItem(PLAYING)));

// The version to start. One that was fetched meanwhile takes over here, where no match is played.
async function chooseVersion() {
  const pointer = await readPointer();
  if (!pointer) return fetchFirst();
  if (!pointer.next || isPlaying()) return pointer;
  await writePointer({ version: pointer.next, previous: pointer.version, trying: true });
  location.reload(); // its own window comes with it
  return new Promise(() => {});
}

// It has opened the database: the version before is not needed any more.
async function settleVersion(pointer) {
  const settled = { version: pointer.version, ...(pointer.next ? { next: pointer.next } : {}) };
  await writePointer(settled);
  await deleteUnneeded(settled);
}

// A phone whose program does not start takes a newer one at once, if there is one: an older program may stand over a
// database of a newer, and would never come to fetch it.
async function takeNewer() {
  const [pointer, offered] = [await readPointer(), await fetchOffered()];
  if (!pointer || !offered || pointer.trying || [pointer.version, pointer.refused].includes(offered.version)) return false;
  await fetchWhole(offered);
  await writePointer({ version: offered.version, previous: pointer.version, trying: true });
  location.reload();
  return true;
}

async function fetchNext() {
  const [pointer, offered] = [await readPointer(), await fetchOffered()];
  if (!pointer || !offered || [pointer.version, pointer.next, pointer.refused].includes(offered.version)) return;
  await fetchVersion(offered, () => {});
  await writePointer({ ...await readPointer(), next: offered.version });
}

// --- Python --------------------------------------------------------------------------------------------------------------

function wakePython(version, pointer) {
  const steps = [];
  worker = new Worker(`${BASE}${version.program}python.js`, { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || "the worker did not start"));
    worker.onmessage = ({ data }) => {
      if (data.step) steps.push(data);
      if (data.full) notice.showNotice(words.full);
      if (data.saved && RECORDED.test(data.saved)) markPlaying();
      if (data.saved && !TYPED.test(data.saved)) along.look();
      if (data.forgotten) forgetLast();
      if (data.ready) {
        awake = true;
        for (const question of unanswered) handOn(question);
        watchWorker(worker);
        resolve(steps);
      }
      if (data.failed) reject(Object.assign(new Error(data.failed), { name: data.name }));
    };
    const { runtime, program, schema } = version;
    const place = { runtime: BASE + runtime, program: BASE + program, folder: FOLDER, base: APP };
    worker.postMessage({ wake: { ...place, schema, alive: ALIVE, languages: navigator.languages.join(","), trying: Boolean(pointer.trying) } });
  });
}

async function wakePatiently(version, pointer) {
  for (let tried = 0; ; tried += 1) {
    try {
      return await wakePython(version, pointer);
    } catch (error) {
      worker.terminate();
      if (error.name !== "NoModificationAllowedError" || tried === TRIES) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 150); });
    }
  }
}

// A version that cannot start gives way to the one before; the worker has put the database back.
async function giveBack(pointer, error) {
  if (!pointer.trying) throw error;
  await writePointer({ version: pointer.previous, refused: pointer.version });
  sessionStorage.setItem("given-back", "yes");
  location.reload();
  return new Promise(() => {});
}

// --- one window holds the database ----------------------------------------------------------------------------------------

function holdDatabase(options) {
  return new Promise((resolve) => {
    navigator.locks.request(LOCK, options, (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise(() => {}); // held as long as there is this window
    }).catch(loseHold); // another window took it
  });
}

function loseHold() {
  worker?.terminate();
  [worker, awake] = [null, false];
  frame.removeAttribute("src");
  sayWord(words.elsewhere, [words.take_over, () => begin({ steal: true })]);
}

// --- requests ------------------------------------------------------------------------------------------------------------

let asked = false;

async function askToPersist() {
  if (asked || !navigator.storage.persist) return;
  asked = true;
  if (await navigator.storage.persisted()) return;
  showNotice(await navigator.storage.persist() ? words.persisted : words.not_persisted);
}

function markPlaying() {
  localStorage.setItem(PLAYING, String(Date.now()));
  askToPersist().catch(() => {});
}

let awake = false; // whether the worker answers; what is asked before that waits
const unanswered = new Set(); // what the worker was asked: another one is asked again if it dies

// One question to the application. A post has its UUID, so that it counts once where the worker died after writing it.
function askProgram(method, address, headers, body) {
  return new Promise((resolve) => {
    const question = { request: { method, address, headers, body }, again: false };
    question.answer = (given) => { unanswered.delete(question); resolve(given); };
    unanswered.add(question);
    if (awake) handOn(question);
  });
}

function handOn({ request, answer }) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => answer(data);
  worker.postMessage({ request }, [port2]);
}

async function relayRequest({ method, address, headers, body }, port) {
  if (!worker) return;
  port.postMessage({ heard: true });
  const given = await askProgram(method, address, headers, body);
  port.postMessage(given, given.body ? [given.body] : []);
}

// The worker holds a lock as long as it lives, however busy it is: who gets the lock knows that it died.
async function watchWorker(watched) {
  await navigator.locks.request(ALIVE, () => {});
  if (worker !== watched) return;
  awake = false;
  for (const question of unanswered) {
    if (question.again) question.answer({ failed: "the worker died of it" });
    question.again = true;
  }
  const pointer = await readPointer();
  await wakePatiently(await readVersion(pointer.version), pointer).catch(explainFailure);
}

// Where a file was asked for by a form, its page says more afterwards: it is shown anew.
function saveFile({ headers, body, posted }) {
  const find = (wanted) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
  const said = find("content-disposition");
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(said);
  const link = document.createElement("a");
  link.download = coded ? decodeURIComponent(coded[1]) : (/filename="?([^";]+)/.exec(said) ?? [])[1] ?? "scorekeeper";
  link.href = URL.createObjectURL(new Blob([body], { type: find("content-type") }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  if (posted && frame.contentWindow) frame.contentWindow.location.replace(getWanted());
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.request) relayRequest(data.request, ports[0]);
  if (data.save && worker) saveFile(data.save);
});

// --- the frame and the address -------------------------------------------------------------------------------------------

const getWanted = () => APP + (location.hash.slice(1) || "/");
const getShown = () => {
  const { pathname, search, hash } = frame.contentWindow.location;
  return pathname + search + hash;
};

// Until Python is awake the sheet that was seen last is in sight; in the middle of an evening it is what is wanted.
async function showLast() {
  const last = await readLast(APP);
  if (!last) return;
  if (!location.hash && isOfThisEvening(last.at)) history.replaceState(null, "", `#${last.path}`);
  if (location.hash.slice(1).split("#")[0] !== last.path) return;
  frame.src = LAST;
  document.body.dataset.state = "last";
}

function followFrame() {
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow.location.pathname.startsWith(APP)) return;
  document.body.dataset.state = "frame";
  document.title = page.title;
  history.replaceState(null, "", `#${getShown().slice(APP.length)}`);
  page.addEventListener("click", openBeside, true);
  notice.turnPage(isEntering());
}

// A link to another place opens beside the program, which has no way back from there.
function openBeside(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || link.origin === location.origin) return;
  event.preventDefault();
  window.open(link.href, "_blank", "noopener");
}

function openPage(address) {
  if (frame.contentWindow && frame.getAttribute("src")) frame.contentWindow.location.replace(address);
  else frame.src = address;
}

frame.addEventListener("load", followFrame);
addEventListener("hashchange", () => { if (worker && getShown() !== getWanted()) openPage(getWanted()); });

// --- a server that keeps a match too ----------------------------------------------------------------------------------------

const EVERY = 20000;
const said = new Set(); // of which match it was said, and what; a person reads it once

const along = new Along(APP, askProgram, (match, what) => {
  const inSight = getShown().split("#")[0];
  if (what === "added" && inSight === match.here) frame.contentWindow.location.reload();
  if (what === "sent") showNotice(words.sent);
  if (["sent", "added"].includes(what)) said.delete(`${match.id}parted`); // they may part once more
  if (!["parted", "gone", "refused"].includes(what) || said.has(match.id + what) || inSight === match.page) return;
  said.add(match.id + what);
  showNotice(words[what], () => openPage(match.page));
});

function lookAlong() {
  if (worker && !document.hidden && along.lively) along.look();
}

// --- iPhones and iPads -----------------------------------------------------------------------------------------------------

// Only they know `standalone`, and a Mac has no fingers: there a browser clears what was not visited for a week, unless the
// program lies on the home screen. It has a store of its own there, so this is said before anything is in this one.
const isLoose = () => navigator.standalone === false && navigator.maxTouchPoints > 1;

async function adviseInstall() {
  if (!isLoose() || localStorage.getItem(ADVISED)) return;
  await new Promise((resolve) => { sayWord(words.install, [words.go_on, resolve]); });
  localStorage.setItem(ADVISED, "yes");
  showProgress(words.waking, null);
}

// --- the beginning -------------------------------------------------------------------------------------------------------

const canRun = () => isSecureContext && navigator.serviceWorker && navigator.locks && window.WebAssembly && navigator.storage?.getDirectory;

async function registerService() {
  const workers = navigator.serviceWorker;
  await workers.register(`${BASE}service.js`, { scope: BASE });
  await workers.ready;
  if (!workers.controller) await new Promise((resolve) => { workers.addEventListener("controllerchange", resolve, { once: true }); });
}

async function startProgram() {
  showProgress(words.waking, null);
  const first = !await readPointer();
  await registerService();
  const pointer = await chooseVersion();
  if (!pointer) {
    sayWord(words.no_network, [words.again, () => location.reload()]);
    return;
  }
  showProgress(words.waking, null);
  await showLast();
  const version = await readVersion(pointer.version);
  const steps = await wakePatiently(version, pointer).catch((error) => giveBack(pointer, error));
  if (pointer.trying || pointer.previous) await settleVersion(pointer);
  await adviseInstall();
  await sendKept(`${LOCK} unsent`, frame, askProgram, saveFile);
  openPage(getWanted());
  document.body.dataset.woken = JSON.stringify(steps);
  if (first) showNotice(words.ready);
  if (sessionStorage.getItem("given-back")) showNotice(words.given_back);
  sessionStorage.removeItem("given-back");
  along.look();
  setTimeout(() => fetchNext().catch(() => {}), 3000);
}

// Of what Python tells, the last sentence says why; the lines around it begin with a space or a bracket.
const findReason = (text) => text.split("\n").findLast((line) => /^\w/.test(line)) ?? text;

function explainError(error) {
  if (error.message.includes("newer than this program")) return words.older;
  if (["NotSupportedError", "SecurityError"].includes(error.name)) return words.unfit; // it has a store, but not for this
  if (error.amount) return fillIn(words.cut, error.amount);
  return error.name === "QuotaExceededError" ? words.full : fillIn(words.failed, { reason: findReason(error.message) });
}

async function explainFailure(error) {
  sayWord(explainError(error), [words.again, () => location.reload()]);
  await takeNewer().catch((broken) => sayWord(explainError(broken.amount ? broken : error), [words.again, () => location.reload()]));
}

async function begin(options = { ifAvailable: true }) {
  if (!canRun()) sayWord(words.unfit);
  else if (!await holdDatabase(options)) sayWord(words.elsewhere, [words.take_over, () => begin({ steal: true })]);
  else await startProgram().catch(explainFailure);
}

addEventListener("online", () => {
  lookAlong();
  if (worker) fetchNext().catch(() => {});
});
document.addEventListener("visibilitychange", lookAlong);
setInterval(lookAlong, EVERY);
document.documentElement.lang = language;
document.getElementById("licences").textContent = words.licences;
begin();
