// Cards tapped instead of typed. The cards stand in the ordinary input, in the notation that the form takes, so
// that nothing here is needed to send it; the decks and every word come from the page. The input itself is folded.

import { rove } from "./roving.js";

const words = document.getElementById("desk-words").dataset;
const pickers = [];

// Points and counts, where they may be written instead, are no cards: the first card tapped takes their place.
function cardsOf(input) {
  if ("also" in input.dataset && /^\s*\d+\s*$|=/.test(input.value)) return [];
  return input.value.trim().toUpperCase().split(/[\s,;]+/).filter(Boolean).map((card) => card.replace(/^T(?=.$)/, "10"));
}

// "Number 2: Takes": of lists and groups each field says which of them it belongs to.
function findCaption(input) {
  const own = document.querySelector(`label[for="${input.id}"]`);
  const found = own ? [own.textContent] : [];
  for (let box = input.closest("fieldset"); box; box = box.parentElement.closest("fieldset")) {
    found.unshift(box.querySelector(":scope > legend").textContent);
  }
  return found.filter(Boolean).join(": ");
}

function makeElement(tag, className, role, label) {
  const element = document.createElement(tag);
  element.className = className;
  if (role) element.setAttribute("role", role);
  if (label) element.setAttribute("aria-label", label);
  return element;
}

class Picker {
  constructor(input) {
    this.input = input;
    this.deck = document.getElementById(`deck-${input.dataset.pack}`);
    this.most = Number(input.dataset.most);
    this.heap = input.dataset.heap;
    this.label = findCaption(input);
    this.build();
    this.stops = rove(this.box, () => [...this.tray.querySelectorAll("button"), ...(this.rows.hidden ? [] : this.rows.querySelectorAll("button"))]);
    this.show();
  }

  build() {
    this.box = makeElement("div", "picker", "toolbar", this.label);
    const about = this.input.getAttribute("aria-describedby");
    if (about) this.box.setAttribute("aria-describedby", about);
    this.tray = makeElement("div", "tray", "group", `${this.label}: ${words.chosen}`);
    this.rows = makeElement("div", "fan");
    this.rows.hidden = true;
    this.said = makeElement("p", "hint", "status");
    this.write = makeElement("button", "quiet write");
    this.write.type = "button";
    this.write.textContent = words.write;
    this.write.addEventListener("click", () => {
      this.written = true;
      this.showLine();
      this.input.focus();
    });
    this.toggle = makeElement("button", "open");
    this.toggle.type = "button";
    this.toggle.addEventListener("click", () => (this.rows.hidden ? open(this) : this.close()));
    this.tray.append(this.toggle);
    this.box.append(this.tray, this.rows, this.said, this.write);
    this.box.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.input.before(this.box);
    this.input.addEventListener("change", () => refresh());
    this.leadHere();
    this.showLine();
  }

  // The label and the links of the list of problems lead to the input, which may be folded away.
  leadHere() {
    for (const link of document.querySelectorAll(`label[for="${this.input.id}"], a[href="#${this.input.id}"]`)) {
      link.addEventListener("click", (event) => {
        if (!this.input.hidden) return;
        event.preventDefault();
        open(this);
        this.stops.stop().focus();
      });
    }
  }

  // The line to write on is folded, until it is asked for, has to be put right or holds what no card shows. It stays where
  // points or counts may be written instead.
  showLine() {
    const needed = this.written || this.input.hasAttribute("aria-invalid") || this.holdsOther();
    const hidden = !("also" in this.input.dataset) && (this.rows.hidden || !needed);
    this.write.hidden = this.rows.hidden || !hidden;
    for (const one of [this.input, document.getElementById(`${this.input.id}-ways`)]) if (one) one.hidden = hidden;
  }

  holdsOther() {
    return cardsOf(this.input).some((card) => !this.deck.content.querySelector(`[data-card="${CSS.escape(card)}"]`));
  }

  // A deck of 52 drawn cards is made only for the field that is being filled in.
  unfold() {
    const first = !this.rows.firstChild;
    if (first) {
      this.rows.append(this.deck.content.cloneNode(true));
      this.rows.addEventListener("click", (event) => {
        const card = event.target.closest("button");
        if (card) this.tap(card);
      });
    }
    this.rows.hidden = false;
    this.showLine();
    this.show();
    if (first && !this.box.contains(document.activeElement)) this.stops.put(this.rows.querySelector("button"));
  }

  close() {
    const within = [this.box, this.input].some((one) => one.contains(document.activeElement));
    this.rows.hidden = true;
    this.said.textContent = "";
    this.showLine();
    this.show();
    if (within) this.toggle.focus();
  }

  copies(card) {
    return Number(card === "JK" ? this.deck.dataset.jokers : this.deck.dataset.copies);
  }

  tap(button) {
    const { card } = button.dataset;
    const held = cardsOf(this.input);
    const times = held.filter((one) => one === card).length;
    this.said.textContent = "";
    if (times && this.copies(card) === 1) held.splice(held.indexOf(card), 1);
    else if (button.getAttribute("aria-disabled") === "true") return this.tellWhy(button);
    // A full field of one card changes it; any other says by its greyed cards that it is full.
    else if (held.length >= this.most) held.splice(0, 1, card);
    else held.push(card);
    this.put(held);
    if (held.length >= this.most && this.most > 1) openNext(this);
  }

  tellWhy(button) {
    const other = findTaken(this).get(button.dataset.card);
    if (other) this.said.textContent = words.elsewhere.replace("{card}", button.getAttribute("aria-label")).replace("{field}", other.label);
  }

  put(held) {
    this.input.value = held.join(" ");
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  show() {
    const held = cardsOf(this.input);
    for (const button of this.tray.querySelectorAll(".card")) button.remove();
    this.toggle.before(...held.map((card, index) => this.chosen(card, index)));
    this.toggle.textContent = this.rows.hidden ? words.choose : words.done;
    this.toggle.setAttribute("aria-expanded", String(!this.rows.hidden));
    this.toggle.setAttribute("aria-label", `${this.label}: ${this.toggle.textContent}`);
    const elsewhere = findTaken(this);
    const full = held.length >= this.most && this.most > 1;
    for (const button of this.rows.querySelectorAll("button")) {
      const { card } = button.dataset;
      const times = held.filter((one) => one === card).length;
      const single = this.copies(card) === 1;
      const closed = single ? !times && (full || elsewhere.has(card)) : full || times >= this.copies(card);
      button.setAttribute("aria-pressed", String(times > 0));
      button.setAttribute("aria-disabled", String(closed));
      drawBadge(button, times);
    }
    this.stops?.settle(this.toggle);
  }

  chosen(card, index) {
    const drawn = this.deck.content.querySelector(`[data-card="${CSS.escape(card)}"]`);
    const button = makeElement("button", "card");
    button.type = "button";
    button.dataset.held = card;
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

function drawBadge(button, times) {
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

// Which field of the same heap holds a card: what lies in the trick is not in the hand.
function findTaken(picker) {
  const found = new Map();
  for (const other of pickers) {
    if (other === picker || other.deck !== picker.deck || other.heap !== picker.heap) continue;
    for (const card of cardsOf(other.input)) if (picker.copies(card) === 1) found.set(card, other);
  }
  return found;
}

function open(picker) {
  for (const other of pickers) if (other !== picker && !other.rows.hidden) other.close();
  picker.unfold();
  show(picker.rows);
}

// Every card can be tapped where it lies: none is below the screen, or under the key that stays at its foot.
function show(rows) {
  const key = document.querySelector(".act");
  const foot = key && getComputedStyle(key).position === "sticky" ? key.offsetHeight : 0;
  if (rows.getBoundingClientRect().bottom > innerHeight - foot) rows.scrollIntoView({ block: "nearest" });
}

// What lies elsewhere than on the table is seldom asked for: the pack stays where it is.
function openNext(picker) {
  const following = pickers[pickers.indexOf(picker) + 1];
  const beside = picker.box.closest(".card-table") === following?.box.closest(".card-table");
  if (!following || !beside || cardsOf(following.input).length) return;
  const within = picker.rows.contains(document.activeElement);
  open(following);
  if (within) following.stops.stop().focus();
}

addEventListener("toggle", ({ target }) => {
  const rows = target.open && target.querySelector(".picker > .fan:not([hidden])");
  if (rows) show(rows);
}, true);

function refresh() {
  for (const picker of pickers) picker.show();
}

function connect() {
  pickers.splice(0, Infinity, ...pickers.filter(({ input }) => input.isConnected));
  for (const input of document.querySelectorAll("input[data-pack]")) {
    if (pickers.some((one) => one.input === input)) continue;
    if (document.getElementById(`deck-${input.dataset.pack}`)) pickers.push(new Picker(input));
  }
}

connect();
document.addEventListener("desk:drawn", connect); // another form has come (js/laying.js)
const wrong = pickers.find((picker) => picker.input.getAttribute("aria-invalid"));
if (wrong) wrong.unfold();
else if (pickers.length && !document.getElementById("laid") && !pickers.some((picker) => cardsOf(picker.input).length)) pickers[0].unfold();
