// Makes later pages light and, where the browser allows it (TLS or this machine), the application one that opens
// without network. Elsewhere the files that playing needs are fetched once, when the page itself is done.

import "./drawer.js";
import "./touch.js";

const { worker, playing, game, later } = document.body.dataset;
const AFTER = 1500; // what is needed later may wait until what is needed now is there

const findEntryPage = () => document.querySelector('main a[href$="/record/deal"]');

// Whether these files have not been fetched yet, as far as this phone knows.
function markFetched(name) {
  try {
    if (localStorage.getItem(`scorekeeper.${name}`) === playing) return false;
    localStorage.setItem(`scorekeeper.${name}`, playing);
  } catch {
    return false;
  }
  return true;
}

// What every game needs, from the first page on; what only one needs, from the first page of a match of it.
async function fetchAll() {
  if (!playing) return;
  if (navigator.connection?.saveData) return;
  const [common, own] = [markFetched("files"), game && markFetched(`files.${game}`)];
  if (!common && !own) return;
  const { files, games } = await (await fetch(playing)).json();
  const addresses = [...(common ? files : []), ...(own ? games[game] : [])];
  const next = async () => {
    for (let address = addresses.shift(); address; address = addresses.shift()) await fetch(address, { priority: "low" });
  };
  await Promise.all([next(), next(), next()]);
}

// What the worker should have: the page for the next deal, which is another after each, and what its game needs.
let planned = 0;
function keepNext(shown = "") {
  clearTimeout(planned);
  const next = findEntryPage()?.href;
  planned = setTimeout(() => {
    if (!shown && (document.hidden || !navigator.onLine)) return;
    const { seq } = document.getElementById("live")?.dataset ?? {};
    navigator.serviceWorker.controller?.postMessage({ shown, next, seq, playing, game });
  }, next && !shown ? AFTER : 0);
}

async function register() {
  const workers = navigator.serviceWorker;
  // A sheet that was opened before the worker was there is kept as well, and one that has followed its match since.
  const keepThis = () => keepNext(document.getElementById("live")?.dataset.follows && location.href);
  if (workers.controller) keepNext();
  else workers.addEventListener("controllerchange", keepThis, { once: true });
  document.addEventListener("scorekeeper:moved", keepThis);
  await workers.register(worker);
}

function begin() {
  // A script that may wait until the page can be used; where it cannot be had, the next page tries again.
  if (later) import(later).catch(() => {});
  if (!worker) return; // on a phone alone the window around this page keeps everything
  const begun = isSecureContext && navigator.serviceWorker ? register() : fetchAll();
  begun.catch(() => {}); // without it everything works, from the network
}

// The reader's time zone, so that times of day are those on the reader's wrist.
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  if (zone && !document.cookie.includes(`tz=${zone}`)) document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax`;
}

tellZone();
if (document.readyState === "complete") begin();
else addEventListener("load", begin, { once: true });
