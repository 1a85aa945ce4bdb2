// Kani: results are named by the bid they answer, the called card is a rank of the trump suit, and the declarer
// is not their own partner. Everything stands in the form's own inputs.

import { rove } from "../../js/roving.js";
import { joined, labelled, named, tells, word } from "../../js/told.js";

const form = document.getElementById("form");
const ALL = 13;
const SUITS = { clubs: "C", diamonds: "D", hearts: "H", spades: "S" };
const SIGNS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
const words = (name, n) => document.querySelector(`[data-words="${name}"]`).innerHTML.replace("{n}", n);
const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
const input = (name) => form.querySelector(`input[name="${name}"]:not([type=radio])`);

function tell(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function write(element, value) {
  if (element.value === value) return;
  element.value = value;
  tell(element);
}

const bid = () => (chosen("bid") === "kani" ? ALL : Number(chosen("bid")) || 0);

function drawResults() {
  const wanted = bid();
  const taken = input("tricks").value.trim();
  for (const button of form.querySelectorAll("[data-over]")) {
    const over = Number(button.dataset.over);
    const tricks = wanted + over;
    const possible = wanted > 0 && tricks >= 0 && tricks <= ALL;
    button.disabled = !possible;
    if (over > 0) button.textContent = words("made-with", possible ? tricks : ALL); // unseen, it takes as much room
    if (over < 0) button.textContent = words("failed-by", -over);
    button.setAttribute("aria-pressed", String(possible && taken === String(tricks)));
  }
}

function drawCalled() {
  const trump = chosen("trump");
  const called = input("called").value.trim().toUpperCase();
  const rank = called.slice(0, -1);
  for (const button of form.querySelectorAll("[data-rank]")) {
    button.disabled = !trump;
    button.setAttribute("aria-pressed", String(Boolean(called) && button.dataset.rank === rank));
  }
  const pressed = form.querySelector('[data-rank][aria-pressed="true"]');
  form.querySelector(".called .shown").textContent = pressed && trump ? pressed.textContent + SIGNS[trump] : called;
}

// The seats stay where they are; the declarer's own only cannot be tapped.
function drawPartner() {
  const declarer = chosen("declarer");
  for (const pill of form.querySelectorAll('input[name="partner"]')) pill.disabled = pill.value === declarer;
}

// The tricks of the pair, also where those of all four seats are written.
function taken(seats) {
  const numbers = input("tricks").value.trim().split(/[\s,;]+/).map(Number);
  if (numbers.length === 1) return numbers[0];
  return seats.reduce((sum, seat) => sum + numbers[seat], 0);
}

// "Anna + Þórdís: 9 ♥ · 10 tricks taken"
function told() {
  const bidden = chosen("bid");
  if (bidden === "pass") return word("all-passed");
  if (!bidden || !chosen("declarer") || !chosen("partner") || !input("tricks").value.trim()) return "";
  const pair = ["declarer", "partner"].filter((name) => /^\d+$/.test(chosen(name)));
  const names = pair.map((name) => named(form, name));
  const contract = joined([bidden === "kani" ? word("kani") : bidden, SIGNS[chosen("trump")]], " ");
  const tricks = document.querySelector(`[data-words="taken-${taken(pair.map((name) => Number(chosen(name))))}"]`);
  return tricks && joined([labelled(names.join(" + "), contract), tricks.content.textContent]);
}

function draw() {
  drawResults();
  drawCalled();
  drawPartner();
}

// All passed: the other values are not true any more.
function emptyTheRest() {
  for (const name of ["declarer", "trump", "partner"]) {
    const pill = form.querySelector(`input[name="${name}"]:checked`);
    if (!pill) continue;
    pill.checked = false;
    tell(pill);
  }
  for (const name of ["called", "tricks"]) write(input(name), "");
}

function changed({ detail: { target } }) {
  if (target.name === "bid" && chosen("bid") === "pass") emptyTheRest();
  if (target.name === "trump" && input("called").value) {
    write(input("called"), input("called").value.slice(0, -1) + (SUITS[chosen("trump")] ?? ""));
  }
  const partner = form.querySelector('input[name="partner"]:checked');
  if (target.name === "declarer" && partner && partner.value === target.value) {
    partner.checked = false;
    tell(partner);
  }
  draw();
}

if (form) {
  form.addEventListener("click", (event) => {
    const result = event.target.closest("[data-over]");
    if (result) write(input("tricks"), String(bid() + Number(result.dataset.over)));
    const rank = event.target.closest("[data-rank]");
    if (rank) {
      const again = rank.getAttribute("aria-pressed") === "true";
      write(input("called"), again ? "" : rank.dataset.rank + SUITS[chosen("trump")]);
    }
  });
  form.addEventListener("entry:changed", changed);
  form.addEventListener("entry:filled", draw);
  tells(form, told);
  const ranks = form.querySelector(".ranks");
  rove(ranks, () => [...ranks.children]);
  draw();
}
