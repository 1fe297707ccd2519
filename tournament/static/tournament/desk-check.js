// The sheet while it is typed, seen from the server: what it means and what the rules say. The
// rules are looked at by the server alone; this script asks it and shows what is wrong. What else
// an answer holds is shown by whoever listens to "sheet:checked"; "sheet:unanswered" says that there
// is none.
import { field, form, post } from "./desk-sheet.js";
import { byId, made } from "./page.js";

const CHECK_AFTER = 120; // milliseconds without a key
export let answer = null;
let dirty = false;
let typedOn = false; // since the page was shown
let isStale = false; // the last question went unanswered: the answer is about what stood there before
let waiting = null;
let asked = 0;
let row = 0; // the game the cursor is in, also while the calculator lies above it

function currentRow() {
  const element = document.activeElement;
  if (!element?.closest("dialog")) row = Number(element?.dataset?.row ?? 0);
  return row;
}

// What is only begun is left in peace while the cursor is in it.
const isBegun = (note) => note.incomplete && note.row !== null && note.row === currentRow();
export const isError = (note) => note.severity === "error" && !isBegun(note);
export const isDirty = () => dirty;
export const isOutdated = (number) => number !== asked;
export const answerNumber = () => asked;

export function told(note) {
  const item = made("li", { className: isBegun(note) ? "open" : note.severity });
  if (note.end > note.start) item.append(place(note), " ");
  item.append(note.text);
  return item;
}

// The text of the field with the characters that are wrong.
function place(note) {
  const text = field(note.anchor).value;
  const wrong = made("mark", {}, text.slice(note.start, note.end));
  return made("code", {}, text.slice(0, note.start), wrong, text.slice(note.end));
}

const errors = () =>
  [...(answer.rows ?? []).flatMap((data) => data.notes), ...answer.sheet].filter(isError);

function markFields() {
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    if (input.name === "reason") continue;
    input.removeAttribute("aria-invalid");
    if (input.getAttribute("aria-describedby") === "says-sheet") {
      input.removeAttribute("aria-describedby");
    }
  }
  for (const note of errors()) {
    const input = byId(note.anchor);
    input?.setAttribute("aria-invalid", "true");
    if (input && !input.hasAttribute("aria-describedby")) {
      input.setAttribute("aria-describedby", "says-sheet");
    }
  }
}

// The list at the top, there since a refusal, keeps step with what is mended. A refusal for another
// reason stays, and so does the reason that is still missing.
const summary = byId("summary");
const listed = summary?.querySelectorAll("li").length ?? 0;
const missingReason = summary?.querySelector("li:has([href='#reason'])");

function showInSummary() {
  if (!listed || !typedOn) return;
  const items = errors().map(linked);
  if (missingReason && field("reason").value.trim() === "") items.unshift(missingReason);
  summary.removeAttribute("role");
  summary.hidden = items.length === 0;
  summary.querySelector("ul").replaceChildren(...items);
}

const linked = (note) => made("li", {}, made("a", { href: `#${note.anchor}` }, note.full));

export function show() {
  if (!answer) return;
  markFields();
  byId("says-sheet").replaceChildren(...answer.sheet.map(told));
  showInSummary();
  form.dispatchEvent(new CustomEvent("sheet:shown", { detail: answer }));
}

export async function check() {
  clearTimeout(waiting);
  const mine = ++asked;
  dirty = false;
  form.dispatchEvent(new CustomEvent("sheet:asked"));
  try {
    const fresh = await post("check");
    if (mine !== asked) return;
    answer = fresh;
    isStale = false;
  } catch {
    if (mine !== asked) return;
    isStale = true;
    form.dispatchEvent(new CustomEvent("sheet:unanswered"));
    return;
  }
  form.dispatchEvent(new CustomEvent("sheet:checked", { detail: answer }));
  show();
}

form.addEventListener("desk:back", check);
form.addEventListener("input", () => {
  dirty = typedOn = true;
  clearTimeout(waiting);
  waiting = setTimeout(check, CHECK_AFTER);
});
form.addEventListener("focusin", (event) => {
  if (!event.target.matches("[data-row], [data-total]")) return;
  if (dirty) check();
  else if (!isStale) show();
});

// A link in the list at the top leads into the field, with its text selected.
summary?.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  const target = link && byId(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: "center" });
});

check();
