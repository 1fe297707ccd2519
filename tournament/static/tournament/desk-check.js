// The sheet as it is typed, checked by the server: what it means and what the rules say. Rules are
// checked by the server alone; this script asks and shows errors. Other parts of an answer are
// shown by listeners of "sheet:checked"; "sheet:unanswered" means there is none.
import { field, form, post } from "./desk-sheet.js";
import { byId, made } from "./page.js";

const CHECK_AFTER = 120; // milliseconds without a key
let answer = null;
let dirty = false;
let typedOn = false; // since the page was shown
let isStale = false; // the last request failed: the answer is about earlier input
let waiting = null;
let asked = 0;
let row = 0; // the game with the cursor, even while the calculator covers it

function currentRow() {
  const element = document.activeElement;
  if (!element?.closest("dialog")) row = Number(element?.dataset?.row ?? 0);
  return row;
}

// Incomplete input is not reported while the cursor is in it.
const isBegun = (note) => note.incomplete && note.row !== null && note.row === currentRow();
export const isError = (note) => note.severity === "error" && !isBegun(note);
export const lastAnswer = () => answer;
export const isDirty = () => dirty;
export const isOutdated = (number) => number !== asked;
export const answerNumber = () => asked;

export function told(note) {
  const item = made("li", { className: isBegun(note) ? "open" : note.severity });
  if (note.end > note.start) item.append(place(note), " ");
  item.append(note.text);
  return item;
}

// The field's text with the wrong characters marked.
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

// The list at the top, left by a refusal, is kept up to date. A refusal for another reason stays,
// and so does a missing reason.
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

// A link in the list at the top focuses the field and selects its text.
summary?.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  const target = link && byId(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: "center" });
});

check();
