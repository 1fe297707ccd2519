// Pieces of a page that the server shows anew now and then, and what time it is there: the clock of
// this machine may be wrong.

let offset = 0; // how far the server's clock is ahead of ours, in milliseconds

export const serverNow = () => Date.now() + offset;

export function learnTime(root) {
  const time = root.querySelector("[data-server-now]");
  if (time) offset = Number(time.dataset.serverNow) - Date.now();
}

// Null while the server is away, or after signing out: the sign-in page is no piece.
export async function piece(address) {
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  return answer?.ok && !answer.redirected ? answer.text().catch(() => null) : null;
}
