// Counts down to the last deal, and sounds then if its key was pressed: browsers let a page sound after a tap alone. The
// page may put a new clock in its place at any time.
const MINUTE = 60_000;
const CLOCK = "[data-last-deal]";
let sound = null;
let told = true; // what was over before the page came does not sound
let ahead = 0; // by how much this device's own clock is: a tablet on a wall may be wrong by minutes
const beep = () => {
  for (const [begin, height] of [[0, 880], [0.35, 880], [0.7, 1175]]) {
    const tone = sound.createOscillator();
    tone.frequency.value = height;
    tone.connect(sound.destination);
    tone.start(sound.currentTime + begin);
    tone.stop(sound.currentTime + begin + 0.25);
  }
};
const tick = () => {
  const clock = document.querySelector(CLOCK);
  if (!clock) return;
  const left = Date.parse(clock.dataset.lastDeal) - (Date.now() - ahead);
  const words = left > 0 ? clock.dataset.in.replace("{n}", String(Math.ceil(left / MINUTE))) : clock.dataset.now;
  clock.querySelector("span").textContent = words;
  const sounds = left <= 0 && !told && sound !== null;
  told = left <= 0;
  const key = clock.querySelector("button");
  key.hidden = told;
  key.setAttribute("aria-pressed", String(sound !== null));
  if (sounds) beep();
};
document.addEventListener("click", (event) => {
  if (!event.target.closest(`${CLOCK} button`)) return;
  sound = sound === null ? new AudioContext() : null;
  tick();
});
tick();
setInterval(tick, 1000);
fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then((answer) => {
  ahead = Date.now() - Date.parse(answer.headers.get("date")) || 0;
  tick();
}, () => {});
document.addEventListener("htmx:after:swap", tick);
