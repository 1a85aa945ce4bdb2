// Keeps the screen awake while a match is being played, where the browser allows it (TLS or localhost only), and
// gives a gentle tick under the finger where the phone can. Both are niceties: nothing depends on them.

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
function tick() {
  if (navigator.vibrate && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate(15);
}

document.addEventListener("scorekeeper:saved", tick);
document.addEventListener("submit", (event) => {
  const seldom = event.submitter?.name === "more" || event.submitter?.name === "lang";
  if (event.target.method === "post" && !event.defaultPrevented && !seldom) tick();
});
document.addEventListener("visibilitychange", stayAwake);
// Some browsers grant it only after a touch.
addEventListener("pointerup", stayAwake, { passive: true });
document.addEventListener("scorekeeper:moved", () => { letSleep(); stayAwake(); });
stayAwake();
