// What the page that enters a deal seldom needs, and never without an answer of the server: what other phones changed, a
// deal that was recorded while it was still entered here, one more line of a list. It is loaded then.

import { makeUuid } from "./outbox.js";

const form = document.getElementById("form");
const notices = document.getElementById("entry-notices");

// What of a recorded deal this phone says otherwise. What the sheet says too is asked no more.
function findOpen(draft, name, recorded) {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return Object.entries(draft.all[name]?.parts ?? {}).filter(([part, { inputs }]) => {
    const settled = recorded[part] && draft.parts.has(part) && same(draft.tryOn(part, recorded[part]).inputs, inputs);
    if (settled) draft.setUnsent(part, null, name);
    return !settled;
  });
}

function offer(draft, name, { late, recorded = {}, seq }, choices) {
  notices.innerHTML = late;
  const uuid = makeUuid();
  const tell = () => {
    const mine = findOpen(draft, name, recorded);
    const isKnown = mine.length > 0 && mine.every(([part]) => recorded[part] && draft.parts.has(part));
    for (const element of notices.querySelectorAll(".unsent")) element.hidden = !mine.length;
    for (const element of notices.querySelectorAll(".known")) element.hidden = !isKnown;
    notices.querySelector(".told").textContent = mine.map(([, part]) => part.told).filter(Boolean).join(", ");
    if (isKnown) notices.querySelector(".theirs").textContent = mine.map(([part]) => draft.tryOn(part, recorded[part]).told || "–").join(", ");
    return mine;
  };
  const correct = ({ target }) => correctWith(tell(), target.dataset.correct, { uuid, seen: seq });
  for (const [key, choose] of Object.entries({ ...choices, correct })) notices.querySelector(`[data-late=${key}]`)?.addEventListener("click", choose);
  return tell;
}

// The recorded deal with what this phone says of some parts in its place: an entry of its own. Once it is written, this
// phone has nothing more to say.
function correctWith(mine, address, given) {
  const post = Object.assign(document.createElement("form"), { method: "post", action: address, hidden: true });
  const held = mine.flatMap(([, { inputs }]) => Object.entries(inputs)).flatMap(([name, values]) => (values.length ? values : [""]).map((value) => [name, value]));
  const token = form.querySelector("[name=csrf_token]").value;
  const names = mine.map(([name]) => name).join(" ");
  for (const [name, value] of [...held, ...Object.entries({ ...given, mine: names, csrf_token: token })]) {
    post.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(post);
  post.submit();
}

export function showLate(draft, data) {
  const tell = offer(draft, draft.name, data, {
    drop: () => {
      draft.forget(draft.name);
      location.reload();
    },
    use: () => useInNext(draft, data.draft),
  });
  form.setAttribute("data-late", "");
  tell();
  draft.addEventListener("state", tell); // what is entered after the panel came belongs to it as well
}

function useInNext(draft, next) {
  const mine = Object.entries(draft.unsent);
  const old = draft.name;
  draft.name = next;
  for (const [name, part] of mine) draft.setUnsent(name, { ...part, version: 0 });
  draft.forget(old);
  location.reload();
}

// Parts of a draft that was recorded while this page was away: shown until a person decides.
export function showOld(draft, old, data) {
  const { parts } = draft.all[old] ?? {};
  if (!parts) return; // what waited here has been saved by now
  const drop = () => {
    draft.forget(old);
    notices.replaceChildren();
  };
  const use = () => {
    for (const [name, part] of Object.entries(parts)) draft.setUnsent(name, { ...part, version: draft.parts.get(name)?.version ?? 0 });
    drop();
    draft.restore();
  };
  if (!offer(draft, old, data, { drop, use })().length) drop();
}

// What had been entered here stands otherwise now: said until it is touched again.
export function showReplaced(draft, names, said) {
  const box = document.getElementById("entry-replaced").content.cloneNode(true).firstElementChild;
  box.querySelector(".theirs").textContent = names.map((name) => {
    const { element, who } = draft.parts.get(name);
    const label = element.querySelector("legend, label, summary")?.innerText.trim();
    return [said(element) || `${label} –`, who].filter(Boolean).join(", ");
  }).join(" · ");
  box.dataset.names = names.join(" ");
  notices.querySelector(".replaced")?.remove();
  notices.append(box);
}

// Theirs stands in the form; ours can be put back by a tap, and by nothing else: one line in the room of the result.
export function showConflict(draft, { name, mine, who, theirs }) {
  const box = document.getElementById("entry-conflict").content.cloneNode(true).firstElementChild;
  box.querySelector(".theirs").textContent = [theirs, who].filter(Boolean).join(" · ");
  box.querySelector(".mine").textContent = mine.told || "–";
  box.querySelector("[data-conflict=mine]").addEventListener("click", () => {
    box.remove();
    draft.insist(name, mine);
  });
  box.querySelector("[data-conflict=theirs]").addEventListener("click", () => box.remove());
  document.querySelector(".says").prepend(box);
}

// The list comes with one more line.
export async function growList(list, button, keys) {
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button) });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(list.id);
    const before = new Set([...list.querySelectorAll("[name]")].map((input) => input.name));
    list.replaceWith(fresh);
    keys.adopt(fresh);
    fresh.scrollIntoView({ block: "nearest" });
    [...fresh.querySelectorAll("input, select, textarea")].find((input) => !before.has(input.name))?.focus({ preventScroll: true });
    form.dispatchEvent(new CustomEvent("entry:filled", { detail: { names: [] } }));
  } catch {
    list.dataset.failed = "y"; // without network, or without a list: as forms go
    button.click();
  }
}
