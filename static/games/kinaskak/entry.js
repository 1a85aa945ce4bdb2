// Kínaskák: a line a player, and one is chosen. Cards of that hand are tapped by their class, or its points are
// typed; each player may do so on their own phone. All of it stands in the form's own inputs.

import { writeCounts } from "../../js/cards.js";
import { settle, sumUp } from "../../js/keypad.js";
import { joinTexts, labelValue, numberOf, readWord } from "../../js/told.js";
import { say } from "../../js/touch.js";
import { CLASSES, free, handOf, names, penalty, pointsOf, priceBuys, values } from "./deal.js";

const NUMBERS = /^[\d+]+$/;
const TWICE = 700; // a second tap of the same finger is not meant for Save

const form = document.getElementById("form");
const find = (selector) => form.querySelector(selector);
const lines = [...form.querySelectorAll(".players .line")];
const boxes = lines.map((line) => line.querySelector("[data-points]"));
const hands = lines.map((_line, seat) => find(`input[name="hands-${numberOf(seat)}"]`));
const bought = lines.map((_line, seat) => find(`input[name="buys-${numberOf(seat)}"]`));
const stock = find('input[name="stock_ran_out"]');
const cards = [...form.querySelectorAll("[data-class]")];
const signs = Object.fromEntries(cards.map((key) => [key.dataset.class, key.querySelector("[aria-hidden]").textContent]));
if (signs.tens) signs.tens = `10–${signs.tens.split(" ").pop()}`;
const [next, save] = [find("[data-next]"), find("button.save:not([data-next])")];

let chosen = 0;
let last = ""; // the key that −1 takes back: a class of cards, or "buy"
let nextAt = -Infinity;

function write(input, value) {
  if (input.value === value) return;
  input.value = value;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// What a seat is left with: its cards by class, or points; null while nothing is written.
function readHand(seat) {
  const typed = hands[seat].value.trim();
  return NUMBERS.test(typed) ? sumUp(typed) : handOf(seat);
}

const cardsOf = (seat) => (typeof readHand(seat) === "object" && readHand(seat)) || {};
const isOut = (seat) => {
  const hand = readHand(seat);
  return hand === 0 || (hand !== null && typeof hand === "object" && CLASSES.every((name) => !hand[name]));
};
const isIn = (seat) => readHand(seat) !== null;
const buysOf = (seat) => Number(bought[seat].value) || 0;

// The hand to be counted after the chosen one; undefined when it is the last.
function findFollowing() {
  const after = [...lines.keys()].map((step) => (chosen + step + 1) % lines.length).slice(0, -1);
  return after.find((seat) => !isIn(seat));
}

const classesOf = (seat) => CLASSES.filter((name) => cardsOf(seat)[name]);
const sayBuys = (seat) => buysOf(seat) && readWord(buysOf(seat) === 1 ? "buy" : "buys", { n: buysOf(seat) });
const sayCosts = (seat) => priceBuys(seat) && `+${priceBuys(seat)}`;

// "A×2 10–K ★ · 4 buys +200"; in two columns without the cards, which the sum of the chosen hand tells.
function describe(seat) {
  const held = lines.length > 4 ? [] : classesOf(seat).reverse().map((name) => signs[name] + (cardsOf(seat)[name] > 1 ? `×${cardsOf(seat)[name]}` : ""));
  const own = hands[seat].closest("[data-part]").dataset.who === names[seat] && seat !== here;
  return joinTexts([isOut(seat) && readWord("out"), held.join(" "), joinTexts([sayBuys(seat), sayCosts(seat)], " "), isIn(seat) && own && readWord("own")]);
}

// "20+20", or "5×7"
function writeAddends(name, number) {
  const value = values[CLASSES.indexOf(name)];
  return number > 4 ? `${number}×${value}` : Array(number).fill(value).join("+");
}

// "A 20+20, 10–K 10, ★ 50 = 100"
function sumUpHand(seat) {
  if (isOut(seat)) return readWord("out");
  const typed = hands[seat].value.trim();
  const counted = classesOf(seat).reverse().map((name) => `${signs[name]} ${writeAddends(name, cardsOf(seat)[name])}`).join(", ");
  const what = counted || (typed.includes("+") && typed);
  return isIn(seat) ? joinTexts([what, pointsOf(readHand(seat))], " = ") : "";
}

const sayHand = (seat) => labelValue(names[seat], sumUpHand(seat));

// "Æsa: A 20+20 = 40 · 4 buys +200"
function sayTally(seat) {
  const said = joinTexts([sumUpHand(seat), joinTexts([sayBuys(seat), sayCosts(seat)], " ")]);
  return labelValue(names[seat], said || readWord(find("[data-buy]").disabled ? "no-buys" : "hint"));
}

function drawLine(seat) {
  const typed = hands[seat].value.trim();
  const shown = NUMBERS.test(typed) ? typed : "";
  if (boxes[seat].value !== shown) boxes[seat].value = shown;
  boxes[seat].placeholder = isIn(seat) && !shown ? String(pointsOf(readHand(seat))) : "…";
  lines[seat].classList.toggle("in", isIn(seat));
  lines[seat].dataset.state = isOut(seat) ? "out" : isIn(seat) ? "in" : "open";
  lines[seat].classList.toggle("chosen", seat === chosen);
  lines[seat].toggleAttribute("aria-current", seat === chosen);
  const line = lines[seat].querySelector(".known");
  if (line.textContent !== describe(seat)) line.textContent = describe(seat);
}

function drawKeys() {
  for (const key of cards) key.classList.toggle("last", key.dataset.class === last);
  find("[data-less]").disabled = !classesOf(chosen).length && !buysOf(chosen);
  find("[data-out]").setAttribute("aria-pressed", String(isOut(chosen)));
  const costly = buysOf(chosen) >= free;
  find("[data-costs]").textContent = costly ? `+${penalty}` : "+1";
  find("[data-buy]").classList.toggle("dear", costly);
  for (const whose of form.querySelectorAll("[data-whose]")) if (whose.textContent !== names[chosen]) whose.textContent = names[chosen];
  next.hidden = findFollowing() === undefined;
  save.hidden = !next.hidden;
}

function draw() {
  lines.forEach((_line, seat) => drawLine(seat));
  drawKeys();
  const all = lines.every((_line, seat) => isIn(seat));
  const ranOut = find("[data-ran-out]");
  ranOut.hidden = !all || lines.some((_line, seat) => isOut(seat));
  ranOut.setAttribute("aria-pressed", String(stock.checked));
  find(".tally .sum").textContent = sayTally(chosen);
}

function choose(seat) {
  if (seat !== chosen) last = "";
  chosen = seat;
  form.dispatchEvent(new CustomEvent("entry:aim", { detail: { input: boxes[seat] } }));
  draw();
}

function tick(yes) {
  if (stock.checked === yes) return;
  stock.checked = yes;
  stock.dispatchEvent(new Event("change", { bubbles: true }));
}

// At most one player goes out: a player marked before is unmarked.
function goOut() {
  const again = isOut(chosen);
  lines.forEach((_line, seat) => isOut(seat) && write(hands[seat], ""));
  tick(false);
  if (!again) write(hands[chosen], "0");
}

function addCard(name) {
  const found = cardsOf(chosen);
  write(hands[chosen], writeCounts({ ...found, [name]: (found[name] || 0) + 1 }));
  last = name;
}

function takeBack() {
  const found = cardsOf(chosen);
  const name = found[last] ? last : classesOf(chosen)[0];
  if (buysOf(chosen) && (last === "buy" || !name)) return write(bought[chosen], String(buysOf(chosen) - 1 || ""));
  last = name;
  return write(hands[chosen], writeCounts({ ...found, [name]: found[name] - 1 }));
}

function buy(number) {
  write(bought[chosen], String(number));
  last = "buy";
}

const KEYS = {
  class: (key) => addCard(key.dataset.class),
  less: takeBack,
  buy: () => buy(buysOf(chosen) + 1),
  penalty: () => buy(Math.max(free, buysOf(chosen)) + 1),
  out: goOut,
  ranOut: () => tick(!stock.checked),
};

function press(event) {
  const key = event.target.closest("button");
  const name = key && Object.keys(KEYS).find((one) => one in key.dataset);
  if (name) {
    KEYS[name](key);
    draw();
    say(find(".tally .sum").textContent);
  } else if (key === next) {
    nextAt = event.timeStamp;
    choose(findFollowing());
    say(names[chosen]);
  } else if (!key && event.target.closest(".players .line")) choose(lines.indexOf(event.target.closest(".players .line")));
}

// The same finger's second tap finds Save where Next was.
function hold(event) {
  const soon = event.timeStamp - nextAt < TWICE;
  nextAt = -Infinity;
  if (event.target.closest("button") !== save || !soon) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The points of a hand are typed into a box of their own; the hand itself is what is kept, digit by digit.
function followTyped(event) {
  const seat = boxes.indexOf(event.target);
  if (seat < 0) return;
  const value = boxes[seat].value.trim();
  if (hands[seat].value === value || (!value && !NUMBERS.test(hands[seat].value.trim()))) return;
  hands[seat].value = value;
  hands[seat].dispatchEvent(new Event(event.type, { bubbles: true }));
  draw();
}

function begin() {
  const first = here ?? [...lines.keys()].find((seat) => !isIn(seat)) ?? 0;
  choose(first);
}

const here = find(".players").dataset.here ? Number(find(".players").dataset.here) : undefined;
for (const name of ["input", "change"]) form.addEventListener(name, followTyped);
form.addEventListener("entry:part", ({ target, detail }) => {
  const seat = hands.findIndex((input) => target.contains(input));
  if (seat >= 0) detail.said = isIn(seat) ? sayHand(seat) : "";
});
// A sum that was begun before the page went away is still a sum.
form.addEventListener("submit", () => hands.forEach(settle), true);
form.addEventListener("click", hold, true);
form.addEventListener("click", press);
form.addEventListener("focusin", ({ target }) => boxes.includes(target) && choose(boxes.indexOf(target)));
form.addEventListener("entry:changed", draw);
form.addEventListener("entry:filled", ({ detail }) => {
  draw(); // before the keypad leaves a box: what stands there of the deal before would be typed into this one
  if (detail?.names.length && !lines.some((_line, seat) => isIn(seat))) begin();
});
new MutationObserver(draw).observe(form, { subtree: true, attributeFilter: ["data-who"] });
begin();
