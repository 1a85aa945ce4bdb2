// Eskoba: escobas while the hand is played, then who had what. Questions about numbers come only where the rules need
// them. Everything stands in the form's own inputs; contradictions the server tells.

import { rove } from "../../js/roving.js";
import { say } from "../../js/touch.js";
import { answers, cardsIn, chosen, made, ticks } from "./deal.js";
import { oneOfTwo, showRest } from "../../js/rest.js";

const form = document.getElementById("form");
const ENDING = /^(most-|seven_of_golds|cards-|golds-|sevens-|piles-)/;
const TIE = "-";

function tell(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function choose(name, value) {
  if (chosen(name) === value) return;
  const pills = [...form.querySelectorAll(`input[name="${name}"]`)];
  const pill = pills.find((one) => one.value === value);
  for (const one of pills) one.checked = one === pill;
  if (pills.length) tell(pill || pills[0]);
}

// --- questions that the rules ask of some deals ---------------------------------------------------------------------

const asksFor = (name) => form.querySelector(`[data-ask="${name}"]`) !== null;

function mayBe(name, side) {
  const seven = chosen("seven_of_golds");
  if (name === "all_golds" || name === "all_sevens") {
    return chosen(`most-${name.slice(4)}`) === side && (seven === "" || seven === side);
  }
  const most = chosen("most-cards");
  if (most === "" || most === TIE || most === side) return false;
  return name === "under_ten" || (!made(side) && (!asksFor("under_ten") || answers("under_ten").includes(side)));
}

function answer(name, side, yes) {
  const tick = ticks(name).find((one) => one.value === side);
  if (!tick) {
    choose(name, yes ? side : "");
  } else if (tick.checked !== yes) {
    tick.checked = yes;
    tell(tick);
  }
}

function drawAsks() {
  const box = form.querySelector(".asks");
  if (!box) return;
  let any = false;
  for (const button of box.querySelectorAll("[data-ask]")) {
    const { ask, side } = button.dataset;
    const pressed = answers(ask).includes(side);
    const shown = pressed || mayBe(ask, side);
    any ||= shown;
    button.hidden = !shown;
    button.setAttribute("aria-pressed", String(pressed));
  }
  box.hidden = !any;
}

// Another answer above makes an answer here untrue.
function dropUntrue() {
  for (const { dataset } of form.querySelectorAll('[data-ask][aria-pressed="true"]')) {
    if (!mayBe(dataset.ask, dataset.side)) answer(dataset.ask, dataset.side, false);
  }
}

// What an answer says about the rest, where nothing was said yet.
function follow(name, side) {
  if (name === "no_cards") {
    const winner = chosen("most-cards");
    const sides = form.querySelectorAll('[data-ask="no_cards"]').length;
    if (answers("no_cards").length < sides - 1) return;
    for (const what of ["most-golds", "most-sevens", "seven_of_golds"]) if (!chosen(what)) choose(what, winner);
  } else if (name.startsWith("all_") && !chosen("seven_of_golds")) choose("seven_of_golds", side);
}

function pressed(event) {
  const button = event.target.closest("[data-ask]");
  if (!button) return;
  const { ask, side } = button.dataset;
  const yes = button.getAttribute("aria-pressed") !== "true";
  answer(ask, side, yes);
  if (yes) follow(ask, side);
  else dropUntrue();
  drawAsks();
}

// --- numbers --------------------------------------------------------------------------------------------------------

const wholes = [...(form?.querySelectorAll("[data-whole]") ?? [])]
  .map((box) => ({ whole: Number(box.dataset.whole), inputs: [...box.querySelectorAll("input.number")] }));

const drawNumbers = () => wholes.forEach(({ whole, inputs }) => showRest(inputs, whole));

// Once the piles are counted, an escoba that was not tapped was none.
function settleEscobas() {
  for (const input of form.querySelectorAll('input[name^="escobas-"]')) {
    if (input.value) continue;
    input.value = "0";
    tell(input);
  }
}

// --- cards ----------------------------------------------------------------------------------------------------------

const cards = [...(form?.querySelectorAll("[data-card]") ?? [])];
const piles = [...(form?.querySelectorAll('input[name^="piles-"]') ?? [])];
const inPile = (pile) => cardsIn(pile.value);
const names = [...(form?.querySelectorAll(".taken .name") ?? [])].map((name) => name.textContent.trim());

// The shortest beginnings by which the sides can be told apart.
function marks() {
  for (let length = 1; length <= 3; length++) {
    const short = names.map((name) => [...name].slice(0, length).join(""));
    if (new Set(short).size === names.length) return short;
  }
  return names.map((_name, side) => String(side + 1));
}
const short = marks();

function takers() {
  const found = new Map();
  piles.forEach((pile, side) => inPile(pile).forEach((card) => found.set(card, side)));
  return found;
}

function drawCards() {
  if (!cards.length) return;
  const found = takers();
  for (const button of cards) {
    const side = found.get(button.dataset.card);
    if (side === undefined) delete button.dataset.taker;
    else button.dataset.taker = side;
    button.querySelector("small").textContent = side === undefined ? "" : short[side];
    button.setAttribute("aria-label", side === undefined ? button.dataset.told : `${button.dataset.told}: ${names[side]}`);
  }
  const counts = form.querySelectorAll(".taken-count");
  piles.forEach((pile, side) => {
    const count = String(inPile(pile).length);
    if (counts[side].textContent !== count) counts[side].textContent = count;
  });
  form.querySelector(".left-count").textContent = String(cards.length - found.size);
}

// While the cards are being given, the page does not list those that are missing.
function quietly() {
  const waiting = cards.length && takers().size < cards.length;
  if (waiting) document.getElementById("entry-preview").replaceChildren();
}

function writePile(side, list) {
  const value = list.join(" ");
  if (piles[side].value === value) return;
  piles[side].value = value;
  tell(piles[side]);
}

function give(card, side) {
  piles.forEach((pile, index) => {
    const rest = inPile(pile).filter((one) => one !== card);
    writePile(index, index === side ? [...rest, card] : rest);
  });
}

function tapped(event) {
  const card = event.target.closest("[data-card]")?.dataset.card;
  const others = event.target.closest("[data-others]")?.dataset.others;
  if (card) {
    const now = takers().get(card);
    give(card, now === undefined ? 0 : now + 1); // one past the last side: in no pile again
    say(event.target.closest("[data-card]").getAttribute("aria-label"));
  }
  if (others) {
    const found = takers();
    const left = cards.map((button) => button.dataset.card).filter((one) => !found.has(one));
    writePile(Number(others), [...inPile(piles[Number(others)]), ...left]);
    say(`${names[others]} ${inPile(piles[Number(others)]).length}`);
  }
}

// --- all of it ------------------------------------------------------------------------------------------------------

function draw() {
  drawAsks();
  drawNumbers();
  drawCards();
}

function changed({ detail: { target } }) {
  if (ENDING.test(target.name)) settleEscobas();
  dropUntrue();
  draw();
}

if (form) {
  for (const { inputs, whole } of wholes) {
    for (const input of inputs) {
      input.addEventListener("input", () => {
        oneOfTwo(inputs, input);
        showRest(inputs, whole);
      });
    }
  }
  if (cards.length) rove(form.querySelector(".picker"), () => cards);
  form.addEventListener("click", pressed);
  form.addEventListener("click", tapped);
  form.addEventListener("entry:changed", changed);
  form.addEventListener("entry:filled", draw);
  form.addEventListener("entry:previewed", quietly);
  draw();
}
