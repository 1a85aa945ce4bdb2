// The browser's half of passkeys. Each form with data-passkey asks the server what is to be signed, lets the phone
// ask for finger, face or PIN, and hands the answer in. Its button appears only where all of that is possible.

const decodeBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const encodeBytes = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

class Refusal extends Error {}

function say(form, words) {
  const place = form.querySelector("[data-said]");
  place.textContent = words;
  place.hidden = !words;
}

// An answer that is no JSON comes from a page that has forgotten us: its cookie is gone, or the token is old.
async function ask(form, address, data) {
  const response = await fetch(address, { method: "POST", body: data }).catch(() => null);
  if (!response || response.status >= 500) throw new Refusal(form.dataset.unreachable);
  if (!(response.headers.get("Content-Type") || "").startsWith("application/json")) throw new Refusal(form.dataset.old);
  const told = await response.json();
  if (!response.ok) throw new Refusal(told.error);
  return told;
}

// Written out, because older phones have passkeys and no parseCreationOptionsFromJSON.
function decodeOptions(options) {
  const decodeIds = (list) => (list || []).map((key) => ({ ...key, id: decodeBytes(key.id) }));
  const made = { ...options, challenge: decodeBytes(options.challenge) };
  if (options.user) made.user = { ...options.user, id: decodeBytes(options.user.id) };
  if (options.excludeCredentials) made.excludeCredentials = decodeIds(options.excludeCredentials);
  if (options.allowCredentials) made.allowCredentials = decodeIds(options.allowCredentials);
  return made;
}

function encodeCredential(credential) {
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = encodeBytes(credential.response[part]);
  }
  if (credential.response.getTransports) response.transports = credential.response.getTransports();
  const { id, type } = credential;
  return JSON.stringify({ id, type, rawId: encodeBytes(credential.rawId), response, clientExtensionResults: {} });
}

async function use(form) {
  const data = new FormData(form);
  const named = form.dataset.nameFrom && document.getElementById(form.dataset.nameFrom).elements.name;
  if (named && !named.reportValidity()) return;
  if (named) data.set("name", named.value);
  const publicKey = decodeOptions(await ask(form, form.dataset.options, data));
  const credential = await navigator.credentials[form.dataset.passkey]({ publicKey });
  data.set("credential", encodeCredential(credential));
  location.assign((await ask(form, form.action, data)).next);
}

function findWords(form, error) {
  if (error instanceof Refusal) return error.message;
  if (error.name === "NotAllowedError" || error.name === "AbortError") return form.dataset.cancelled;
  if (error.name === "InvalidStateError") return form.dataset.known;
  return form.dataset.failed;
}

function watchForm(form) {
  const button = form.querySelector("button");
  form.querySelector("[data-without]").hidden = true;
  button.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    say(form, "");
    try {
      await use(form);
    } catch (error) {
      say(form, findWords(form, error));
    } finally {
      button.disabled = false;
    }
  });
}

if (window.PublicKeyCredential && navigator.credentials) document.querySelectorAll("[data-passkey]").forEach(watchForm);
