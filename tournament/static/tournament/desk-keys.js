// The way of the cursor through the score sheet, by Enter, arrows and letters.
import {
  active,
  field,
  flawOfNote,
  flawOfWinners,
  form,
  games,
  hasNote,
  hasOwnPoints,
  isBlank,
  isComplete,
  rowNumbers,
  words,
} from "./desk-sheet.js";

const isField = (element) =>
  element.matches("input:not([type=hidden]), select") && !element.readOnly && !element.disabled;
const allFields = () => [...form.elements].filter((element) => isField(element) && element.offsetParent);

function after(element) {
  const { row, col } = element.dataset;
  if (row) return afterInRow(Number(row), col, element);
  // After the last total one saves; only a list that is too short leads to the time before.
  const save = document.getElementById("save");
  if (element.dataset.total) {
    const isShort = rowNumbers.length > 0 && isBlank(games) && !isBlank(1);
    return field(`t${Number(element.dataset.total) + 1}`) ?? (isShort ? field("time_limit") : save);
  }
  return element.name === "struck" ? save : nextInForm(element);
}

function nextInForm(element) {
  const fields = allFields();
  return fields[fields.indexOf(element) + 1] ?? document.getElementById("save");
}

function afterInRow(row, col, element) {
  if (["kind", "soloist", "forced"].includes(col)) return field(`r${row}-winners`);
  if (col === "winners" && element.value.trim() !== "") return field(`r${row}-value`);
  if (col === "winners") return active(row)[0];
  if (col === "value") {
    const isNoted = hasNote(row) && !hasOwnPoints(row);
    return isNoted || isComplete(row) ? startOf(row + 1) : active(row)[0];
  }
  // From an empty row Enter leads to the foot: the list is shorter than it could be.
  if (isBlank(row)) return foot();
  const points = active(row);
  return points[points.indexOf(element) + 1] ?? startOf(row + 1);
}

const startOf = (row) => (row > games ? foot() : field(`r${row}-winners`));
const foot = () => field("t1");

function go(element) {
  element.focus();
  if (element.select && element.type !== "checkbox") element.select();
}

// --- What cannot be meant holds the cursor ----------------------------------------------------------

// Whoever types with their eyes on the paper must not run into the wrong columns. Tab goes on.
const bubble = document.createElement("p");
bubble.id = "flaw";
bubble.className = "desk-flaw";
bubble.setAttribute("role", "alert");
const sentences = JSON.parse(words.flaws || "{}");
let held = null; // the field the bubble belongs to

function flawAt(element) {
  const { col } = element.dataset;
  const row = Number(element.dataset.row);
  if (!row || hasOwnPoints(row)) return null;
  if (col === "winners") return flawOfWinners(row);
  return col === "value" && hasNote(row) ? flawOfNote(row) : null;
}

function hold(input, flaw) {
  release();
  bubble.textContent = sentences[flaw.code].replace(/%\((\w+)\)s/g, (_all, name) => flaw[name]);
  input.after(bubble);
  held = input;
  input.dataset.held = "1";
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", bubble.id);
}

function release() {
  if (!held) return;
  bubble.remove();
  delete held.dataset.held;
  held.removeAttribute("aria-invalid");
  held.removeAttribute("aria-describedby");
  held = null;
}

form.addEventListener("input", release);
form.addEventListener("focusout", (event) => {
  if (event.target === held) release();
});

function confirmProposal(input) {
  if (input.value !== "" || !/^[-−]?\d+$/.test(input.placeholder)) return;
  if (!input.matches("[data-col=points], [data-total]")) return;
  input.value = input.placeholder;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// A letter in the winners' field chooses the kind of game, or marks a forced solo.
function chooseByLetter(input, letter) {
  const { row } = input.dataset;
  const select = field(`r${row}-kind`);
  const option = [...select.options].find((each) => each.dataset.key === letter);
  const forced = field(`r${row}-forced`);
  if (option) option.selected = true;
  else if (letter === words.keyForced) forced.checked = !forced.checked;
  else return false;
  (option ? select : forced).dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

function save() {
  form.requestSubmit(document.getElementById("save"));
}

form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    save();
    return;
  }
  if (!isField(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    if (rowNumbers.length === 0 || event.target.dataset.col === "points") {
      confirmProposal(event.target);
    }
    const flaw = flawAt(event.target);
    const wrong = flaw && field(`r${event.target.dataset.row}-${flaw.part}`);
    go(wrong ?? after(event.target));
    if (flaw) hold(wrong, flaw);
  } else if (event.target.dataset.col === "winners" && /^\p{L}$/u.test(event.key)) {
    if (chooseByLetter(event.target, event.key.toLowerCase())) event.preventDefault();
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const { row } = event.target.dataset;
    if (!row || event.target.tagName === "SELECT") return;
    const step = event.key === "ArrowUp" ? -1 : 1;
    const target = field(event.target.name.replace(/^r\d+/, `r${Number(row) + step}`));
    if (target) {
      event.preventDefault();
      go(target);
    }
  }
});

form.addEventListener("focusin", (event) => {
  if (event.target.matches("input:is([data-row], [data-total]):not([type=checkbox])")) {
    event.target.select();
  }
});

document.querySelector("[data-focus]")?.focus();
