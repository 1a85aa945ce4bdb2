// What a deal would write never scrolls in its room: sentences that there is no room for are folded, and a tap on the result
// shows them all on a sheet of their own. What is odd, ends the match or changes what stands is never folded; beside it the
// first sentence is, and then what each side writes. Otherwise both stay as long as there is room.

export const SHEETS = "popover" in HTMLElement.prototype;
const SENTENCES = ":scope > :not(.line, [hidden])";
const GROWS = ".notices:has(*):not(:has(> .late))"; // the deal that was recorded already is entered no more
const STAYS = ".ends, .suspect, .changes";

const isTooHigh = (room) => room.scrollHeight > room.clientHeight;

function fold(room, preview) {
  const notices = room.querySelector(GROWS);
  const line = preview.querySelector(".line");
  const order = [...preview.querySelectorAll(SENTENCES)].filter((one) => !one.matches(STAYS));
  if (line && preview.querySelector(STAYS)) order.unshift(line);
  for (const one of preview.querySelectorAll("[data-folded]")) delete one.dataset.folded;
  preview.hidden = false;
  room.classList.remove("folds");
  room.style.minHeight = notices ? `${notices.offsetHeight + 1}px` : "";
  if (notices) return;
  if (!SHEETS || !line || !isTooHigh(room)) return;
  room.classList.add("folds");
  while (isTooHigh(room) && order.length) order.pop().dataset.folded = "";
  // While a person has to choose what stands, no result is certain.
  preview.hidden = isTooHigh(room) && room.querySelector(".conflict") !== null;
  if (isTooHigh(room)) room.style.minHeight = `${room.scrollHeight}px`;
}

// Returns what fits the result anew; a room of another height does by itself.
export function keepFitting(preview) {
  const room = preview.parentElement;
  const sheet = document.getElementById("entry-whole");
  const fit = () => {
    fold(room, preview);
    // Without a sheet, a keyboard can roll what is longer than its room.
    room.toggleAttribute("tabindex", false);
    if (isTooHigh(room)) room.tabIndex = 0;
  };
  sheet.addEventListener("beforetoggle", ({ newState }) => {
    if (newState !== "open") {
      sheet.querySelector("[data-sure]").hidden = true;
      return;
    }
    const whole = preview.cloneNode(true);
    for (const one of whole.querySelectorAll("[data-folded]")) delete one.dataset.folded;
    sheet.querySelector(".preview").replaceChildren(...whole.childNodes);
  });
  if (window.ResizeObserver) new ResizeObserver(fit).observe(room);
  // What stands in the way takes the room of the result, and is seen whole.
  const notices = room.querySelector(".notices");
  new MutationObserver(() => {
    fit();
    if (notices.matches(GROWS)) notices.scrollIntoView({ block: "nearest" });
  }).observe(notices, { childList: true, subtree: true });
  return fit;
}
