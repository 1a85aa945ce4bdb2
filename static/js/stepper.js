// A small number that is tapped up and down. `before` is done with the input first, `after` once it has changed.

export function stepNumbers(form, before = () => {}, after = () => {}) {
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const box = button.closest("[data-stepper]");
    const input = box.querySelector("input");
    before(input);
    const number = (Number(input.value) || 0) + Number(button.dataset.step);
    const least = Number(box.dataset.stepper);
    input.value = number <= least && button.dataset.step < 0 ? (least || "") : String(number);
    after(input);
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
