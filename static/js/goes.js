// A small key that goes round the states of an input: each tap chooses the next, after the last comes none. A game may say
// on the key which is the `first`. What is chosen stands on it; a screen reader hears it as the key's own words.

const findRadios = (form, name) => [...form.querySelectorAll(`input[name="${name}"]`)];
const readWords = ({ nextElementSibling: words }) => (words.querySelector("[aria-hidden]") ?? words).textContent.trim();

function drawKey(form, key) {
  const radio = findRadios(form, key.dataset.goes).find((one) => one.checked && one.value);
  const beside = "beside" in key.dataset && radio;
  key.textContent = radio && !beside ? readWords(radio) : key.dataset.title;
  if (beside) key.append(Object.assign(document.createElement("small"), { textContent: readWords(radio) }));
  key.dataset.value = radio?.value ?? "";
  key.setAttribute("aria-pressed", String(Boolean(radio)));
}

function chooseNext(form, { goes: name, first }) {
  const radios = findRadios(form, name).filter((one) => one.value);
  radios.sort((one, other) => (other.value === first) - (one.value === first));
  const at = radios.findIndex((one) => one.checked);
  const chosen = radios[at + 1] ?? findRadios(form, name).find((one) => !one.value);
  chosen.checked = true;
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}

export function goRound(form) {
  const keys = [...form.querySelectorAll("[data-goes]")];
  const drawAll = () => keys.forEach((key) => drawKey(form, key));
  for (const key of keys) key.addEventListener("click", () => chooseNext(form, key.dataset));
  for (const name of ["entry:changed", "entry:filled"]) form.addEventListener(name, drawAll);
  drawAll();
}
