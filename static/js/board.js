// Shows one part at a time on a wide screen, one after the other.
const PACE = 12_000;
document.body.classList.add("hall");
let turn = 0;
const show = () => {
  const turns = [...document.querySelectorAll("[data-turn]")];
  turns.forEach((one, at) => one.classList.toggle("on", at === turn % turns.length));
};
show();
setInterval(() => {
  turn += 1;
  show();
}, PACE);
document.addEventListener("htmx:after:swap", show);
