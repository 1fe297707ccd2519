// The score sheet on the screen: its form, its fields, and requests to the server.
import { newMark } from "./keep.js";
import { send } from "./send.js";

export const form = document.getElementById("sheet-form");
export const words = form.dataset;
export const games = Number(words.games);
export const seats = Array.from({ length: Number(words.size) }, (_, index) => index + 1);

export const field = (name) => form.elements.namedItem(name);

export function go(element) {
  element.focus();
  element.select?.();
}

// The initial focus: the missing field, else where the page says.
export const begin = () =>
  (field(words.focusOn ?? "") ?? document.querySelector("[data-focus]"))?.focus();

// The last field typed in, for when the focused element is removed.
let lastTyped = null;
form.addEventListener("focusin", (event) => {
  if (event.target.matches("input:not([type=hidden], [type=checkbox])")) lastTyped = event.target;
});
export const backToTyping = () =>
  (lastTyped ?? form.querySelector("input:not([type=hidden])")).focus();

// --- What is typed, and what the server says of it ------------------------------------------------

// This id keeps drafts of two windows apart; the verification of totals has none.
if (field("window")) field("window").value = newMark();

// Fields identifying the page: table, result, draft, window.
const PLACE = ["based_on", "table", "draft", "window"];
const OWN = [...PLACE, "csrfmiddlewaretoken", "submission", "action", "kind", "accept", "sure"];

export function typed() {
  const fields = Object.fromEntries(new FormData(form));
  for (const name of OWN) delete fields[name];
  return fields;
}

// Refused for good: the table is gone.
export class NotTaken extends Error {}

const NOT_FOUND = 404;
const CONFLICT = 409;

// The server's answer to a question about the sheet; its URL is below that of the page.
export async function post(question, more = {}) {
  const place = Object.fromEntries(PLACE.map((name) => [name, field(name).value]));
  const content = { ...place, kind: words.kind, fields: typed(), ...more };
  const { isTaken, status, answer } = await send(form, `${location.pathname}${question}/`, content);
  if (isTaken) return answer;
  if (status === NOT_FOUND) throw new NotTaken(`${words.textGone} ${words.textKeptHere}`);
  if (status === CONFLICT) throw new NotTaken(`${answer.refused} ${words.textKeptHere}`);
  throw new Error(String(status));
}
