// A deal as its row will say it, made on the phone where no server can be asked. The words are the page's, and the order
// is that of the game's wording.py.

const BETWEEN = " · ";

// The words of the page by their name, their places filled in; a name that a player typed stands as it was typed.
export function readWord(name, given = {}) {
  const text = document.querySelector(`[data-words="${name}"]`).content.textContent;
  return text.replace(/\{(\w+)\}/g, (place, key) => given[key] ?? place);
}

// What stands on the pill that is chosen.
export function readPill(form, name) {
  const pill = form.querySelector(`input[name="${name}"]:checked`);
  const words = pill?.nextElementSibling;
  return words ? (words.querySelector(".name") ?? words).textContent.trim() : "";
}

// Where others left, inputs call who plays by the number in documents; scripts count those who play. A page without a form has none.
const called = document.getElementById("form")?.dataset.called?.split(" ").map(Number);
export const numberOf = (seat) => called?.[seat] ?? seat;
export const seatOf = (number) => (called ? called.indexOf(Number(number)) : Number(number));

export const joinTexts = (parts, between = BETWEEN) => parts.filter(Boolean).join(between);

export const labelValue = (label, value) => `${label}: ${value}`;

// `make` returns the sentence, or nothing while it cannot be made.
export function sayWith(form, make) {
  form.addEventListener("entry:told", ({ detail }) => {
    detail.told = make() ?? "";
  });
}
