// One line that a screen reader says by itself: what a tap changed elsewhere on the page, and what was kept.

const line = document.getElementById("entry-said");

export function say(words) {
  if (!line) return;
  line.textContent = "";
  line.textContent = words;
}
