// The score sheet while it is typed: what follows from the note, sums and running totals.
import {
  active,
  chosenKind,
  field,
  figure,
  form,
  isBlank,
  isComplete,
  pointFields,
  pointsOfNote,
  propose,
  rowNumbers,
  seats,
  signed,
  text,
  words,
  written,
} from "./desk-sheet.js";

// Points that came from the note follow it; points typed by hand stay.
function followNote(row) {
  const inputs = pointFields(row);
  const isFree = inputs.every((input) => input.value === "" || input.dataset.fromNote);
  const points = pointsOfNote(row);
  if (!isFree) return;
  inputs.forEach((input, index) => {
    input.value = points ? written(points[index]) : "";
    if (points) input.dataset.fromNote = "1";
    else delete input.dataset.fromNote;
  });
}

// Points equal to the note when the page opens came from it.
function learnNote(row) {
  const points = pointsOfNote(row);
  const inputs = pointFields(row);
  const isSame = (input, index) => figure(input.value.trim()) === points[index];
  if (!points || !inputs.every(isSame)) return;
  for (const input of inputs) input.dataset.fromNote = "1";
}

// Who plays alone is filled in where the figures tell, as long as nobody has chosen.
function followSoloist(row) {
  const soloist = field(`r${row}-soloist`);
  if (soloist.value !== "" && !soloist.dataset.filled) return;
  const points = pointFields(row).map((input) => figure(input.value.trim()));
  const alone = points.findIndex(
    (mine, index) =>
      mine && points.every((other, at) => at === index || other === null || mine === -3 * other)
  );
  const isKnown = chosenKind(row).alone && isComplete(row) && alone >= 0;
  soloist.value = isKnown ? String(alone + 1) : "";
  if (isKnown) soloist.dataset.filled = "1";
  else delete soloist.dataset.filled;
}

// --- Sums ---------------------------------------------------------------------------------------

// TSR 7.3.3: points of one table of four are all odd or all even, unless a penalty has changed that.
function sumAndParity(inputs, output, isLifted = false) {
  const figures = inputs.map((input) => figure(input.value.trim()));
  output.classList.remove("is-right", "is-wrong");
  output.textContent = "";
  if (figures.every((points) => points === null)) return;
  if (figures.some((points) => points === null)) {
    output.textContent = "…";
    return;
  }
  if (!figures.every(Number.isInteger)) {
    output.textContent = `✗ ${words.textNotWhole}`;
  } else {
    const sum = figures.reduce((total, points) => total + points, 0);
    const mixed = areMixed(figures) && !isLifted;
    const isFour = inputs.length === 4;
    output.textContent =
      sum !== 0 ? `✗ Σ ${signed(sum)}` : mixed && isFour ? `✗ ${words.textMixed}` : "✓ Σ 0";
    if (sum === 0 && !(mixed && isFour)) {
      output.classList.add("is-right");
      return;
    }
  }
  output.classList.add("is-wrong");
}

const areMixed = (figures) => new Set(figures.map((points) => Math.abs(points % 2))).size > 1;

// Points of penalties by the game whose running totals first contain them.
function penaltyPoints() {
  const lines = [...form.querySelectorAll("[data-penalty]")];
  return lines.map((line) => ({
    row: figure(line.querySelector("[data-part=row]").value.trim()),
    points: [...line.querySelectorAll("[data-part=points]")].map((input) => {
      const shown = input.value.trim() === "" ? input.placeholder : input.value.trim();
      return figure(shown === "–" ? "" : shown) || 0;
    }),
  }));
}

function runningTotals() {
  const penalties = penaltyPoints();
  let totals = seats.map(() => 0);
  let last = "";
  for (const row of rowNumbers) {
    const known = totals !== null && !isBlank(row) && isComplete(row);
    if (known) {
      const points = pointFields(row).map((input) => figure(input.value.trim()) ?? 0);
      const extra = penalties.filter((penalty) => penalty.row === row);
      totals = totals.map(
        (total, index) =>
          total + points[index] + extra.reduce((sum, penalty) => sum + penalty.points[index], 0)
      );
      last = totals;
    } else if (!isBlank(row)) {
      totals = null;
    }
    for (const seat of seats) {
      document.getElementById(`run-${row}-${seat}`).textContent =
        known ? signed(totals[seat - 1]) : "";
    }
  }
  for (const seat of seats) {
    const output = document.getElementById(`sum-${seat}`);
    output.textContent = totals && last ? signed(last[seat - 1]) : "–";
    compareTotal(seat, totals && last ? last[seat - 1] : null);
  }
}

function compareTotal(seat, computed) {
  const typed = figure(text(`t${seat}`));
  const output = document.getElementById(`same-${seat}`);
  const isSame = typed === computed;
  output.textContent = typed === null || computed === null ? "" : isSame ? "✓" : "✗";
  output.classList.toggle("is-wrong", typed !== null && computed !== null && !isSame);
}

function reckonRow(row) {
  propose(active(row));
  sumAndParity(active(row), document.getElementById(`check-${row}`));
}

function reckonTotals() {
  const inputs = seats.map((seat) => field(`t${seat}`));
  propose(inputs);
  const isLifted =
    "mixedAllowed" in words || penaltyPoints().some((penalty) => areMixed(penalty.points));
  sumAndParity(inputs, document.getElementById("check-totals"), isLifted);
}

function reckonAll() {
  for (const row of rowNumbers) reckonRow(row);
  if (rowNumbers.length) runningTotals();
  else reckonTotals();
}

form.addEventListener("input", (event) => {
  const { row, col } = event.target.dataset;
  if (row) {
    // Open until the server has answered (desk-live.js).
    if (col === "kind" || col === "forced") words.dealersOpen = "";
    if (col === "winners" || col === "value") followNote(Number(row));
    if (col === "points") for (const input of pointFields(row)) delete input.dataset.fromNote;
    if (col === "soloist") delete event.target.dataset.filled;
    else followSoloist(Number(row));
    reckonRow(Number(row));
  }
  if (rowNumbers.length) runningTotals();
  else reckonTotals();
});
// Who deals may have changed: at a table of five a note means other points then.
form.addEventListener("desk:figures", () => {
  for (const row of rowNumbers) {
    followNote(row);
    followSoloist(row);
  }
  reckonAll();
});

// A line for one more penalty, made from the empty one.
const more = document.getElementById("more-penalties");
more?.addEventListener("click", () => {
  const lines = form.querySelectorAll("[data-penalty]");
  const last = lines[lines.length - 1];
  const number = Number(last.dataset.penalty);
  const copy = last.cloneNode(true);
  copy.dataset.penalty = String(number + 1);
  for (const element of copy.querySelectorAll("[name], [for], [id]")) {
    for (const attribute of ["name", "for", "id"]) {
      const value = element.getAttribute(attribute);
      if (value) element.setAttribute(attribute, value.replace(/^x\d+-/, `x${number + 1}-`));
    }
    if (element.name) element.value = "";
  }
  last.after(copy);
  more.hidden = number + 1 >= Number(words.mostPenalties);
  copy.querySelector("select").focus();
});

// Points that follow from a note are not sent: the server derives them itself, and knows better
// who deals. So nobody can type faster than the rules.
form.addEventListener("formdata", (event) => {
  for (const input of form.querySelectorAll("[data-from-note]")) event.formData.set(input.name, "");
});

for (const row of rowNumbers) {
  learnNote(row);
  followNote(row);
}
reckonAll();
