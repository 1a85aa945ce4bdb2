// Cards tapped instead of typed. The cards stand in the ordinary input, in the notation that the form takes, so
// that nothing here is needed to send it; the decks and every word come from the page.

const words = document.getElementById("desk-words").dataset;
const pickers = [];

function cardsOf(input) {
  return input.value.trim().toUpperCase().split(/[\s,;]+/).filter(Boolean).map((card) => card.replace(/^T(?=.$)/, "10"));
}

class Picker {
  constructor(input) {
    this.input = input;
    this.deck = document.getElementById(`deck-${input.dataset.pack}`);
    this.most = Number(input.dataset.most);
    this.label = this.caption();
    this.build();
    this.show();
  }

  caption() {
    const own = document.querySelector(`label[for="${this.input.id}"]`);
    return own ? own.textContent : "";
  }

  build() {
    this.box = document.createElement("div");
    this.box.className = "picker";
    this.tray = document.createElement("div");
    this.tray.className = "tray";
    this.tray.setAttribute("role", "group");
    this.tray.setAttribute("aria-label", `${this.label}: ${words.chosen}`);
    this.rows = document.createElement("div");
    this.rows.className = "fan";
    this.rows.hidden = true;
    this.toggle = document.createElement("button");
    this.toggle.type = "button";
    this.toggle.className = "open";
    this.toggle.addEventListener("click", () => (this.rows.hidden ? open(this) : this.close()));
    this.box.append(this.tray, this.rows);
    this.input.before(this.box);
    // Where points or counts may be written instead, the line to write on stays.
    if (!("also" in this.input.dataset)) this.input.classList.add("typed");
    this.input.addEventListener("change", () => refresh());
  }

  // A deck of 52 drawn cards is made only for the field that is being filled in.
  unfold() {
    if (!this.rows.firstChild) {
      this.rows.append(this.deck.content.cloneNode(true));
      this.rows.addEventListener("click", (event) => {
        const card = event.target.closest("button");
        if (card) this.tap(card.dataset.card);
      });
    }
    this.rows.hidden = false;
    this.show();
  }

  close() {
    this.rows.hidden = true;
    this.show();
  }

  copies(card) {
    return Number(card === "JK" ? this.deck.dataset.jokers : this.deck.dataset.copies);
  }

  tap(card) {
    const held = cardsOf(this.input);
    const times = held.filter((one) => one === card).length;
    if (times && this.copies(card) === 1) held.splice(held.indexOf(card), 1);
    else if (held.length >= this.most || times >= this.copies(card)) {
      // A full field of one card changes it; any other says by its greyed cards that it is full.
      if (this.most !== 1) return;
      held.splice(0, 1, card);
    } else held.push(card);
    this.put(held);
    if (held.length >= this.most && this.most > 1) next(this);
  }

  put(held) {
    this.input.value = held.join(" ");
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  show() {
    const held = cardsOf(this.input);
    this.tray.replaceChildren(...held.map((card, index) => this.chosen(card, index)), this.toggle);
    this.toggle.textContent = this.rows.hidden ? words.choose : words.done;
    this.toggle.setAttribute("aria-expanded", String(!this.rows.hidden));
    this.toggle.setAttribute("aria-label", `${this.label}: ${this.toggle.textContent}`);
    const elsewhere = taken(this);
    for (const button of this.rows.querySelectorAll("button")) {
      const times = held.filter((one) => one === button.dataset.card).length;
      button.setAttribute("aria-pressed", String(times > 0));
      const full = held.length >= this.most && this.most > 1;
      const gone = elsewhere.has(button.dataset.card) || times >= this.copies(button.dataset.card);
      button.disabled = this.copies(button.dataset.card) === 1 ? !times && (full || elsewhere.has(button.dataset.card)) : full || gone;
      badge(button, times);
    }
  }

  chosen(card, index) {
    const drawn = this.deck.content.querySelector(`[data-card="${card}"]`);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "card";
    if (drawn) button.append(...[...drawn.childNodes].map((node) => node.cloneNode(true)));
    else button.textContent = card;
    button.setAttribute("aria-label", `${drawn ? drawn.getAttribute("aria-label") : card}, ${words.back}`);
    button.addEventListener("click", () => {
      const held = cardsOf(this.input);
      held.splice(index, 1);
      this.put(held);
      (this.tray.children[Math.min(index, held.length)] || this.toggle).focus();
    });
    return button;
  }
}

function badge(button, times) {
  let mark = button.querySelector("b");
  if (times < 2) {
    if (mark) mark.remove();
    return;
  }
  if (!mark) {
    mark = document.createElement("b");
    button.append(mark);
  }
  mark.textContent = times;
}

// A card that lies in the trick is not in the hand. A whole deal names every card twice, so there nothing is greyed.
function taken(picker) {
  const found = new Set();
  if (pickers.length > 3) return found;
  for (const other of pickers) {
    if (other === picker || other.deck !== picker.deck) continue;
    for (const card of cardsOf(other.input)) if (picker.copies(card) === 1) found.add(card);
  }
  return found;
}

function open(picker) {
  for (const other of pickers) if (other !== picker && !other.rows.hidden) other.close();
  picker.unfold();
}

function next(picker) {
  const following = pickers[pickers.indexOf(picker) + 1];
  if (following && !cardsOf(following.input).length) open(following);
}

function refresh() {
  for (const picker of pickers) picker.show();
}

for (const input of document.querySelectorAll("input[data-pack]")) {
  if (document.getElementById(`deck-${input.dataset.pack}`)) pickers.push(new Picker(input));
}
if (pickers.length && !pickers.some((picker) => cardsOf(picker.input).length)) pickers[0].unfold();
