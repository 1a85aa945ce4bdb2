// Belot: one side's points where the other's follow, announcements among those still possible, four passes in one tap.
// Everything stands in the form's own inputs; what is impossible all the same, the server says.

import { emptyOther, showRest } from "../../js/rest.js";
import { watchAnnouncements } from "./announcements.js";
import { joinTexts, readPill, readWord, sayWith } from "../../js/told.js";

const form = document.getElementById("form");
// All card points and the last ten (belot 5).
const WHOLE = { clubs: 162, diamonds: 162, hearts: 162, spades: 162, all_trumps: 258, no_trumps: 130 };
const fillWords = (name, n) => document.querySelector(`[data-words="${name}"]`).innerHTML.replace("{n}", n);
const readChosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
const points = [0, 1].map((side) => form?.querySelector(`input[name="trick_points-${side}"]`));

function tell(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function write(input, value) {
  if (input.value === value) return;
  input.value = value;
  tell(input);
}

function choose(name, value) {
  const before = form.querySelector(`input[name="${name}"]:checked`);
  if ((before?.value ?? "") === value) return;
  const pill = [...form.querySelectorAll(`input[name="${name}"]`)].find((one) => one.value === value);
  if (pill) pill.checked = true;
  else before.checked = false;
  tell(pill || before);
}

function drawPoints() {
  const whole = WHOLE[readChosen("contract")] || 0;
  showRest(points, whole);
  for (const input of points) input.dataset.high = whole || WHOLE.all_trumps;
  const together = form.querySelector(".together");
  const said = whole ? fillWords(readChosen("contract") === "no_trumps" ? "undoubled" : "together", whole) : "";
  if (together.textContent !== said) together.textContent = said;
}

// A capot is all the points; taken back, they have to be counted after all.
let capot = "";
function followCapot() {
  const whole = WHOLE[readChosen("contract")];
  const now = readChosen("capot");
  if (now && whole) {
    write(points[1 - now], "");
    write(points[now], String(whole));
  } else if (!now && capot && Object.values(WHOLE).includes(Number(points[capot].value))) {
    write(points[capot], "");
  }
  capot = now;
}

// Not counted: one side writes the whole deal, the defenders if no more is said. The declarer's side may without contra
// only if the other forfeits it.
let writes = "";
const forfeit = form?.querySelector('input[name="forfeit"]');
function forfeits(yes) {
  if (forfeit.checked === yes) return;
  forfeit.checked = yes;
  tell(forfeit);
}

function followWhole(changed) {
  const now = readChosen("whole_to");
  const declarer = readChosen("declarer");
  const defenders = declarer && String(1 - (declarer % 2));
  if (changed === "declarer" && now && writes !== "declarer" && now !== defenders) {
    choose("whole_to", defenders);
    return;
  }
  if (now) {
    choose("capot", "");
    for (const input of points) write(input, "");
  }
  writes = findWriter();
  if (writes === "declarer") forfeits(!readChosen("doubling"));
  else if (!now) forfeits(false);
}

function findWriter() {
  const now = readChosen("whole_to");
  const declarer = readChosen("declarer");
  if (!now || !declarer) return "";
  return now === String(declarer % 2) ? "declarer" : "defenders";
}

// All passed: the other values are not true any more. They come back if that was a slip.
const ROUND = ["declarer", "doubling", "capot", "whole_to"];
let aside = null;
function setAside() {
  if (aside) return;
  aside = { points: points.map((input) => input.value), announced: announced.take() };
  for (const name of ROUND) {
    aside[name] = readChosen(name);
    choose(name, "");
  }
  for (const input of points) write(input, "");
  capot = "";
}

function putBack() {
  if (!aside) return;
  for (const name of ROUND) choose(name, aside[name]);
  aside.points.forEach((value, side) => write(points[side], value));
  announced.put(aside.announced);
  aside = null;
}

// What was typed on another phone is theirs: both counts then stand, and whether they fit is said before Save.
const typedHere = new Set();
function followTyped(input) {
  typedHere.add(input);
  if (input.value) choose("whole_to", "");
  const other = points[1 - points.indexOf(input)];
  if (typedHere.has(other) || !form.dataset.draft) emptyOther(points, input);
  drawPoints();
}

// The number goes over to the other side; the keypad follows it.
function swapSides() {
  const keyed = points.find((input) => input.classList.contains("keyed")) ?? points[0];
  const other = points[1 - points.indexOf(keyed)];
  const value = keyed.value;
  if (value && !other.value) {
    write(keyed, "");
    typedHere.add(other);
    write(other, value);
  }
  form.dispatchEvent(new CustomEvent("entry:aim", { detail: { input: other } }));
}

// Four passes, or not after all.
function passAll() {
  const passed = readChosen("contract") === "pass";
  choose("contract", passed ? contractBefore : "pass");
}

function draw() {
  drawPoints();
  const declarer = readChosen("declarer");
  form.querySelector("[data-goes=capot]").dataset.first = declarer && declarer % 2; // theirs is meant first
  form.querySelector("[data-goes=whole_to]").dataset.first = declarer && (1 - (declarer % 2)); // the defenders', most often
  passKey.setAttribute("aria-pressed", String(readChosen("contract") === "pass"));
  announced.draw(readChosen("contract"));
}

let contract = "";
let contractBefore = "";
function followContract() {
  const now = readChosen("contract");
  if (now === "pass") contractBefore = contract;
  if (now === "pass") setAside();
  else putBack();
  announced.follow(contract, now);
  contract = now;
  followCapot();
}

function followChange({ detail: { target } }) {
  if (target.name === "contract") followContract();
  if (target.name === "capot") {
    if (readChosen("capot")) choose("whole_to", "");
    followCapot();
  }
  if (["whole_to", "doubling", "declarer"].includes(target.name)) followWhole(target.name);
  draw();
}

function followFilled({ detail: { names } } = { detail: { names: [] } }) {
  points.forEach((input, side) => names.includes(`trick_points.${side}`) && typedHere.delete(input));
  contract = readChosen("contract");
  capot = readChosen("capot");
  writes = findWriter();
  draw();
}

function readPoints() {
  const whole = WHOLE[readChosen("contract")];
  const typed = points.map((input) => (input.value.trim() === "" ? null : Number(input.value)));
  if (!whole || typed.every((one) => one === null)) return null;
  return typed.map((one, side) => one ?? whole - typed[1 - side]);
}

// "Ana ♥ contra 62–100 · Boris: Tierce to the king"
function sayDeal() {
  if (readChosen("contract") === "pass") return readWord("all-passed");
  const uncounted = readChosen("whole_to") && readWord("not-counted");
  const written = uncounted ? [] : readPoints();
  if (!written || !readChosen("declarer")) return "";
  const pill = form.querySelector('input[name="contract"]:checked').nextElementSibling;
  const contract = pill.querySelector(readChosen("contract").includes("_") ? ".hidden" : "i").textContent;
  const doubling = readChosen("doubling") && readPill(form, "doubling");
  const played = joinTexts([readPill(form, "declarer"), contract, doubling, written.join("–")], " ");
  return joinTexts([played, uncounted, readChosen("capot") && readWord("capot"), ...announced.told()]);
}

let announced = null;
const passKey = form?.querySelector("[data-pass]");
if (form && points[0]) {
  announced = watchAnnouncements(form, form.querySelector('[data-part="declarations"]'), document.querySelector("dialog.announce"));
  for (const input of points) {
    input.addEventListener("input", () => followTyped(input));
  }
  form.querySelector("[data-swap]").addEventListener("click", swapSides);
  passKey.addEventListener("click", passAll);
  form.addEventListener("entry:changed", followChange);
  form.addEventListener("entry:filled", followFilled);
  sayWith(form, sayDeal);
  followFilled();
}
