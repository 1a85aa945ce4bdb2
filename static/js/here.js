// Counts the tiles that are ticked while they are ticked, and the tables that they make. What other phones have said
// comes by itself; what was ticked here and is not saved yet stays as it was ticked.
const touched = new Map();
const findTicks = () => [...document.querySelectorAll('#form [name="here"]')];

// With several sizes no one rests once there are enough for a table.
const seat = (people, sizes) => {
  const least = Math.min(...sizes);
  if (people < least) return [0, people];
  if (sizes.length > 1) return [Math.max(1, Math.round(people / sizes[0])), 0];
  return [Math.floor(people / least), people % least];
};
const tell = () => {
  const count = document.getElementById("count");
  const tables = document.getElementById("tables-of");
  const people = findTicks().filter((one) => one.checked).length;
  const [seated, resting] = seat(people, count.dataset.sizes.split(" ").map(Number));
  count.textContent = people;
  tables.textContent = tables.dataset.words.replace("{tables}", seated).replace("{resting}", resting);
};
document.addEventListener("change", ({ target }) => {
  if (target.name !== "here") return;
  touched.set(target.value, target.checked);
  tell();
});
document.addEventListener("htmx:after:swap", () => {
  for (const one of findTicks()) one.checked = touched.get(one.value) ?? one.defaultChecked;
  tell();
});
tell();
