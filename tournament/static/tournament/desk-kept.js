// What this browser keeps of a sheet until the server has it: per account, table and window, so
// that two windows never overwrite each other's. Leftovers of an earlier window are offered.
import { backToTyping, field, form, typed, words } from "./desk-sheet.js";
import { kept, keyOf, remove, write } from "./keep.js";

const PLACE = `${keyOf("sheet")}#`;
const KEY = PLACE + field("window").value;
const offer = document.getElementById("desk-kept");
const one = document.getElementById("desk-kept-one").content;

export function keep() {
  const table = field("table").value;
  write(KEY, { kind: words.kind, fields: typed(), at: Date.now(), table });
}

export const drop = () => remove(KEY);

const filledIn = (fields) =>
  JSON.stringify(Object.entries(fields).filter(([, text]) => text !== "").sort());

function offerKept(sheet) {
  const isHere = sheet.kind === words.kind && filledIn(sheet.fields) === filledIn(typed());
  if (isHere) return remove(PLACE + sheet.mark);
  const shown = one.cloneNode(true).firstElementChild;
  shown.querySelector("time").textContent = new Date(sheet.at).toLocaleString(
    document.documentElement.lang,
    { dateStyle: "short", timeStyle: "short" }
  );
  shown.querySelector("[data-elsewhere]").hidden = sheet.table === field("table").value;
  shown.querySelector("[data-take]").addEventListener("click", () => take(sheet, shown));
  shown.querySelector("[data-drop]").addEventListener("click", () => decided(sheet, shown));
  offer.append(shown);
  offer.hidden = false;
}

function decided({ mark }, shown) {
  remove(PLACE + mark);
  shown.remove();
  offer.hidden = offer.childElementCount === 0;
  backToTyping();
}

function take(sheet, shown) {
  if (sheet.kind !== words.kind) {
    location.search = `?kind=${sheet.kind}`;
    return;
  }
  for (const [name, text] of Object.entries(sheet.fields)) fill(name, text);
  // An unticked box is not among the fields.
  for (const box of form.querySelectorAll("[type=checkbox][name]")) {
    if (box.name !== "accept") box.checked = box.name in sheet.fields;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
  decided(sheet, shown);
}

function fill(name, text) {
  const more = document.getElementById("more-penalties");
  if (!field(name) && /^x\d+-/.test(name) && text !== "") more?.click();
  const input = field(name);
  if (!input || input.type === "checkbox") return;
  input.value = text;
}

kept(PLACE).forEach(offerKept);
