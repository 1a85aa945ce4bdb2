// A keypad of our own for whole numbers: large keys in reach of the thumb, and sums typed as they are counted
// (12+11+7). It stands in the flow above the save button, so that the button never moves from the edge. A fixed keypad
// is always there: it types into the number that was tapped last, or into the first that a game aims it at ("entry:aim").

const SUM = /^\d{1,6}(\+\d{0,6})*$/;
const MAX_TYPED = 24;

export function sumUp(typed) {
  return typed.split("+").reduce((sum, part) => sum + (Number(part) || 0), 0);
}

// "12+11" becomes "23"; a text that is no sum stays as it is.
export function settle(input) {
  const typed = input.value.replace(/\s/g, "");
  if (!typed.includes("+") || !SUM.test(typed)) return false;
  input.value = String(sumUp(typed));
  return true;
}

const isKeyed = (input) => input.matches("input.number") && input.inputMode === "none";

export function makeKeypad(element, form) {
  if (!element) return { close() {}, adopt() {} };
  const sum = element.querySelector(".sum") ?? document.createElement("output");
  const fixed = "fixed" in element.dataset;
  let target = null;
  let fresh = false; // the next digit replaces what stands there; a plus and ⌫ go on with it

  const show = () => {
    const typed = target ? target.value : "";
    target?.classList.toggle("sums", typed.length > 4);
    const label = target && target.labels && target.labels[0] ? target.labels[0].innerText.trim() : "";
    const title = target && (target.dataset.title || label);
    const result = typed.includes("+") ? ` = ${sumUp(typed)}` : "";
    sum.textContent = `${title ? title + ": " : ""}${typed || "–"}${result}`;
  };

  const tell = (name) => target.dispatchEvent(new Event(name, { bubbles: true }));

  const settleTarget = () => {
    if (target && settle(target)) tell("input");
    if (target) tell("change");
  };

  const open = (input) => {
    if (target && target !== input) settleTarget();
    show();
    if (target) target.classList.remove("keyed");
    target = input;
    target.classList.add("keyed");
    fresh = true;
    element.hidden = false;
    show();
    if (fixed) return;
    // What is typed must be seen above the keys; beside them, all of the keys must be.
    requestAnimationFrame(() => {
      if (!target) return;
      const foot = element.closest(".act") || element;
      const [keys, box] = [foot.getBoundingClientRect(), target.getBoundingClientRect()];
      const covered = keys.left >= box.right ? keys.bottom - innerHeight : box.bottom + 12 - keys.top;
      if (covered > 0) scrollBy(0, covered);
    });
  };

  const close = () => {
    if (!target) return;
    settleTarget();
    if (fixed) return show();
    target.classList.remove("keyed");
    target = null;
    element.hidden = true;
  };

  const leave = () => document.activeElement === target || close();

  const press = (key) => {
    if (!target) return;
    const typed = target.value;
    if (key === "done") return close();
    if (key === "back") target.value = typed.slice(0, -1);
    else if (key === "+") target.value = typed && !typed.endsWith("+") ? typed + "+" : typed;
    else if (typed === "0" || fresh || typed + key > Number(target.dataset.high)) target.value = key;
    else if (typed.length < MAX_TYPED) target.value = typed + key;
    tell("input");
  };

  // A finger wants keys; a keyboard has its own.
  const { matches: coarse } = matchMedia("(any-pointer: coarse)");
  let finger = coarse;
  addEventListener("pointerdown", (event) => (finger = coarse || event.pointerType !== "mouse"), true);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    finger = false;
    if (event.key === "+" && event.target === target) target.setSelectionRange(target.value.length, target.value.length);
    if (!fixed && event.target === target && event.key.length === 1) close();
  }, true);

  // The phone's own keyboard stays away; a real keyboard still types.
  const adopt = (root) => {
    for (const input of root.querySelectorAll("input.number")) if (input.inputMode === "numeric") input.inputMode = "none";
  };
  adopt(form);
  form.addEventListener("focusin", (event) => {
    if ((finger || fixed) && isKeyed(event.target)) open(event.target);
    else if (!element.contains(event.target) && event.target.closest("input, textarea")) setTimeout(leave); // once the tap is through: nothing moves under it
  });
  // A tap takes the number up, however often. After "Done" it keeps the focus: then a tap opens the keys again.
  form.addEventListener("click", (event) => {
    if (event.target === target && target.value.includes("+")) settleTarget();
    if ((finger || event.target === target) && isKeyed(event.target)) open(event.target);
  });
  form.addEventListener("input", (event) => {
    if (event.target !== target) return;
    fresh = false;
    show();
  });
  form.addEventListener("entry:filled", show);
  form.addEventListener("entry:aim", ({ detail }) => open(detail.input));
  form.addEventListener("toggle", () => target?.closest("details:not([open])") && close(), true);
  form.addEventListener("keydown", (event) => {
    if (event.target !== target || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    close();
  });
  // Keys keep the focus where it is, so that a screen reader stays at the number.
  element.addEventListener("pointerdown", (event) => event.preventDefault());
  element.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });
  if (fixed) open(form.elements[element.dataset.fixed]);
  // A player was quicker than this file.
  const already = document.activeElement;
  if (finger && already && isKeyed(already) && form.contains(already)) open(already);
  return { close, adopt };
}
