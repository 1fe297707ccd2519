// Pieces of a page that the server shows anew now and then, and what time it is there: the clock of
// this machine may be wrong.

let offset = 0; // how far the server's clock is ahead of ours, in milliseconds

export const serverNow = () => Date.now() + offset;

export function learnTime(root) {
  const time = root.querySelector("[data-server-now]");
  if (time) offset = Number(time.dataset.serverNow) - Date.now();
}

// The latest question to an address that was answered: an answer may be overtaken by a later one.
const answered = new Map();
let questions = 0;

// Null while the server is away, for an answer overtaken, or after signing out: the sign-in page is
// no piece. Empty where what was seen, told behind the address, is still so.
export async function piece(address, seen = "") {
  const question = ++questions;
  const answer = await fetch(address + seen, { cache: "no-store" }).catch(() => null);
  const text = answer?.ok && !answer.redirected ? await answer.text().catch(() => null) : null;
  if (text === null || answered.get(address) > question) return null;
  answered.set(address, question);
  return text;
}
