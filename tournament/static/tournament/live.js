// Parts of a page that are polled, and the server's time: this machine's clock may be wrong.

let offset = 0; // how far the server's clock is ahead of ours, in milliseconds

export const serverNow = () => Date.now() + offset;

export function learnTime(root) {
  const time = root.querySelector("[data-server-now]");
  if (time) offset = Number(time.dataset.serverNow) - Date.now();
}

// After this time without an answer the page warns that its contents may be old.
const TROUBLE_AFTER = 20000; // milliseconds
const ANSWER_WITHIN = 10000; // a request that slept with the machine is lost
let failingSince = null;

export function tellTrouble(isFailing, after = TROUBLE_AFTER) {
  failingSince = isFailing ? (failingSince ?? Date.now()) : null;
  const isTold = isFailing && Date.now() - failingSince >= after;
  // The text is in the page only from then on: nobody else needs it.
  for (const told of document.querySelectorAll("[data-no-answer]")) {
    const words = isTold ? told.dataset.noAnswer : "";
    if (told.textContent !== words) told.textContent = words;
    told.hidden = !isTold;
  }
}

// The server's answer; null if there is none in time, or an invalid one.
export async function answerOf(address, options = {}) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), ANSWER_WITHIN);
  try {
    const answer = await fetch(address, { ...options, signal: giveUp.signal });
    return answer.status >= 500 ? null : { answer, text: await answer.text() };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

// The latest answered request per address: answers may overtake each other.
const answered = new Map();
let questions = 0;

// Null while the server is away, for an overtaken answer, or after signing out: the sign-in page is
// no part. Empty if what was `seen`, sent along, is still current.
export async function piece(address, seen = "") {
  const question = ++questions;
  const got = await answerOf(address + seen, { cache: "no-store" });
  tellTrouble(got === null);
  if (!got?.answer.ok || got.answer.redirected || answered.get(address) > question) return null;
  answered.set(address, question);
  return got.text;
}
