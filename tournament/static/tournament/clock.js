// The round clock. The server sends the end and its own time; this script counts down in between.
// It polls, as another screen may have started or ended the round.
import { learnTime, piece, serverNow } from "./live.js";

// Phones poll less often: there are many, they know the end, and it rarely changes.
const ASK_EVERY_SECONDS = Number(document.body.dataset.askEvery ?? 3);
const MINUTE = 60000;
const JUMP = 2000; // milliseconds between two ticks: the machine slept, or its clock was changed

function minutesAndSeconds(milliseconds) {
  // A started second counts as a second left, as on the server.
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

let last = 0; // server time at the last tick

function announce(now) {
  for (const each of document.querySelectorAll(".announcements p")) {
    const begin = Number(each.dataset.beginsAt ?? 0);
    each.hidden = begin > now || Number(each.dataset.stopsAt ?? Infinity) <= now;
    if (begin > last && !each.hidden) {
      const detail = each.lastChild.textContent.trim(); // after the word "announcement"
      document.dispatchEvent(new CustomEvent("announced", { detail }));
    }
  }
  for (const face of document.querySelectorAll("[data-warned-from]")) {
    face.classList.toggle("is-warned", Number(face.dataset.warnedFrom) <= now);
  }
  last = now;
}

// How rounds stand: [from when, word, look of a badge], the present first. As soon as one turns over,
// what a page says and offers about its round is old.
const turnsOf = (each) => JSON.parse(each.dataset.turns);
let isRead = false; // the words of the page as it came

function sayWords() {
  // The bar is asked again and again, and knows what others have done to its round.
  const asked = document.querySelector(".bar [data-turns]");
  let turned = "";
  for (const each of document.querySelectorAll("[data-turns]")) {
    if (asked && each.dataset.round === asked.dataset.round) each.dataset.turns = asked.dataset.turns;
    const [, word, look] = turnsOf(each).findLast(([from]) => from <= serverNow());
    if (each.textContent === word) continue;
    each.textContent = word;
    if (each.matches(".badge")) each.className = `badge ${look}`;
    if (!each.closest("[data-clock-source]")) turned = word;
  }
  if (turned && isRead) renew(turned);
  isRead = true;
}

function renew(word) {
  const at = document.activeElement;
  const isBusy = at?.matches("input, select, textarea") || document.querySelector("details[open]");
  if (isBusy || !document.querySelector("[data-renews]")) return;
  // Once for each word: a page that comes back as it was stays.
  const seen = `${location.pathname} ${word}`;
  if (sessionStorage.getItem("renewed") === seen) return;
  sessionStorage.setItem("renewed", seen);
  location.reload();
}

function tick() {
  const jumped = Math.abs(serverNow() - last) > JUMP;
  announce(serverNow());
  if (jumped && document.visibilityState === "visible") askAll();
  for (const minutes of document.querySelectorAll("[data-minutes-since]")) {
    const past = serverNow() - Number(minutes.dataset.minutesSince);
    minutes.textContent = Math.max(0, Math.floor(past / MINUTE));
  }
  for (const time of document.querySelectorAll("[data-ends-at]")) {
    const left = Number(time.dataset.endsAt) - serverNow();
    const over = left <= 0;
    time.textContent = over ? time.dataset.over : (time.dataset.until ?? minutesAndSeconds(left));
    time.classList.toggle("is-over", over && time.matches(".countdown"));
  }
  sayWords();
}

const shown = new WeakMap(); // what the server sent last

const askedAt = new WeakMap();

// A part that changes by minutes says after how many seconds it wants to be asked again.
function isDue(source) {
  const wait = Number(source.dataset.every ?? 0) * 1000;
  return Date.now() - (askedAt.get(source) ?? -Infinity) >= wait;
}

// What was unfolded stays so, and the focus stays on the words that one unfolds it by.
const unfolding = (source) => [...source.querySelectorAll("details:not(.menu) > summary")];

// Whose it is, where it says so; else the first words of it that are not blank, as what follows
// them may change.
function nameOf(summary) {
  if (summary.parentElement.id) return summary.parentElement.id;
  const texts = document.createTreeWalker(summary, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim();
    if (words) return words;
  }
  return "";
}

function exchange(source, figures) {
  const focused = document.activeElement;
  const before = unfolding(source);
  const within = [...source.querySelectorAll("[data-clock-source]")];
  source.innerHTML = figures;
  // A part inside it keeps what it shows until it is asked.
  for (const each of source.querySelectorAll("[data-clock-source]:empty")) {
    const same = within.find((other) => other.dataset.clockSource === each.dataset.clockSource);
    if (same) each.replaceWith(same);
  }
  for (const each of unfolding(source)) {
    // By its name: a new round, say, comes above the others. Of equal ones, in their order.
    const at = before.findIndex((other) => nameOf(other) === nameOf(each));
    if (at < 0) continue;
    const [same] = before.splice(at, 1);
    each.parentElement.open = same.parentElement.open;
    if (same === focused) each.focus({ preventScroll: true });
  }
  // What the address leads to stays marked: put in anew, it is no :target.
  const aim = document.getElementById(location.hash.slice(1));
  if (source.contains(aim)) aim.classList.add("is-target");
}

async function ask(source) {
  const at = document.activeElement;
  if (source.contains(at) && !unfolding(source).includes(at)) return; // do not take it away
  askedAt.set(source, Date.now());
  const figures = await piece(source.dataset.clockSource);
  if (figures === null) return;
  if (shown.get(source) === figures) return; // also for a part inside it, which has its own time
  shown.set(source, figures);
  exchange(source, figures);
  learnTime(source);
  tick();
  source.querySelectorAll("[data-clock-source]").forEach(ask);
}

function askAll() {
  document.querySelectorAll("[data-clock-source]").forEach(ask);
}

learnTime(document);
last = serverNow(); // what was due when the page opened is not announced again
tick();
document.addEventListener("picture", tick); // a new one on a screen in the hall, or new tables
// A cached page contains no time yet, or an old one.
document.querySelectorAll("[data-clock-source]:is(:empty, [data-is-kept])").forEach(ask);
setInterval(tick, 250); // so that all screens change at the same moment
setInterval(() => {
  [...document.querySelectorAll("[data-clock-source]")].filter(isDue).forEach(ask);
}, ASK_EVERY_SECONDS * 1000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") askAll();
});
// A page restored from the browser's cache shows an old time.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) askAll();
});
