// Eskoba card by card on the card table: a tap lays a card, a second one says what it takes where more is possible. The
// plays stand in inputs of the form; what follows from them is drawn anew after each tap.

import { rove } from "../../js/roving.js";
import { say } from "../../js/touch.js";
import { numberOf, readWord, seatOf } from "../../js/told.js";
import { ALL_PLAYS, OPENING, cardsIn, followPlays, readChosen, readCourse, readPlays, takeLeft, worthOf } from "./deal.js";

const FIFTEEN = 15;
const MAX_WAYS = 20;
const form = document.getElementById("form");
const find = (selector) => form.querySelector(selector);
const table = find('input[name="table"]');
const cards = [...form.querySelectorAll("[data-card]")];
const names = JSON.parse(readWord("names"));
const rules = readCourse();
let tapped = ""; // the card that may take more than one thing
let happened = ""; // what the last tap came to, where a card took something

// A line of inputs for each play there can be: other phones fill them too.
function layOut() {
  const given = new FormData(form);
  const place = find('[data-part="plays"]');
  const box = document.createElement("div");
  for (let index = 0; index < ALL_PLAYS; index += 1) {
    for (const name of ["seat", "card", "takes"].map((what) => `plays-${index}-${what}`)) {
      const input = Object.assign(document.createElement("input"), { name });
      input.setAttribute("value", given.get(name) ?? "");
      box.append(input);
    }
  }
  place.replaceChildren(box);
  for (const part of [place, table.closest("[data-part]")]) part.hidden = true;
}

const readOpening = () => cardsIn(table.value);
const sideOf = (seat) => rules.sides.findIndex((side) => side.includes(seat));

// The seat of the first play is the one after the dealer's.
function findBeginner(played) {
  const dealer = readChosen("dealer") ? seatOf(readChosen("dealer")) : Number(find("#laid").dataset.dealer);
  return played.length ? played[0].seat : (dealer + 1) % names.length;
}

function followAll() {
  const played = readPlays();
  const first = findBeginner(played);
  const found = followPlays(readOpening(), played, rules, first);
  const laid = readOpening().length + played.length;
  const turn = laid < OPENING ? (first - 1 + names.length) % names.length : played.length ? (played.at(-1).seat + 1) % names.length : first;
  if (laid === cards.length) takeLeft(found);
  return { ...found, played, turn: laid < cards.length ? turn : undefined };
}

// Each set of open cards that makes so many points.
function findSums(lying, wanted, start = 0) {
  if (!wanted) return [[]];
  const found = [];
  for (let index = start; index < lying.length && found.length < MAX_WAYS; index += 1) {
    if (worthOf(lying[index]) <= wanted) found.push(...findSums(lying, wanted - worthOf(lying[index]), index + 1).map((rest) => [lying[index], ...rest]));
  }
  return found.slice(0, MAX_WAYS);
}

function waysOf(card, lying) {
  const takes = findSums(lying, FIFTEEN - worthOf(card));
  return takes.length && rules.must ? takes : [...takes, []];
}

function write(name, value) {
  const input = find(`input[name="${name}"]`);
  input.value = value;
  return input;
}

const tell = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));

function lay(card, takes) {
  const { played, turn } = followAll();
  tapped = "";
  if (readOpening().length < OPENING) return tell(write("table", [...readOpening(), card].join(" ")));
  write(`plays-${played.length}-seat`, String(numberOf(turn)));
  write(`plays-${played.length}-takes`, takes.join(" "));
  return tell(write(`plays-${played.length}-card`, card));
}

function takeBack() {
  const last = readPlays().length - 1;
  if (tapped) tapped = "";
  else if (last < 0) tell(write("table", readOpening().slice(0, -1).join(" ")));
  else {
    for (const what of ["seat", "takes"]) write(`plays-${last}-${what}`, "");
    tell(write(`plays-${last}-card`, ""));
  }
}

const keyOf = (card) => cards.find((key) => key.dataset.card === card);

function drawCard(card, tag) {
  const place = document.createElement(tag);
  const words = Object.assign(document.createElement("span"), { className: "hidden", textContent: `${keyOf(card)?.ariaLabel ?? card}, ` });
  place.append(keyOf(card)?.firstElementChild.cloneNode(true) ?? card, words);
  return place;
}

// What the tapped card may take: each way is a key with the cards that go together.
function drawWays(lying) {
  const ways = find(".ways");
  ways.hidden = !tapped;
  find("#laid .told").hidden = Boolean(tapped);
  ways.replaceChildren(...(tapped ? waysOf(tapped, lying) : []).map((takes) => {
    const key = Object.assign(document.createElement("button"), { type: "button", className: "way" });
    key.dataset.takes = takes.join(" ");
    if (takes.length) key.append(...[tapped, ...takes].map((card) => Object.assign(drawCard(card, "span"), { className: "mini" })));
    else key.textContent = readWord("down");
    return key;
  }));
  const may = new Set(tapped ? waysOf(tapped, lying).flat() : []);
  find(".open-cards .hand").replaceChildren(...lying.map((card) => {
    const place = drawCard(card, "li");
    place.classList.toggle("lit", may.has(card));
    return place;
  }));
}

function sayNext(turn) {
  if (readOpening().length < OPENING) return readWord("opening");
  return turn === undefined ? readWord("all") : readWord("turn", { name: names[turn] });
}

// What the tap did beside laying a card: what it took, an escoba, what the opening table brought the dealer.
function sayHappened(before) {
  const { played, swept } = followAll();
  const sweeps = swept.reduce((sum, one) => sum + one, 0) - before.swept.reduce((sum, one) => sum + one, 0);
  if (played.length > before.played.length) {
    const { seat, takes } = played.at(-1);
    const given = { name: names[seat], cards: takes.map((card) => keyOf(card)?.ariaLabel ?? card).join(", ") };
    return takes.length ? readWord(sweeps > 0 ? "sweeps" : "takes", given) : "";
  }
  const points = readOpening().reduce((sum, card) => sum + worthOf(card), 0);
  return !played.length && sweeps > 0 ? readWord(`opened-${sweeps}`, { n: sweeps, points }) : "";
}

// A card that is laid leaves the focus to the next one of the pack.
function focusNext(key) {
  if (!key?.disabled || !key.dataset.card) return;
  const from = cards.indexOf(key) + 1;
  [...cards.slice(from), ...cards.slice(0, from)].find((one) => !one.disabled)?.focus({ preventScroll: true });
}

function draw() {
  const { lying, piles, swept, played, turn } = followAll();
  const gone = new Set([...readOpening(), ...played.map(({ card }) => card)]);
  if (gone.has(tapped)) tapped = "";
  [...form.querySelectorAll(".players li")].forEach((player, seat) => {
    const side = sideOf(seat);
    player.classList.toggle("turn", seat === turn);
    const [held, sweeps] = [readWord("held"), readWord("swept")].map((text) => `<span class="hidden">${text} </span>`);
    player.lastElementChild.innerHTML = `${held}${piles[side].length} · ${sweeps}${swept[side]}`;
  });
  for (const key of cards) {
    key.disabled = gone.has(key.dataset.card);
    key.setAttribute("aria-pressed", String(key.dataset.card === tapped));
  }
  drawWays(lying);
  find(".told").textContent = [happened, sayNext(turn)].filter(Boolean).join(" ");
  find("[data-back]").disabled = !gone.size;
}

function press(event) {
  const key = event.target.closest("button");
  if (!key) return;
  const before = followAll();
  const laid = keyOf(key.dataset.card ?? tapped);
  if (key.dataset.card) {
    const { lying } = followAll();
    const ways = readOpening().length < OPENING ? [[]] : waysOf(key.dataset.card, lying);
    if (ways.length === 1) lay(key.dataset.card, ways[0]);
    else tapped = key.dataset.card === tapped ? "" : key.dataset.card;
  } else if ("takes" in key.dataset) lay(tapped, cardsIn(key.dataset.takes));
  else if ("back" in key.dataset) takeBack();
  else return;
  happened = sayHappened(before);
  draw();
  focusNext(laid);
  say(tapped ? find(".ways").ariaLabel : find(".told").textContent);
}

// While cards are missing, the page does not say so of each of them.
function hidePreview() {
  if (readPlays().length < ALL_PLAYS) document.getElementById("entry-preview").replaceChildren();
}

layOut();
rove(find(".fan"), () => cards);
form.addEventListener("click", press);
for (const name of ["entry:changed", "entry:filled"]) form.addEventListener(name, draw);
form.addEventListener("entry:previewed", hidePreview);
draw();
