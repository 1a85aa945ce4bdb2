// What the window has to say beside the program's page. It never lies over it: a player's finger is quicker than a reader.

const READ = 4000;

const key = document.getElementById("notice");
let said = null; // { text, act, at }

const isRead = () => !said.act && Date.now() - said.at > READ;

function placeNotice(waits) {
  key.textContent = said?.text ?? "";
  key.hidden = !said || waits;
}

// A tap takes it away, and leads on where `act` is given.
export function showNotice(text, act = null, waits = false) {
  said = { text, act, at: Date.now() };
  placeNotice(waits);
}

// Another page is in sight. Where a deal is entered a notice waits, so that nothing moves under a finger; one that was
// there long enough, and leads nowhere, goes with the page that it came with.
export function turnPage(waits) {
  if (!said) return;
  if (key.hidden) said.at = Date.now();
  else if (isRead()) said = null;
  placeNotice(waits);
}

key.addEventListener("click", () => {
  const { act } = said;
  said = null;
  placeNotice(false);
  act?.();
});
