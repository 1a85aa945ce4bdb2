// Many buttons as one Tab stop: arrows go from one to the next, up and down to the nearest of another line, Home and
// End to the first and the last. `items` gives the buttons that are shown, in order.

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
const LINES = { ArrowDown: 1, ArrowUp: -1 };

const middle = (place) => place.left + place.width / 2;

function onNextLine(from, all, way) {
  const here = from.getBoundingClientRect();
  const beyond = all
    .map((one) => ({ one, place: one.getBoundingClientRect() }))
    .filter(({ place }) => (way > 0 ? place.top >= here.bottom - 1 : place.bottom <= here.top + 1));
  const distance = ({ place }) => 100 * Math.abs(place.top - here.top) + Math.abs(middle(place) - middle(here));
  return beyond.sort((one, other) => distance(one) - distance(other))[0]?.one;
}

function target(key, from, all) {
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key in STEPS) return all[all.indexOf(from) + STEPS[key]];
  return key in LINES ? onNextLine(from, all, LINES[key]) : undefined;
}

export function rove(box, items) {
  let current = null;
  // The stop is where the focus last was; where that button is gone, at `otherwise`.
  const settle = (otherwise) => {
    const all = items();
    if (!all.includes(current)) current = all.includes(otherwise) ? otherwise : all[0];
    for (const one of all) one.tabIndex = one === current ? 0 : -1;
  };
  box.addEventListener("focusin", (event) => {
    if (!items().includes(event.target)) return;
    current = event.target;
    settle();
  });
  box.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !items().includes(event.target)) return;
    const found = target(event.key, event.target, items());
    if (!found) return;
    event.preventDefault();
    found.focus();
  });
  settle();
  return { settle, stop: () => current, put: (one) => { current = one; settle(); } };
}
