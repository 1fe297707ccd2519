// What the lines of the list mean: sums, dealers, solos, findings beside their lines, and
// corrections.
import { answerNumber, check, isDirty, isError, isOutdated, lastAnswer, told } from "./desk-check.js";
import { change, lastTyped, rows, say } from "./desk-list-fields.js";
import { ownSums } from "./desk-list-sums.js";
import { backToTyping, field, form, go, post, seats } from "./desk-sheet.js";
import { byId, made } from "./page.js";
import { signed } from "./texts.js";

const DOCTOR_AFTER = 350; // milliseconds without a change, when something is wrong
const WITH_KEY = 3; // F2 to F4; F5 is the browser's
let answered = []; // the lines that the answer is about
let proposals = [];
let calling = null;

const lineOf = (row) => [field(`l${row}`).value.trim(), field(`s${row}`).value.trim()].join("\n");
const linesNow = () => rows.map(lineOf);

export const dealerOf = (row) => lastAnswer()?.rows[row - 1]?.dealer ?? null;

export const isDouble = (row) => lastAnswer()?.rows[row - 1]?.double ?? false;

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// --- One row ------------------------------------------------------------------------------------------

function showRow(data, row, firstWrong) {
  put(byId(`dealer-${row}`), String(data.dealer));
  const line = byId(`game-${row}`);
  const isUpcoming = row > lastAnswer().typed;
  line.classList.toggle("is-forced", data.forced !== null);
  line.classList.toggle("is-upcoming", isUpcoming);
  line.classList.toggle("has-error", data.notes.some(isError));
  line.classList.toggle("is-first", row === firstWrong);
  seats.forEach((seat, index) => showRunning(data, row, seat, index));
  const means = isUpcoming && data.expects !== "" ? data.expects : data.means;
  put(byId(`means-${row}`), means);
  byId(`notes-${row}`).replaceChildren(...data.notes.map(told));
}

function showRunning(data, row, seat, index) {
  const output = byId(`run-${row}-${seat}`);
  const points = data.points[index] ?? "";
  put(output, data.running[index] ?? "");
  output.classList.remove("is-own");
  output.classList.toggle("has-plus", points.startsWith("+"));
  output.title = points;
}

// --- The whole list -----------------------------------------------------------------------------------

form.addEventListener("sheet:shown", () => {
  const wrong = lastAnswer().rows.findIndex((data) => data.notes.some(isError));
  lastAnswer().rows.forEach((data, index) => showRow(data, index + 1, wrong + 1));
  lastAnswer().solos.forEach((solo, index) => {
    const output = byId(`solo-${index + 1}`);
    output.classList.toggle("is-done", solo.game !== null);
    put(output, solo.text);
  });
  put(byId("lane-coming"), lastAnswer().coming);
  lastAnswer().totals.forEach((total, index) => showTotal(total, index + 1));
  showProposals();
});

function showTotal(total, seat) {
  const output = byId(`same-${seat}`);
  put(output, total.same === null ? "" : total.same ? "✓" : "✗");
  output.classList.toggle("is-wrong", total.same === false);
  field(`t${seat}`).placeholder = total.text;
}

// --- What would mend it -------------------------------------------------------------------------------

function showProposals() {
  const focused = document.activeElement?.dataset?.proposal;
  listProposals();
  // A removed element's focus goes to its successor, else to the last field.
  if (focused) (document.querySelector(`[data-proposal="${focused}"]`) ?? { focus: backToTyping }).focus();
}

function listProposals() {
  for (const list of document.querySelectorAll(".lane-proposals")) list.remove();
  if (!proposals.length) return;
  const items = proposals.map((proposal, index) => made("li", {}, button(proposal, index + 1)));
  const list = made("ul", { className: "lane-proposals" }, ...items);
  list.setAttribute("aria-labelledby", "proposals-title");
  const { at } = proposals[0];
  if (at === null) byId("says-sheet").after(list);
  else byId(`says-${at}`).append(list);
}

function button(proposal, number) {
  const properties = { type: "button", className: "button small", onclick: () => take(proposal) };
  const key = number <= WITH_KEY ? [made("kbd", {}, `F${number + 1}`), " "] : [];
  const taking = made("button", properties, ...key, made("span", {}, proposal.text));
  taking.dataset.proposal = String(number);
  return taking;
}

function take(proposal) {
  const [first] = Object.keys(proposal.fields);
  proposals = [];
  change(proposal.fields);
  say("taken", { text: proposal.text });
  if (!form.contains(document.activeElement) || document.activeElement.tagName === "BUTTON") go(field(first));
  check();
}

// Take a proposal by its key, even before it is on screen: fast typists do not wait.
export async function takeProposal(number) {
  if (isDirty()) await check();
  if (!proposals.length && lastAnswer()?.wrong) await callDoctor();
  if (proposals[number - 1]) take(proposals[number - 1]);
}

// Corrected or changed rows need no earlier proposal.
function isStillWrong(row) {
  if (!lastAnswer().wrong || row === null) return lastAnswer().wrong;
  return lastAnswer().rows[row - 1].notes.some((note) => note.severity === "error");
}

async function callDoctor() {
  clearTimeout(calling);
  const mine = answerNumber();
  try {
    const found = await post("doctor");
    if (isOutdated(mine)) return;
    proposals = found.proposals;
    showProposals();
  } catch {
    // without the server there are no proposals; nothing else is affected
  }
}

form.addEventListener("input", () => clearTimeout(calling));
form.addEventListener("sheet:checked", () => {
  clearTimeout(calling);
  proposals = proposals.filter((proposal) => isStillWrong(proposal.at));
  if (lastAnswer().wrong) calling = setTimeout(callDoctor, DOCTOR_AFTER);
});

// --- Without the server -------------------------------------------------------------------------------

let asking = linesNow();
form.addEventListener("sheet:asked", () => {
  asking = linesNow();
});
form.addEventListener("sheet:checked", () => {
  answered = asking;
});

const isAsAnswered = (row) => answered[row - 1] === lineOf(row);

// Without an answer the meaning of lines is unknown, but sums are still computed.
form.addEventListener("sheet:unanswered", () => {
  const running = ownSums(lastAnswer(), answered, linesNow());
  proposals = proposals.filter((proposal) => proposal.row !== null && isAsAnswered(proposal.row));
  listProposals();
  for (const row of rows) {
    const isKnown = isAsAnswered(row);
    if (!isKnown) clearRow(row);
    seats.forEach((seat, index) => {
      const output = byId(`run-${row}-${seat}`);
      output.classList.toggle("is-own", !isKnown);
      const points = row > lastTyped() ? undefined : running[row - 1]?.[index];
      put(output, points === undefined ? "" : signed(points));
    });
  }
});

function clearRow(row) {
  byId(`game-${row}`).classList.remove("has-error", "is-first");
  for (const column of ["l", "s"]) field(column + row).removeAttribute("aria-invalid");
  put(byId(`means-${row}`), "");
  byId(`notes-${row}`).replaceChildren();
}
