// The round clock. The server says when the time ends and what time it is now; this script counts
// down between. Now and then it asks again: another screen may have started or ended the round.
import { learnTime, piece, serverNow } from "./live.js";

// Many phones ask less often: they have the end of the time, and it moves rarely.
const ASK_EVERY_SECONDS = Number(document.body.dataset.askEvery ?? 3);
const MINUTE = 60000;
const JUMP = 2000; // milliseconds between two looks: it was asleep, or its own clock was moved

function minutesAndSeconds(milliseconds) {
  // A begun second counts as a second left, as on the server.
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

let last = 0; // when the page looked at the clock before

function announce(now) {
  for (const each of document.querySelectorAll(".announcements p")) {
    const begin = Number(each.dataset.beginsAt ?? 0);
    each.hidden = begin > now || Number(each.dataset.stopsAt ?? Infinity) <= now;
    if (begin > last && !each.hidden) document.dispatchEvent(new Event("announced"));
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

async function ask(source) {
  if (source.contains(document.activeElement)) return; // whoever stands on something there stays
  const figures = await piece(source.dataset.clockSource);
  if (figures === null) return;
  source.innerHTML = figures;
  learnTime(source);
  tick();
}

function askAll() {
  document.querySelectorAll("[data-clock-source]").forEach(ask);
}

learnTime(document);
last = serverNow(); // what was due when the page opened is not announced anew
tick();
document.addEventListener("picture", tick); // a new one on a screen in the hall, or new tables
// A page that is kept has no time in it yet, or that of when the browser got it.
document.querySelectorAll("[data-clock-source]:is(:empty, [data-is-kept])").forEach(ask);
setInterval(tick, 250); // so that all screens change within the same moment
setInterval(askAll, ASK_EVERY_SECONDS * 1000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") askAll();
});
// A page that came out of the browser's memory shows an old time.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) askAll();
});
