// The totals lane: table, totals, Enter, the next table. Sums are looked at here, rules by the
// server; nobody waits for its answer.
import { figure, signed, written } from "./desk-figures.js";
import { filled, leftInThisBrowser, newMark, sendingQueue } from "./desk-lane-queue.js";
import { unsavedList } from "./desk-lane-unsaved.js";

const form = document.getElementById("lane");
const words = form.dataset;
const byId = (id) => document.getElementById(id);
const tableField = byId("lane-table");
const lacking = byId("lane-lacking");
const played = byId("lane-played");
const codeWanted = byId("lane-code");
const says = byId("lane-says");
const totals = [...form.querySelectorAll("[data-total]")];

const tables = [...byId("lane-board").children].map((item) => ({
  item,
  number: Number(item.dataset.table),
  code: item.dataset.code,
  size: Number(item.dataset.size),
  games: item.dataset.games,
  mayMix: "mixed" in item.dataset, // a penalty has left odd and even totals side by side
  names: [...item.querySelectorAll("ol li")].map((name) => name.textContent),
}));
const isIn = (table) => "in" in table.item.dataset;

let table = null; // whose totals are being typed
let proposed = null; // whose number stands in grey
let code = ""; // as typed for this table
let mark = ""; // of this typing: whoever sends it twice, from two windows, sends it once

// --- Words ----------------------------------------------------------------------------------------

// What is wrong, at the field where it is wrong; its text is selected, so typing replaces it.
function say(text, input) {
  says.textContent = text;
  says.classList.add("is-wrong");
  input?.setAttribute("aria-invalid", "true");
  input?.focus();
  input?.select();
}

function hush(text = "") {
  says.textContent = text;
  says.classList.remove("is-wrong");
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

// --- The table ------------------------------------------------------------------------------------

function proposeNext(after) {
  const missing = tables.filter((one) => !isIn(one) && !one.waits);
  proposed = missing.find((one) => one.number > after) ?? missing[0] ?? null;
  tableField.placeholder = proposed ? String(proposed.number) : "";
  if (!proposed && tables.every(isIn)) hush(words.textAllIn);
}

function chooseTable() {
  const [, digits, letters] = /^(\d*)\s*([A-Z]*)/.exec(tableField.value.trim().toUpperCase());
  const named = digits ? tables.find((one) => one.number === Number(digits)) : proposed;
  const coded = tables.find((one) => one.code === letters);
  if (digits && !named) return say(filled(words.textNoTable, { table: digits }), tableField);
  if (letters && !coded && !digits) {
    return say(filled(words.textUnknownCode, { code: letters }), tableField);
  }
  if (letters && named !== coded) return refuseCode(letters, named, coded, digits);
  if (!named) return tableField.focus();
  if (codeWanted.checked && !letters) return say(words.textCodeWanted, tableField);
  code = letters;
  enter(named);
}

// Letters that belong to another table than the one that stands there: nobody guesses which of
// both is meant.
function refuseCode(letters, named, coded, digits) {
  const names = { code: letters, table: named?.number, other: coded?.number };
  if (!coded) return say(filled(words.textNoCode, names), tableField);
  if (!digits) tableField.value = `${coded.number} ${letters}`;
  if (!named) return enterCoded(coded, letters);
  say(filled(words.textOtherCode, names), tableField);
}

function enterCoded(coded, letters) {
  code = letters;
  enter(coded);
}

function enter(chosen) {
  table = chosen;
  mark = newMark();
  hush(isIn(table) ? filled(words.textInAlready, { table: table.number }) : "");
  tableField.value = code ? `${table.number} ${code}` : String(table.number);
  byId("lane-who").textContent = table.names.join(", ");
  for (const input of totals) {
    const seat = Number(input.dataset.total);
    input.closest("[data-seat]").hidden = seat > table.size;
    byId(`lane-n${seat}`).textContent = table.names[seat - 1] ?? "";
  }
  played.placeholder = table.games;
  reckon();
  totals[0].focus();
}

// Nobody is named as long as no table is chosen.
function forgetNames() {
  byId("lane-who").textContent = "";
  for (const name of form.querySelectorAll(".lane-name")) name.textContent = "";
}

function begin(after = 0) {
  table = null;
  code = "";
  for (const input of [tableField, ...totals, lacking, played]) input.value = "";
  for (const input of totals) input.placeholder = "";
  forgetNames();
  hush();
  proposeNext(after);
  reckon();
  queue.keep(null);
  tableField.focus();
}

// --- The totals -----------------------------------------------------------------------------------

const atTable = () => totals.slice(0, table?.size ?? 4);
const valueOf = (input) => figure(input.value.trim());

// The last total that is missing stands there in grey: Enter takes it.
function reckon() {
  const inputs = atTable();
  const open = inputs.filter((input) => input.value.trim() === "");
  const known = inputs.filter((input) => !open.includes(input)).map(valueOf);
  const areWhole = known.every(Number.isInteger);
  const sum = known.reduce((all, points) => all + points, 0);
  for (const input of inputs) input.placeholder = "";
  if (table && open.length === 1 && areWhole) open[0].placeholder = written(0 - sum);
  const output = byId("lane-sum");
  const isAll = table && open.length === 0 && areWhole;
  const flaw = isAll ? flawOf(known) : table && areMixed(known) ? words.textMixed : null;
  const isRight = isAll && !flaw;
  output.textContent = known.length === 0 ? "–" : areWhole ? signed(sum) : "✗";
  if (isRight) output.textContent = "✓ 0";
  output.classList.toggle("is-right", Boolean(isRight));
  output.classList.toggle("is-wrong", Boolean(flaw) || !areWhole);
  if (flaw) say(flaw);
  else if (says.classList.contains("is-wrong") && table && !isAll) hush();
}

// Every game sums to zero, and at a table of four all its points are odd or all are even: so are
// the totals, unless a penalty has changed that (TSR 7.3.3).
function flawOf(points) {
  const sum = points.reduce((all, one) => all + one, 0);
  if (sum !== 0) return filled(words.textSum, { sum: signed(sum) });
  return areMixed(points) ? words.textMixed : null;
}

function areMixed(points) {
  const kinds = new Set(points.filter(Number.isInteger).map((one) => Math.abs(one % 2)));
  return table.size === 4 && !table.mayMix && kinds.size > 1;
}

function take(input) {
  if (input.value.trim() === "" && input.placeholder) input.value = input.placeholder;
  reckon();
}

function goOn(input) {
  take(input);
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
    take(input);
    const isWhole = Number.isInteger(valueOf(input));
    if (!isWhole) return say(filled(words.textNoFigure, { seat: input.dataset.total }), input);
  }
  const points = atTable().map(valueOf);
  const flaw = flawOf(points);
  if (flaw) return say(flaw, atTable()[table.size - 1]);
  const nobody = [...lacking.value.trim()].find((digit) => !(digit >= "1" && digit <= table.size));
  if (nobody) return say(filled(words.textNoSeat, { seat: nobody }), lacking);
  if (!/^\d*$/.test(played.value.trim())) return say(words.textGames, played);
  table.waits = true;
  queue.push({ ...typed(), totals: points.map(String) });
  begin(table.number);
}

const typed = () => ({
  submission: mark,
  table: table?.number ?? null,
  code,
  totals: atTable().map((input) => input.value.trim()),
  lacking: lacking.value.trim(),
  played: played.value.trim(),
});

// --- What the server says -------------------------------------------------------------------------

function told(answer, sheet) {
  const one = tables.find((other) => other.number === sheet.table);
  if (one) delete one.waits;
  const line = document.createElement("li");
  line.className = answer.state;
  const text = answer.text;
  line.textContent = `${answer.state === "saved" ? "✓" : "✗"} ${text} ${(answer.warnings ?? []).join(" ")}`;
  if (answer.url) {
    const link = document.createElement("a");
    link.href = answer.url;
    link.textContent = "→";
    link.setAttribute("aria-label", text);
    line.append(" ", link);
  }
  byId("lane-log").prepend(line);
  if (answer.state === "unsaved") showUnsaved();
  if (answer.state === "saved" && one) {
    one.item.dataset.in = "";
    byId("lane-missing").textContent = String(tables.filter((other) => !isIn(other)).length);
  }
  if (!table) proposeNext(proposed ? proposed.number - 1 : sheet.table);
}

function waits(numbers, signedOut) {
  const alarm = byId("lane-alarm");
  alarm.hidden = numbers.length === 0;
  alarm.querySelector("[data-text]").textContent = whyItWaits(signedOut);
  alarm.querySelector("[data-waiting]").textContent = filled(words.textWaiting, {
    tables: numbers.join(", "),
  });
  alarm.querySelector("a").hidden = !signedOut;
}

function whyItWaits(signedOut) {
  if (!signedOut) return words.textUnreachable;
  if (!signedOut.who) return words.textSignedOut;
  return filled(words.textSignedInOther, { who: signedOut.who, own: words.who });
}

// --- Keys -----------------------------------------------------------------------------------------

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("keydown", (event) => {
  const input = event.target;
  if (event.key === "Escape") return begin(table ? table.number - 1 : 0);
  if (event.key === "Enter" && input.matches("input.figure")) {
    event.preventDefault();
    if (event.repeat) return; // a key held down does not run into the next table
    if (input === tableField) chooseTable();
    else if (input.dataset.total && !event.ctrlKey) goOn(input);
    else save();
  } else if (input.dataset.total && /^[a-z]$/i.test(event.key) && !event.ctrlKey) {
    event.preventDefault();
    take(input);
    if (/^p$/i.test(event.key)) lacking.focus();
    if (/^x$/i.test(event.key)) played.focus();
  }
});
form.addEventListener("input", (event) => {
  if (event.target === codeWanted) return remember();
  event.target.removeAttribute("aria-invalid");
  if (event.target === tableField) {
    table = null;
    forgetNames();
    if (/[a-z]{2}$/i.test(tableField.value.trim())) chooseTable();
  }
  reckon();
  queue.keep(table ? typed() : null);
});
for (const input of form.querySelectorAll("input.figure")) {
  input.addEventListener("focus", () => input.select());
}

// Whether the letters are always typed is remembered for this browser.
const REMEMBERED = "kreuzdame.lane.code";
function remember() {
  try {
    localStorage.setItem(REMEMBERED, codeWanted.checked ? "1" : "");
  } catch {
    // Then it is asked again the next time.
  }
}
function recall() {
  try {
    return localStorage.getItem(REMEMBERED) === "1";
  } catch {
    return false;
  }
}

// --- The beginning --------------------------------------------------------------------------------

const queue = sendingQueue(form, told, waits);
const showUnsaved = unsavedList(byId("lane-unsaved"), words, queue);
showUnsaved();
codeWanted.checked = recall();
const before = queue.kept();
begin();
const left = before && tables.find((one) => one.number === before.table);
if (left) {
  code = before.code;
  enter(left);
  mark = before.submission ?? mark;
  before.totals.forEach((text, index) => (totals[index].value = text));
  lacking.value = before.lacking;
  played.value = before.played;
  reckon();
  queue.keep(typed());
  hush(filled(words.textKept, { table: left.number }));
  (atTable().find((input) => input.value === "") ?? totals[table.size - 1]).focus();
}

// What other lanes of this browser have not sent: this account's of other rounds, and those of
// others, who must sign in here before it is sent.
for (const lane of leftInThisBrowser(form.dataset.account)) {
  const item = document.createElement("li");
  const names = { tables: lane.tables.join(", "), who: lane.who };
  item.append(filled(lane.isOwn ? words.textLeftOwn : words.textLeftOther, names));
  if (lane.isOwn) {
    const link = document.createElement("a");
    link.href = lane.path;
    link.textContent = words.textLeftOpen;
    item.append(" ", link);
  }
  byId("lane-left").hidden = false;
  byId("lane-left").append(item);
}
