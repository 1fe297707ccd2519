// The check-in desk: a person is checked in while the next one is being typed. Enter empties the
// field and nobody waits; the server alone decides whom the letters mean, and answers with the
// person.
import { offerBack, offersBack } from "./check-in-back.js";
import { peopleFound } from "./check-in-found.js";
import { byId, made } from "./page.js";
import { sendingQueue, waitingElsewhere } from "./queue.js";
import { showAlarm } from "./send.js";
import { filled } from "./texts.js";

const form = byId("check-in");
const words = form.dataset;
const field = byId("typed");
const isTouch = matchMedia("(pointer: coarse)").matches;
const isDesk = field.name === "typed"; // false in a finished tournament, where it only searches
const log = byId("check-in-log");
const unclear = byId("check-in-unclear");

// Cursor at the end: what is typed next never replaces the text.
function toField() {
  if (isTouch) field.form.scrollIntoView();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

// Empty the field; whoever follows its letters notices.
function empty() {
  field.value = "";
  field.dispatchEvent(new Event("input"));
}

// Change the page; focus on a removed element moves to the field, unless something else has taken it.
function changing(change) {
  const before = document.activeElement;
  change();
  const isTaken = ![before, document.body].includes(document.activeElement);
  if (before.getClientRects().length === 0 && !isTaken) toField();
}

// --- Acts: their fields for the server, and what they are called on the screen --------------------

const undoable = []; // acts of this page, latest last

function act(fields, label) {
  byId("check-in-says").textContent = "";
  undoable.push({ mark: queue.push({ fields, label }), label });
}

// Whether to book the fee as well, at the desk with the till; remembered in this browser.
const withFee = byId("with-fee");
const KEPT = "kreuzdame-with-fee";
if (isDesk) {
  byId("with-fee-label").hidden = false;
  withFee.checked = localStorage.getItem(KEPT) === "on";
  withFee.addEventListener("change", () => {
    localStorage.setItem(KEPT, withFee.checked ? "on" : "");
    toField();
  });
}
const fee = () => (withFee?.checked ? { with_fee: "1" } : {});

const here = ({ entry }) => ({ entry, what: "check_in", on: "1", ...fee() });
const type = (typed) => act({ typed, ...fee() }, typed);

// A switch pressed again before its answer is the same act.
function press(fields, label) {
  const isSame = ({ entry, what }) => entry === fields.entry && what === fields.what;
  if (!queue.waiting().some((one) => isSame(one.content.fields))) act(fields, label);
}

function undo() {
  const last = undoable.pop();
  if (!last) return say(words.textNothing);
  queue.push({ fields: { undo: last.mark }, label: filled(words.textUndo, { typed: last.label }) });
}

field.form.addEventListener("submit", (event) => {
  if (!isDesk) return;
  event.preventDefault();
  const typed = field.value.trim();
  const marked = found.marked();
  if (marked) return checkIn(marked);
  empty();
  if (typed) type(typed);
  toField();
});

// Check in a person marked or pressed in the list below the field.
function checkIn(person) {
  empty();
  act(here(person), person.text);
  toField();
}
const found = isDesk ? peopleFound(field, byId("found"), checkIn) : null;

field.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  if (!isDesk || !isUndo || field.value !== "") return;
  event.preventDefault();
  if (!event.repeat) undo();
});

// The buttons of the list and of the last people. One that disappears with the answer leaves the
// focus in the field; one in the list gives it to what comes instead.
for (const switches of document.querySelectorAll("[data-desk-acts]")) {
  switches.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    const { entry } = button.closest("[data-entry]").dataset;
    const fields = { entry, what: button.dataset.what, on: button.value };
    press(fields, button.getAttribute("aria-label"));
    if (switches === form) toField();
  });
  if (switches !== form) offersBack(switches);
}

const BUTTONS = "[data-desk-acts] button, #check-in-unclear button";

// After the first click of a double click, somebody else's button may be under the pointer.
function catchSecondClick(event) {
  if (event.detail < 2 || !event.target.closest(BUTTONS)) return;
  event.preventDefault();
  event.stopPropagation();
}
document.addEventListener("click", catchSecondClick, true);

// A digit typed anywhere goes into the field, and on a switch a letter, too: otherwise the
// following Enter would press the switch.
function catchTyping(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, textarea, select, dialog *")) return;
  const isOnSwitch = event.target.matches(BUTTONS);
  if (isOnSwitch && event.repeat && event.key !== "Tab") event.preventDefault();
  if (!(isOnSwitch ? /^[\p{L}\p{N}]$/u : /^[0-9]$/).test(event.key)) return;
  event.stopPropagation(); // so that no letter acts as a key of navigation
  toField(); // the character itself lands there
}
if (isDesk) document.addEventListener("keydown", catchTyping, true);

// --- Answers -------------------------------------------------------------------------------------

function told(answer, done) {
  if (answer.item) changing(() => showPerson(answer, done));
  else if (answer.state === "nothing") say(`${done.label}: ${answer.text}`);
  else if (!done.fields.typed) ask(done, answer);
  if (answer.figures) changing(() => showFigures(answer.figures));
}

// The filter of this page stays marked.
function showFigures(html) {
  const figures = element(html);
  const chosen = byId("players-count").querySelector("[aria-current]")?.getAttribute("href");
  for (const filter of figures.querySelectorAll("nav a")) {
    if (filter.getAttribute("href") === chosen) filter.setAttribute("aria-current", "true");
  }
  byId("players-count").replaceWith(figures);
}

function say(text) {
  byId("check-in-says").textContent = text;
}

function element(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  return template.content.firstElementChild;
}

// A typed person comes first; a person whose switch was pressed keeps their place.
function showPerson(answer, done) {
  const item = element(answer.item);
  const shown = log.querySelector(`[data-entry="${answer.entry}"]`);
  if (shown && !done.fields.typed) {
    shown.replaceWith(item);
  } else {
    shown?.remove();
    log.prepend(item);
  }
  while (log.children.length > words.most) log.lastElementChild.remove();
  byId("check-in-undo").hidden = false;
  showCells(answer);
}

// The cells of the person's row, where this page has it.
function showCells({ entry, cells }) {
  const row = byId(`player-${entry}`);
  if (!row) return;
  for (const [name, html] of Object.entries(cells)) {
    const cell = row.querySelector(`td.${name}`);
    if (!cell) continue;
    const hadFocus = cell.contains(document.activeElement);
    cell.innerHTML = html;
    if (!hadFocus) continue;
    offerBack(row);
    (cell.querySelector("button") ?? row.querySelector(".name a")).focus();
  }
}

// Input that matches nobody or several people, or is refused, stays here until decided, in this
// window or another. After a press the button is still there.
function showUndecided() {
  const there = new Map(queue.undecided().map((one) => [one.mark, one]));
  for (const question of unclear.querySelectorAll("[data-mark]")) {
    if (!there.delete(question.dataset.mark)) question.remove();
  }
  for (const { content, open, mark } of there.values()) ask(content, open, mark);
}

function ask(done, answer, mark) {
  const question = byId("check-in-question").content.firstElementChild.cloneNode(true);
  if (mark) question.dataset.mark = mark;
  const { typed } = done.fields;
  const again = question.querySelector("input");
  const text = typed ? answer.text : `${done.label}: ${answer.text}`;
  question.querySelector("[data-text]").textContent = text;
  again.value = typed ?? "";
  for (const part of question.querySelectorAll("[data-typed]")) part.hidden = !typed;

  function decide(decision) {
    question.remove();
    if (mark) queue.drop(mark);
    decision?.();
    toField();
  }

  for (const person of answer.people ?? []) {
    const onclick = () => decide(() => act(here(person), person.text));
    const properties = { type: "button", className: "button small", onclick };
    question.querySelector("[data-people]").append(made("button", properties, person.text));
  }
  question.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const retyped = again.value.trim();
    if (retyped) decide(() => type(retyped));
  });
  question.querySelector("[data-drop]").addEventListener("click", () => decide());
  if (answer.new) {
    // Sent as an ordinary form, so that its answer is the page with the new player. Entered by the
    // other form or by this one, that page says so, and the question is removed.
    const enters = element(answer.new);
    const byForm = enters.querySelector("[data-by-form]");
    if (mark) enters.setAttribute("action", `${enters.getAttribute("action")}?question=${mark}`);
    if (mark) byForm.setAttribute("href", `${byForm.getAttribute("href")}&question=${mark}`);
    question.querySelector("[data-new]").append(enters);
  }
  unclear.prepend(question);
}

// --- What waits ----------------------------------------------------------------------------------

const labels = (acts) => acts.map((one) => one.content.label).join(", ");

function changed(problem) {
  const typed = labels(queue.waiting());
  byId("check-in-sending").textContent = !problem && typed ? filled(words.textSending, { typed }) : "";
  changing(() => {
    showAlarm(byId("check-in-alarm"), problem, filled(words.textWaiting, { typed }));
    showUndecided();
  });
}

// --- Phones --------------------------------------------------------------------------------------

// Start numbers need the numeric keyboard, names the other one.
const letters = byId("letters");

function useKeyboard(isOfLetters) {
  field.blur(); // an open keyboard only changes when the field is focused again
  field.inputMode = isOfLetters ? "text" : "numeric";
  letters.setAttribute("aria-pressed", String(isOfLetters));
}

if (letters && isTouch) {
  letters.hidden = false;
  letters.addEventListener("click", () => {
    useKeyboard(field.inputMode === "numeric");
    toField();
  });
  field.inputMode = "numeric";
}

// --- The beginning -------------------------------------------------------------------------------

const queue = sendingQueue(form, "check-in", {
  body: ({ fields }, mark) => new URLSearchParams({ ...fields, mark }),
  open: (answer, { fields }) => answer.text && fields.typed && answer,
  told,
  changed,
  isInOrder: true,
});
const answered = new URLSearchParams(location.search).get("answered");
if (answered) queue.drop(answered);
for (const { mark, content } of queue.waiting()) {
  if (!content.fields.undo) undoable.push({ mark, label: content.label });
}
queue.sendAll();
const elsewhere = waitingElsewhere("check-in");
for (const { waits } of elsewhere.filter((one) => !one.isOwn && one.path === location.pathname)) {
  const left = byId("check-in-left");
  left.append(filled(words.textLeft, { who: waits[0].who, typed: labels(waits) }), " ");
  left.hidden = false;
}
