// The page that enters a deal. The form works without this; with it every part is kept as it is entered, the line
// that will be written is shown before it is saved, and a deal without network waits on this phone.
// Games listen to the form: "entry:changed" (a player tapped) and "entry:filled" (values came from elsewhere).

import { Draft, describe, readValues } from "./draft.js";
import "./drawer.js";
import { SHEETS, keepFitting } from "./fits.js";
import { goRound } from "./goes.js";
import { makeKeypad, settle, sumUp } from "./keypad.js";
import { Unreachable, get, post, useToken } from "./net.js";
import { openInPlace } from "./opens.js";
import { Outbox } from "./outbox.js";
import { Saving } from "./saving.js";
import { stepNumbers } from "./stepper.js";
import { isAway, say } from "./touch.js";

const PREVIEW_AFTER = 300;
const TYPED = 500; // between two digits nothing is said
const SUM = /^\d+(\+\d*)+$/;
const EVERY = 3000;
const PATIENCE = 1500; // a save waits so long for what it would write, where a tap was quicker than the answer

const form = document.getElementById("form");
const notices = document.getElementById("entry-notices");
const preview = document.getElementById("entry-preview");
let fit = () => {};
const status = document.getElementById("entry-status");
const whole = document.getElementById("entry-whole");

function readDeal() {
  const inputs = readValues(form);
  delete inputs.csrf_token;
  for (const name of Object.keys(inputs)) inputs[name] = inputs[name].map((value) => (SUM.test(value) ? String(sumUp(value)) : value));
  return inputs;
}

function announceChange(target) {
  form.dispatchEvent(new CustomEvent("entry:changed", { detail: { target } }));
}

// A number that a tap changed beside it: "Player 2, buys 2".
function describeNumber(input) {
  const label = input.labels[0]?.innerText.trim() ?? "";
  const legend = input.closest("fieldset.each, fieldset.buys")?.querySelector("legend")?.innerText.trim() ?? "";
  const what = legend && legend[0].toLocaleLowerCase(document.documentElement.lang) + legend.slice(1);
  return `${[label, what].filter(Boolean).join(", ")} ${input.value || 0}`;
}

// What stands there already is not said once more.
let line = "";
function showPreview(html) {
  if (html !== line || !preview.hasChildNodes()) preview.innerHTML = html;
  line = html;
  fit();
}

// What came since the page was sent, and what can only be said of a blank deal, may wait until the page can be used.
const loaded = new Promise((done) => addEventListener("load", done, { once: true }));
let previewing = 0;
let asked = 0;
let looking = false;
function lookAhead(after = PREVIEW_AFTER) {
  clearTimeout(previewing);
  looking = true;
  form.removeAttribute("data-complete"); // the line that stands there is that of a moment ago
  delete form.dataset.told;
  const turn = ++asked; // an answer on its way belongs to an older question
  previewing = setTimeout(async () => {
    try {
      const body = { draft: "", form: form.dataset.way, inputs: readDeal() };
      const { status: code, data } = await post(form.dataset.preview, body, form.dataset.state);
      if (turn !== asked) return;
      const shown = code === 200 ? data : null;
      showPreview(shown?.html ?? "");
      form.toggleAttribute("data-complete", Boolean(shown?.complete));
      if (shown) form.dataset.told = shown.told;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      showPreview(""); // without network there is no line, and no old one either
    }
    looking = false;
    form.dispatchEvent(new CustomEvent("entry:previewed"));
  }, after);
}

async function awaitPreview() {
  const previewed = new Promise((done) => form.addEventListener("entry:previewed", done, { once: true }));
  lookAhead(0);
  await Promise.race([previewed, new Promise((done) => setTimeout(done, PATIENCE))]);
}

// Where a save ends the match on something odd, the sheet that says all of it asks once. What is saved stays as it is while
// the line is waited for; where the server cannot be asked, nothing is.
let sure = false;
let saves = false;
async function mayBeSaved(saving) {
  if (saves) return false;
  if (looking && !saving.alone) {
    saves = true;
    saving.lock(true);
    await awaitPreview();
    saving.lock(false);
    saves = false;
  }
  const odd = preview.querySelector(".ends") && preview.querySelector(".suspect");
  if (!odd || sure || !SHEETS) return true;
  whole.querySelector("[data-sure]").hidden = false;
  whole.showPopover();
  return false;
}

function saveAllTheSame(event) {
  if (!event.target.closest("[data-sure]")) return;
  sure = true;
  whole.hidePopover();
  form.requestSubmit();
}

function startDraft() {
  const draft = new Draft(form);
  const outbox = new Outbox(document.getElementById("outbox"), (answer) => saving.answered(answer), (item) => saving.mend(item));
  draft.waits = () => outbox.items.length > 0;
  const showNow = () => showStatus(draft, outbox);
  const saving = new Saving(form, draft, outbox, showNow);
  for (const name of ["state", "filled"]) draft.addEventListener(name, showNow);
  draft.addEventListener("filled", (event) => {
    form.dispatchEvent(new CustomEvent("entry:filled", { detail: event.detail }));
    lookAhead();
  });
  draft.addEventListener("conflict", (event) => loadLate().then(({ showConflict }) => showConflict(draft, event.detail)));
  draft.addEventListener("replaced", (event) => loadLate().then(({ showReplaced }) => showReplaced(draft, event.detail.names, describe)));
  draft.addEventListener("late", (event) => loadLate().then(({ showLate }) => showLate(draft, event.detail)));
  // A number is kept while it is being typed: the phone may ring between two digits.
  for (const name of ["input", "change"]) form.addEventListener(name, (event) => markTouched(draft, event.target));
  draft.addEventListener("current", (event) => (form.dataset.seen = event.detail.seq));
  form.addEventListener("submit", (event) => handleSubmit(event, draft, saving));
  form.addEventListener("click", (event) => beginAnew(event, draft));
  whole.addEventListener("click", saveAllTheSame);
  document.addEventListener("click", (event) => switchLanguage(event, draft));
  for (const name of ["online", "offline"]) addEventListener(name, showNow);
  addEventListener("online", () => draft.refresh());
  document.addEventListener("scorekeeper:moved", () => draft.refresh());
  document.addEventListener("visibilitychange", () => document.hidden || draft.refresh());
  setInterval(() => document.hidden || draft.refresh(), EVERY);
  draft.restore();
  showOutOfDate(draft).catch((error) => { if (!(error instanceof Unreachable)) throw error; });
  showNow();
  // The page has just come with what is known.
  Promise.all([outbox.flush(), loaded]).then(() => draft.refresh());
  return draft;
}

function markTouched(draft, target) {
  const part = target.closest("[data-part]");
  if (!part) return;
  draft.touch(part.dataset.part);
  const told = notices.querySelector(".replaced");
  if (told?.dataset.names.split(" ").includes(part.dataset.part)) told.remove();
}

// Where what is entered is kept. A deal that waits here says so itself, and without network nothing is kept elsewhere.
function showStatus(draft, outbox) {
  const here = Object.values(draft.unsent);
  const unsent = here.some((part) => !part.wrong && !part.typing);
  const alone = draft.offline || outbox.waiting || isAway();
  // What cannot be sent yet, such as three cards where four belong, is on this phone alone.
  let key = unsent ? "saving" : here.length ? "" : draft.begun ? "kept" : "blank";
  if (alone && unsent) key = "here";
  else if (alone || outbox.items.length) key = "";
  if (status.dataset.shown !== key) status.textContent = status.dataset[key] ?? "";
  // Only what failed is said, after what the tap itself has to say: that things are kept is what everybody expects.
  if (key === "here" && status.dataset.shown !== key) setTimeout(say, TYPED, status.dataset.here);
  status.dataset.shown = key;
}

// A refusal goes as soon as what it is about is touched; what is about the whole deal goes with any of it.
function dropRefusals(target) {
  const place = target.closest("[data-part], .field");
  for (const line of form.querySelectorAll(".problem li")) {
    const about = document.getElementById(line.querySelector("a[href^='#']")?.hash.slice(1));
    if (about && !place?.contains(about) && !about.contains(target)) continue;
    const box = line.closest(".problem");
    line.remove();
    if (!box.querySelector("li")) box.remove();
  }
}

// What is said of other phones, and asked of a deal that was recorded meanwhile, comes in a script that is loaded for it.
const loadLate = () => import("./late.js").catch(() => new Promise((done) => setTimeout(done, EVERY)).then(loadLate));

async function showOutOfDate(draft) {
  const old = Object.keys(draft.all).find((name) => name !== draft.name);
  if (!old) return;
  const { data } = await get(`${form.dataset.state}?form=${form.dataset.way}&draft=${old}`);
  if (data?.late) (await loadLate()).showOld(draft, old, data);
}

// The deal as its row will say it: by the server, where it has answered; without network by the game's own module, of
// the same words. A screen without a module says what stands in its inputs.
function putInWords(draft) {
  const asked = new CustomEvent("entry:told", { detail: { told: "" } });
  form.dispatchEvent(asked);
  const describeInputs = () => [...draft.parts.values()].map((part) => describe(part.element)).filter(Boolean).join(" · ");
  return form.dataset.told || asked.detail.told || describeInputs();
}

async function handleSubmit(event, draft, saving) {
  const button = event.submitter;
  const goes = button && (button.hasAttribute("formaction") || button.name);
  if (goes && button.value !== "way") return; // a correction, another language: the form goes as forms go
  event.preventDefault();
  if (goes) {
    draft.flush().then(() => location.assign(button.getAttribute("formaction")));
    return;
  }
  for (const input of form.querySelectorAll("input.number")) settle(input);
  if (!await mayBeSaved(saving)) return;
  sure = false;
  saving.save(() => ({
    form: form.dataset.way, seen: Number(form.dataset.seen),
    versions: draft.versions, unheard: Object.keys(draft.unsent), inputs: readDeal(), told: putInWords(draft),
  }));
}

// One more line of a list comes from the server, into the page that is open.
async function addRow(event, keys) {
  const button = event.submitter;
  const list = button?.matches("[data-add]") && button.closest("fieldset");
  if (!list?.id || list.dataset.failed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { growList } = await loadLate();
  growList(list, button, keys);
}

async function beginAnew(event, draft) {
  const button = event.target.closest("[data-begin-anew]");
  if (!button || !confirm(button.dataset.ask)) return;
  const body = { draft: draft.name, form: form.dataset.way, inputs: {} };
  const answer = await post(form.dataset.empty, body, form.dataset.state).catch(() => null);
  if (!answer || answer.status !== 200) return;
  draft.forget(draft.name);
  location.reload();
}

// Another language shows the same draft: nothing has to be posted for it.
function switchLanguage(event, draft) {
  const button = event.target.closest("button[name=lang]");
  if (!button) return;
  event.preventDefault();
  const address = new URL(location.href);
  address.searchParams.set("lang", button.value);
  draft.flush().then(() => location.assign(address));
}

// The foot grows with what it says, and the page with every line that comes into it: what a keyboard has reached remains
// in sight and comes to stand above a foot that stays, until a hand rolls the page elsewhere.
function keepInSight(foot) {
  if (!foot || !window.ResizeObserver) return;
  let follows = true;
  const isSticky = () => getComputedStyle(foot).position === "sticky";
  const follow = () => {
    document.documentElement.style.scrollPaddingBottom = isSticky() ? `${foot.offsetHeight + 12}px` : "";
    if (follows) uncover(form.querySelector(":focus-visible"), foot);
  };
  const observer = new ResizeObserver(follow);
  for (const one of [foot, document.body]) observer.observe(one);
  addEventListener("resize", follow);
  addEventListener("focusin", () => (follows = true));
  for (const name of ["wheel", "touchmove"]) addEventListener(name, () => (follows = false), { passive: true });
}

function uncover(focused, foot) {
  if (!focused || focused.closest("dialog")) return;
  const seen = focused.matches("[type=radio], [type=checkbox]") && focused.labels[0] || focused;
  const [box, over] = [seen.getBoundingClientRect(), foot.getBoundingClientRect()];
  const beside = over.left >= box.right || over.right <= box.left;
  const covered = !foot.contains(focused) && !beside && box.bottom > over.top && box.top < over.bottom;
  if (covered || box.top < 0 || box.bottom > innerHeight) seen.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function begin() {
  fit = keepFitting(preview);
  useToken(form.querySelector("[name=csrf_token]").value);
  document.documentElement.className = "scripting";
  stepNumbers(form, settle, (input) => say(describeNumber(input)));
  goRound(form);
  openInPlace(form);
  keepInSight(form.querySelector(".act"));
  const keys = makeKeypad(document.getElementById("entry-keypad"), form);
  form.addEventListener("input", (event) => {
    dropRefusals(event.target);
    if (event.target.matches("input.number")) lookAhead(TYPED);
  });
  form.addEventListener("change", (event) => {
    dropRefusals(event.target);
    if (event.target.matches("input.number")) settle(event.target);
    announceChange(event.target);
    lookAhead();
  });
  form.addEventListener("submit", () => keys.close(), true);
  form.addEventListener("submit", (event) => addRow(event, keys));
  const draft = form.dataset.draft && startDraft();
  form.dispatchEvent(new CustomEvent("entry:filled", { detail: { names: [] } }));
  if (!draft || draft.begun) lookAhead();
  else loaded.then(() => asked || lookAhead()); // what is missing: everything
  dispatchEvent(new Event("scorekeeper:awake"));
}

// A game’s own script may stand before this one or after it; all of them are there before this event.
if (form && "entry" in form.dataset) document.addEventListener("DOMContentLoaded", begin, { once: true });
