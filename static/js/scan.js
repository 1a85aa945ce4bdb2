// Reads the QR codes of a match, off another phone's screen or out of pictures, and hands their texts to the import. The
// server puts them together and looks at everything again; here is looked at what tells how many are still missing.

import { decodeQR, decodeQRBatch } from "../vendor/qr-0.7.0/decode.js";

const FRAME = /^SCOREKEEPER1:([A-Z2-7]{8}):(\d{1,2}):(\d{1,2}):([A-Z2-7]{7}):([A-Z2-7]{1,272})$/;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PAUSE = 40; // between two looks; each code stands for 200
const SIDE = 720; // pixels of what is looked at: a code has 57 of its own
const MAX_PICTURE = 2000; // of a picture
const LOOKS = [1, 1.3, 0.8]; // at a code in five hundred the reader fails by how its pixels fall: it looks at other sizes too
const EVERY = 1500; // so often the count is said: a screen reader has to come to its end
const NAMED = 8;

const findElement = (id) => document.getElementById(id);
const [root, camera, said, bar, opens, anew, pictures, form] = ["scan", "camera", "said", "bar", "open", "anew", "pictures", "form"].map(findElement);
const words = root.dataset;
const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d", { willReadFrequently: true });

let read = new Map();
let first = null; // a frame of the match that is read
let other = null; // a frame of another match, which came in between
let stream = null;
let timer = 0;
let later = 0;
let spoken = 0;

// --- frames --------------------------------------------------------------------------------------------------------------

function computeCheck(text) {
  let crc = -1;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let bits = BigInt(~crc >>> 0) << 3n;
  let found = "";
  for (let place = 0; place < 7; place += 1, bits >>= 5n) found = LETTERS[Number(bits & 31n)] + found;
  return found;
}

function parseFrame(text) {
  const [, whole, number, total, check, data] = FRAME.exec(text) ?? [];
  const right = whole && Number(number) >= 1 && Number(number) <= Number(total) && Number(total) <= Number(words.most);
  return right && computeCheck(`${whole}:${number}:${total}:${data}`) === check ? { text, whole, number: Number(number), total: Number(total) } : null;
}

function takeFrame(text) {
  const frame = parseFrame(text);
  if (!frame) {
    if (!first) sayLine(words.noCode);
  } else if (first && (frame.whole !== first.whole || frame.total !== first.total)) {
    if (other?.whole !== frame.whole) sayLine(words.other);
    other = frame;
    anew.hidden = false;
  } else if (!read.has(frame.number)) {
    first ??= frame;
    read.set(frame.number, frame.text);
    tellProgress();
  }
}

function tellProgress() {
  bar.hidden = false;
  bar.max = first.total;
  bar.value = read.size;
  if (isWhole()) sendCodes();
  else if (!later) later = setTimeout(sayCount, Math.max(0, spoken + EVERY - Date.now()));
}

const isWhole = () => first !== null && read.size === first.total;

function sayCount() {
  const missing = Array.from({ length: first.total }, (_one, at) => at + 1).filter((number) => !read.has(number));
  const named = missing.slice(0, NAMED).join(", ") + (missing.length > NAMED ? " …" : "");
  const values = { read: read.size, total: first.total, missing: named };
  sayLine(words.read.replace(/\{(\w+)\}/g, (_all, name) => values[name]));
}

function sayLine(text) {
  clearTimeout(later);
  later = 0;
  spoken = Date.now();
  if (said.textContent !== text) said.textContent = text;
}

function sendCodes() {
  closeCamera();
  sayLine(words.whole);
  findElement("document").value = [...read.values()].join("\n");
  form.submit();
}

function beginAnew() {
  read = new Map();
  [first, other] = [null, null];
  anew.hidden = true;
}

// --- the camera ----------------------------------------------------------------------------------------------------------

// The middle of what it sees, as it is shown: a square.
function readCamera() {
  const { videoWidth: width, videoHeight: height } = camera;
  const side = Math.min(width, height);
  if (side) {
    canvas.width = canvas.height = Math.min(side, SIDE);
    pen.drawImage(camera, (width - side) / 2, (height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
    const found = decodeImage(pen.getImageData(0, 0, canvas.width, canvas.height));
    if (found) takeFrame(found);
  }
  if (stream) timer = setTimeout(readCamera, PAUSE);
}

function decodeImage(image) {
  try {
    return decodeQR(image);
  } catch {
    return ""; // between two codes, or none in sight
  }
}

async function openCamera() {
  opens.hidden = true;
  if (!navigator.mediaDevices) {
    sayLine(isSecureContext ? words.noCamera : words.unsafe);
    return;
  }
  try {
    const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 1280 } };
    stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    camera.srcObject = stream;
    camera.hidden = false;
    await camera.play();
    if (!first) sayLine(words.looking);
    readCamera();
  } catch (error) {
    closeCamera();
    sayLine(error.name === "NotAllowedError" ? words.refused : words.noCamera);
  }
}

function closeCamera() {
  clearTimeout(timer);
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  camera.srcObject = null;
  camera.hidden = true;
  opens.hidden = false;
}

// --- pictures ------------------------------------------------------------------------------------------------------------

async function readPicture(picture, size) {
  const scale = size * Math.min(1, MAX_PICTURE / Math.max(picture.width, picture.height));
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { width, height } = canvas;
  const [found] = await decodeQRBatch([pen.getImageData(0, 0, width, height)], { maxSize: { width, height }, effort: Infinity });
  return found.filter((one) => typeof one === "string");
}

async function readPictureFile(file) {
  const picture = await createImageBitmap(file);
  let any = false;
  for (const size of LOOKS) {
    const found = await readPicture(picture, size).catch(() => []);
    any ||= found.length > 0;
    found.forEach(takeFrame);
    if (isWhole()) break;
  }
  picture.close();
  return any;
}

async function readPictures() {
  for (const file of pictures.files) {
    const any = await readPictureFile(file).catch(() => false);
    if (!any) sayLine(words.noPicture.replace("{name}", file.name));
    if (isWhole()) break; // what was sent is not sent twice
  }
  pictures.value = "";
}

opens.addEventListener("click", openCamera);
anew.addEventListener("click", () => {
  const { text } = other;
  beginAnew();
  takeFrame(text);
});
pictures.addEventListener("change", readPictures);
document.addEventListener("visibilitychange", () => { if (document.hidden && stream) closeCamera(); });
addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); }); // Back: the token and the codes are used
openCamera();
