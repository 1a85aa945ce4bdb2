// A drawer is a dialog that keeps the focus while it is open; Esc and Back close it, and the focus returns to its key.
// A link into it opens it, so that what is wrong inside is found. Without scripts it is a part of the page, or a page.

const drawers = () => document.querySelectorAll("dialog.drawer");

function pull(drawer) {
  if (drawer.open) return;
  history.pushState({ drawer: true }, "");
  drawer.showModal();
}

function followTap(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const key = event.target.closest("a[data-drawer]");
  const drawer = key && document.getElementById(key.dataset.drawer);
  const inside = document.getElementById(event.target.closest('a[href^="#"]')?.hash.slice(1));
  const around = inside?.closest("dialog.drawer");
  if (drawer || around) event.preventDefault();
  if (drawer || around) pull(drawer || around);
  if (around && inside !== around) inside.focus();
  if (event.target.matches("dialog.drawer") || event.target.closest("dialog.drawer [data-close]")) event.target.closest("dialog").close();
}

document.addEventListener("click", followTap);
// What a fold at the lower edge holds comes into sight.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches("dialog.drawer details")) target.scrollIntoView({ block: "nearest" });
}, true);
for (const drawer of drawers()) drawer.addEventListener("close", () => { if (history.state?.drawer) history.back(); });
addEventListener("popstate", () => { for (const drawer of drawers()) if (drawer.open) drawer.close(); });
