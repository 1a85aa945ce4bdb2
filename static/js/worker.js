// The service worker: opens the matches of this phone without network. KNOWN stands before this text; the server
// writes it. It keeps our own files, by addresses that name their content, and of every match the last sheet and the
// page for the next deal. It keeps no answer to a POST and no other page. docs/install.md says the same in words.

const ALL = [...new Set([...KNOWN.files, ...Object.values(KNOWN.games).flat()])];
const FILES = `files-${KNOWN.version}`;
const PAGES = `pages-${KNOWN.version}`;
const MAX_PAGES = 24;
const RENEWED = 8; // so many are asked for anew when the program was updated
const PATIENCE = 5000; // a bad network is like none where a page is kept
const KEPT_AT = "Kept-At";
const NOTICES = /<div class="notice"[^]*?<\/div>/; // what was said once is not said again

const matches = new RegExp(`^${KNOWN.root}/m/[^/]+/[^/]+(?:/record/deal)?$`);
// Names may stand in any page: those of an account, and in all its rematches that of a person who is forgotten.
const forgets = /\/(account\/(sign-out|delete)$|forget\/)/;
// A deal that is put before another has a page of the same path; it is not kept.
const isKept = (address) => matches.test(address.pathname) && !address.search.includes("before");
const isFile = (path) => path.startsWith(`${KNOWN.root}/static/`);
const keptAt = (response) => Number(response.headers.get(KEPT_AT));
const isLasting = (response) => response.ok && /immutable/.test(response.headers.get("Cache-Control"));

// --- this version ----------------------------------------------------------------------------------------------------

// What a page loads stands in it: nothing is fetched for pages that this phone never opens.
const keepNamed = (html) => keepFiles(ALL.filter((one) => html.includes(`"${one}"`)));

async function keepFiles(addresses) {
  const files = await caches.open(FILES);
  const there = await Promise.all(addresses.map(async (address) => await files.match(address) || keepFetched(files, address)));
  await keepTexts(files, addresses.filter((_address, number) => !there[number]));
}

// What the page that is open has loaded is there already.
async function keepFetched(files, address) {
  try {
    const response = await fetch(address, { cache: "only-if-cached", mode: "same-origin" });
    if (!isLasting(response)) return false;
    await files.put(address, response);
    return true;
  } catch {
    return false;
  }
}

// The others come together: one answer is smaller, and sooner there, than twenty.
async function keepTexts(files, addresses) {
  if (!addresses.length) return;
  const response = await fetch(KNOWN.texts + addresses.map((address) => ALL.indexOf(address)).join("."));
  if (!response.ok) throw new Error(response.status); // there is another version
  for (const [address, text] of Object.entries(await response.json())) {
    const headers = { "Content-Type": address.endsWith(".css") ? "text/css" : "text/javascript", "X-Content-Type-Options": "nosniff" };
    await files.put(address, new Response(text, { headers }));
  }
}

async function keepOffline() {
  const response = await fetch(KNOWN.offline);
  if (!response.ok) throw new Error(response.status);
  await keepNamed(await response.clone().text());
  await (await caches.open(FILES)).put(KNOWN.offline, response);
}

// Pages of the version before name its files, which go with it: they are fetched anew, the newest first.
async function renew() {
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages-") || name === PAGES) continue;
    for (const { request } of (await listPages(await caches.open(name))).slice(0, RENEWED)) await keep(request.url);
  }
}

async function activate() {
  const old = (await caches.keys()).filter((name) => /^(files|pages)-/.test(name) && ![FILES, PAGES].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

// --- pages -----------------------------------------------------------------------------------------------------------

// The newest first. What was kept by a clock that was ahead takes no place of what is kept now.
async function listPages(pages) {
  const found = [];
  const now = Date.now();
  for (const request of await pages.keys()) {
    const response = await pages.match(request);
    if (response) found.push({ request, at: keptAt(response) });
  }
  const rank = ({ at }) => (at > now ? 0 : at);
  return found.sort((one, other) => rank(other) - rank(one));
}

async function put(address, response) {
  const pages = await caches.open(PAGES);
  const key = new URL(address).pathname;
  if (response.headers.has("Gone")) await pages.delete(key); // withdrawn, or emptied
  if (!response.ok || response.redirected) return;
  const html = await response.text();
  if (!html.includes("{as_of}")) return; // a page of the host, as some show while the server wakes
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, Date.now());
  await pages.put(key, new Response(html, { headers }));
  for (const { request } of (await listPages(pages)).slice(MAX_PAGES)) await pages.delete(request);
}

// `seq` is how far the match is: a page that has seen as much is as good as a new one.
async function keep(address, seq, cache) {
  const before = seq && await findKept(new URL(address));
  if (before && (await before.text()).includes(` data-seq="${seq}" `)) return;
  const response = await fetch(address, { cache: before ? "default" : cache });
  await keepNamed(await response.clone().text());
  await put(address, response);
}

const findKept = async (address) => isKept(address) && (await caches.open(PAGES)).match(address.pathname, { ignoreVary: true });

function writeTime(at, language) {
  const today = new Date(at).toDateString() === new Date().toDateString();
  const form = { timeStyle: "short", hourCycle: "h23", ...(today ? {} : { dateStyle: "medium" }) };
  return new Intl.DateTimeFormat([language, "de"], form).format(at); // figures where a browser does not know the language
}

// As it was, with the word that it is as it was.
async function markAsOf(response) {
  const html = (await response.text()).replace(NOTICES, "");
  const language = (/<html lang="([a-z-]+)"/.exec(html) || [])[1] || "en";
  const said = html.replace('id="without-network" hidden', 'id="without-network"').replace("{as_of}", writeTime(keptAt(response), language));
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
  return new Response(said, { headers });
}

// A proxy that is up while the server is not answers for it, Cloudflare by 520 to 530, others that there is no such page.
const isOfProxy = ({ status, headers }) => status > 501 || (status === 404 && !headers.has("Gone"));

async function askServer(event, address) {
  const response = (await event.preloadResponse) || await fetch(event.request);
  // Firefox hands over that there is no network, where others throw. What is kept says more than a proxy.
  if (response.type === "error" || (isOfProxy(response) && await findKept(address))) throw response;
  if (isKept(address)) event.waitUntil(put(address, response.clone()));
  if (address.searchParams.has("lang")) event.waitUntil(keepOffline().catch(() => {}));
  return response;
}

async function answerPage(event, address) {
  const answer = askServer(event, address);
  event.waitUntil(answer.catch(() => {}));
  const waits = await findKept(address);
  const late = waits && new Promise((_done, failed) => { setTimeout(failed, PATIENCE); });
  try {
    return await (late ? Promise.race([answer, late]) : answer);
  } catch {
    return waits ? markAsOf(waits) : (await caches.match(KNOWN.offline, { ignoreVary: true })) || Response.error();
  }
}

// What a form of a match could not send stays with its page, which says so (js/reach.js).
const sendForm = (request) => fetch(request).catch(async () => {
  for (const page of await clients.matchAll()) page.postMessage("");
  return new Response(null, { status: 204 });
});

async function answerFile(request) {
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  if (isLasting(response)) await (await caches.open(FILES)).put(request, response.clone()).catch(() => {}); // there may be no room
  return response;
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith("pages-")) await caches.delete(name);
}

// All of one version or nothing: while a file is of another, the version before stays in its place.
addEventListener("install", (event) => event.waitUntil(keepOffline().then(renew)));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const { origin, pathname } = address;
  if (origin !== location.origin) return;
  const navigates = request.mode === "navigate";
  if (request.method === "POST") {
    if (forgets.test(pathname)) event.waitUntil(forget());
    if (navigates && pathname.includes("/m/")) event.respondWith(sendForm(request));
  } else if (request.method === "GET") {
    if (navigates) event.respondWith(answerPage(event, address));
    else if (isFile(pathname)) event.respondWith(answerFile(request));
  }
});
// A page asks for what it would want to find here later; what it may ask for is what is kept anyway. A sheet that was
// opened before the worker was there is in the browser's own cache.
async function keepAhead({ shown, next, seq, playing, game }) {
  const pages = [shown, next].map((one) => one && new URL(one, location.origin));
  const [sheet, deal] = pages.map((one) => one && isKept(one) && one.href);
  if (deal) await keep(deal, seq).catch(() => {});
  if (sheet) await keep(sheet, seq, "force-cache").catch(() => {});
  if (playing) await keepFiles([...KNOWN.files, ...KNOWN.games[game] ?? []]);
}
addEventListener("message", (event) => event.waitUntil(keepAhead(event.data).catch(() => {})));
