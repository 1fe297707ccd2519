// What is typed on the sheet, and the way of asking the server about it.
import { send, SignedOut } from "./desk-send.js";
import { field, form, words } from "./desk-sheet.js";

export { SignedOut };

const OWN_WORDS = new Set([
  "csrfmiddlewaretoken",
  "based_on",
  "submission",
  "action",
  "kind",
  "accept",
  "sure",
  "table",
  "draft",
  "window",
]);
const NOT_FOUND = 404;
const CONFLICT = 409;
const SERVER_ERROR = 500;
const LONGEST = 8000; // milliseconds; a network that swallows everything is none

// No answer, or none that means anything: it may be another one the next time.
export class Unreachable extends Error {}

// Refused in words, for good: the table is gone.
export class NotTaken extends Error {}

// Drafts of two windows are kept apart by this mark. (crypto.randomUUID is missing without HTTPS.)
field("window").value = crypto.getRandomValues(new Uint32Array(3)).join("-");

export function typed() {
  const fields = Object.fromEntries(new FormData(form));
  for (const name of OWN_WORDS) delete fields[name];
  return fields;
}

export async function post(url) {
  const response = await answered(url);
  if (response.status >= SERVER_ERROR) throw new Unreachable();
  if (response.status === NOT_FOUND) throw new NotTaken(words.textGone);
  if (response.status === CONFLICT) throw new NotTaken((await response.json()).refused);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

async function answered(url) {
  const around = ["based_on", "table", "draft", "window"].map((name) => [name, field(name).value]);
  const body = { ...Object.fromEntries(around), kind: words.kind, fields: typed() };
  try {
    return await send(form, url, {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(LONGEST),
    });
  } catch (problem) {
    throw problem instanceof SignedOut ? problem : new Unreachable();
  }
}
