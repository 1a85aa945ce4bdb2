// Sends the result: the drawing becomes a PNG in the browser, because chats show no drawings, and goes out by the
// phone's own share sheet where the browser has one (only under TLS); else it is saved, and text is copied.

const picture = document.getElementById("picture");
const pictures = document.getElementById("send-picture");
const texts = document.getElementById("send-text");
const text = document.getElementById("text");
const sent = document.getElementById("sent");
let made = null;

function offer(list, what, action) {
  const button = list.querySelector(`[data-do="${what}"]`);
  button.closest("li").hidden = button.disabled = false;
  button.addEventListener("click", action);
}

// Our own address, so the canvas may be read again.
async function drawPng() {
  await picture.decode();
  const size = Number(pictures.dataset.size);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  canvas.getContext("2d").drawImage(picture, 0, 0, size, size);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], pictures.dataset.name, { type: "image/png" });
}

async function share(what) {
  try {
    await navigator.share(what);
  } catch (error) {
    if (error.name !== "AbortError") throw error; // people may change their mind
  }
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Where the clipboard is closed (plain http) the old way still works: select, and copy what is selected.
async function copy() {
  text.focus();
  text.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(text.value).catch(() => document.execCommand("copy"));
  else document.execCommand("copy");
  sent.textContent = texts.dataset.done;
}

// A share sheet must open at once after the tap, so the file is made before anybody asks for it.
async function start() {
  offer(texts, "copy", copy);
  if (navigator.share) offer(texts, "share", () => share({ text: text.value }));
  made = await drawPng();
  offer(pictures, "save", () => save(made));
  if (navigator.canShare && navigator.canShare({ files: [made] })) {
    offer(pictures, "share", () => share({ files: [made], text: text.value }));
  }
}

start();
