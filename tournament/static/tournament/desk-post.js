// What is typed on the sheet, and the way of asking the server about it.
import { field, form, words } from "./desk-sheet.js";

const OWN_WORDS = new Set([
  "csrfmiddlewaretoken",
  "based_on",
  "submission",
  "action",
  "kind",
  "accept",
]);
const FORBIDDEN = 403;

// The session ended, here or in another window, or somebody else (`who`) has signed in there.
export class SignedOut extends Error {
  constructor(who = "") {
    super();
    this.who = who;
  }
}

export function typed() {
  const fields = Object.fromEntries(new FormData(form));
  for (const name of OWN_WORDS) delete fields[name];
  return fields;
}

// A sign-in page is no answer. After signing in again the page's token is an old one: it is
// fetched anew, once.
export async function post(url) {
  let response = await send(url);
  if (response.status === FORBIDDEN && (await renewToken())) response = await send(url);
  if (response.redirected) throw new SignedOut();
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

function send(url) {
  return fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": field("csrfmiddlewaretoken").value,
    },
    body: JSON.stringify({
      kind: words.kind,
      based_on: field("based_on").value,
      fields: typed(),
    }),
    credentials: "same-origin",
    keepalive: true,
  });
}

async function renewToken() {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (response.redirected) throw new SignedOut();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("sheet-form");
  if (!fresh) return false; // to be read only: there is nothing to be saved any more
  if (fresh.dataset.account !== words.account) throw new SignedOut(fresh.dataset.who);
  const token = fresh.elements.namedItem("csrfmiddlewaretoken").value;
  field("csrfmiddlewaretoken").value = token;
  return true;
}
