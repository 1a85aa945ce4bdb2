// A deal that was recorded while it was still entered here: a person says what becomes of what is on this page. The page
// that enters a deal loads this behind itself, with what hears that a match moved.

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
