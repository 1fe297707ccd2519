// The score sheet while it is typed, seen from the server: findings beside their rows. The rules
// are looked at by the server alone; this script asks it and shows the answer.
import { post } from "./desk-post.js";
import { field, form, words } from "./desk-sheet.js";

const CHECK_AFTER = 350; // milliseconds without a key
let answer = null;
let answered = null; // the row the cursor was in when the answer was shown

const currentRow = () => Number(document.activeElement?.dataset?.row ?? 0);

// The row being typed is left in peace until its points are there.
function isUnfinished(row) {
  if (row !== currentRow()) return false;
  const inputs = form.querySelectorAll(`[data-row="${row}"][data-col=points]:not([readonly])`);
  return [...inputs].some((input) => input.value.trim() === "");
}

function line(note) {
  const item = document.createElement("li");
  item.className = note.severity;
  item.textContent = note.short;
  return item;
}

function clear() {
  for (const cell of document.querySelectorAll("[data-says]")) cell.replaceChildren();
  for (const input of form.querySelectorAll("[aria-invalid]:not([data-held])")) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

function show() {
  if (!answer) return;
  answered = currentRow();
  clear();
  const shown = answer.notes.filter((note) => !isUnfinished(note.row));
  for (const note of shown) {
    const cell = document.querySelector(`[data-says="${note.row ?? "sheet"}"]`);
    cell?.append(line(note));
    const input = document.getElementById(note.anchor);
    if (!input || note.severity !== "error" || input.dataset.held) continue;
    input.setAttribute("aria-invalid", "true");
    if (cell) input.setAttribute("aria-describedby", cell.id);
  }
  showInSummary(shown.filter((note) => note.severity === "error"));
}

// The list at the top, there since a refusal, keeps step with what is mended.
function showInSummary(notes) {
  const summary = document.getElementById("summary");
  if (!summary) return;
  summary.removeAttribute("role");
  summary.hidden = notes.length === 0;
  summary.querySelector("ul").replaceChildren(
    ...notes.map((note) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `#${note.anchor}`;
      link.textContent = note.text;
      item.append(link);
      return item;
    })
  );
}

function showDealers() {
  for (const [index, dealer] of (answer.dealers ?? []).entries()) {
    const row = index + 1;
    document.getElementById(`dealer-${row}`).textContent = String(dealer);
    if (words.size !== "5") continue;
    for (const input of form.querySelectorAll(`[data-row="${row}"][data-col=points]`)) {
      const sits = Number(input.dataset.seat) === dealer;
      if (sits && input.dataset.fromNote) input.value = "";
      input.readOnly = sits && input.value.trim() === "";
      input.tabIndex = input.readOnly ? -1 : 0;
    }
  }
}

function showPenalties() {
  for (const [number, points] of Object.entries(answer.penalties)) {
    points.forEach((figure, index) => {
      const input = field(`x${number}-p${index + 1}`);
      if (input) input.placeholder = figure === null ? "–" : String(figure).replace("-", "−");
    });
  }
}

let asked = 0;
async function check() {
  const mine = ++asked;
  try {
    const fresh = await post(words.checkUrl);
    if (mine !== asked) return;
    answer = fresh;
  } catch {
    return; // without the server the sums go on, and saving will say what is wrong
  }
  delete words.dealersOpen;
  showDealers();
  showPenalties();
  form.dispatchEvent(new CustomEvent("desk:figures"));
  show();
}

let waiting = null;

form.addEventListener("input", (event) => {
  clearTimeout(waiting);
  // What kind of game it was decides who deals the next: at once.
  if (/-(kind|forced)$/.test(event.target.name)) check();
  else waiting = setTimeout(check, CHECK_AFTER);
});
form.addEventListener("focusin", () => {
  if (answer && answered !== currentRow()) show();
});
form.addEventListener("submit", () => clearTimeout(waiting));

// A link in the list at the top leads into the field, with its text selected.
document.getElementById("summary")?.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  const target = link && document.getElementById(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: "center" });
});

if (!document.getElementById("summary")) check();
