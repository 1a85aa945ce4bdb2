// Two taps within 300 ms on one control are one tap, on every page of a match. Digits are not meant: 11 is typed as
// fast as that. A tap that does not count is shown on its control.

const TWICE = 300;
const SHOWN = 700;

let last = null;
let at = -Infinity;

function show(control) {
  const seen = control.closest("label") ?? control;
  seen.classList.add("once");
  setTimeout(() => seen.classList.remove("once"), SHOWN);
}

addEventListener("click", (event) => {
  const control = event.target.closest?.("button, label, input, a, summary");
  if (!control || control.dataset.key || !event.isTrusted || control.matches("[type=text]")) return;
  // A tap on a label comes a second time as a click on its input: that is the same tap.
  const named = control.matches("label") ? control.control || control : control;
  const echo = control.matches("input") && event.detail === 0;
  if (!echo && named === last && event.timeStamp - at < TWICE) {
    event.preventDefault();
    event.stopImmediatePropagation();
    show(control);
    return;
  }
  if (!echo) [last, at] = [named, event.timeStamp];
}, true);
