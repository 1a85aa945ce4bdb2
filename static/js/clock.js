// Counts down to the last deal, and sounds then if its key was pressed: browsers let a page sound after a tap alone.
const MINUTE = 60_000;
const clock = document.querySelector("[data-last-deal]");
const key = clock.querySelector("button");
const at = Date.parse(clock.dataset.lastDeal);
let sound = null;
let told = Date.now() >= at;
key.hidden = told;
key.addEventListener("click", () => {
  sound = sound === null ? new AudioContext() : null;
  key.setAttribute("aria-pressed", String(sound !== null));
});
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
  const left = at - Date.now();
  const words = left > 0 ? clock.dataset.in.replace("{n}", String(Math.ceil(left / MINUTE))) : clock.dataset.now;
  clock.querySelector("span").textContent = words;
  if (left <= 0 && !told) {
    told = true;
    if (sound !== null) beep();
  }
};
tick();
setInterval(tick, 1000);
