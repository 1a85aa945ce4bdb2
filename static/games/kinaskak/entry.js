// Kínaskák: cards left are tapped by their class, or their points are typed; everybody may do so on their own phone.
// What the others hold is a check mark until all are in. All of it stands in the form's own inputs.

import { add, counts, notation, points } from "../../js/cards.js";
import { settle, total } from "../../js/keypad.js";
import { say } from "../../js/touch.js";
import "./deal.js";

const NUMBERS = /^[\d+]+$/;

const form = document.getElementById("form");
const players = [...form.querySelectorAll(".player")].sort((one, other) => one.dataset.seat - other.dataset.seat);
const words = (name) => document.querySelector(`[data-words="${name}"]`).innerHTML;
const handOf = (player) => player.querySelector(`input[name="hands-${player.dataset.seat}"]`);
const stock = form.querySelector('input[name="stock_ran_out"]');

function tell(input) {
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function write(input, value) {
  if (input.value === value) return;
  input.value = value;
  tell(input);
}

const isOut = (player) => /^(0|(jokers=0 ?)?(aces=0 ?)?(tens=0 ?)?(low=0)?)$/.test(handOf(player).value.trim()) && handOf(player).value.trim() !== "";

function drawPlayer(player, all) {
  const input = handOf(player);
  const typed = input.value.trim();
  const buttons = player.querySelectorAll("[data-class]");
  const found = counts(typed);
  for (const button of buttons) {
    const number = found[button.dataset.class] || 0;
    const box = player.querySelector(`[data-count="${button.dataset.class}"]`);
    if (total(box.value) !== number) box.value = number || "";
    player.querySelector(`[data-less="${button.dataset.class}"]`).disabled = !number;
  }
  const box = player.querySelector("[data-points]");
  const shown = NUMBERS.test(typed) ? typed : "";
  if (box.value !== shown) box.value = shown;
  const worth = points(input, buttons);
  box.placeholder = worth === null || typed === String(worth) ? "" : String(worth);
  const state = typed === "" ? "open" : isOut(player) ? "out" : "in";
  const mine = player.open || all;
  player.dataset.state = state;
  player.querySelector(".sign").textContent = state === "open" ? "…" : "✓";
  player.querySelector(".words").textContent = words(state);
  player.querySelector(".worth").textContent = state === "out" ? words("out") : state === "in" && mine ? String(worth ?? typed) : "";
}

function drawBuys() {
  for (const row of form.querySelectorAll(".buy")) {
    row.toggleAttribute("data-costs", Number(row.querySelector("input").value) > Number(row.dataset.free));
  }
}

function draw() {
  const all = players.every((player) => handOf(player).value.trim() !== "");
  for (const player of players) drawPlayer(player, all);
  for (const button of form.querySelectorAll("[data-out]")) {
    const seat = button.dataset.out;
    const pressed = seat === "nobody" ? stock.checked : isOut(players[Number(seat)]);
    button.setAttribute("aria-pressed", String(pressed));
  }
  drawBuys();
}

function tick(yes) {
  if (stock.checked === yes) return;
  stock.checked = yes;
  tell(stock);
}

// At most one player goes out: a player marked before is unmarked.
function wentOut(seat) {
  const again = seat !== "nobody" && isOut(players[Number(seat)]);
  for (const player of players) if (isOut(player)) write(handOf(player), "");
  if (seat === "nobody") return tick(!stock.checked);
  tick(false);
  if (!again) write(handOf(players[Number(seat)]), "0");
  return undefined;
}

// What a hand holds now that a number of its cards, or all of its points, are typed.
function typedIn(input, box) {
  const value = box.value.trim();
  const asPoints = NUMBERS.test(input.value.trim());
  if (!box.dataset.count) return value || asPoints ? value : input.value;
  if (!value && asPoints) return input.value;
  return notation({ ...counts(asPoints ? "" : input.value), [box.dataset.count]: total(value) });
}

function typed(event) {
  if (!event.target.matches("[data-points], [data-count]")) return;
  const input = handOf(event.target.closest(".player"));
  const value = typedIn(input, event.target);
  if (input.value === value) return;
  input.value = value;
  input.dispatchEvent(new Event(event.type, { bubbles: true }));
}

// A sum that was begun before the page went away is still a sum.
function settleAll() {
  for (const player of players) settle(handOf(player));
}

function tapped(event) {
  const out = event.target.closest("[data-out]");
  if (out) return wentOut(out.dataset.out);
  const card = event.target.closest("[data-class], [data-less]");
  if (!card) return undefined;
  const input = handOf(card.closest(".player"));
  if (NUMBERS.test(input.value.trim())) input.value = "";
  const name = card.dataset.class || card.dataset.less;
  add(input, name, card.dataset.class ? 1 : -1);
  const box = card.closest(".player").querySelector(`[data-count="${name}"]`);
  say(`${box.getAttribute("aria-label")} ${box.value || 0}`);
  return undefined;
}

// As a hand is opened another folds: what was tapped stays under the finger.
function hold(event) {
  const summary = event.target.closest(".player > summary");
  if (!summary) return;
  const before = summary.getBoundingClientRect().top;
  requestAnimationFrame(() => scrollBy(0, summary.getBoundingClientRect().top - before));
}

if (players.length) {
  // The points of a hand are typed into a box of their own; the hand itself is what is kept, digit by digit.
  for (const name of ["input", "change"]) form.addEventListener(name, typed);
  form.addEventListener("submit", settleAll, true);
  form.addEventListener("click", tapped);
  form.addEventListener("click", hold);
  form.addEventListener("entry:changed", draw);
  form.addEventListener("entry:filled", draw);
  for (const player of players) player.addEventListener("toggle", draw);
  draw();
}
