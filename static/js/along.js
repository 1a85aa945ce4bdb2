// On a phone alone: a match comes from the server of this origin, or goes to it. Without network nothing is changed.

const told = document.getElementById("along-told");
const say = (text) => { told.textContent = text; };
const PATIENCE = 20000;

async function ask(address, options = {}) {
  const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout?.(PATIENCE), ...options });
  return response;
}

// What the application on this phone says to the record of a server's match.
async function download(key, from, record) {
  const address = new URL(key.dataset.download, location.href);
  address.searchParams.set("from", from);
  const headers = { "X-CSRFToken": key.dataset.token, Accept: "application/json" };
  const response = await ask(address, { method: "POST", headers, body: record });
  const said = await response.json();
  if (response.ok) location.replace(said.here);
  else say(said.problems.join(" "));
}

async function take(key) {
  const response = await ask(`${key.dataset.from}/record.jsonl`);
  if (response.ok) await download(key, key.dataset.from, await response.text());
  else say(response.headers.has("Gone") ? key.dataset.gone : key.dataset.away);
}

// A server that takes matches says so in JSON; a host of plain files has no such answer.
async function greet(key) {
  const response = await ask(key.dataset.server);
  return response.ok && /json/.test(response.headers.get("Content-Type")) ? response.json() : null;
}

const fetchRecord = async (address) => (await ask(address)).text();

async function post(address, token, key) {
  const headers = { "X-CSRFToken": token, "Content-Type": "application/jsonl", Accept: "application/json" };
  const response = await ask(address, { method: "POST", headers, body: await fetchRecord(key.dataset.record) });
  return response.json();
}

async function put(key) {
  const greeting = await greet(key);
  const said = await post(key.dataset.server, greeting.token, key);
  if (said.problems) return say(said.problems.join(" "));
  return download(key, said.address, await fetchRecord(`${said.address}/record.jsonl`));
}

// What a server did not take it may take now; if not, it says why. Where others wrote meanwhile the two are shown.
async function sendAgain(key) {
  const { there, watch, gone } = key.dataset;
  const answer = await ask(`${there}/log`);
  if (answer.headers.has("Gone")) return say(gone);
  const log = await answer.json();
  if (log.may === "watch") return say(watch);
  const said = await post(`${there}/log`, log.token, key);
  if (said.problems) return say(said.problems.join(" "));
  return download(key, there, await fetchRecord(`${there}/record.jsonl`));
}

function offer(key, act) {
  key.hidden = false;
  key.addEventListener("click", async () => {
    key.disabled = true;
    say("");
    await act(key).catch(() => say(key.dataset.away));
    key.disabled = false;
  });
}

const [takes, puts, again] = ["take", "put", "again"].map((id) => document.getElementById(id));
if (takes) offer(takes, take);
if (again) offer(again, sendAgain);
if (puts) greet(puts).then((greeting) => { if (greeting) offer(puts, put); }, () => {});
