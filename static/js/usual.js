// A tapped key writes what it says into the field below it, which is folded until another value is wanted; a second tap
// takes it back. Without scripts the server writes it.

for (const box of document.querySelectorAll("[data-usual]")) {
  const field = document.getElementById(box.dataset.usual);
  const keys = [...box.querySelectorAll("[data-value]")];

  const show = () => {
    for (const key of keys) key.setAttribute("aria-pressed", String(key.dataset.value === field.value));
  };

  const write = (event) => {
    event.preventDefault();
    const { value } = event.currentTarget.dataset;
    field.value = field.value === value ? "" : value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  for (const key of keys) key.addEventListener("click", write);
  field.addEventListener("input", show);
}
