// The parts of the entry's screens that a question is asked with: small keys that go round, and the keys for numbers.

import { goRound } from "./goes.js";
import { keypad } from "./keypad.js";

const form = document.getElementById("form");
form.addEventListener("change", ({ target }) => form.dispatchEvent(new CustomEvent("entry:changed", { detail: { target } })));
goRound(form);
const keys = keypad(document.getElementById("entry-keypad"), form);
form.addEventListener("submit", () => keys.close(), true);
