// For pages of a match that only show and send what is still on this phone: seldom anything, so that what shows and
// sends it is loaded only then.

const element = document.querySelector(".outbox-foot > #outbox");
const key = element && `scorekeeper.outbox.${element.dataset.match}`;

const AGAIN_AFTER = 3000;

// Where the network dies while the script is fetched it is asked for again.
async function load() {
  try {
    return await import(element.dataset.sender);
  } catch {
    await new Promise((done) => setTimeout(done, AGAIN_AFTER));
    return load();
  }
}

async function open() {
  const { Outbox } = await load();
  // A page that follows its match shows by itself what was counted; another has to be read anew.
  const outbox = new Outbox(element, ({ status }) => {
    if (status === 200 && !outbox.items.length && !document.querySelector("#live[data-follows]")) location.reload();
  });
  outbox.flush();
  makeRoom(element.parentElement);
}

// What stands at the edge of the page stands above what waits there.
function makeRoom(foot) {
  if (!window.ResizeObserver) return;
  const isSticky = () => getComputedStyle(foot).position === "sticky";
  const tell = () => document.documentElement.style.setProperty("--waiting", isSticky() ? `${foot.offsetHeight}px` : "0px");
  new ResizeObserver(tell).observe(foot);
  addEventListener("resize", tell);
}

function isWaiting() {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function followStorage(event) {
  if (event.key === key && isWaiting()) begin();
}

function begin() {
  removeEventListener("storage", followStorage);
  open();
}

if (element) {
  if (isWaiting()) begin();
  else addEventListener("storage", followStorage);
}
