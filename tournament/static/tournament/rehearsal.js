// The day of a rehearsal: while its page is open, the invented people act from time to time. The
// server says what to show; a focused button or an opened list is left alone.
import { answerOf, tellTrouble } from "./live.js";

const EVERY = 3000;
const day = document.getElementById("rehearsal-day");
const tick = document.getElementById("rehearsal-tick");

async function goOn() {
  const got = await answerOf(location.href, { method: "POST", body: new FormData(tick) });
  tellTrouble(got === null, 0);
  if (!got?.answer.ok || got.answer.redirected) return;
  const shown = got.text;
  const isBusy = day.contains(document.activeElement) || day.querySelector("details[open]");
  if (!isBusy && shown !== goOn.last) day.innerHTML = shown;
  goOn.last = isBusy ? "" : shown;
}

// One step after the other, however slow the answers are.
async function follow() {
  await goOn();
  setTimeout(follow, EVERY);
}

setTimeout(follow, EVERY);
