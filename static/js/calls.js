// Calls, seat after seat: each key appends its word to the line of the form, and what was called stands below the names.
// Whose turn it is must be seen at once; which calls may follow is the engine's to say (js/table.js).

const readWord = ({ dataset }) => dataset.words.toLowerCase();

function drawCell(seat, key, call) {
  const cell = document.createElement("li");
  cell.style.gridColumn = seat + 1;
  if (key) cell.append(...[...key.childNodes].map((node) => node.cloneNode(true)));
  else cell.textContent = call;
  return cell;
}

class Bidding {
  constructor(part) {
    this.part = part;
    this.form = part.closest("form");
    this.input = this.form.elements[part.dataset.calls];
    this.keys = [...part.querySelectorAll("[data-call]")];
    this.names = [...part.querySelectorAll(".callers > li")];
    this.list = part.querySelector(".called");
    this.back = part.querySelector("[data-back]");
    this.listen();
    this.draw();
  }

  listen() {
    for (const key of this.keys) key.addEventListener("click", () => this.put([...this.read(), key.dataset.call]));
    this.back.addEventListener("click", () => this.put(this.read().slice(0, -1)));
    this.form.addEventListener("change", () => this.draw());
    this.form.addEventListener("desk:told", ({ detail }) => {
      for (const key of this.keys) key.disabled = detail.refused.includes(key.dataset.call);
      if (this.read().length && this.keys.every((key) => detail.refused.includes(key.dataset.call))) this.end();
    });
    const written = this.part.nextElementSibling;
    written.open = Boolean(written.querySelector(".error"));
  }

  findKey(call) {
    return this.keys.find((key) => [key.dataset.call, readWord(key)].includes(call));
  }

  // A word of several words ("no trumps") is one call.
  read() {
    const several = this.keys.filter((key) => readWord(key).includes(" "));
    const typed = several.reduce((text, key) => text.replaceAll(readWord(key), key.dataset.call), this.input.value.toLowerCase());
    return typed.split(/[\s,;]+/).filter(Boolean);
  }

  put(calls) {
    this.input.value = calls.map((call) => this.findKey(call)?.dataset.words ?? call).join(", ");
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  // Who made each call, and who is to make the next.
  findSeats(calls) {
    const gone = new Set();
    const seats = [0];
    for (const call of calls) {
      let seat = seats.at(-1);
      if (call === this.part.dataset.out) gone.add(seat);
      do seat = (seat + 1) % this.names.length; while (gone.has(seat) && gone.size < this.names.length);
      seats.push(seat);
    }
    return seats;
  }

  // The first caller stands on the left; where the dealer is not known, callers are numbers.
  orderNames() {
    const dealer = this.form.querySelector('input[name="dealer"]:checked')?.value;
    const first = dealer ? (Number(dealer) + 1) % this.names.length : this.part.dataset.first;
    this.part.classList.toggle("known", first !== "");
    return this.names.map((_name, turn) => this.names[(turn + Number(first)) % this.names.length]);
  }

  // Once nothing can be called, no player is to call.
  end() {
    for (const name of this.names) name.ariaCurrent = null;
    this.list.querySelector("li:empty")?.remove();
  }

  draw() {
    const calls = this.read();
    const seats = this.findSeats(calls);
    const callers = this.orderNames();
    callers.forEach((name, turn) => {
      name.firstElementChild.textContent = turn + 1;
      name.ariaCurrent = turn === seats.at(-1) ? "true" : null;
    });
    this.names[0].parentElement.append(...callers);
    const cells = calls.map((call, index) => drawCell(seats[index], this.findKey(call), call));
    this.list.replaceChildren(...cells, drawCell(seats.at(-1), null, ""));
    this.list.scrollTop = this.list.scrollHeight;
    this.back.disabled = !calls.length;
    for (const key of this.keys) key.disabled = calls.length >= Number(this.part.dataset.most);
  }
}

for (const part of document.querySelectorAll("[data-calls]")) new Bidding(part);
