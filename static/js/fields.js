// Fields on every page. The first key that is typed into a number replaces the one that stands there; a further tap goes
// on with it. So does a plus: a sum that is being typed is not taken up. On a short screen the whole of a field is seen.

const short = matchMedia("(max-height: 20rem)");
let fresh = null;

const isNumber = (element) => Boolean(element.matches?.("input.number"));

export const isTakenUp = (input) =>
  input.value !== "" && input.selectionStart === 0 && input.selectionEnd === input.value.length;

// The tap that is under way takes the number up.
export function takeUp(input) {
  fresh = input;
}

function select(input) {
  if (input.value && !input.value.includes("+")) input.select();
}

addEventListener("pointerdown", () => (fresh = null), true);
addEventListener("focusin", ({ target }) => {
  if (short.matches) target.scrollIntoView?.({ block: "nearest" });
  if (!isNumber(target)) return;
  const { value } = target;
  takeUp(target);
  // The page may move under the finger, and the click be another's; the browser has put its cursor by then.
  setTimeout(() => target === document.activeElement && target.value === value && select(target));
});
addEventListener("click", ({ target }) => {
  if (!isNumber(target)) return;
  if (target === fresh) select(target);
  else if (isTakenUp(target)) target.setSelectionRange(target.value.length, target.value.length);
});
