// What the page that enters a deal seldom needs, and never without an answer of the server: what other phones changed, a
// deal that was recorded while it was still entered here, one more line of a list. It is loaded then.

const form = document.getElementById("form");
const notices = document.getElementById("entry-notices");

function offer(html, choices) {
  notices.innerHTML = html;
  for (const [name, choose] of Object.entries(choices)) notices.querySelector(`[data-late=${name}]`)?.addEventListener("click", choose);
}

export function showLate(draft, data) {
  offer(data.late || data.html, {
    drop: () => {
      draft.forget(draft.name);
      location.reload();
    },
    use: () => useInNext(draft, data.draft),
  });
  form.setAttribute("data-late", "");
  // What is entered after the panel came belongs to it as well.
  const tell = () => {
    const unsent = Object.values(draft.unsent);
    for (const element of notices.querySelectorAll(".unsent")) element.hidden = !unsent.length;
    const told = notices.querySelector(".told");
    if (told) told.textContent = unsent.map((part) => part.told).filter(Boolean).join(", ");
  };
  tell();
  draft.addEventListener("state", tell);
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
export function showOld(draft, old, { late }) {
  const { parts } = draft.all[old];
  const drop = () => {
    draft.forget(old);
    notices.replaceChildren();
  };
  const use = () => {
    for (const [name, part] of Object.entries(parts)) draft.setUnsent(name, { ...part, version: draft.parts.get(name)?.version ?? 0 });
    drop();
    draft.restore();
  };
  offer(late, { drop, use });
  for (const element of notices.querySelectorAll(".unsent")) element.hidden = element.matches("[formaction]");
  notices.querySelector(".told").textContent = Object.values(parts).map((part) => part.told).join(", ");
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

// Theirs stands in the form; ours can be put back by a tap, and by nothing else.
export function showConflict(draft, { name, mine, who, theirs }) {
  const box = document.getElementById("entry-conflict").content.cloneNode(true).firstElementChild;
  box.querySelector(".theirs").textContent = [theirs, who].filter(Boolean).join(" · ");
  box.querySelector(".mine").textContent = mine.told || "–";
  box.querySelector("[data-conflict=mine]").addEventListener("click", () => {
    box.remove();
    draft.insist(name, mine);
  });
  box.querySelector("[data-conflict=theirs]").addEventListener("click", () => box.remove());
  notices.append(box);
}

// The list comes with one more line.
export async function growList(list, button, keys) {
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button), credentials: "same-origin" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(list.id);
    const before = new Set([...list.querySelectorAll("[name]")].map((input) => input.name));
    list.replaceWith(fresh);
    keys.adopt(fresh);
    fresh.scrollIntoView({ block: "nearest" });
    [...fresh.querySelectorAll("input, select, textarea")].find((input) => !before.has(input.name))?.focus({ preventScroll: true });
    form.dispatchEvent(new CustomEvent("entry:filled", { detail: { names: [] } }));
  } catch {
    list.dataset.failed = "y"; // without network, or without a list: as forms go
    form.requestSubmit(button);
  }
}
