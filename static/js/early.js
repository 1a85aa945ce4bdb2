// Runs before the page is drawn. A key that is tapped before the scripts of the page are there is kept, and tapped once they
// are (js/entry.js): digits that are typed while a page is still waking stand, and Save does not go without them.

const kept = [];
const WAITS = 10_000; // no script comes any more: the page is as it is without, and Save goes as forms go

function keepTap(event) {
  const key = event.target.closest?.("#form button");
  if (!key || (key.type !== "button" && !kept.length)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  kept.push(() => key.click());
}

function keepAim({ target }) {
  if (target.matches?.("#form input.number")) kept.push(() => { target.blur(); target.focus(); });
}

// Where no script has come, the keys for pages without scripts are shown.
function letGo() {
  removeEventListener("click", keepTap, true);
  removeEventListener("focusin", keepAim, true);
  document.documentElement.className ||= "plain";
}

addEventListener("click", keepTap, true);
addEventListener("focusin", keepAim, true);
addEventListener("scorekeeper:awake", () => {
  letGo();
  for (const tap of kept.splice(0)) tap();
}, { once: true });
setTimeout(letGo, WAITS);
