// Belot's declarations: a sheet on which the player is tapped who announced something, then the thing with its top card.
// They are written into plain inputs under the names of the form's rows, as many as there can be, from any phone.

import { say } from "../../js/touch.js";

const MAX_ROWS = 16; // no four hands hold more
const HAND = 8;
const FIELDS = ["player", "kind", "length", "top", "rank", "suit"];
const RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const PAIR = ["Q", "K"];

// The rows of the page without JavaScript give way to plain inputs; what they held stays.
function layOut(part) {
  const written = part.querySelector(".written");
  const known = {};
  for (const input of written.querySelectorAll("input[name]")) {
    if (input.type === "radio" && !input.checked) continue;
    known[input.name] = input.value;
  }
  written.replaceChildren();
  const rows = [];
  for (let row = 0; row < MAX_ROWS; row++) {
    const inputs = {};
    for (const field of FIELDS) {
      const input = document.createElement("input");
      input.type = "text";
      input.hidden = true;
      input.name = `${part.dataset.part}-${row}-${field}`;
      input.defaultValue = known[input.name] ?? "";
      written.append(input);
      inputs[field] = input;
    }
    rows.push(inputs);
  }
  return rows;
}

const countCards = (one) => {
  if (one.kind === "carre") return 4;
  return one.kind === "sequence" ? Number(one.length) : 0;
};
const ranksOf = (one) => {
  const high = RANKS.indexOf(one.top) + 1;
  return one.kind === "sequence" ? RANKS.slice(Math.max(0, high - Number(one.length)), high) : [];
};
const findTrump = (one, contract) => one.suit || (SUITS.includes(contract) ? contract : "");

// What one hand may still announce beside what was announced; the server looks deeper. At no trumps a custom has carres alone.
function isPossible(one, all, contract) {
  const carres = all.filter((other) => other.kind === "carre");
  if (contract === "no_trumps" && one.kind !== "carre") return false;
  if (one.kind === "belote") {
    const suits = contract === "all_trumps" ? SUITS : [contract];
    const free = !all.some((other) => other.kind === "belote" && findTrump(other, contract) === one.suit);
    const held = carres.some((other) => PAIR.includes(other.rank) && other.player !== one.player);
    return suits.includes(one.suit) && free && !held;
  }
  const inHand = all.filter((other) => other.player === one.player).reduce((sum, other) => sum + countCards(other), 0);
  if (inHand + countCards(one) > HAND) return false;
  if (one.kind === "sequence") return !carres.some((other) => ranksOf(one).includes(other.rank));
  const belote = PAIR.includes(one.rank) && all.some((other) => other.kind === "belote" && other.player !== one.player);
  return !belote && !carres.some((other) => other.rank === one.rank) && !all.some((other) => ranksOf(other).includes(one.rank));
}

const WORTH = { belote: 20, sequence: { 3: 20, 4: 50 }, carre: { J: 200, 9: 150 } };
const worthOf = (one) => (one.kind === "belote" ? WORTH.belote : WORTH[one.kind][one.length || one.rank] ?? 100);

export function watchAnnouncements(form, part, dialog) {
  const rows = layOut(part);
  const list = dialog.querySelector(".announcements");
  const template = part.querySelector("template.announcement");
  const shown = part.querySelector("[data-announced]");
  const key = part.querySelector("[data-announce]");
  const seats = [...dialog.querySelectorAll("[data-seat]")];
  const buttons = [...dialog.querySelectorAll("[data-add]")];
  const close = dialog.querySelector("[data-close]");
  let contract = "";
  let player = "";

  const listAll = () => rows.map((row) => Object.fromEntries(FIELDS.map((field) => [field, row[field].value])))
    .filter((one) => one.kind);

  const buttonOf = (one) => {
    const suit = one.kind === "belote" ? findTrump(one, contract) : "";
    return buttons.find((other) => {
      const { add, length = "", rank = "" } = other.dataset;
      if (add !== one.kind) return false;
      return add === "belote" ? other.dataset.suit === suit : length === one.length && rank === (one.top || one.rank);
    });
  };

  const shorten = (button) => button && `${button.closest(".announcing").getAttribute("aria-label")} ${button.textContent}`;
  const nameOf = (one) => seats[Number(one.player)]?.firstElementChild.textContent ?? "";
  const describe = (one) => `${nameOf(one)}: ${buttonOf(one)?.getAttribute("aria-label") ?? ""}`;

  const put = (given) => {
    rows.forEach((row, index) => {
      for (const field of FIELDS) row[field].value = given[index]?.[field] ?? "";
    });
    draw(contract);
    rows[0].kind.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const readAsked = (button) => {
    const { add, length = "", rank = "", suit = "" } = button.dataset;
    const ranked = add === "sequence" ? { top: rank, rank: "" } : { top: "", rank };
    return { player, kind: add, length, ...ranked, suit };
  };

  const makeLine = (one, index) => {
    const item = template.content.cloneNode(true).firstElementChild;
    item.querySelector(".told").textContent = describe(one);
    const remove = item.querySelector("[data-remove]");
    remove.dataset.remove = index;
    remove.setAttribute("aria-label", remove.dataset.label.replace("{what}", describe(one)));
    const suits = item.querySelector(".suits");
    if (suits) {
      suits.hidden = one.kind !== "sequence" || !SUITS.includes(contract);
      for (const button of suits.children) button.setAttribute("aria-pressed", String(button.dataset.suitOf === one.suit));
    }
    return item;
  };

  // One key for all that was announced: what it is and who announced it, with its worth, or with what it brought.
  const drawKey = (known, sum = known.reduce((total, one) => total + worthOf(one), 0)) => {
    const [what, small] = shown.children;
    const alone = known.length === 1;
    shown.hidden = !known.length;
    what.textContent = alone ? shorten(buttonOf(known[0])) : shown.dataset.many.replace("{n}", known.length);
    small.textContent = known.length ? `${alone ? `${nameOf(known[0])} · ` : ""}${sum}` : "";
    shown.classList.toggle("k0", known.every((one) => Number(one.player) % 2 === 0));
    shown.classList.toggle("k1", known.every((one) => Number(one.player) % 2 === 1));
  };

  function draw(now) {
    contract = now;
    const known = listAll();
    list.replaceChildren(...known.map(makeLine));
    part.dataset.said = known.map(describe).join(", ");
    drawKey(known);
    const nothing = contract === "no_trumps" && !("carres" in dialog.dataset);
    key.disabled = !contract || contract === "pass" || nothing;
    for (const seat of seats) seat.setAttribute("aria-pressed", String(seat.dataset.seat === player));
    for (const button of buttons) button.disabled = !player || !isPossible(readAsked(button), known, contract);
  }

  const add = (button) => {
    const known = listAll();
    const one = readAsked(button);
    // In a suit there is one belote, and it goes with the trumps if they are corrected.
    if (one.kind === "belote" && contract !== "all_trumps") one.suit = "";
    if (known.length >= MAX_ROWS) return;
    put([...known, one]);
    say(describe(one));
    close.focus({ preventScroll: true }); // the sheet stays for the next one; the key that was tapped is off now
  };

  form.addEventListener("entry:previewed", () => {
    const brought = form.querySelector("#entry-preview .brought");
    if (brought) drawKey(listAll(), Number(brought.value));
  });

  // The player of this phone announces here; on the phone of the table it is most often the declarer.
  const open = () => {
    player = dialog.dataset.here || form.querySelector('input[name="declarer"]:checked')?.value || "";
    draw(contract);
    dialog.showModal();
  };

  for (const one of [key, shown]) one.addEventListener("click", open);
  for (const seat of seats) {
    seat.addEventListener("click", () => {
      player = seat.dataset.seat;
      draw(contract);
    });
  }
  // The key that opened the sheet may have made room for the other.
  dialog.addEventListener("close", () => (shown.hidden ? key : shown).focus({ preventScroll: true }));
  dialog.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add]");
    if (button) add(button);
    // Beside the sheet of choices, or on its own button: nothing is announced.
    else if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
  // Trumps decide between equal sequences: a suit is named by a tap, and taken back by another.
  const nameSuit = (button) => {
    const place = [...list.children].indexOf(button.closest("li"));
    const suit = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.suitOf;
    put(listAll().map((one, index) => (index === place ? { ...one, suit } : one)));
    list.children[place].querySelector(`[data-suit-of="${button.dataset.suitOf}"]`).focus();
  };

  list.addEventListener("click", (event) => {
    const named = event.target.closest("[data-suit-of]");
    if (named) nameSuit(named);
    const button = event.target.closest("[data-remove]");
    if (!button) return;
    say(button.getAttribute("aria-label"));
    put(listAll().filter((_one, index) => index !== Number(button.dataset.remove)));
    seats[0].focus();
  });

  return {
    draw,
    put,
    told: () => listAll().map(describe),
    take() {
      const known = listAll();
      if (known.length) put([]);
      return known;
    },
    // From one trump suit to all trumps the belote needs its suit said.
    follow(before, now) {
      const known = listAll();
      if (now !== "all_trumps" || !SUITS.includes(before) || !known.some((one) => one.kind === "belote" && !one.suit)) return;
      put(known.map((one) => (one.kind === "belote" && !one.suit ? { ...one, suit: before } : one)));
    },
  };
}
