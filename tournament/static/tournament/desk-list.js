// Keyboard navigation in the list lane; pasting, inserting and deleting lines.
import { check } from "./desk-check.js";
import { change, isFilled, lastTyped, redo, rows, say, sayPasted, undo } from "./desk-list-fields.js";
import { takeProposal } from "./desk-list-live.js";
import { begin, field, form, games, go, words } from "./desk-sheet.js";

const save = document.getElementById("save");
let current = 1; // the game the cursor was in last

export const currentRow = () => current;

// --- Enter and arrows ---------------------------------------------------------------------------------

function below(element) {
  const { row, col, total } = element.dataset;
  if (row) return Number(row) < games ? field(col + (Number(row) + 1)) : field("t1");
  if (total) return field(`t${Number(total) + 1}`) ?? ((isShort() && field("time_limit")) || last(element));
  return element.name === "time_limit" ? field("struck") : last(element);
}

// The reason for a correction comes before saving.
const last = (element) => (element.name === "reason" ? null : field("reason")) ?? save;

function above(element) {
  const { row, col, total } = element.dataset;
  if (total) return field(`l${games}`);
  return row && field(col + (Number(row) - 1));
}

const isShort = () => lastTyped() > 0 && lastTyped() < Number(words.planned);

// Enter on an empty line goes to the totals: the list ends here.
function afterEnter(element) {
  const { row } = element.dataset;
  return row && !isFilled(row) && Number(row) > lastTyped() ? field("t1") : below(element);
}

function ends(event) {
  const column = event.target.dataset.col ?? "l";
  if (event.key === "Home") return field(column + 1);
  return field(column + Math.min(Math.max(lastTyped(), 1), games));
}

// --- Whole lines --------------------------------------------------------------------------------------

const text = (row) => [field(`l${row}`).value, field(`s${row}`).value];
const filled = (row, [line, stand]) => ({ [`l${row}`]: line, [`s${row}`]: stand });

function insertLine(row) {
  if (isFilled(games)) return say("no_room");
  const moved = rows.filter((each) => each > row).map((each) => filled(each, text(each - 1)));
  change(Object.assign({}, ...moved, filled(row, ["", ""])));
  say("inserted", { row });
}

function deleteLine(row) {
  const moved = rows
    .filter((each) => each >= row)
    .map((each) => filled(each, each < games ? text(each + 1) : ["", ""]));
  change(Object.assign({}, ...moved));
  say("deleted", { row });
}

// A spreadsheet column fills downward; cells side by side are figures of one line.
function paste(event) {
  const { row, col } = event.target.dataset;
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (!row || !/[\r\n\t]/.test(pasted)) return;
  event.preventDefault();
  const lines = pasted.replace(/(\r\n|\n|\r)+$/, "").split(/\r\n|\n|\r/);
  const cells = lines.map((line) => line.replace(/\t+/g, " ").trim());
  const fitting = cells.splice(0, games - Number(row) + 1);
  const filling = Object.fromEntries(fitting.map((line, index) => [col + (Number(row) + index), line]));
  // For one line too many the check reports which is duplicated.
  if (cells.length === 1 && col === "l" && field("t1").value.trim() === "") filling.t1 = cells[0];
  change(filling);
  const said = [fitting.length, cells.length];
  sayPasted(...said);
  const tellRunning = ({ detail }) => detail.are_running && sayPasted(...said, "are_running");
  if (col === "l") form.addEventListener("sheet:checked", tellRunning, { once: true });
  check();
  go(field(col + Math.min(Number(row) + fitting.length, games)));
}

form.addEventListener("paste", paste);

// --- Keys ---------------------------------------------------------------------------------------------

const PROPOSALS = { F2: 1, F3: 2, F4: 3 };

function withControl(event) {
  const key = event.key.toLowerCase();
  if (key === "enter") return () => form.requestSubmit(save);
  if (key === "z") return event.shiftKey ? redo : undo;
  if (key === "y") return redo;
  const isEnd = key === "home" || key === "end";
  return isEnd && event.target.dataset.row ? () => go(ends(event)) : null;
}

function withAlt(event) {
  const row = Number(event.target.dataset.row);
  if (!row) return null;
  if (event.key === "Insert") return () => insertLine(row);
  return event.key === "Delete" ? () => deleteLine(row) : null;
}

function alone(event) {
  const { target, key } = event;
  if (key in PROPOSALS) return () => takeProposal(PROPOSALS[key]);
  if (!target.matches("input:not([type=hidden])")) return null;
  if (key === "Enter") return () => enter(target);
  if (key === "ArrowDown" && (target.dataset.row || target.dataset.total)) return () => go(below(target));
  const up = key === "ArrowUp" && above(target);
  return up ? () => go(up) : null;
}

export const enter = (element) => go(afterEnter(element));

form.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  let act = null;
  if (event.ctrlKey || event.metaKey) act = withControl(event);
  else if (event.altKey) act = withAlt(event);
  else act = alone(event);
  if (!act) return;
  event.preventDefault();
  act();
});

// The browser menu's Undo applies to the whole list, too.
form.addEventListener("beforeinput", (event) => {
  const wanted = { historyUndo: undo, historyRedo: redo }[event.inputType];
  if (!wanted) return;
  event.preventDefault();
  wanted();
});

form.addEventListener("focusin", (event) => {
  const { row, total } = event.target.dataset;
  if (row) current = Number(row);
  if (row || total) event.target.select();
});

// Continue after the last line of a list; start a complete one at the top.
if (!document.getElementById("summary") && !document.querySelector("[autofocus]")) {
  go(field(`l${(lastTyped() % games) + 1}`));
}
begin();
