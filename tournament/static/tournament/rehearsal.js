// The day of a rehearsal: while its page is open, the invented people do something now and then. The
// server says what there is to see; whoever stands on a button or has opened a list is left alone.
const EVERY = 3000;
const day = document.getElementById("rehearsal-day");
const tick = document.getElementById("rehearsal-tick");

async function goOn() {
  const answer = await fetch(location.href, { method: "POST", body: new FormData(tick) }).catch(
    () => null,
  );
  if (!answer?.ok || answer.redirected) return;
  const shown = await answer.text();
  const isBusy = day.contains(document.activeElement) || day.querySelector("details[open]");
  if (!isBusy && shown !== goOn.last) day.innerHTML = shown;
  goOn.last = isBusy ? "" : shown;
}

setInterval(goOn, EVERY);
