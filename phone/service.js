// The service worker of the program on the phone. It keeps nothing in memory: a browser ends it when it likes and starts
// it anew with the next request. Files come from the version that is current; pages are asked of the shell, the window
// that holds Python. Its scope and its caches are its own, and those of a server's worker are left alone.

const BASE = new URL("./", location).pathname;
const APP = `${BASE}app`;
const PATIENCE = 5000; // a window that is there says at once that it has heard
const MINE = `scorekeeper-phone ${BASE}`;
const CURRENT = `${MINE} current`;
const LAST = `${BASE}last`; // the sheet that was seen last, for the moment until Python is awake
const ASSETS = `${MINE} assets`;
const UNSENT = `${MINE} unsent`;
const EMPTY = [204, 205, 304]; // a response of these has no body, not even an empty one

const STILL = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'self'"; // it shows, and does nothing
const SCRIPTS = /<script\b[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g;
const isSheet = (path) => path.startsWith(`${APP}/m/`) && path.slice(APP.length).split("/").length === 4;
const forgets = /\/(forget\/-?\d+|bin)$/; // a match that is thrown away, a person of any
const isShell = (client) => new URL(client.url).pathname === BASE;
const isPage = (path) => path === APP || path.startsWith(`${APP}/`);
const readJson = async (name) => (await (await caches.open(CURRENT)).match(BASE + name))?.json();

// --- files of a version --------------------------------------------------------------------------------------------------

async function findFile(request, name) {
  const pointer = await readJson("current");
  for (const version of pointer ? [pointer.version, pointer.next, pointer.previous] : []) {
    const found = version && await (await caches.open(`${MINE} ${version}`)).match(name);
    if (found) return found;
  }
  return fetch(request);
}

// --- pages ---------------------------------------------------------------------------------------------------------------

async function describeRequest(request) {
  const address = new URL(request.url);
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  return { method: request.method, address: address.pathname + address.search, headers: Object.fromEntries(request.headers), body };
}

// The windows are all asked; the one that holds the database says that it has heard, and its answer is waited for.
async function askShell(request) {
  const windows = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(isShell);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("no window answers")), PATIENCE);
    for (const one of windows) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        clearTimeout(late);
        if (data.failed) reject(new Error(data.failed));
        else if (!data.heard) resolve(data);
      };
      one.postMessage({ request }, [port2]);
    }
  });
}

function buildResponse({ status, headers, body }) {
  const named = new Headers(headers.filter(([name]) => !/^(content-length|location)$/i.test(name)));
  return new Response(EMPTY.includes(status) ? null : body, { status, headers: named });
}

async function answerPage(event) {
  const { request } = event;
  const isFile = request.method === "GET" && new URL(request.url).pathname.startsWith(`${APP}/static/`);
  const kept = isFile && await (await caches.open(ASSETS)).match(request, { ignoreVary: true });
  if (kept) return kept;
  const described = await describeRequest(request);
  try {
    const given = await askShell(described);
    const isForgotten = request.method === "POST" && forgets.test(described.address);
    if (isForgotten || given.headers.some(([name]) => /^clear-site-data$/i.test(name))) await (await caches.open(CURRENT)).delete(LAST);
    const there = given.headers.find(([name]) => name.toLowerCase() === "location");
    if (given.status >= 300 && given.status < 400 && there) return Response.redirect(new URL(there[1], request.url), given.status);
    const response = buildResponse(given);
    if (request.mode === "navigate" && /^attachment/.test(response.headers.get("Content-Disposition") ?? "")) return handOver(given, request);
    if (isFile && response.ok && /immutable/.test(response.headers.get("Cache-Control") ?? "")) {
      event.waitUntil((await caches.open(ASSETS)).put(request, response.clone()));
    }
    if (request.mode === "navigate" && response.ok && isSheet(described.address.split("?")[0])) event.waitUntil(keepLast(described, response.clone()));
    return response;
  } catch {
    return request.mode === "navigate" ? openAgain(described) : Response.error();
  }
}

async function keepLast({ address }, response) {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": STILL, "X-Address": address, "X-At": String(Date.now()) };
  await (await caches.open(CURRENT)).put(LAST, new Response((await response.text()).replace(SCRIPTS, ""), { headers }));
}

// A file is given to the window, which knows how to save it; the page stays.
async function handOver({ headers, body }, { method }) {
  const windows = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(isShell);
  for (const one of windows) one.postMessage({ save: { headers, body, posted: method === "POST" } });
  return new Response(null, { status: 204 });
}

// What was posted is kept: the window sends it when it is open again, under the same UUID, so that it counts once.
async function openAgain(described) {
  if (described.method === "POST") {
    const { address, headers, body } = described;
    const kept = new Response(body, { headers: { "Content-Type": headers["content-type"] ?? "", "X-Address": encodeURIComponent(address) } });
    await (await caches.open(UNSENT)).put(`${BASE}unsent/${crypto.randomUUID()}`, kept);
  }
  const words = (await (await findFile(`${BASE}words.json`, `${BASE}words.json`)).json());
  const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => words[one]) ?? "en";
  const said = words[language];
  const escapeText = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
  const [told, path] = described.method === "POST" ? [said.kept, "/"] : [said.asleep, described.address.slice(APP.length)];
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Scorekeeper</title>
<link rel="stylesheet" href="${BASE}shell.css"><main class="word"><h1>Scorekeeper</h1><p>${escapeText(told)}</p>
<p><a class="key" target="_top" href="${BASE}#${escapeText(path)}">${escapeText(said.open_again)}</a></p></main>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== location.origin || !address.pathname.startsWith(BASE)) return;
  if (isPage(address.pathname)) {
    const inWindow = event.request.mode === "navigate" && event.request.destination === "document";
    const there = `${BASE}#${address.pathname.slice(APP.length)}${address.search}`;
    event.respondWith(inWindow ? Response.redirect(there) : answerPage(event));
  } else if (address.pathname === LAST) {
    event.respondWith(caches.open(CURRENT).then((place) => place.match(LAST)).then((found) => found ?? Response.error()));
  } else if (event.request.method === "GET" && !address.pathname.endsWith("/service.js") && !address.pathname.endsWith("/version.json")) {
    event.respondWith(findFile(event.request, address.pathname));
  }
});
