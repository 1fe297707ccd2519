// The fields of the list lane, undo, and changing several fields at once.
import { field, form, games, go, seats, words } from "./desk-sheet.js";

export const texts = JSON.parse(words.words);
export const rows = Array.from({ length: games }, (_, index) => index + 1);
export const isFilled = (row) => ["l", "s"].some((column) => field(column + row).value.trim() !== "");
export const lastTyped = () => rows.findLast(isFilled) ?? 0;

const names = [
  ...rows.flatMap((row) => [`l${row}`, `s${row}`]),
  ...seats.map((seat) => `t${seat}`),
  ...["time_limit", "struck"].filter(field), // if there is a limit
];
const state = document.getElementById("lane-state");

const worded = (text, values) => texts[text].replace(/%\((\w+)\)s/g, (_all, name) => values[name]);
const counted = (text, count) => worded(count === 1 ? `${text}_one` : text, { count });

export function say(text, values = {}) {
  state.textContent = worded(text, values);
}

// Report how many lines were pasted, how many did not fit, and a hint.
export function sayPasted(count, left, hint) {
  const sentences = [counted("pasted", count)];
  if (left) sentences.push(counted("did_not_fit", left));
  if (hint) sentences.push(worded(hint, {}));
  state.textContent = sentences.join(" ");
}

// --- Undo, over the whole list ------------------------------------------------------------------------

const values = () => names.map((name) => field(name).value);
let present = values();
let typing = null; // the field being typed in: all its input is one step
let past = [];
let future = [];
let isStepping = false; // undoing is not a step itself

function remember() {
  past.push(present);
  future = [];
}

form.addEventListener("input", (event) => {
  const name = event.target.name;
  if (event.target !== form && !names.includes(name)) return;
  if (!isStepping && (event.target === form || typing !== name)) remember();
  typing = event.target === form ? null : name;
  present = values();
});
form.addEventListener("focusout", () => {
  typing = null;
});

// One step for the whole change.
export function change(fields) {
  for (const [name, text] of Object.entries(fields)) {
    if (field(name)) field(name).value = text;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

function step(from, to, said) {
  const wanted = from.pop();
  if (!wanted) return say("nothing_to_undo");
  to.push(present);
  const changed = names.filter((_name, index) => wanted[index] !== present[index]);
  isStepping = true;
  change(Object.fromEntries(names.map((name, index) => [name, wanted[index]])));
  isStepping = false;
  say(said);
  if (changed.length) go(field(changed[0]));
}

export const undo = () => step(past, future, "undone");
export const redo = () => step(future, past, "redone");
