// Shows six tables at a time on a wide screen, one six after the other.
const PACE = 12_000;
document.body.classList.add("hall");
let turn = 0;
const show = () => {
  const tables = [...document.querySelectorAll("[data-turn]")];
  const turns = 1 + Math.max(0, ...tables.map((one) => Number(one.dataset.turn)));
  document.body.classList.toggle("turning", turns > 1);
  for (const one of tables) one.classList.toggle("on", Number(one.dataset.turn) === turn % turns);
};
show();
setInterval(() => {
  turn += 1;
  show();
}, PACE);
document.addEventListener("htmx:after:swap", show);
