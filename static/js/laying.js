// Cards laid one after the other, without the page going away: each tap sends the form as the button would, and what
// comes back takes the form's place. Taps that come faster than answers wait in a row, so none is lost or doubled; the
// verdict waits behind them. What lies there and what waits stand with the page's place in the history: a page that is
// loaded anew goes on from there, and one that is opened anew begins anew.

import { goRound } from "./goes.js";
import { stepNumbers } from "./stepper.js";
import { awaitLift, isAway, say } from "./touch.js";

const TAPS = '#laid [name="lay"], #laid [name="back"], #laid [name="out"], [name="seats"]';
const NO_CARD = { name: "lay", value: "" }; // the table as it was
const PATIENCE = 12000;
const PAUSE = 3000;

const before = history.state?.laying;
const taps = before?.taps ?? [];
let typed = before?.typed ?? null; // the form as it was before the page was loaded anew
let busy = false;
let wanted = null; // the button that waits for the taps before it
let byFinger = false; // whether the last choice was tapped
let timer = 0;

const findForm = () => document.getElementById("form");
const listEntries = () => [...new FormData(findForm())].filter(([name]) => name !== "csrf_token");
const valuesOf = (list, name) => list.filter(([one]) => one === name).map(([, value]) => value);

function keep() {
  try {
    history.replaceState({ ...history.state, laying: { taps, typed: typed ?? listEntries() } }, "");
  } catch {
    // Some browsers take so many changes a minute and no more: the next tap keeps this one too.
  }
}

// The form that the server answers with, and none where its page has none; null where it could not be asked.
async function askServer(filled, { name, value }, token) {
  const body = new FormData();
  for (const [key, one] of [...filled, [name, value], ["csrf_token", token]]) body.append(key, one);
  const signal = AbortSignal.timeout?.(PATIENCE);
  try {
    const response = await fetch(findForm().action, { method: "POST", body, signal, headers: { Accept: "text/html" } });
    if (response.status >= 500 || response.status === 429) return null;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // What a proxy whose server is away, or a guest network, says for it has none of what every page of ours has.
    return page.getElementById("main") && { next: page.getElementById("form") };
  } catch {
    return null;
  }
}

// True once the server has answered the tap, with yes or no.
async function sendTap(tap) {
  const sent = listEntries();
  let answer = await askServer(typed ?? sent, tap, findForm().elements.csrf_token.value);
  // The browser had lost its cookie: the page that came has a fresh token, and the tap is not done yet.
  if (answer?.next?.hasAttribute("data-again")) answer = await askServer(typed ?? sent, tap, answer.next.elements.csrf_token.value);
  await awaitLift(); // a card that goes away between the finger's coming and going is not laid
  if (answer?.next) putForm(answer.next, sent);
  else if (answer) leavePage(tap);
  return answer !== null;
}

// Where the server has no table for this tap, its own page says why.
function leavePage({ name, value }) {
  taps.length = 0;
  wanted = null;
  findForm().append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  findForm().submit();
}

// Where the finger or the focus was it stays, and what was changed since the form was sent stays as it is now.
function putForm(next, sent) {
  const now = listEntries();
  const names = new Set([...sent, ...now].map(([name]) => name));
  const changed = [...names].filter((name) => valuesOf(sent, name).join("\n") !== valuesOf(now, name).join("\n"));
  const focused = document.activeElement?.closest("#form button, #form input, #form select");
  const [start, end] = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null];
  const stays = [...findForm().querySelectorAll("details")].map((one, number) => one.open && (number > 0 || one.contains(focused)));
  typed = null;
  findForm().replaceWith(document.adoptNode(next));
  for (const [number, one] of [...findForm().querySelectorAll("details")].entries()) if (stays[number]) one.open = true;
  for (const name of changed) fillInputs(name, valuesOf(now, name));
  connect();
  if (focused?.matches("button")) focusAgain(focused);
  else if (focused?.id) focusInput(focused.id, start, end);
  say(findForm().querySelector(".told")?.textContent.trim() ?? "");
  const problems = document.getElementById("problems");
  if (!problems) return;
  taps.length = 0; // what has to be put right comes before any further card
  wanted = null;
  problems.focus();
}

// The small keys, numbers and cards of a form: each form that comes has its own.
function connect() {
  const mine = findForm();
  goRound(mine);
  stepNumbers(mine);
  document.dispatchEvent(new Event("desk:drawn"));
  mine.addEventListener("change", () => mine.dispatchEvent(new CustomEvent("entry:changed")));
}

function fillInputs(name, values) {
  const inputs = findForm().querySelectorAll(`[name="${CSS.escape(name)}"]:not(button, [type="hidden"])`);
  for (const [index, input] of [...inputs].entries()) {
    if (input.matches('[type="radio"], [type="checkbox"]')) input.checked = values.includes(input.value);
    else input.value = values[index] ?? "";
  }
}

function focusInput(id, start, end) {
  const there = document.getElementById(id);
  there?.focus({ preventScroll: true });
  if (there && start !== null) there.setSelectionRange(start, end);
}

// A card that is gone leaves the focus to the next one of the pack; ways to lay it come first.
function focusAgain({ name, value }) {
  const find = (selector) => findForm().querySelector(selector);
  const there = name && find(`button[name="${name}"][value="${CSS.escape(value)}"]:not(:disabled)`);
  const pack = [...findForm().querySelectorAll(".fan button")];
  const from = pack.findIndex((one) => one.value === value.split(" ")[0]) + 1;
  const next = [...pack.slice(from), ...pack.slice(0, from)].find((one) => !one.disabled);
  (there || find(".ways button") || next || find(".act button")).focus({ preventScroll: true });
}

// What comes before the first card is asked first; cards that were tapped before it is said wait for it.
function listUnsaid() {
  const fields = [...findForm().querySelectorAll(".asked-first .field, .asked-first .part")].filter((one) => one.querySelector("input"));
  return fields.filter((one) => ![...one.querySelectorAll("input")].some((input) => input.value !== "" && (input.checked || input.type === "text")));
}

function askFirst() {
  const [field, ...more] = listUnsaid();
  // The one thing that is open may be offered with the card.
  if (!field || typed || (!more.length && "offers" in findForm().dataset)) return false;
  field.closest("details").open = true;
  field.scrollIntoView({ block: "nearest" });
  markWaiting();
  return true;
}

// Once all of it is said by a finger it folds, before a card is tapped that would move with it.
function goOnToCards(target) {
  const first = findForm().querySelector("[data-unsaid]");
  if (!first || !target.closest(".asked-first") || listUnsaid().length) return;
  if (byFinger) target.closest("details").open = false;
  if (!taps.length) taps.push(NO_CARD);
  sendNext();
}

async function sendNext() {
  clearTimeout(timer);
  if (busy || (taps.some(({ name, value }) => name === "lay" && value) && askFirst())) return;
  busy = true;
  let reached = true;
  while (reached && taps.length) {
    markWaiting();
    reached = await sendTap(taps[0]);
    if (reached) taps.shift();
    keep();
  }
  busy = false;
  markWaiting();
  if (!reached || (wanted && isAway())) waitAndSay();
  else if (wanted) submit();
}

function markWaiting() {
  for (const { name, value } of taps) findForm().querySelector(`[name="${name}"][value="${CSS.escape(value)}"]`)?.classList.add("queued");
}

function waitAndSay() {
  timer = setTimeout(sendNext, PAUSE);
  if (findForm().classList.contains("waits")) return;
  findForm().classList.add("waits");
  const line = Object.assign(document.createElement("p"), { className: "told", textContent: findForm().dataset.away });
  findForm().querySelector(".told, .ways").replaceWith(line);
  say(findForm().dataset.away);
}

// The same button of the form that has come; one that says what waits says something else by now.
function findWanted({ name, value }) {
  const named = [...findForm().elements].filter((one) => one.type === "submit" && one.name === name);
  return name ? named.find((one) => one.value === value) ?? named[0] : findForm().querySelector(".act button");
}

function submit() {
  const button = findWanted(wanted);
  wanted = null;
  button?.click();
}

addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.target !== findForm()) return;
  if (button?.matches(TAPS)) {
    taps.push({ name: button.name, value: button.value });
    wanted = null;
    keep();
  } else if (taps.length || isAway()) {
    wanted = { name: button?.name, value: button?.value };
  } else return;
  event.preventDefault();
  sendNext();
});
for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => { byFinger = name === "pointerdown"; }, true);
addEventListener("change", ({ target }) => {
  if (history.state?.laying) keep();
  goOnToCards(target);
});
addEventListener("online", sendNext);
connect();
if (before) {
  if (!taps.length) taps.push(NO_CARD);
  sendNext();
}
