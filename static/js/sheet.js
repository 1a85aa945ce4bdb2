// A tapped row unfolds in place: its page is fetched and its explanation put under the row. Without script, or where
// the page cannot be had, the row leads to that page. Words come from the server.

import "./drawer.js";
import { isAway } from "./touch.js";

const main = document.getElementById("main");
const readWords = () => document.getElementById("unfold-words").dataset;

const bodyOf = (link) => link.closest("tbody");
const foldOf = (body) => body.querySelector("tr.unfolded");

async function fetchExplanation(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.querySelector("[data-unfolds]");
  if (!found) throw new Error("no explanation");
  // Two rows may be open at once, and what is on the page already keeps its ids.
  for (const node of found.querySelectorAll("[id]")) node.removeAttribute("id");
  return document.importNode(found, true);
}

function makeButton(text, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", action);
  return made;
}

function fold(opener) {
  const open = foldOf(bodyOf(opener));
  if (open) open.remove();
  opener.setAttribute("aria-expanded", "false");
}

function unfold(opener, content) {
  const body = bodyOf(opener);
  const row = document.createElement("tr");
  const cell = document.createElement("td");
  row.className = "unfolded";
  row.dataset.liveKeep = ""; // a change elsewhere does not close what a player reads
  cell.colSpan = opener.closest("table").tHead.rows[0].cells.length;
  cell.append(content, makeButton(readWords().fold, () => { fold(opener); opener.focus(); }));
  row.append(cell);
  const before = foldOf(body);
  if (before) before.replaceWith(row);
  else body.append(row);
  opener.setAttribute("aria-expanded", "true");
  return row;
}

// As much of what unfolded as there is room for, between the totals and the button at the edge.
function show(body) {
  const stays = document.querySelectorAll("body > .top, .strip");
  const fixed = Math.max(0, ...[...stays].map((one) => (getComputedStyle(one).position === "sticky" ? one.getBoundingClientRect().bottom : 0)));
  const foot = document.querySelector("main > .act");
  const box = body.getBoundingClientRect();
  const below = box.bottom - (innerHeight - (foot ? foot.getBoundingClientRect().height : 0));
  if (below > 0) scrollBy({ top: Math.min(below, box.top - fixed), behavior: "instant" });
}

const findNewest = () => document.querySelector(".sheet > tbody:last-child");

// Where the newest entry is in sight it ends above the foot, and the totals cut no entry before it.
function settle() {
  const last = findNewest()?.getBoundingClientRect();
  const foot = document.querySelector("main > .act");
  const strip = document.querySelector(".strip");
  if (!last || !foot || !scrollY || getComputedStyle(strip).position !== "sticky") return;
  const top = strip.getBoundingClientRect().bottom;
  const room = foot.getBoundingClientRect().top - last.bottom;
  if (last.top < top || last.top > innerHeight) return;
  let by = Math.max(0, -room);
  for (const row of document.querySelectorAll(".sheet > tbody")) {
    const box = row.getBoundingClientRect();
    if (box.top - by > top - 1 || box.bottom - by < top + 1) continue;
    by = (top - box.top <= room ? box.top : box.bottom) - top; // in sight as a whole where there is room for it
    break;
  }
  document.documentElement.classList.add("begun");
  scrollBy({ top: by, behavior: "instant" });
}

// The row that an address names is in sight, though the style sheet asks for the newest.
function bringNamed(row) {
  document.documentElement.classList.add("begun");
  row.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// The page is opened where the newest entry is, also where the browser cannot be told so in the style sheet.
function begin() {
  const named = document.getElementById(location.hash.slice(1)); // it is the :target only once all is laid out
  if (named?.matches(".sheet > tbody") && named !== findNewest()) {
    requestAnimationFrame(() => bringNamed(named));
    return;
  }
  const told = CSS.supports("scroll-initial-target", "nearest");
  const above = document.querySelector("main > .winner, main > .above, main > .notice, main > .problem");
  if (!told && !above && !location.hash && !scrollY) findNewest()?.scrollIntoView({ block: "nearest", behavior: "instant" });
  requestAnimationFrame(settle);
}

async function tap(event) {
  const opener = event.target.closest("a[data-unfold]");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!opener || !plain || opener.dataset.failed) return;
  event.preventDefault();
  document.documentElement.classList.add("begun"); // from here on the browser leaves the page where people put it
  if (foldOf(bodyOf(opener))) { fold(opener); return; }
  if (opener.getAttribute("aria-busy") === "true") return;
  opener.setAttribute("aria-busy", "true");
  try {
    unfold(opener, await fetchExplanation(opener.href));
    show(bodyOf(opener));
  } catch {
    const said = document.createElement("p");
    said.setAttribute("role", "alert");
    said.textContent = readWords().failed;
    unfold(opener, said);
    opener.dataset.failed = "y";
  } finally {
    opener.removeAttribute("aria-busy");
  }
}

// Rows say that they can be opened, also those that have just come.
function tellClosed() {
  for (const opener of main.querySelectorAll("a[data-unfold]:not([aria-expanded])")) {
    opener.setAttribute("aria-expanded", String(Boolean(foldOf(bodyOf(opener)))));
  }
}

const isOpen = (opener) => opener.isConnected && foldOf(bodyOf(opener));

// What was corrected elsewhere is read anew where it is open, and still is when the answer comes.
async function followMatch() {
  tellClosed();
  if (findNewest()?.id !== lately) settle();
  lately = findNewest()?.id;
  for (const opener of main.querySelectorAll("a[data-unfold]")) {
    if (!isOpen(opener)) continue;
    opener.setAttribute("aria-expanded", "true");
    const fresh = await fetchExplanation(opener.href).catch(() => null);
    // What stays the same is left alone: a finger may be on one of its keys.
    if (fresh && isOpen(opener) && !foldOf(bodyOf(opener)).querySelector("[data-unfolds]")?.isEqualNode(fresh)) unfold(opener, fresh);
  }
}

// At the end the totals count up, once: only what is seen moves, the numbers stand in the page from the start.
function countUp() {
  for (const total of document.querySelectorAll(".winner [data-count]")) {
    total.style.setProperty("--to", total.dataset.count);
    total.classList.add("counting");
    total.addEventListener("animationend", () => total.classList.remove("counting"), { once: true });
  }
}

let lately = findNewest()?.id;
begin();
countUp();
tellClosed();
main.addEventListener("click", tap);
document.addEventListener("scorekeeper:moved", followMatch);
// The browser would show a page of its own; the sheet says already that there is no network, above what is in sight, and
// looks once more.
document.body.addEventListener("submit", (event) => {
  if (!isAway() && document.documentElement.dataset.live !== "off") return;
  event.preventDefault();
  dispatchEvent(new Event("online"));
  document.getElementById("live-off").scrollIntoView({ block: "center" });
});
