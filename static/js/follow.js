// Puts the new middle of a page that follows its match into the page that is open, and lets nothing jump under the
// finger. js/live.js hears and asks; the server renders everything, and this file knows no words.

import { findTouch, isNewer, placeWith } from "./live.js";
import { awaitLift } from "./touch.js";

const NEWS_STAYS = 8_000;
const SAID_AFTER = 300;
const TOUCHED_FOR = 10_000;
const REMATCH_AFTER = 2_500;

const main = document.getElementById("main");

const isBlank = (node) => node.nodeType === 3 && !node.nodeValue.trim();
const isKept = (node) => node.nodeType === 1 && node.hasAttribute("data-live-keep");
const areAlike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");

// What people are doing to a control is theirs: a value being typed, a list they opened.
const THEIRS = { DETAILS: ["open"], DIALOG: ["open"], INPUT: ["value", "checked"], OPTION: ["selected"], TEXTAREA: [] };

function copyAttributes(from, to) {
  const theirs = THEIRS[from.nodeName] || [];
  const fixed = from.nodeName === "INPUT" && from.type === "hidden" ? [] : theirs;
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !fixed.includes(name)) from.removeAttribute(name);
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value && !fixed.includes(name)) from.setAttribute(name, value);
  }
}

function morphNode(from, to) {
  if (from.isEqualNode(to)) return;
  if (from.nodeType !== 1) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  copyAttributes(from, to);
  if (from.nodeName !== "TEXTAREA") morphChildren(from, to);
}

function morphChildren(from, to) {
  const wantedIds = new Set([...to.children].map((child) => child.id).filter(Boolean));
  let cursor = from.firstChild;
  const isPassed = (node, wanted) => isKept(node) || (node.id && !wantedIds.has(node.id)) || (isBlank(node) && !areAlike(node, wanted));
  const skipTo = (wanted) => {
    while (cursor && isPassed(cursor, wanted)) {
      const next = cursor.nextSibling;
      if (!isKept(cursor)) cursor.remove();
      cursor = next;
    }
  };
  for (const wanted of [...to.childNodes]) {
    if (isKept(wanted)) continue;
    skipTo(wanted);
    const byId = wanted.id ? [...from.children].find((child) => child.id === wanted.id) : null;
    const found = byId || (cursor && areAlike(cursor, wanted) ? cursor : null);
    if (!found) from.insertBefore(document.importNode(wanted, true), cursor);
    else if (found === cursor) { cursor = cursor.nextSibling; morphNode(found, wanted); }
    else { from.insertBefore(found, cursor); morphNode(found, wanted); }
  }
  while (cursor) {
    const next = cursor.nextSibling;
    if (!isKept(cursor)) cursor.remove();
    cursor = next;
  }
}

// The thing that must not move: what was touched last if it is in sight, else what has the focus, else the middle.
function findAnchor() {
  const isInSight = (found) => {
    const box = found && found.getBoundingClientRect();
    return box && box.bottom > 0 && box.top < innerHeight;
  };
  const last = findTouch(TOUCHED_FOR);
  const under = last && document.elementFromPoint(last.x, last.y);
  const focused = document.activeElement !== main && main.contains(document.activeElement) ? document.activeElement : null;
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const found = [under, focused, middle].find((one) => one && main.contains(one) && isInSight(one));
  return found ? (found.closest("[id]:not(main)") || found) : null;
}

// A player who looks at the newest entry sees the next one too.
function keepNewest() {
  const findNewest = () => document.querySelector(".sheet > tbody:last-child");
  const before = findNewest();
  const box = before && before.getBoundingClientRect();
  const foot = document.querySelector("main > .act");
  const seen = box && box.top > 0 && box.bottom <= (foot ? foot.getBoundingClientRect().top : innerHeight) + 1;
  return () => {
    if (seen && findNewest() !== before) findNewest().scrollIntoView({ block: "nearest", behavior: "instant" });
  };
}

function showMiddle(html) {
  const keepUp = keepNewest();
  const fresh = new DOMParser().parseFromString(`<main id="main" tabindex="-1">${html}</main>`, "text/html").getElementById("main");
  const steady = scrollY > 0 ? findAnchor() : null;
  const before = steady && steady.getBoundingClientRect().top;
  morphChildren(main, fresh);
  if (steady && steady.isConnected) scrollBy({ top: steady.getBoundingClientRect().top - before, behavior: "instant" });
  keepUp();
}

// Says what happened, politely. Where the row is out of sight it is shown as well, and a tap leads there.
function tellNews(news, id) {
  const place = document.getElementById("live-news");
  if (!place || !news) return;
  const row = document.getElementById(id);
  const box = row && row.getBoundingClientRect();
  const seen = box && box.top >= 0 && box.bottom <= innerHeight;
  const said = document.createElement(row && !seen ? "a" : "span");
  if (said.nodeName === "A") said.href = `#${id}`;
  said.textContent = news;
  place.replaceChildren(said);
  place.classList.toggle("shown", !seen);
  clearTimeout(tellNews.timer);
  tellNews.timer = setTimeout(() => {
    place.classList.remove("shown");
    if (!place.contains(document.activeElement)) place.replaceChildren();
  }, NEWS_STAYS);
}

function placeMiddle(html) {
  const hadRematch = Boolean(document.querySelector("[data-follow]"));
  showMiddle(html);
  const at = document.getElementById("live");
  if (at && isNewer(at)) tellNews(at.dataset.news, at.dataset.row);
  if (at && !hadRematch) followRematch();
}

// A phone that has a seat goes along to the rematch by itself, but never while a player is touching it.
function followRematch() {
  const form = document.querySelector("form[data-follow=auto]");
  if (form) setTimeout(() => awaitLift().then(() => form.querySelector("button").click()), REMATCH_AFTER);
}

// What the page before has saved. It is seen in its row; a region says only what comes into it after the page.
function sayWhatWasSaved() {
  let said = "";
  try {
    said = sessionStorage.getItem("scorekeeper.said");
    sessionStorage.removeItem("scorekeeper.said");
  } catch {
    return;
  }
  if (said) setTimeout(() => (document.getElementById("live-news").textContent = said), SAID_AFTER);
}

if (main && document.querySelector("#live[data-follows]")) {
  sayWhatWasSaved();
  placeWith(placeMiddle);
}
