// What the engine says of the cards on the table, while they are laid. It is asked of the server, and nothing is worked
// out here: the cards of the answer are lit where they lie, the others of their place are greyed.

const form = document.getElementById("form");
const told = document.querySelector("[data-table]");
const words = document.getElementById("desk-words").dataset;
const REST = 150; // a finger that goes on tapping asks nothing
let waiting = 0;
let asked = 0;

async function askEngine() {
  asked += 1;
  const mine = asked;
  try {
    const response = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
    const found = response.ok ? await response.json() : null;
    if (mine === asked && found) showAnswer(found);
  } catch {
    // Without network the cards stay where they are, and "Get the verdict" says the rest.
  }
}

function showAnswer({ html, cards, refused = [] }) {
  told.innerHTML = html;
  told.toggleAttribute("tabindex", false);
  if (told.scrollHeight > told.clientHeight) told.tabIndex = 0; // it rolls by keys too
  form.dispatchEvent(new CustomEvent("desk:told", { detail: { refused } }));
  for (const place of document.querySelectorAll(".card-table .place")) lightCards([...place.querySelectorAll("[data-held]")], cards);
}

function lightCards(held, cards) {
  const answers = held.some((card) => cards.includes(card.dataset.held));
  for (const card of held) {
    const lit = answers && cards.includes(card.dataset.held);
    card.classList.toggle("lit", lit);
    card.classList.toggle("grey", answers && !lit);
    if (answers) card.setAttribute("aria-description", lit ? words.lit : words.grey);
    else card.removeAttribute("aria-description");
  }
}

// What was said of other cards is no answer to these.
function askAnew() {
  asked += 1;
  told.replaceChildren();
  for (const place of document.querySelectorAll(".card-table .place")) lightCards([...place.querySelectorAll("[data-held]")], []);
  clearTimeout(waiting);
  waiting = setTimeout(askEngine, REST);
}

form.addEventListener("change", askAnew);
form.addEventListener("input", askAnew);
askAnew();

// Where the phone's seat is not known, the player whose name is tapped is the one to play, and the table turns.
const around = document.querySelector(".around[data-turns]");

function turnTable() {
  for (const place of [...around.children]) {
    const key = Object.assign(document.createElement("button"), { type: "button", textContent: place.textContent });
    key.setAttribute("aria-label", place.dataset.plays);
    key.addEventListener("click", () => {
      const behind = [...around.children].slice(0, [...around.children].indexOf(place));
      around.append(...behind);
      key.focus();
    });
    place.replaceChildren(key);
  }
}

if (around) turnTable();
