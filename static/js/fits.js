// What a deal would write never scrolls in its room: what each side writes stays, sentences that there is no room for are
// folded, and a tap on the result shows them all on a sheet of their own.

const SHEETS = "popover" in HTMLElement.prototype;
const SENTENCES = ":scope > :not(.line, [hidden])";
const STAYS = ".ends, .suspect, .changes"; // folded last

const isTooHigh = (room) => room.scrollHeight > room.clientHeight;

function fold(room, preview) {
  const sentences = [...preview.querySelectorAll(SENTENCES)];
  const order = [...sentences.filter((one) => one.matches(STAYS)), ...sentences.filter((one) => !one.matches(STAYS))];
  for (const one of sentences) delete one.dataset.folded;
  room.style.minHeight = "";
  room.classList.remove("folds");
  if (!SHEETS || !preview.querySelector(".line") || !isTooHigh(room)) return;
  room.classList.add("folds");
  while (isTooHigh(room) && order.length) order.pop().dataset.folded = "";
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
    if (newState !== "open") return;
    const whole = preview.cloneNode(true);
    for (const one of whole.querySelectorAll("[data-folded]")) delete one.dataset.folded;
    sheet.querySelector(".preview").replaceChildren(...whole.childNodes);
  });
  if (window.ResizeObserver) new ResizeObserver(fit).observe(room);
  return fit;
}
