// Numbers that make a whole, one a side: one is typed, the other is what it leaves. What is left is only
// shown, never entered, so that it follows each correction.

import { sumUp } from "./keypad.js";

const readTyped = (input) => input.value.trim();
const canBe = (input) => sumUp(readTyped(input)) <= Number(input.dataset.high);

// Show beside each lone blank what the others leave of `whole`; nothing while the whole is not known.
export function showRest(inputs, whole) {
  const blank = inputs.filter((input) => !readTyped(input));
  const sum = inputs.reduce((known, input) => known + sumUp(readTyped(input)), 0);
  const rest = whole - sum;
  const known = Boolean(whole) && blank.length === 1 && blank.length < inputs.length && rest >= 0;
  for (const input of inputs) {
    const shown = known && input === blank[0] ? String(rest) : "";
    input.placeholder = shown;
    input.classList.toggle("follows", shown !== "");
  }
}

// Of two sides the one that is being typed counts: what the other had was for the old number. A number that cannot be
// was for none: it stays, and is said to be wrong.
export function emptyOther(inputs, target) {
  if (inputs.length !== 2 || !inputs.includes(target) || !readTyped(target)) return;
  const other = inputs[1 - inputs.indexOf(target)];
  if (!readTyped(other) || !canBe(other)) return;
  other.value = "";
  other.dispatchEvent(new Event("change", { bubbles: true }));
}
