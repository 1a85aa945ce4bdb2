// A form of a match goes once the server can be reached. Where it cannot, the page stays with all that was typed and says
// so, and Save sends it when tapped again: a browser shows a page of its own in the place of a form that it could not send.

import { isAway } from "./touch.js";

const PATIENCE = 8000;
const unreached = document.getElementById("unreached");
let asking = false;
let going = null;

// A guest network may answer with a page of its own. What the server says of a link that was withdrawn is its answer too, and
// so is its word to come again in a while.
async function isThere() {
  if (isAway()) return false;
  try {
    const asked = { method: "HEAD", cache: "no-store", redirect: "error", signal: AbortSignal.timeout?.(PATIENCE) };
    const { headers } = await fetch(unreached.dataset.ask, asked);
    return ["Live-Every", "Busy", "Gone"].some((name) => headers.has(name));
  } catch {
    return false;
  }
}

function tell(form) {
  form.removeAttribute("aria-busy");
  form.querySelector(".unreached")?.remove();
  const box = unreached.content.cloneNode(true).firstElementChild;
  form.prepend(box);
  box.scrollIntoView({ block: "nearest" });
}

async function askFirst(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || form === going) return;
  event.preventDefault();
  if (asking) return;
  asking = true;
  form.setAttribute("aria-busy", "true");
  const there = await isThere();
  asking = false;
  if (!there) return tell(form);
  going = form;
  if (submitter) submitter.click(); // Safari has a requestSubmit since iOS 16
  else form.submit();
  going = null;
}

// The network died since: the page is still here (js/worker.js).
navigator.serviceWorker?.addEventListener("message", () => {
  const form = document.querySelector("form[aria-busy]");
  if (form) tell(form);
});
addEventListener("pageshow", () => document.querySelector("form[aria-busy]")?.removeAttribute("aria-busy"));
// Before js/live.js hears of it on the document: what does not go yet is not felt as saved.
if (unreached) document.body.addEventListener("submit", askFirst);
