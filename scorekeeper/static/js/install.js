// Makes later pages light and, where the browser allows it (TLS or this machine), the application one that opens
// without network. Elsewhere the files that playing needs are fetched once, when the page itself is done.

const { worker, playing } = document.documentElement.dataset;
const KEY = "scorekeeper.files";
const AFTER = 1500; // what is needed later may wait until what is needed now is there

const entryPage = () => document.querySelector('main a[href$="/record/deal"]');

function once(version) {
  try {
    if (localStorage.getItem(KEY) === version) return false;
    localStorage.setItem(KEY, version);
  } catch {
    return false;
  }
  return true;
}

async function fetchAll() {
  if (navigator.connection?.saveData || !once(playing)) return;
  const addresses = await (await fetch(playing)).json();
  const next = async () => {
    for (let address = addresses.shift(); address; address = addresses.shift()) await fetch(address, { priority: "low" });
  };
  await Promise.all([next(), next(), next()]);
}

// The sheet that was there before the worker was, and the page for the next deal, which is another after each.
let wanted = 0;
function keep(addresses, after) {
  clearTimeout(wanted);
  wanted = setTimeout(() => {
    if (!document.hidden && navigator.onLine) navigator.serviceWorker.controller?.postMessage({ keep: addresses, seq: document.getElementById("live")?.dataset.seq });
  }, after);
}

function keepNext() {
  const next = entryPage();
  if (next) keep([next.href], AFTER);
}

async function register() {
  const controlled = Boolean(navigator.serviceWorker.controller);
  await navigator.serviceWorker.register(worker);
  await navigator.serviceWorker.ready;
  if (controlled) keepNext();
  else navigator.serviceWorker.addEventListener("controllerchange", () => keep([location.href, entryPage()?.href].filter(Boolean), 0), { once: true });
  document.addEventListener("scorekeeper:moved", keepNext);
}

function begin() {
  const begun = isSecureContext && navigator.serviceWorker ? register() : fetchAll();
  begun.catch(() => {}); // without it everything works, from the network
}

if (document.readyState === "complete") begin();
else addEventListener("load", begin, { once: true });
