// What was posted while no window answered (phone/service.js keeps it) is sent when one is open again.

const FORM = "application/x-www-form-urlencoded";

// What the program answers by a page, because it refuses it or asks whether that is meant, is posted once more by the page
// in the frame: a person sees the answer and goes on from it. What was posted after it waits for the next start.
export async function sendKept(store, frame, ask, saveFile) {
  const kept = await caches.open(store);
  for (const request of await kept.keys()) {
    const response = await kept.match(request);
    const address = decodeURIComponent(response.headers.get("X-Address"));
    const type = response.headers.get("Content-Type");
    const body = await response.arrayBuffer();
    const given = await ask("POST", address, { "content-type": type }, body);
    if (given.failed) continue;
    await kept.delete(request);
    if (isFile(given)) saveFile(given);
    else if (given.status < 300 || given.status >= 400) {
      if (type === FORM) frame.addEventListener("load", () => postIn(frame.contentDocument, address, body), { once: true });
      return;
    }
  }
}

const isFile = ({ headers = [] }) => headers.some(([name, value]) => /^content-disposition$/i.test(name) && /^attachment/.test(value));

function postIn(page, action, body) {
  const make = (kind, values) => Object.assign(page.createElement(kind), values);
  const form = make("form", { method: "post", action, hidden: true });
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) form.append(make("input", { type: "hidden", name, value }));
  page.body.append(form);
  form.submit();
}
