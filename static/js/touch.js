// What every page does under a hand. Two taps within 300 ms on one button that submits, or on one link that looks like a
// button and so leads to writing, are one tap, and a tap that does not count is shown on its control; a control that only
// changes the page counts every tap. A tap on a number selects it: what is typed next replaces it. On a short screen
// the whole of what has the focus is seen. What takes the place of controls waits until no finger is on the glass: a tap
// ends where it began. A page that a save leads to takes no tap on what writes until a hand can have seen it: an impatient
// second tap was meant for the page before. Where a save leads to the next deal on the same page, that lasts until
// something else is tapped.

const TWICE = 300;
const SHOWN = 700;
const SEEN = 700;
const SAVED = "scorekeeper.saved";
const CLICKS_WITHIN = 350;
const WRITES = "button:not([type=button]), input[type=submit], input[type=image], a.button, .main";
const short = matchMedia("(max-height: 20rem)");

let last = null;
let at = -Infinity;
const fingers = new Set();
let leaving = 0;
let touching = null;
let seen = 0;
let going = 0;

try {
  if (sessionStorage[SAVED]) seen = performance.now() + SEEN;
  delete sessionStorage[SAVED];
} catch {
  // then a second tap counts
}

// Once no finger is on the glass, and the click of the last one has come.
export const awaitLift = () => touching?.over ?? Promise.resolve();
export const isTouched = () => touching !== null;

function pressFinger({ pointerId, button }) {
  if (button) return; // a menu opens, and the page may never hear of the lift
  fingers.add(pointerId);
  clearTimeout(leaving);
  if (touching) return;
  touching = {};
  touching.over = new Promise((done) => { touching.end = done; });
}

function liftFinger({ pointerId }) {
  fingers.delete(pointerId);
  endTouch(CLICKS_WITHIN);
}

function endTouch(after) {
  clearTimeout(leaving);
  if (!touching || fingers.size) return;
  leaving = setTimeout(() => {
    touching.end();
    touching = null;
  }, after);
}

// One line that a screen reader says by itself: what a tap changed elsewhere on the page, and what was kept.
export function say(words) {
  const line = document.getElementById("entry-said");
  if (!line) return;
  line.textContent = "";
  line.textContent = words;
}

// Whether the program surely cannot be reached. On a phone that has it it is always there, with network or without.
export const isAway = () => !navigator.onLine && !("onPhone" in document.body.dataset);

const isNumber = (element) => Boolean(element.matches?.("input.number"));

function selectNumber(input) {
  if (input.value && !input.value.includes("+")) input.select();
}

export function goOn() {
  going = performance.now() + SEEN;
}

function takeOnce(event) {
  if (!event.isTrusted) return;
  const control = event.target.closest?.(WRITES) ?? null;
  if (!control) going = 0;
  if (control && (event.timeStamp < Math.max(seen, going) || (control === last && event.timeStamp - at < TWICE))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    control.classList.add("once");
    setTimeout(() => control.classList.remove("once"), SHOWN);
    return;
  }
  [last, at] = [control, event.timeStamp];
}

addEventListener("click", takeOnce, true);
addEventListener("click", () => endTouch(0), true);
addEventListener("pointerdown", pressFinger, { passive: true, capture: true });
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, liftFinger, { passive: true, capture: true });
addEventListener("focusin", ({ target }) => {
  if (short.matches) target.scrollIntoView?.({ block: "nearest" });
  if (!isNumber(target)) return;
  const { value } = target;
  // The page may move under the finger, and the click be another's; the browser has put its cursor by then.
  setTimeout(() => target === document.activeElement && target.value === value && selectNumber(target));
});
addEventListener("click", ({ target }) => isNumber(target) && target.selectionStart === target.selectionEnd && selectNumber(target));
