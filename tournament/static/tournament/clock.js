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
}

const shown = new WeakMap(); // what the server sent last

async function ask(source) {
  if (source.contains(document.activeElement)) return; // do not take away the focus
  const figures = await piece(source.dataset.clockSource);
  if (figures === null) return;
  // A part that holds another one stays as long as it is the same: the inner one has its own time.
  const isOuter = source.querySelector("[data-clock-source]") !== null;
  if (isOuter && shown.get(source) === figures) return;
  shown.set(source, figures);
  source.innerHTML = figures;
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
setInterval(askAll, ASK_EVERY_SECONDS * 1000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") askAll();
});
// A page restored from the browser's cache shows an old time.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) askAll();
});
