// A tapped reason is written into the field below it, which is folded until another is wanted; a second tap takes it
// back. Without scripts the server writes it.

const field = document.getElementById("reason");
const keys = [...document.querySelectorAll("[data-reason]")];

function show() {
  for (const key of keys) key.setAttribute("aria-pressed", String(key.dataset.reason === field.value));
}

function write(event) {
  event.preventDefault();
  const { reason } = event.currentTarget.dataset;
  field.value = field.value === reason ? "" : reason;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

for (const key of keys) key.addEventListener("click", write);
field.addEventListener("input", show);
