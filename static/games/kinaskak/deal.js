// Kínaskák: the deal that the inputs hold, in every way of writing it, and how its row will say it.

import { readCounts } from "../../js/cards.js";
import { labelValue, numberOf, readWord, sayWith } from "../../js/told.js";

export const CLASSES = ["jokers", "aces", "tens", "low"];

const form = document.getElementById("form");
export const names = JSON.parse(readWord("names"));
export const { values, free, penalty, bonus, times } = JSON.parse(readWord("costs"));
const valueOf = (name) => form.querySelector(`input[name="${name}"]`)?.value.trim() ?? "";

function classOf(card) {
  if (card === "JK") return "jokers";
  if (card.startsWith("A")) return "aces";
  return /^[2-9]/.test(card) ? "low" : "tens";
}

function countCards(cards) {
  const found = {};
  for (const card of cards.toUpperCase().split(/[\s,;]+/)) found[classOf(card)] = (found[classOf(card)] || 0) + 1;
  return found;
}

// How many cards of each class a seat is left with, or the points that were counted; null while nothing is written.
// Where the very cards are written, no card is an empty hand.
export function handOf(seat) {
  const numbers = CLASSES.map((name) => [name, valueOf(`hands-${numberOf(seat)}-${name}`)]).filter(([, number]) => number);
  if (numbers.length) return Object.fromEntries(numbers.map(([name, number]) => [name, Number(number)]));
  const typed = valueOf(`hands-${numberOf(seat)}`);
  if (!typed) return form.dataset.way === "cards" ? {} : null;
  if (/^\d+$/.test(typed)) return Number(typed);
  return typed.includes("=") ? readCounts(typed) : countCards(typed);
}

export const pointsOf = (hand) => (typeof hand === "number" ? hand : CLASSES.reduce((sum, name, index) => sum + (hand[name] || 0) * values[index], 0));

// No points are an empty hand, unless this table has cards that cost nothing: then only one such hand tells who went out.
function whoWentOut(hands, ranOut) {
  const empty = hands.map((hand, seat) => [hand, seat]).filter(([hand]) => typeof hand === "number" ? !hand : !CLASSES.some((name) => hand[name]));
  const sure = empty.filter(([hand]) => typeof hand !== "number" || !values.includes(0));
  const [found] = sure.length ? sure : empty.length === 1 && !ranOut ? empty : [];
  return found?.[1];
}

// What the buys of a seat cost beyond the free ones.
export const priceBuys = (seat) => Math.max(0, Number(valueOf(`buys-${numberOf(seat)}`)) - free) * penalty || 0;

// "Anna went out: 0, 85 × 2 + 200, 20"
function sayDeal() {
  const hands = names.map((_name, seat) => handOf(seat));
  if (hands.includes(null)) return "";
  const isTicked = (name) => form.querySelector(`input[name="${name}"]`)?.checked;
  const ranOut = isTicked("stock_ran_out");
  const out = whoWentOut(hands, ranOut);
  const ended = out !== undefined ? readWord("name-out", { name: names[out] }) : readWord(ranOut ? "ran-out" : "one-out");
  const sayHand = (points, seat) => (seat === out && bonus ? `−${bonus}` : points && isTicked("hidden") ? `${points} × ${times}` : points);
  const left = hands.map((hand, seat) => [sayHand(pointsOf(hand), seat), priceBuys(seat)].filter((points, index) => points || !index).join(" + "));
  return labelValue(ended, left.join(", "));
}

if (form) sayWith(form, sayDeal);
