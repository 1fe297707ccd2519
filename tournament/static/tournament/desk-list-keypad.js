// Typing the list by touch: a phone's numeric keyboard, and the missing signs below the line.
import { enter } from "./desk-list.js";
import { form } from "./desk-sheet.js";

const keypad = document.getElementById("lane-keypad");
const letters = keypad.querySelector("[data-letters]");
const fields = [...form.querySelectorAll("[data-row], [data-total]")];
const isField = (element) => fields.includes(element);

// Switch between digits and letters, for all fields.
function show(mode) {
  for (const input of fields) input.inputMode = mode;
  letters.setAttribute("aria-pressed", String(mode === "text"));
}

function place(input) {
  const { row } = input.dataset;
  document.getElementById(row ? `says-${row}` : "h-total").prepend(keypad);
  showAll();
}

// The row of buttons at the bottom overlaps the list, and grows with its message.
const foot = form.querySelector(".desk-save");
function showAll() {
  const isOver = getComputedStyle(foot).position === "sticky";
  keypad.style.scrollMarginBottom = isOver ? `${foot.offsetHeight}px` : "0";
  keypad.scrollIntoView({ block: "nearest" });
}
new ResizeObserver(() => {
  if (isField(document.activeElement)) showAll();
}).observe(foot);

// Hidden from users of a physical keyboard.
form.addEventListener("pointerdown", ({ pointerType }) => {
  if (pointerType !== "touch" || !keypad.hidden) return;
  keypad.hidden = false;
  show("decimal");
});
form.addEventListener("focusin", ({ target }) => {
  if (isField(target)) place(target);
});

// The focus stays in the field, which keeps the phone's keyboard open.
keypad.addEventListener("pointerdown", (event) => event.preventDefault());
keypad.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  const input = document.activeElement;
  if (!button || !isField(input)) return;
  if ("sign" in button.dataset) type(input, button.dataset.sign);
  else if ("next" in button.dataset) enter(input);
  else show(input.inputMode === "text" ? "decimal" : "text");
});

function type(input, sign) {
  input.setRangeText(sign, input.selectionStart, input.selectionEnd, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
