// What a choice brings along stands on the page at once: chips tick that the match has no end of its own. With another
// choice it goes again. A number that is typed afterwards counts: what the form shows is what is meant.

const form = document.getElementById("form");
const findWord = (name) => form.querySelector(`input[name="${name}-word"]`);

function bring({ target }) {
  const brought = JSON.parse(target.dataset?.brings ?? "{}");
  for (const [name, value] of Object.entries(brought)) if (value === null && findWord(name)) findWord(name).checked = true;
  for (const other of form.querySelectorAll(`input[name="${target.name}"][data-brings]`)) {
    for (const name of Object.keys(JSON.parse(other.dataset.brings))) if (!(name in brought) && findWord(name)) findWord(name).checked = false;
  }
}

function prefer({ target }) {
  if (target.matches("input.number") && target.value && findWord(target.name)) findWord(target.name).checked = false;
}

if (form?.querySelector("[data-brings]")) {
  form.addEventListener("change", bring);
  form.addEventListener("input", prefer);
}
