// Numbers in boxes, written on the line that the form sends: by their names (aces=2), or in order. What is written on the
// line itself, as cards, empties the boxes.

const write = (boxes) => boxes.map((box) => (box.dataset.key ? `${box.dataset.key}=${box.value.trim()}` : box.value.trim() || "–")).join(" ");

// What of the line belongs into a box.
function find(line, box, ordered) {
  const words = line.value.trim().split(/[\s,;]+/);
  if (box.dataset.key) return words.find((word) => word.startsWith(`${box.dataset.key}=`))?.slice(box.dataset.key.length + 1) ?? "";
  return words.length === ordered.length && words.every((word) => /^[\d–]+$/.test(word)) ? words[ordered.indexOf(box)].replace("–", "") : "";
}

function connect(part) {
  const line = document.getElementById(part.dataset.counts);
  const boxes = [...part.querySelectorAll("input")];
  const named = boxes.filter((box) => box.dataset.key);
  const ordered = boxes.filter((box) => !box.dataset.key);
  const show = () => {
    for (const box of boxes) box.value = find(line, box, ordered);
  };
  // Numbers by name, or those in order: one takes the other's place.
  const take = (box) => {
    const [mine, others] = box.dataset.key ? [named, ordered] : [ordered, named];
    for (const other of others) other.value = "";
    const typed = mine.filter((one) => one.value.trim());
    line.value = typed.length ? write(box.dataset.key ? typed : mine) : "";
    line.dispatchEvent(new Event("change", { bubbles: true }));
  };
  for (const box of boxes) box.addEventListener("change", () => take(box));
  line.addEventListener("change", () => boxes.includes(document.activeElement) || show());
  const written = part.parentElement.querySelector(".written");
  show();
  written.open = Boolean(written.querySelector(".error")) || Boolean(line.value && boxes.every((box) => !box.value));
}

for (const part of document.querySelectorAll("[data-counts]")) connect(part);
