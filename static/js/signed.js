// Totals that may be negative are typed on a keyboard that has the minus; those of other games on one of digits alone.
// The page names the games with negative totals, and the keyboard follows the game that is chosen.

const form = document.querySelector("form[data-signed]");

function follow() {
  const signed = form.dataset.signed.split(" ").includes(new FormData(form).get("game"));
  for (const field of form.querySelectorAll("input.number")) field.inputMode = signed ? "text" : "numeric";
}

form.addEventListener("change", follow);
follow();
