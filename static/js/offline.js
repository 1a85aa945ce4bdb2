// The matches that this phone keeps, as the service worker stored them; words come from the server.

const list = document.getElementById("kept");
const sheet = /\/m\/([^/]+)\/[^/]+$/;

async function findSheets() {
  const sheets = new Map();
  for (const name of (await caches.keys()).filter((one) => one.startsWith("pages-"))) {
    const pages = await caches.open(name);
    for (const { url } of await pages.keys()) {
      const match = sheet.exec(new URL(url).pathname);
      const response = match && await pages.match(url, { ignoreVary: true });
      const at = response && Number(response.headers.get("Kept-At"));
      // One match may be kept by two of its links: the newer one is shown.
      if (response && !(sheets.get(match[1])?.at > at)) sheets.set(match[1], { url, at, text: await response.text() });
    }
  }
  return [...sheets.values()].sort((one, other) => other.at - one.at);
}

function makeLine({ url, at, text }) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const made = document.getElementById("kept-line").content.cloneNode(true).firstElementChild;
  made.querySelector("a").href = url;
  made.querySelector("strong").textContent = page.querySelector("h1.game")?.dataset.sides ?? page.title;
  made.querySelector(".game-name").textContent = page.querySelector("h1.game")?.firstChild.textContent.trim() ?? "";
  const when = made.querySelector(".when");
  const form = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
  // Chromium knows no Icelandic or Basque dates; in German ones there are figures only.
  const languages = [document.documentElement.lang, "de"];
  when.textContent = when.textContent.replace("{time}", new Intl.DateTimeFormat(languages, form).format(at));
  return made;
}

// The network that is back brings the page that was asked for, but not in the place of one that was tapped since.
let leaving = false;
addEventListener("click", (event) => { leaving ||= Boolean(event.target.closest("a")); });
addEventListener("pageshow", () => { leaving = false; });
addEventListener("online", () => { if (!leaving) location.reload(); });
if (window.caches) {
  const sheets = await findSheets();
  list.replaceChildren(...sheets.map(makeLine));
  document.getElementById("kept-none").hidden = sheets.length > 0;
}
