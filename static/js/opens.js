// Small keys that open in place: one is open at a time; a tap elsewhere or Esc closes it. A finger that has chosen inside
// [data-closes] is done with it; a keyboard goes on through what is there.

const listOpeners = (form) => [...form.querySelectorAll("details.opens")];

// Whether a finger or a mouse made the click, and no key.
export const byHand = (event) => event.detail > 0;

function closeOthers(form, target) {
  if (target.closest(".keypad")) return;
  for (const one of listOpeners(form)) if (!one.contains(target)) one.open = false;
}

function closeChosen(event) {
  const inside = byHand(event) && event.target.closest("button, input[type=radio]")?.closest("[data-closes]");
  if (inside) inside.closest("details.opens").open = false;
}

function closeOnEscape(event) {
  const around = event.key === "Escape" && event.target.closest("details.opens[open]");
  if (!around) return;
  around.open = false;
  around.querySelector("summary").focus();
}

export function openInPlace(form) {
  document.addEventListener("click", (event) => closeOthers(form, event.target), true);
  form.addEventListener("click", closeChosen);
  form.addEventListener("keydown", closeOnEscape);
}
