// Kani: results are named by the bid they answer, the called card is a rank of the trump suit, and the key of the
// declarer among the partners says that there is none. Everything stands in the form's own inputs.

import { byHand } from "../../js/opens.js";
import { rove } from "../../js/roving.js";
import { joinTexts, labelValue, readPill, readWord, sayWith } from "../../js/told.js";

const form = document.getElementById("form");
const ALL = 13;
const ALONE = "-";
const NEAR = [-2, 1, 2, -3, -4, 3]; // beside made and one down: what happens most, as far as it can be
const SUITS = { clubs: "C", diamonds: "D", hearts: "H", spades: "S" };
const SIGNS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
const RED = ["diamonds", "hearts"];
const readChosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
const findInput = (name) => form.querySelector(`input[name="${name}"]:not([type=radio])`);
const markPressed = (button, on) => button.setAttribute("aria-pressed", String(on));

function tell(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function write(name, value) {
  if (findInput(name).value === value) return;
  findInput(name).value = value;
  tell(findInput(name));
}

function choose(name, value) {
  if (readChosen(name) === value) return;
  const before = form.querySelector(`input[name="${name}"]:checked`);
  const key = [...form.querySelectorAll(`input[name="${name}"]`)].find((one) => one.value === value);
  if (key) key.checked = true;
  else before.checked = false;
  tell(key || before);
}

const readBid = () => (readChosen("bid") === "kani" ? ALL : Number(readChosen("bid")) || 0);
const isAlone = () => readChosen("partner") === ALONE;
// A declarer alone held every trump, and takes all the tricks, unless the table lets one play alone with any bid.
const takesAll = () => isAlone() && !document.querySelector('[data-words="alone-with-any"]');
const isTakable = (tricks) => tricks >= (takesAll() ? ALL : 0) && tricks <= ALL;
const isPossible = (tricks) => readBid() > 0 && isTakable(tricks);

function findNearest() {
  if (takesAll()) return [ALL].filter((tricks) => tricks !== readBid());
  const found = NEAR.map((over) => readBid() + over).filter(isPossible).slice(0, 3);
  return found.sort((one, other) => one - other);
}

function drawResults() {
  const taken = findInput("tricks").value.trim();
  for (const button of form.querySelectorAll("[data-over]")) {
    const tricks = readBid() + Number(button.dataset.over);
    button.disabled = !isPossible(tricks);
    markPressed(button, isPossible(tricks) && taken === String(tricks));
  }
  const near = findNearest();
  form.querySelectorAll(".near").forEach((button, at) => {
    const tricks = near[at];
    button.disabled = tricks === undefined;
    button.textContent = tricks === undefined ? "–" : readWord(`tricks-${tricks}`);
    button.dataset.tricks = tricks ?? "";
    markPressed(button, !button.disabled && taken === String(tricks));
  });
  for (const button of form.querySelectorAll(".numbers [data-tricks]")) {
    button.disabled = !isTakable(Number(button.dataset.tricks));
    markPressed(button, taken === button.dataset.tricks);
  }
  const shown = [...form.querySelectorAll(".result [data-over], .near")].some((button) => button.ariaPressed === "true");
  form.querySelector("#tricks-key .shown").textContent = shown ? "" : taken;
}

function showSign(place, text, suit) {
  place.textContent = text;
  place.classList.toggle("red", RED.includes(suit));
}

function drawCards() {
  const trump = readChosen("trump");
  const called = findInput("called").value.trim().toUpperCase();
  const rank = called.slice(0, -1);
  for (const button of form.querySelectorAll("[data-rank]")) {
    button.disabled = !trump || isAlone();
    markPressed(button, Boolean(called) && button.dataset.rank === rank);
  }
  const pressed = form.querySelector('[data-rank][aria-pressed="true"]');
  showSign(form.querySelector("#trump-key .shown"), SIGNS[trump] ?? "", trump);
  showSign(form.querySelector("#called-key .shown"), pressed && trump ? SIGNS[trump] + pressed.textContent : called, trump);
}

// The seats keep their places: where the declarer's own would stand, it says that there is no partner.
function drawPartner() {
  const declarer = readChosen("declarer");
  const keys = [...form.querySelectorAll('input[name="partner"]')];
  const own = declarer && keys.find((key) => key.value === declarer);
  const alone = keys.find((key) => key.value === ALONE);
  for (const key of keys) key.parentElement.hidden = key === own;
  alone.parentElement.classList.toggle("offered", Boolean(own));
  if (own && own.parentElement.nextElementSibling !== alone.parentElement) own.parentElement.after(alone.parentElement);
}

// The tricks of the pair, also where those of all four seats are written.
function tricksOf(seats) {
  const numbers = findInput("tricks").value.trim().split(/[\s,;]+/).map(Number);
  if (numbers.length === 1) return numbers[0];
  return seats.reduce((sum, seat) => sum + numbers[seat], 0);
}

// "Anna + Þórdís: 9 ♥ · 10 tricks taken"
function sayDeal() {
  const bidden = readChosen("bid");
  if (bidden === "pass") return readWord("all-passed");
  if (!bidden || !readChosen("declarer") || !readChosen("partner") || !findInput("tricks").value.trim()) return "";
  const pair = ["declarer", "partner"].filter((name) => /^\d+$/.test(readChosen(name)));
  const names = pair.map((name) => readPill(form, name));
  const contract = joinTexts([bidden === "kani" ? readWord("kani") : bidden, SIGNS[readChosen("trump")]], " ");
  const tricks = document.querySelector(`[data-words="taken-${tricksOf(pair.map((name) => Number(readChosen(name))))}"]`);
  return tricks && joinTexts([labelValue(names.join(" + "), contract), tricks.content.textContent]);
}

function draw() {
  drawResults();
  drawCards();
  drawPartner();
  markPressed(passKey, readChosen("bid") === "pass");
}

// All passed: the other values are not true any more. They come back if that was a slip.
let bidBefore = "";
let aside = null;
function setAside() {
  aside ??= Object.fromEntries([
    ...["declarer", "trump", "partner"].map((name) => [name, readChosen(name)]),
    ...["called", "tricks"].map((name) => [name, findInput(name).value]),
  ]);
  for (const name of ["declarer", "trump", "partner"]) choose(name, "");
  for (const name of ["called", "tricks"]) write(name, "");
}

function putBack() {
  const back = aside;
  aside = null;
  if (!back) return;
  for (const name of ["declarer", "trump", "partner"]) choose(name, back[name]);
  for (const name of ["called", "tricks"]) write(name, back[name]);
}

function followBid() {
  if (readChosen("bid") === "pass") return setAside();
  bidBefore = readChosen("bid");
  putBack();
}

// A declarer who plays alone calls no card and, where that takes every trump, makes all tricks. Taken back, what stood
// there stands again.
let beforeAlone = null;
function followPartner() {
  if (isAlone() && !beforeAlone) {
    beforeAlone = { called: findInput("called").value };
    write("called", "");
    if (!takesAll()) return;
    beforeAlone.tricks = findInput("tricks").value;
    write("tricks", String(ALL));
  } else if (!isAlone() && beforeAlone) {
    const before = Object.entries(beforeAlone);
    beforeAlone = null;
    for (const [name, value] of before) write(name, value);
  }
}

function followChange({ detail: { target } }) {
  if (target.name === "bid") followBid();
  if (target.name === "partner") followPartner();
  if (target.name === "trump" && findInput("called").value) {
    write("called", findInput("called").value.slice(0, -1) + (SUITS[readChosen("trump")] ?? ""));
  }
  if (target.name === "declarer" && readChosen("partner") === readChosen("declarer")) choose("partner", "");
  draw();
}

function followFilled() {
  aside = null;
  beforeAlone = null;
  bidBefore = readChosen("bid") === "pass" ? "" : readChosen("bid");
  draw();
}

// The trump by a finger: the next that may be tapped is the called card.
function pressKey(event) {
  const key = event.target.closest("[data-over], [data-tricks], [data-rank], [data-pass]");
  if (event.target.name === "trump" && byHand(event) && !findInput("called").value && !isAlone()) {
    form.querySelector("#called-key").open = true;
  }
  if (!key) return;
  if ("over" in key.dataset) write("tricks", String(readBid() + Number(key.dataset.over)));
  if ("tricks" in key.dataset) write("tricks", key.dataset.tricks);
  if ("pass" in key.dataset) choose("bid", readChosen("bid") === "pass" ? bidBefore : "pass");
  if (!("rank" in key.dataset)) return;
  write("called", key.ariaPressed === "true" ? "" : key.dataset.rank + SUITS[readChosen("trump")]);
}

const passKey = form?.querySelector("[data-pass]");
if (passKey) {
  form.addEventListener("click", pressKey);
  form.addEventListener("entry:changed", followChange);
  form.addEventListener("entry:filled", followFilled);
  sayWith(form, sayDeal);
  for (const box of form.querySelectorAll(".ranks, .numbers")) rove(box, () => [...box.children]);
  followFilled();
}
