// Cards counted by tapping: one tap is one card of its class. What is tapped stands in an ordinary input, in the
// notation that the form takes ("jokers=1 low=2"), so that nothing here is needed to send it.

export function counts(notation) {
  const found = {};
  for (const [, name, number] of notation.matchAll(/([a-z]+)=(\d+)/g)) found[name] = Number(number);
  return found;
}

export function notation(found) {
  return Object.entries(found).filter(([, number]) => number > 0).map(([name, number]) => `${name}=${number}`).join(" ");
}

// `buttons` carry data-class (its name) and data-value (its points).
export function points(input, buttons) {
  const typed = input.value.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  if (!typed.includes("=")) return null;
  const found = counts(typed);
  return [...buttons].reduce((sum, button) => sum + (found[button.dataset.class] || 0) * Number(button.dataset.value), 0);
}

export function add(input, name, number) {
  const found = counts(input.value);
  found[name] = Math.max(0, (found[name] || 0) + number);
  input.value = notation(found);
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
