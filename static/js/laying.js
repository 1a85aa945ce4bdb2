// Cards laid one after the other, without the page going away: each tap sends the form as the button would, and what
// comes back takes the form's place. Taps that come faster than answers wait in a row, so none is lost or doubled.

import { say } from "./touch.js";

const TABLE = "#laid";
const taps = [];
let busy = false;

const form = () => document.getElementById("form");

async function send({ name, value }) {
  const body = new FormData(form());
  body.set(name, value);
  const response = await fetch(form().action, { method: "POST", body, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.getElementById("form");
  if (!next) throw new Error(String(response.status));
  put(next, `${name}=${value}`);
}

// Where the finger or the focus was it stays.
function put(next, tapped) {
  const focused = document.activeElement?.closest("#form button") ? tapped : "";
  const opened = [...form().querySelectorAll("details")].map((one) => one.open);
  form().replaceWith(document.adoptNode(next));
  for (const [number, one] of [...form().querySelectorAll("details")].entries()) if (opened[number] && number > 0) one.open = true;
  if (focused) stay(focused.split("="));
  say(form().querySelector(".told")?.textContent.trim() ?? "");
  const problems = document.getElementById("problems");
  if (problems) problems.focus();
}

function stay([name, value]) {
  const there = form().querySelector(`button[name="${name}"][value="${CSS.escape(value)}"]:not(:disabled)`);
  (there || form().querySelector(".ways button, .fan button:not(:disabled), .act button")).focus({ preventScroll: true });
}

async function next() {
  if (busy) return;
  busy = true;
  while (taps.length) {
    try {
      await send(taps[0]);
      taps.shift();
    } catch {
      break; // the network is away; what was tapped waits
    }
  }
  busy = false;
  form().classList.toggle("waits", taps.length > 0);
}

addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.target !== form() || !button?.matches(`${TABLE} [name="lay"], ${TABLE} [name="back"]`)) return;
  event.preventDefault();
  taps.push({ name: button.name, value: button.value });
  next();
});
addEventListener("online", next);
