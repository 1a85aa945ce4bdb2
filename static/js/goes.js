// A small key that goes round the states of an input: each tap chooses the next, after the last comes none. What is chosen
// stands on it; a screen reader hears it as the key's own words.

const radiosOf = (form, name) => [...form.querySelectorAll(`input[name="${name}"]`)];
const wordsOf = (radio) => radio.nextElementSibling.textContent.trim();

function draw(form, key) {
  const radio = radiosOf(form, key.dataset.goes).find((one) => one.checked && one.value);
  const beside = "beside" in key.dataset && radio;
  key.textContent = radio && !beside ? wordsOf(radio) : key.dataset.title;
  if (beside) key.append(Object.assign(document.createElement("small"), { textContent: wordsOf(radio) }));
  key.dataset.value = radio?.value ?? "";
  key.setAttribute("aria-pressed", String(Boolean(radio)));
}

function next(form, name) {
  const radios = radiosOf(form, name).filter((one) => one.value);
  const at = radios.findIndex((one) => one.checked);
  const chosen = radios[at + 1] ?? radiosOf(form, name).find((one) => !one.value);
  chosen.checked = true;
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}

export function goRound(form) {
  const keys = [...form.querySelectorAll("[data-goes]")];
  const all = () => keys.forEach((key) => draw(form, key));
  for (const key of keys) key.addEventListener("click", () => next(form, key.dataset.goes));
  for (const name of ["entry:changed", "entry:filled"]) form.addEventListener(name, all);
  all();
}
