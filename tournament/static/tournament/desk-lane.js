// The totals lane: table, totals, Enter, the next table. Sums are checked here, rules by the
// server; nobody waits for its answer.
import { laneBoard } from "./desk-lane-board.js";
import { openSheets, showLeft } from "./desk-lane-open.js";
import { reckoned, takeProposal } from "./desk-sums.js";
import { keyOf, kept, newMark, read, remove, write } from "./keep.js";
import { byId, made } from "./page.js";
import { sendingQueue } from "./queue.js";
import { showAlarm } from "./send.js";
import { figure, filled, signed } from "./texts.js";

const form = byId("lane");
const words = form.dataset;
const tableField = byId("lane-table");
const lacking = byId("lane-lacking");
const played = byId("lane-played");
const codeWanted = byId("lane-code");
const says = byId("lane-says");
const totals = [...form.querySelectorAll("[data-total]")];
const figureFields = [tableField, ...totals, lacking, played];
const board = laneBoard(form, byId("lane-board"));

let table = null; // whose totals are being typed
let proposed = null; // proposed table number, in grey
let code = ""; // as typed for this table
let mark = ""; // submission id of this input: sent twice, from two windows, it is saved once
let lastField = tableField; // where the cursor was last

// --- Words ----------------------------------------------------------------------------------------

// Report an error at its field; its text is selected, so typing replaces it.
function say(text, input) {
  says.textContent = text;
  says.classList.add("is-wrong");
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
  input?.select();
  says.scrollIntoView({ block: "nearest" }); // above a phone's keyboard
}

// The next input does not replace an invalid table number: a user looking only at the paper would
// type this table's totals at another one.
function sayNoTable(text, input) {
  say(text, input);
  input?.setSelectionRange(input.value.length, input.value.length);
}

function hush(text = "") {
  says.textContent = text;
  says.classList.remove("is-wrong");
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

// --- The table ------------------------------------------------------------------------------------

function proposeNext(after) {
  proposed = board.nextAfter(after);
  tableField.placeholder = proposed ? String(proposed.number) : "";
  if (!proposed && board.areAllIn()) hush(words.textAllIn);
}

// The typed or proposed table. Enter goes on to its first total; a user who has already moved to a
// field by Tab or touch stays there. Errors are shown `at` the field.
function chooseTable({ goesOn = true, at = tableField } = {}) {
  const text = tableField.value.trim().toUpperCase();
  const [, digits, letters] = /^((?:[1-9]\d*)?)\s*([A-Z]*)$/.exec(text) ?? [];
  const named = digits ? board.numbered(Number(digits)) : proposed;
  const coded = board.coded(letters);
  if (digits === undefined || (digits && !named)) {
    return sayNoTable(filled(words.textNoTable, { table: digits || text }), at);
  }
  if (letters && !coded && !digits) return say(filled(words.textUnknownCode, { code: letters }), at);
  code = letters;
  if (letters && named !== coded) return refuseCode(named, coded, { digits, goesOn, at });
  if (!named) return say(words.textNoTableYet, at);
  if (codeWanted.checked && !letters) return say(words.textCodeWanted, at);
  enter(named, goesOn);
}

// Letters that belong to another table than the number: neither is guessed to be meant.
function refuseCode(named, coded, { digits, goesOn, at }) {
  const names = { code, table: named?.number, other: coded?.number };
  if (!coded) return say(filled(words.textNoCode, names), at);
  if (!digits) tableField.value = `${coded.number} ${code}`;
  if (!named) return enter(coded, goesOn);
  say(filled(words.textOtherCode, names), at);
}

function enter(chosen, goesOn = true) {
  if (mark) remove(typingKey());
  table = chosen;
  mark = newMark();
  hush(table.isIn ? filled(words.textInAlready, { table: table.number }) : "");
  tableField.value = code ? `${table.number} ${code}` : String(table.number);
  byId("lane-who").textContent = table.names.join(", ");
  for (const input of totals) {
    const seat = Number(input.dataset.total);
    input.closest("[data-seat]").hidden = seat > table.size;
    input.enterKeyHint = seat === table.size ? "done" : "next";
    byId(`lane-n${seat}`).textContent = table.names[seat - 1] ?? "";
  }
  played.placeholder = table.games;
  showPenalties();
  reckon();
  if (goesOn) totals[0].focus();
}

// Show the referee's penalties at this table; the server asks whether the totals contain them.
function showPenalties() {
  const penalties = (table?.penalties ?? []).join("; ");
  byId("lane-penalties").textContent = penalties && filled(words.textPenalties, { penalties });
}

// Without a chosen table no players are named.
function leaveTable() {
  table = null;
  byId("lane-who").textContent = "";
  for (const name of form.querySelectorAll(".lane-name")) name.textContent = "";
  showPenalties();
}

function begin(after = 0) {
  if (mark) remove(typingKey());
  leaveTable();
  code = mark = "";
  for (const input of figureFields) input.value = "";
  for (const input of totals) input.placeholder = "";
  hush();
  proposeNext(after);
  reckon();
  tableField.focus();
}

// --- The totals -----------------------------------------------------------------------------------

const atTable = () => totals.slice(0, table?.size ?? 4);
const valueOf = (input) => figure(input.value.trim());

const sums = () => reckoned(atTable(), table ?? {});

function reckon() {
  const found = sums();
  const flaw = flawOf(found);
  const isRight = table && found.areAll && !flaw;
  const output = byId("lane-sum");
  output.textContent = found.points.length === 0 ? "–" : found.areWhole ? signed(found.sum) : "✗";
  if (isRight && table.addsUp) output.textContent = "✓ 0";
  output.classList.toggle("is-right", Boolean(isRight));
  output.classList.toggle("is-wrong", Boolean(flaw) || !found.areWhole);
  if (flaw) say(flaw);
  else if (says.classList.contains("is-wrong") && table && !found.areAll) hush();
}

// If every game sums to zero, or has points that are all odd or all even, so do the totals, unless
// a penalty has changed that (TSR 7.3.3): the board knows the tables concerned.
function flawOf({ sum, areAll, areMixed }) {
  if (table?.addsUp && areAll && sum !== 0) return filled(words.textSum, { sum: signed(sum) });
  return areMixed ? words.textMixed : null;
}

function goOn(input) {
  if (!table) return chooseTable();
  takeProposal(input);
  if (input.value.trim() === "") return;
  const seat = Number(input.dataset.total);
  if (!Number.isInteger(valueOf(input))) {
    return say(filled(words.textNoFigure, { seat }), input);
  }
  input.removeAttribute("aria-invalid");
  if (seat === table.size) save();
  else totals[seat].focus();
}

function save() {
  if (!table) return chooseTable();
  for (const input of atTable()) {
    takeProposal(input);
    const isWhole = Number.isInteger(valueOf(input));
    if (!isWhole) return say(filled(words.textNoFigure, { seat: input.dataset.total }), input);
  }
  const found = sums();
  const flaw = flawOf(found);
  if (flaw) return say(flaw, atTable()[table.size - 1]);
  const nobody = [...lacking.value.trim()].find((digit) => !(digit >= "1" && digit <= table.size));
  if (nobody) return say(filled(words.textNoSeat, { seat: nobody }), lacking);
  if (!/^\d*$/.test(played.value.trim())) return say(words.textGames, played);
  queue.push({ ...typed(), totals: found.points.map(String) }, mark);
  begin(table.number);
}

// A phone's numeric keyboard has no minus: the button negates the current total.
function turnSign() {
  const input = lastField.dataset.total ? lastField : totals[0];
  const text = input.value.trim();
  input.value = /^[-−–]/.test(text) ? text.slice(1) : `−${text.replace(/^\+/, "")}`;
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- What is typed and not complete yet -----------------------------------------------------------

const TYPINGS = `${keyOf("lane")}.typing.`;
const IDLE = 60000; // milliseconds: after such a pause the tab may have been closed
const typingKey = () => TYPINGS + mark;

const typed = () => ({
  id: table.id,
  table: table.number,
  code,
  totals: atTable().map((input) => input.value.trim()),
  lacking: lacking.value.trim(),
  played: played.value.trim(),
});

function keep(more = {}) {
  if (table) write(typingKey(), { ...typed(), at: Date.now(), ...more });
}

// Sheets begun in tabs that are closed by now.
const begun = () =>
  kept(TYPINGS).filter((one) => one.mark !== mark && (one.left || Date.now() - one.at > IDLE));

// Undefined after a redraw.
const tableOf = (sheet) => board.tables.find((one) => one.id === sheet.id);

// Load a sheet into the fields; one being typed is put aside as begun.
function resume(sheet) {
  const one = tableOf(sheet);
  keep({ left: true });
  mark = "";
  code = sheet.code;
  enter(one);
  mark = sheet.mark;
  sheet.totals.forEach((text, index) => (totals[index].value = text));
  lacking.value = sheet.lacking;
  played.value = sheet.played;
  reckon();
  keep();
  hush(filled(words.textKept, { table: one.number }));
  (atTable().find((input) => input.value === "") ?? totals[one.size - 1]).focus();
  showOpen();
}

function forget(forgotten) {
  remove(TYPINGS + forgotten);
  showOpen();
}

window.addEventListener("pagehide", () => keep({ left: true }));
window.addEventListener("storage", ({ key }) => key?.startsWith(TYPINGS) && showOpen());

// --- What the server says -------------------------------------------------------------------------

function told(answer, sheet) {
  board.learn(answer);
  if (answer.text) log(answer);
  showPenalties();
  if (table?.isIn && says.textContent === "") hush(filled(words.textInAlready, { table: table.number }));
  if (!table) proposeNext(proposed ? proposed.number - 1 : sheet.table);
}

function log(answer) {
  const sign = answer.state === "saved" ? "✓" : "✗";
  const text = `${sign} ${answer.text} ${(answer.warnings ?? []).join(" ")}`;
  const line = made("li", { className: answer.state }, text);
  if (answer.url) line.append(" ", made("a", { href: answer.url, ariaLabel: answer.text }, "→"));
  byId("lane-log").prepend(line);
}

// The waiting sheets changed, or sending failed (`problem`).
function changed(problem) {
  const tables = queue.waiting().map((one) => one.content.table);
  const asked = queue.undecided().filter((one) => one.open.questions);
  board.markWaiting([...tables, ...asked.map((one) => one.content.table)]);
  if (!table) proposeNext((proposed?.number ?? 1) - 1);
  showOpen();
  const alarm = byId("lane-alarm");
  if (!problem && alarm.contains(document.activeElement)) lastField.focus();
  showAlarm(alarm, problem, filled(words.textWaiting, { tables: tables.join(", ") }));
}

// --- Keys -----------------------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
form.addEventListener("keydown", (event) => {
  const input = event.target;
  if (event.key === "Escape") return begin(table ? table.number - 1 : 0);
  if (event.key === "Enter" && input.matches("input.figure")) {
    event.preventDefault();
    if (event.repeat) return; // holding a key does not run into the next table
    if (input === tableField) chooseTable();
    else if (input.dataset.total && !event.ctrlKey) goOn(input);
    else save();
  } else if (input.dataset.total && /^[a-z]$/i.test(event.key) && !event.ctrlKey) {
    event.preventDefault();
    takeProposal(input);
    if (/^p$/i.test(event.key) && lacking.offsetParent) lacking.focus();
    if (/^x$/i.test(event.key)) played.focus();
  }
});
form.addEventListener("input", (event) => {
  if (event.target === codeWanted) return rememberCodes();
  event.target.removeAttribute("aria-invalid");
  if (event.target === tableField) {
    leaveTable();
    if (/[a-z]{2}$/i.test(tableField.value.trim())) chooseTable();
  }
  reckon();
  keep();
});

// Tab, a touch or a phone's "next" choose the table as Enter does. With nothing typed or proposed
// the user may pass through.
form.addEventListener("focusin", ({ target }) => {
  if (!figureFields.includes(target)) return;
  lastField = target;
  const isThere = tableField.value.trim() !== "" || proposed;
  if (target !== tableField && !table && isThere) chooseTable({ goesOn: false });
  if (target.offsetParent === null) totals[0].focus(); // a fifth total at a table of four
  if (document.activeElement === target) target.select();
});
tableField.addEventListener("focusout", ({ relatedTarget }) => {
  const isTyped = !table && tableField.value.trim() !== "";
  const isLeft = isTyped && !figureFields.includes(relatedTarget);
  if (isLeft) chooseTable({ goesOn: false, at: null });
});
// A click beside the fields removes focus; what is typed then still belongs to them.
document.addEventListener("keydown", (event) => {
  const isFigure = /^[\d+\-−]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTaken = document.activeElement?.closest("a, button, input, summary, dialog");
  if (isFigure && !isTaken) lastField.focus();
});
byId("lane-sign").addEventListener("pointerdown", (event) => event.preventDefault());
byId("lane-sign").addEventListener("click", turnSign);

// Whether letters are always typed is remembered in this browser.
const CODES = "kreuzdame.lane.code";
function rememberCodes() {
  write(CODES, codeWanted.checked);
  tableField.inputMode = codeWanted.checked ? "text" : "numeric";
}

// --- The beginning --------------------------------------------------------------------------------

codeWanted.checked = Boolean(read(CODES));
rememberCodes();
const queue = sendingQueue(form, "lane", {
  body: (sheet, submission) => ({ ...sheet, submission }),
  open: ({ state, questions, text }) => ({ asks: { questions }, unsaved: { text } })[state],
  told,
  changed,
});
const showOpen = openSheets(words, queue, { begun, tableOf, resume, forget });
const before = kept(TYPINGS).at(-1);
begin();
if (before && tableOf(before)) resume(before);
changed(null);
queue.sendAll();
showLeft(words);
