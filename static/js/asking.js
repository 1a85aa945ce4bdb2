// The parts of the entry's screens that a question is asked with: small keys that go round, and the keys for numbers.

import { goRound } from "./goes.js";
import { makeKeypad, settle } from "./keypad.js";
import { stepNumbers } from "./stepper.js";

const form = document.getElementById("form");
form.addEventListener("change", ({ target }) => form.dispatchEvent(new CustomEvent("entry:changed", { detail: { target } })));
goRound(form);
stepNumbers(form, settle);
const keys = makeKeypad(document.getElementById("entry-keypad"), form);
form.addEventListener("submit", () => keys.close(), true);
form.classList.add("awake");
