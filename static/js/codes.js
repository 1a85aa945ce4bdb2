// Shows the QR codes of a match one after the other. The ring is a little longer than there are codes, so that a camera
// that misses every third one does not miss the same ones each time round.

const SPEEDS = [1, 2, 3, 5]; // codes a second
const list = document.getElementById("codes");
const figures = [...(list?.children ?? [])];
const keys = document.getElementById("turning");
const find = (what) => keys.querySelector(`[data-do="${what}"]`);

let speed = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : SPEEDS.length - 1;
let turn = 0;
let timer = 0;
let lock = null;

function show() {
  const now = figures[(turn % Number(list.dataset.ring)) % figures.length];
  for (const figure of figures) figure.classList.toggle("now", figure === now);
  if (find("all").getAttribute("aria-pressed") !== "true") list.dataset.turn = turn;
}

function go() {
  clearTimeout(timer);
  timer = setTimeout(() => { turn += 1; show(); go(); }, 1000 / SPEEDS[speed]);
}

function pause(button) {
  const { on } = button.dataset;
  button.dataset.on = button.textContent;
  button.textContent = on;
  if (timer) { clearTimeout(timer); timer = 0; } else go();
}

// All of them in sight, to be photographed or printed.
function showAll(button) {
  const all = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", all);
  for (const what of ["pause", "slower", "faster"]) find(what).hidden = all;
  if (!all) show();
  else list.removeAttribute("data-turn");
}

function change(step) {
  speed = Math.min(SPEEDS.length - 1, Math.max(0, speed + step));
  list.dataset.speed = SPEEDS[speed];
  find("slower").disabled = speed === 0;
  find("faster").disabled = speed === SPEEDS.length - 1;
  // A key that is off would lose a keyboard's place.
  if (step && find(step < 0 ? "slower" : "faster").disabled) find(step < 0 ? "faster" : "slower").focus();
  if (timer) go();
}

// The screen stays awake while another phone reads it, where the browser allows it.
async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    lock = null; // a low battery, or a policy: the phone knows better
  }
}

if (figures.length > 1) {
  show();
  go();
  change(0);
  keys.hidden = false;
  find("pause").addEventListener("click", ({ currentTarget }) => pause(currentTarget));
  find("slower").addEventListener("click", () => change(-1));
  find("faster").addEventListener("click", () => change(1));
  find("all").addEventListener("click", ({ currentTarget }) => showAll(currentTarget));
}
if (figures.length) {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
