// Two taps within 300 ms on one button that submits, or on one link that looks like a button and so leads to writing,
// are one tap, on every page of a match. Whatever only changes the page counts every tap: a stepper, a card, a digit, a
// label, a summary. A tap that does not count is shown on its control.

const TWICE = 300;
const SHOWN = 700;
const WRITES = "button:not([type=button]), input[type=submit], input[type=image], a.button";

let last = null;
let at = -Infinity;

function show(control) {
  control.classList.add("once");
  setTimeout(() => control.classList.remove("once"), SHOWN);
}

addEventListener("click", (event) => {
  if (!event.isTrusted) return;
  const control = event.target.closest?.(WRITES) ?? null;
  if (control && control === last && event.timeStamp - at < TWICE) {
    event.preventDefault();
    event.stopImmediatePropagation();
    show(control);
    return;
  }
  [last, at] = [control, event.timeStamp];
}, true);
