// The score sheet on the screen: its form, what is typed in its fields, and asking the server about it.
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

// Where the page wants to be read first: in the field that is missing, else where it says so.
export const begin = () =>
  (field(words.focusOn ?? "") ?? document.querySelector("[data-focus]"))?.focus();

// Where somebody was typing, once what had the focus is gone.
let lastTyped = null;
form.addEventListener("focusin", (event) => {
  if (event.target.matches("input:not([type=hidden], [type=checkbox])")) lastTyped = event.target;
});
export const backToTyping = () =>
  (lastTyped ?? form.querySelector("input:not([type=hidden])")).focus();

// --- What is typed, and what the server says of it ------------------------------------------------

// Drafts of two windows are kept apart by this mark; verifying totals has none.
if (field("window")) field("window").value = newMark();

// The page the sheet is typed on: which table, which result, which draft, which window.
const PLACE = ["based_on", "table", "draft", "window"];
const OWN = [...PLACE, "csrfmiddlewaretoken", "submission", "action", "kind", "accept", "sure"];

export function typed() {
  const fields = Object.fromEntries(new FormData(form));
  for (const name of OWN) delete fields[name];
  return fields;
}

// Refused in words, for good: the table is gone.
export class NotTaken extends Error {}

const NOT_FOUND = 404;
const CONFLICT = 409;

// What the server says to a question about the sheet: its address lies below that of the page.
export async function post(question, more = {}) {
  const place = Object.fromEntries(PLACE.map((name) => [name, field(name).value]));
  const content = { ...place, kind: words.kind, fields: typed(), ...more };
  const { isTaken, status, answer } = await send(form, `${location.pathname}${question}/`, content);
  if (isTaken) return answer;
  if (status === NOT_FOUND) throw new NotTaken(`${words.textGone} ${words.textKeptHere}`);
  if (status === CONFLICT) throw new NotTaken(`${answer.refused} ${words.textKeptHere}`);
  throw new Error(String(status));
}
