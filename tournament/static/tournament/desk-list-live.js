// The list lane while it is typed, seen from the server: what the lines mean, sums, findings, and
// what would mend them.
import { change, go, say } from "./desk-list-fields.js";
import { post } from "./desk-post.js";
import { field, form, seats, words } from "./desk-sheet.js";

const CHECK_AFTER = 120; // milliseconds without a key
const DOCTOR_AFTER = 350; // milliseconds without a change, when something is wrong
let answer = null;
let proposals = [];
let dirty = false;
let waiting = null;
let calling = null;
let asked = 0;

const cell = (id) => document.getElementById(id);
let lastRow = 0; // the game the cursor is in, also while the calculator lies above it

const focusedRow = () =>
  document.activeElement?.closest("dialog") ? lastRow : Number(document.activeElement?.dataset?.row ?? 0);

export const dealerOf = (row) => answer?.rows[row - 1]?.dealer ?? null;

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// --- One row ------------------------------------------------------------------------------------------

// What is only begun is left in peace while the cursor is in it.
const isBegun = (note, row) => note.incomplete && row === focusedRow();

function told(note, row) {
  const item = document.createElement("li");
  item.className = isBegun(note, row) ? "open" : note.severity;
  if (note.end > note.start) item.append(place(note), " ");
  item.append(note.text);
  return item;
}

// The text of the field with the characters that are wrong.
function place(note) {
  const text = field(note.anchor).value;
  const quoted = document.createElement("code");
  const wrong = document.createElement("mark");
  wrong.textContent = text.slice(note.start, note.end);
  quoted.append(text.slice(0, note.start), wrong, text.slice(note.end));
  return quoted;
}

function showRow(data, row, firstWrong) {
  put(cell(`dealer-${row}`), String(data.dealer));
  const line = cell(`game-${row}`);
  const isUpcoming = row > answer.typed;
  line.classList.toggle("is-forced", data.forced !== null);
  line.classList.toggle("is-upcoming", isUpcoming);
  line.classList.toggle("has-error", data.notes.some((note) => isError(note, row)));
  line.classList.toggle("is-first", row === firstWrong);
  seats.forEach((seat, index) => showRunning(data, row, seat, index));
  const means = isUpcoming && data.forced !== null ? data.expects : data.means;
  put(cell(`means-${row}`), means);
  cell(`notes-${row}`).replaceChildren(...data.notes.map((note) => told(note, row)));
}

function showRunning(data, row, seat, index) {
  const output = cell(`run-${row}-${seat}`);
  const points = data.points[index] ?? "";
  put(output, data.running[index] ?? "");
  output.classList.toggle("has-plus", points.startsWith("+"));
  output.title = points;
}

const isError = (note, row) => note.severity === "error" && !isBegun(note, row);

function markFields() {
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    if (input.name !== "reason") input.removeAttribute("aria-invalid");
  }
  answer.rows.forEach((data, index) => {
    for (const note of data.notes) {
      if (isError(note, index + 1)) cell(note.anchor)?.setAttribute("aria-invalid", "true");
    }
  });
  for (const note of answer.sheet) {
    if (note.severity === "error") cell(note.anchor)?.setAttribute("aria-invalid", "true");
  }
}

// --- The whole list -----------------------------------------------------------------------------------

function show() {
  if (!answer) return;
  const wrong = answer.rows.findIndex((data, index) =>
    data.notes.some((note) => isError(note, index + 1))
  );
  answer.rows.forEach((data, index) => showRow(data, index + 1, wrong + 1));
  markFields();
  answer.solos.forEach((solo, index) => {
    const output = cell(`solo-${index + 1}`);
    output.classList.toggle("is-done", solo.game !== null);
    put(output, solo.text);
  });
  put(cell("lane-coming"), answer.coming);
  cell("says-sheet").replaceChildren(...answer.sheet.map((note) => told(note, 0)));
  answer.totals.forEach((total, index) => showTotal(total, index + 1));
  cell("summary")?.toggleAttribute("hidden", !answer.wrong);
  showProposals();
}

function showTotal(total, seat) {
  const output = cell(`same-${seat}`);
  put(output, total.same === null ? "" : total.same ? "✓" : "✗");
  output.classList.toggle("is-wrong", total.same === false);
  field(`t${seat}`).placeholder = total.text;
}

// --- What would mend it -------------------------------------------------------------------------------

function showProposals() {
  for (const list of document.querySelectorAll(".lane-proposals")) list.remove();
  if (!proposals.length) return;
  const row = proposals[0].row ?? Math.max(answer.typed, 1);
  const list = document.createElement("ul");
  list.className = "lane-proposals";
  list.setAttribute("aria-labelledby", "proposals-title");
  list.append(...proposals.map((proposal, index) => button(proposal, index + 1)));
  cell(`says-${row}`).append(list);
}

function button(proposal, number) {
  const item = cell("lane-proposal").content.cloneNode(true);
  item.querySelector("kbd").textContent = `F${number + 1}`;
  item.querySelector("span").textContent = proposal.text;
  const taking = item.querySelector("button");
  taking.dataset.proposal = String(number);
  taking.addEventListener("click", () => take(proposal));
  return item;
}

function take(proposal) {
  const [first] = Object.keys(proposal.fields);
  proposals = [];
  change(proposal.fields);
  say("taken", { text: proposal.text });
  if (!form.contains(document.activeElement) || document.activeElement.tagName === "BUTTON") go(field(first));
  check();
}

// By its key, also before it is on the screen: who types fast does not wait for it.
export async function takeProposal(number) {
  if (dirty) await check();
  if (!proposals.length && answer?.wrong) await callDoctor();
  if (proposals[number - 1]) take(proposals[number - 1]);
}

// What is mended, or typed on, needs no proposal of before.
function isStillWrong(row) {
  if (!answer.wrong || row === null) return answer.wrong;
  return answer.rows[row - 1].notes.some((note) => note.severity === "error");
}

async function callDoctor() {
  clearTimeout(calling);
  const mine = asked;
  try {
    const found = await post(words.doctorUrl);
    if (mine !== asked) return;
    proposals = found.proposals;
    showProposals();
  } catch {
    // without the server there are no proposals, and nothing else is missing
  }
}

// --- Asking -------------------------------------------------------------------------------------------

export async function check() {
  clearTimeout(waiting);
  clearTimeout(calling);
  const mine = ++asked;
  dirty = false;
  try {
    const fresh = await post(words.checkUrl);
    if (mine !== asked) return;
    answer = fresh;
  } catch {
    return; // saving will say what is wrong
  }
  proposals = proposals.filter((proposal) => isStillWrong(proposal.row));
  show();
  if (answer.wrong) calling = setTimeout(callDoctor, DOCTOR_AFTER);
  form.dispatchEvent(new CustomEvent("lane:checked"));
}

form.addEventListener("input", () => {
  dirty = true;
  clearTimeout(waiting);
  waiting = setTimeout(check, CHECK_AFTER);
});
form.addEventListener("focusin", (event) => {
  if (!event.target.matches("[data-row], [data-total]")) return;
  lastRow = Number(event.target.dataset.row ?? 0);
  if (dirty) check();
  else show();
});

check();
