// What may be left blank has no key for that with scripts: a second tap on what is chosen takes it back.

const form = document.getElementById("form");
const radios = [...form.querySelectorAll(".key > input[type=radio]")];
const chosen = new Map();

function remember() {
  chosen.clear();
  for (const radio of radios) if (radio.checked) chosen.set(radio.name, radio);
}

form.addEventListener("click", ({ target }) => {
  if (!radios.includes(target)) return;
  const blank = radios.find((one) => one.name === target.name && !one.value);
  const again = blank && chosen.get(target.name) === target;
  if (again) {
    blank.checked = true;
    blank.dispatchEvent(new Event("change", { bubbles: true }));
  }
  remember();
});
form.addEventListener("change", remember);
remember();
