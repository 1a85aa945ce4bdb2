// A tapped name sits down at the next free seat, or stands up from its own. Without scripts the server does the same.

const keys = [...document.querySelectorAll("[data-person]")];
const seats = [...document.querySelectorAll('input[name^="name-"]')];
const isSame = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

function show() {
  for (const key of keys) key.setAttribute("aria-pressed", String(seats.some((seat) => isSame(seat.value, key.dataset.person))));
}

function sit(event) {
  event.preventDefault();
  const { person } = event.currentTarget.dataset;
  const own = seats.find((seat) => isSame(seat.value, person));
  const seat = own ?? seats.find((one) => !one.value.trim());
  if (seat) seat.value = own ? "" : person;
  show();
}

for (const key of keys) key.addEventListener("click", sit);
for (const seat of seats) seat.addEventListener("input", show);
show();
