// Eskoba: the deal that the inputs hold, in every way of writing it, and how its row will say it.

import { joinTexts, labelValue, numberOf, readWord, sayWith, seatOf } from "../../js/told.js";

const TIE = "-";
export const OPENING = 4;
export const ALL_PLAYS = 36;
const VALUES = { 10: 8, 11: 9, 12: 10 };

const form = document.getElementById("form");
const sides = JSON.parse(readWord("sides"));
const valueOf = (name) => form.querySelector(`input[name="${name}"]`)?.value.trim() ?? "";

export const readChosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
export const findTicks = (name) => [...form.querySelectorAll(`input[type="checkbox"][name="${name}"]`)];
export const readAnswers = (name) => (findTicks(name).length ? findTicks(name).filter((one) => one.checked).map((one) => one.value) : [readChosen(name)]);
export const countEscobas = (side) => Number(valueOf(`escobas-${side}`)) || 0;
export const cardsIn = (typed) => typed.toUpperCase().split(/[\s,;]+/).filter(Boolean);
const joinNumbers = (numbers) => numbers.join("–");

const nameOf = (side) => (side === TIE ? readWord("tie") : sides[seatOf(side)]);

// --- who had the most, and counts -----------------------------------------------------------------------------------

// The numbers of all sides: the one that is left blank is what the others leave.
function numbersOf(name) {
  const inputs = sides.map((_side, index) => form.querySelector(`input[name="${name}-${numberOf(index)}"]`));
  const shown = inputs.map((input) => input.value.trim() || input.placeholder);
  return shown.includes("") ? null : joinNumbers(shown.map(Number));
}

const joinEscobas = () => joinNumbers(sides.map((_side, side) => countEscobas(numberOf(side))));

function sayCounts() {
  const [cards, golds, sevens] = ["cards", "golds", "sevens"].map(numbersOf);
  if (!cards || !golds || !sevens || !readChosen("seven_of_golds")) return null;
  const more = [saySides("setenta", [readChosen("setenta")])];
  return { counted: readWord("counted", { escobas: joinEscobas(), cards, golds, sevens }), seven: readChosen("seven_of_golds"), more };
}

function sayMost() {
  const [cards, golds, sevens] = ["cards", "golds", "sevens"].map((name) => readChosen(`most-${name}`));
  if (!cards || !golds || !sevens || !readChosen("seven_of_golds")) return null;
  const given = { cards: nameOf(cards), golds: nameOf(golds), sevens: nameOf(sevens) };
  return { counted: readWord("mostly", { escobas: joinEscobas(), ...given }), seven: readChosen("seven_of_golds"), more: sayFew() };
}

// All of a kind, and few cards. Where all others took no card, that says the rest.
function sayFew() {
  const none = readAnswers("no_cards").filter(Boolean);
  const found = { all_golds: readAnswers("all_golds"), all_sevens: readAnswers("all_sevens") };
  if (none.length === sides.length - 1) found.all_golds = found.all_sevens = [];
  found.setenta = [readChosen("setenta")];
  found.under_ten = readAnswers("under_ten").filter((side) => !none.includes(side));
  found.no_cards = none;
  return Object.entries(found).map(([name, those]) => saySides(name, those));
}

function saySides(name, those) {
  const names = those.filter((side) => side && side !== TIE).map(nameOf);
  return names.length ? labelValue(readWord(name), names.join(", ")) : "";
}

// --- cards ----------------------------------------------------------------------------------------------------------

function sayCards(piles, escobas) {
  const joinCounts = (of) => joinNumbers(piles.map((pile) => pile.filter(of).length));
  const given = { cards: joinCounts(() => true), golds: joinCounts((card) => card.endsWith("O")), sevens: joinCounts((card) => card.startsWith("7")) };
  const seven = String(numberOf(piles.findIndex((pile) => pile.includes("7O"))));
  return { counted: readWord("counted", { escobas, ...given }), seven };
}

function sayPiles() {
  const piles = sides.map((_side, side) => cardsIn(valueOf(`piles-${numberOf(side)}`)));
  return piles.flat().length < OPENING + ALL_PLAYS ? null : sayCards(piles, joinEscobas());
}

export function readPlays() {
  const found = [...form.querySelectorAll('input[name^="plays-"][name$="-card"]')].map((input) => input.name.slice(0, -4));
  return found.map((play) => ({
    seat: seatOf(readChosen(`${play}seat`) || valueOf(`${play}seat`)),
    card: cardsIn(valueOf(`${play}card`))[0],
    takes: cardsIn(valueOf(`${play}takes`)),
  })).filter(({ card }) => card);
}

export const worthOf = (card) => VALUES[card.slice(0, -1)] ?? Number(card.slice(0, -1));
const sumUp = (cards) => cards.reduce((sum, card) => sum + worthOf(card), 0);

// The escobas that the four opening cards give the dealer, or the player after; at some tables they bring nothing.
function countOpening(table, thirty, opening) {
  if (opening === "none") return 0;
  const points = sumUp(table);
  if (points === 15) return 1;
  const twoFifteens = table.slice(1).some((card) => worthOf(table[0]) + worthOf(card) === 15);
  return points === 30 && (thirty === "total" || twoFifteens) ? 2 : 0;
}

export const readCourse = () => JSON.parse(readWord("course"));

// Card by card, as play.py follows it: what lies there, who took what, and who swept the table. `begins` is the seat of the first play.
export function followPlays(table, played, { sides: seats, thirty, opening }, begins) {
  const sideOf = (seat) => seats.findIndex((side) => side.includes(seat));
  const piles = sides.map(() => []);
  const swept = sides.map(() => 0);
  let lying = table;
  let last;
  let lastSwept;
  const capture = (side, cards, sweeps) => {
    lying = lying.filter((card) => !cards.includes(card));
    piles[side].push(...cards);
    swept[side] += sweeps;
    last = side;
    if (sweeps) lastSwept = side;
  };
  const players = seats.flat().length;
  const first = table.length === OPENING && countOpening(table, thirty, opening);
  if (first) capture(sideOf(opening === "first" ? begins : (begins - 1 + players) % players), table, first);
  for (const { seat, card, takes } of played) {
    if (takes.length) capture(sideOf(seat), [card, ...takes], Number(lying.length === takes.length));
    else lying = [...lying, card];
  }
  return { lying, piles, swept, last, lastSwept };
}

// After the last play the cards left go to their taker; it returns the piles.
export function takeLeft({ lying, piles, last, lastSwept }) {
  if (last !== undefined) piles[readCourse().leftover === "last_escoba" ? lastSwept ?? last : last].push(...lying);
  return piles;
}

function sayPlays() {
  const played = readPlays();
  const table = cardsIn(valueOf("table"));
  if (table.length < OPENING || played.length < ALL_PLAYS) return { counted: labelValue(readWord("played"), [played.length, ALL_PLAYS].join(" / ")) };
  const found = followPlays(table, played, readCourse(), played[0].seat);
  return found.last === undefined ? { counted: readWord("nobody") } : sayCards(takeLeft(found), joinNumbers(found.swept));
}

const sayNone = () => (readChosen("nobody_captured") ? { counted: readWord("nobody") } : null);

// --- all of it ------------------------------------------------------------------------------------------------------

const WAYS = { most: sayMost, counts: sayCounts, piles: sayPiles, plays: sayPlays, "nobody": sayNone };

// "Escobas 2–1, cards 22–18, golds 6–4, sevens 3–1 · Seven of golds: Ana"
function sayDeal() {
  const found = WAYS[form.dataset.way]();
  return found && joinTexts([found.counted, found.seven && labelValue(readWord("seven"), nameOf(found.seven)), ...(found.more ?? [])]);
}

if (form) sayWith(form, sayDeal);
