// What may be left blank has no key for that with scripts: a second tap on what is chosen takes it back.

let stood = null; // what was chosen on the key before the tap

function remember({ target }) {
  stood = target.closest(".key")?.querySelector("input[type=radio]:checked") ?? null;
}

function takeBack({ target }) {
  if (target !== stood) return;
  const blank = target.form.querySelector(`input[name="${target.name}"][value=""]`);
  if (!blank) return;
  blank.checked = true;
  blank.dispatchEvent(new Event("change", { bubbles: true }));
}

for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, remember, true);
document.addEventListener("click", takeBack);
