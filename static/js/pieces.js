// What htmx leaves to us where it puts a page into the place of the one that is open: the eye and the ear are told,
// nothing moves under a finger, and where the server cannot be asked the browser says so in its own way.

import { awaitLift, isTouched } from "./touch.js";

const HEADINGS = "main h1, main h2, main figcaption";
const alone = new WeakSet(); // what was asked by itself: the line that asked may be another one when the answer is there

const askerOf = (event) => event.detail.ctx && event.detail.ctx.sourceElement;
const byItself = (element) => element.matches("[data-hx-trigger^=every], [data-hx-trigger^=scorekeeper]");

// A list that was chosen from by hand no longer follows its attributes: it says what the server chose.
function settle() {
  for (const option of document.querySelectorAll("form[data-hx-boost] option")) option.selected = option.defaultSelected;
}

// Who follows a link, or goes back, begins at the page's content; a choice stays where it is, in the hand.
function afterSwap(event) {
  const element = askerOf(event);
  if (!element || alone.has(event.detail.ctx)) return;
  settle();
  if (!element.matches("form")) document.getElementById("main").focus({ preventScroll: true });
  if (element.matches("a")) scrollTo({ top: 0, behavior: "instant" });
  const said = [...document.querySelectorAll(HEADINGS)].slice(0, 2).map((one) => one.textContent);
  document.getElementById("swapped").textContent = said.join(": ");
}

// What comes by itself waits until the finger is lifted: then it is asked for again. A page that is no longer there, as
// that of a match which has just left the league, is not shown by itself either.
function beforeSwap(event) {
  const element = askerOf(event);
  if (!element || !byItself(element)) return;
  alone.add(event.detail.ctx);
  if (isTouched() || event.detail.ctx.response.status >= 400) event.preventDefault();
  const heard = element.dataset.hxTrigger.split(" ")[0];
  if (isTouched()) awaitLift().then(() => document.dispatchEvent(new CustomEvent(heard)));
}

function afterError(event) {
  const element = askerOf(event);
  if (element && !byItself(element)) location.assign(event.detail.ctx.request.action);
}

document.addEventListener("htmx:before:swap", beforeSwap);
document.addEventListener("htmx:after:swap", afterSwap);
document.addEventListener("htmx:error", afterError);
