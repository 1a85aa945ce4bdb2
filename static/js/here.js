// Counts the tiles that are ticked while they are ticked, and the tables that they make.
const count = document.getElementById("count");
const tables = document.getElementById("tables-of");
const tiles = document.getElementById("form");
const sizes = count.dataset.sizes.split(" ").map(Number);

// With several sizes no one rests once there are enough for a table.
const seat = (people) => {
  const least = Math.min(...sizes);
  if (people < least) return [0, people];
  if (sizes.length > 1) return [Math.max(1, Math.round(people / sizes[0])), 0];
  return [Math.floor(people / least), people % least];
};
const tell = () => {
  const people = tiles.querySelectorAll('[name="here"]:checked').length;
  const [seated, resting] = seat(people);
  count.textContent = people;
  tables.textContent = tables.dataset.words.replace("{tables}", seated).replace("{resting}", resting);
};
tiles.addEventListener("change", tell);
tell();
