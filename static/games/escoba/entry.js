// Eskoba: escobas while the hand is played, then who had what. Everything stands in the form's own inputs; contradictions the server tells.

import { rove } from "../../js/roving.js";
import { say } from "../../js/touch.js";
import { cardsIn, countEscobas, findTicks, readAnswers, readChosen } from "./deal.js";
import { emptyOther, showRest } from "../../js/rest.js";
import { readPill, readWord } from "../../js/told.js";

const form = document.getElementById("form");
const TIE = "-";

function tell(element) {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function choose(name, value) {
  if (readChosen(name) === value) return;
  const pills = [...form.querySelectorAll(`input[name="${name}"]`)];
  const pill = pills.find((one) => one.value === value);
  for (const one of pills) one.checked = one === pill;
  if (pills.length) tell(pill || pills[0]);
}

// --- what the rules ask of some deals -------------------------------------------------------------------------------

function mayBe(name, side) {
  const seven = readChosen("seven_of_golds");
  if (name.startsWith("all_")) return readChosen(`most-${name.slice(4)}`) === side && (seven === "" || seven === side);
  if (name === "under_ten" && form.querySelector("[data-all-few]")) return true; // so many sides that all may have few
  const most = readChosen("most-cards");
  if (most === TIE || most === side) return false;
  return name === "under_ten" || !countEscobas(side);
}

function answer(name, side, yes) {
  const tick = findTicks(name).find((one) => one.value === side);
  if (!tick) {
    choose(name, yes ? side : "");
  } else if (tick.checked !== yes) {
    tick.checked = yes;
    tell(tick);
  }
}

const RARE = ["under_ten", "no_cards"];
const WHOLE = ["golds", "sevens"].filter((name) => form?.querySelector(`input[name="most-${name}"]`)?.parentElement.querySelector(".all"));

function drawAsks() {
  for (const key of form.querySelectorAll("[data-ask]")) {
    const { ask, side } = key.dataset;
    const pressed = readAnswers(ask).includes(side);
    key.disabled = !pressed && !mayBe(ask, side);
    key.setAttribute("aria-pressed", String(pressed));
  }
  for (const name of RARE) {
    const those = [...form.querySelectorAll(`[data-ask="${name}"][aria-pressed="true"]`)];
    const shown = form.querySelector(`#${name}-key .shown`);
    if (shown) shown.textContent = those.map((key) => key.textContent.trim()).join(", ");
  }
}

// A second tap on the leader says that it was all of them, a third that it was not.
let leaders = {};
function drawLeaders() {
  for (const name of WHOLE) {
    leaders[name] = readChosen(`most-${name}`);
    const all = readChosen(`all_${name}`);
    for (const key of form.querySelectorAll(`input[name="most-${name}"]`)) {
      const told = key.parentElement.querySelector(".all");
      if (told) told.hidden = all === "" || all !== key.value;
    }
  }
}

function tapAgain(key) {
  const name = WHOLE.find((one) => key.name === `most-${one}`);
  if (!name || key.value === TIE || leaders[name] !== key.value || !mayBe(`all_${name}`, key.value)) return;
  const yes = readChosen(`all_${name}`) !== key.value;
  answer(`all_${name}`, yes ? key.value : "", yes);
  if (yes) follow(`all_${name}`, key.value);
  say(yes ? `${readWord(`all_${name}`)}: ${readPill(form, key.name)}` : readPill(form, key.name));
}

// Another answer above makes an answer here untrue. It comes back if that was a slip, but not over what was said since.
let untrue = [];
function dropUntrue() {
  const given = [...RARE, ...WHOLE.map((one) => `all_${one}`)].flatMap((name) => readAnswers(name).map((side) => ({ name, side })));
  const dropped = given.filter(({ name, side }) => side && side !== TIE && !mayBe(name, side));
  const [back, stay] = [true, false].map((yes) => untrue.filter(({ name, side }) => mayBe(name, side) === yes));
  for (const { name, side } of dropped) answer(name, side, false);
  for (const { name, side } of back) if (RARE.includes(name) || !readChosen(name)) answer(name, side, true);
  untrue = [...stay, ...dropped];
}

// What an answer says about the rest, where nothing was said yet.
function follow(name, side) {
  if (name === "no_cards") {
    const winner = readChosen("most-cards");
    const sides = form.querySelectorAll('[data-ask="no_cards"]').length;
    if (winner === "" || readAnswers("no_cards").length < sides - 1) return;
    for (const what of ["most-golds", "most-sevens", "seven_of_golds"]) if (!readChosen(what)) choose(what, winner);
  } else if (name.startsWith("all_") && !readChosen("seven_of_golds")) choose("seven_of_golds", side);
}

function answerAsk({ ask, side }) {
  const yes = !readAnswers(ask).includes(side);
  untrue = untrue.filter(({ name }) => name !== ask);
  answer(ask, side, yes);
  if (yes) follow(ask, side);
}

// Fifteen or thirty on the opening table are escobas of the dealer, or of the player after.
function addOpening(key) {
  const { sides: listed, whose } = key.parentElement.dataset;
  const sides = listed.trim().split(" ");
  const seat = (Number(form.dataset.dealer) + (whose === "first")) % sides.length;
  const input = form.querySelector(`input[name="escobas-${sides[seat]}"]`);
  input.value = String((Number(input.value) || 0) + Number(key.dataset.opening));
  tell(input);
}

// Space on a radio button that is chosen already is no click.
function pressSpace(event) {
  if (event.key !== " " || event.repeat || !event.target.matches("input[type=radio]:checked")) return;
  event.preventDefault();
  tapAgain(event.target);
}

function pressKey(event) {
  const key = event.target.closest("[data-ask], [data-opening]");
  if (event.target.matches("input[type=radio]")) tapAgain(event.target);
  if (key && "ask" in key.dataset) answerAsk(key.dataset);
  if (key && "opening" in key.dataset) addOpening(key);
  if (key) draw();
}

// --- numbers --------------------------------------------------------------------------------------------------------

const wholes = [...(form?.querySelectorAll("[data-whole]") ?? [])]
  .map((box) => ({ whole: Number(box.dataset.whole), inputs: [...box.querySelectorAll("input.number")] }));

const drawNumbers = () => wholes.forEach(({ whole, inputs }) => showRest(inputs, whole));

// --- cards ----------------------------------------------------------------------------------------------------------

const cards = [...(form?.querySelectorAll("[data-card]") ?? [])];
const piles = [...(form?.querySelectorAll('input[name^="piles-"]') ?? [])];
const listPile = (pile) => cardsIn(pile.value);
const names = [...(form?.querySelectorAll(".taken .name") ?? [])].map((name) => name.textContent.trim());

// The shortest beginnings by which the sides can be told apart.
function shortenNames() {
  for (let length = 1; length <= 3; length++) {
    const short = names.map((name) => [...name].slice(0, length).join(""));
    if (new Set(short).size === names.length) return short;
  }
  return names.map((_name, side) => String(side + 1));
}
const short = shortenNames();

function findTakers() {
  const found = new Map();
  piles.forEach((pile, side) => listPile(pile).forEach((card) => found.set(card, side)));
  return found;
}

function drawCards() {
  if (!cards.length) return;
  const found = findTakers();
  for (const button of cards) {
    const side = found.get(button.dataset.card);
    if (side === undefined) delete button.dataset.taker;
    else button.dataset.taker = side;
    button.querySelector("small").textContent = side === undefined ? "" : short[side];
    button.setAttribute("aria-label", side === undefined ? button.dataset.told : `${button.dataset.told}: ${names[side]}`);
  }
  const counts = form.querySelectorAll(".taken-count");
  piles.forEach((pile, side) => {
    const count = String(listPile(pile).length);
    if (counts[side].textContent !== count) counts[side].textContent = count;
  });
  form.querySelector(".left-count").textContent = String(cards.length - found.size);
}

// While the cards are being given, the page does not list those that are missing.
function hidePreview() {
  const waiting = cards.length && findTakers().size < cards.length;
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
    const rest = listPile(pile).filter((one) => one !== card);
    writePile(index, index === side ? [...rest, card] : rest);
  });
}

function tapCard(event) {
  const card = event.target.closest("[data-card]")?.dataset.card;
  const others = event.target.closest("[data-others]")?.dataset.others;
  if (card) {
    const now = findTakers().get(card);
    give(card, now === undefined ? 0 : now + 1); // one past the last side: in no pile again
    say(event.target.closest("[data-card]").getAttribute("aria-label"));
  }
  if (others) {
    const found = findTakers();
    const left = cards.map((button) => button.dataset.card).filter((one) => !found.has(one));
    writePile(Number(others), [...listPile(piles[Number(others)]), ...left]);
    say(`${names[others]} ${listPile(piles[Number(others)]).length}`);
  }
}

// --- all of it ------------------------------------------------------------------------------------------------------

function draw() {
  drawAsks();
  drawLeaders();
  drawNumbers();
  drawCards();
}

function followChange() {
  dropUntrue();
  draw();
}

if (form) {
  for (const { inputs, whole } of wholes) {
    for (const input of inputs) {
      input.addEventListener("input", () => {
        emptyOther(inputs, input);
        showRest(inputs, whole);
      });
    }
  }
  if (cards.length) rove(form.querySelector(".picker"), () => cards);
  form.addEventListener("click", pressKey);
  form.addEventListener("keydown", pressSpace);
  form.addEventListener("click", tapCard);
  form.addEventListener("entry:changed", followChange);
  form.addEventListener("entry:filled", () => {
    untrue = [];
    draw();
  });
  form.addEventListener("entry:previewed", hidePreview);
  draw();
}
