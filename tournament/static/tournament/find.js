// Ctrl K, or the magnifier: letters, arrows and Enter lead to any player, table or page of a
// tournament; elsewhere Ctrl K leads to the search field.
import { piece } from "./live.js";

const dialog = document.getElementById("find");
const field = dialog?.querySelector("input");
const list = dialog?.querySelector("[data-found]");
const trouble = dialog?.querySelector("[data-trouble]");
let letters = ""; // what the list belongs to

async function show() {
  const typed = field.value;
  const address = new URL(field.form.action);
  address.search = new URLSearchParams({ q: typed, part: "list" });
  const found = typed.trim() ? await piece(address) : "";
  if (field.value !== typed) return;
  letters = typed;
  trouble.hidden = found !== null;
  list.innerHTML = found ?? "";
}

// From the field through the links and around; never to results of other letters.
function move(step) {
  if (letters !== field.value) return;
  const stops = [field, ...list.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  stops[(at + step + stops.length) % stops.length].focus();
}

function open() {
  field.value = "";
  letters = "";
  trouble.hidden = true;
  list.replaceChildren();
  dialog.showModal();
}

if (dialog) {
  document.querySelector("[data-opens=find]")?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab: its page is opened
    event.preventDefault();
    open();
  });
  field.addEventListener("input", show);
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(step);
  });
}
document.addEventListener("keydown", (event) => {
  const isAsked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  const search = document.querySelector("[type=search]"); // of a page of no tournament
  if (!isAsked || document.querySelector("dialog[open]") || !(dialog || search)) return;
  event.preventDefault();
  if (dialog) open();
  else search.focus();
});
