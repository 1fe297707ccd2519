// Pieces of a page that the server shows anew now and then, and what time it is there: the clock of
// this machine may be wrong.

let offset = 0; // how far the server's clock is ahead of ours, in milliseconds

export const serverNow = () => Date.now() + offset;

export function learnTime(root) {
  const time = root.querySelector("[data-server-now]");
  if (time) offset = Number(time.dataset.serverNow) - Date.now();
}

// Without an answer for so long what is shown may be old, and the page says so.
const TROUBLE_AFTER = 20000; // milliseconds
const ANSWER_WITHIN = 10000; // a question that was asleep with the machine is lost
let failingSince = null;

export function tellTrouble(isFailing, after = TROUBLE_AFTER) {
  failingSince = isFailing ? (failingSince ?? Date.now()) : null;
  const isTold = isFailing && Date.now() - failingSince >= after;
  // The words are in the page from then on only: nobody else reads them, and nobody misses them.
  for (const told of document.querySelectorAll("[data-no-answer]")) {
    const words = isTold ? told.dataset.noAnswer : "";
    if (told.textContent !== words) told.textContent = words;
    told.hidden = !isTold;
  }
}

// What the server answers; null where there is no answer in time, or none that means anything.
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

// The latest question to an address that was answered: an answer may be overtaken by a later one.
const answered = new Map();
let questions = 0;

// Null while the server is away, for an answer overtaken, or after signing out: the sign-in page is
// no piece. Empty where what was seen, told behind the address, is still so.
export async function piece(address, seen = "") {
  const question = ++questions;
  const got = await answerOf(address + seen, { cache: "no-store" });
  tellTrouble(got === null);
  if (!got?.answer.ok || got.answer.redirected || answered.get(address) > question) return null;
  answered.set(address, question);
  return got.text;
}
