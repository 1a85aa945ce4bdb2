// Asking the server, and knowing when it could not be asked. An answer that never came may still have been acted
// on, so each request sent here carries an identity of its own and may be sent again.

export class Unreachable extends Error {}

const PATIENCE = 12000;
let token = "";

export function useToken(fresh) {
  token = fresh || token;
}

async function ask(address, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const response = await fetch(address, { signal: stop.signal, ...options });
    const { status, headers } = response;
    const json = headers.get("Content-Type")?.startsWith("application/json");
    const data = json ? await response.json() : null;
    // A proxy that is up while the server is not answers for it, some in JSON too, or asks to come later; a guest network
    // answers with a page of its own. Those are no answers. The server's own pages are that a token or a link is good no more.
    if (!headers.has("Gone") && !(json ? [200, 409, 413, 422].includes(status) : headers.has("Stale"))) throw status;
    return { status, data };
  } catch (error) {
    throw new Unreachable(error);
  } finally {
    clearTimeout(timer);
  }
}

// The browser revalidates by itself: an unchanged answer costs a few bytes and comes from its cache.
export async function get(address) {
  const answer = await ask(address, { cache: "no-cache", headers: { Accept: "application/json" } });
  useToken(answer.data?.token);
  return answer;
}

// A form goes as forms go, anything else as JSON.
function send(address, body) {
  const headers = { "X-CSRFToken": token, Accept: "application/json" };
  if (body instanceof URLSearchParams) return ask(address, { method: "POST", headers, body });
  return ask(address, { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

// A token may have been forgotten with the browser's cookie: then a fresh one is fetched and it is said once more.
export async function post(address, body, state) {
  if (!token) await get(state);
  const answer = await send(address, body);
  if (answer.status !== 400 || answer.data) return answer;
  await get(state);
  return send(address, body);
}
