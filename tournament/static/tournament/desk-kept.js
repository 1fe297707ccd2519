// What this browser keeps of a sheet until the server has it: per account, table and window, so that
// two windows never overwrite each other's. What an earlier window has left is offered.
import { typed } from "./desk-post.js";
import { backToTyping, field, form, words } from "./desk-sheet.js";

const PLACE = `kreuzdame.sheet.${words.account}.${location.pathname}`;
const KEY = `${PLACE}#${field("window").value}`;
const offer = document.getElementById("desk-kept");
const one = document.getElementById("desk-kept-one").content;

// A browser may refuse to store anything; then the server's draft is all there is.
const store = {
  keys() {
    try {
      return Object.keys(localStorage).filter((key) => key === PLACE || key.startsWith(`${PLACE}#`));
    } catch {
      return [];
    }
  },
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  write(kept) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // As said above.
    }
  },
  drop(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // As said above.
    }
  },
};

export function keep() {
  const table = field("table").value;
  store.write({ kind: words.kind, fields: typed(), at: Date.now(), table });
}

export const drop = () => store.drop(KEY);

const filledIn = (fields) =>
  JSON.stringify(Object.entries(fields).filter(([, text]) => text !== "").sort());

function offerKept(key) {
  const kept = store.read(key);
  const isHere = kept?.kind === words.kind && filledIn(kept.fields) === filledIn(typed());
  if (!kept?.fields || isHere) return store.drop(key);
  const shown = one.cloneNode(true).firstElementChild;
  shown.querySelector("time").textContent = new Date(kept.at).toLocaleString(
    document.documentElement.lang,
    { dateStyle: "short", timeStyle: "short" }
  );
  shown.querySelector("[data-elsewhere]").hidden = [undefined, field("table").value].includes(kept.table);
  shown.querySelector("[data-take]").addEventListener("click", () => take(kept, key, shown));
  shown.querySelector("[data-drop]").addEventListener("click", () => decided(key, shown));
  offer.append(shown);
  offer.hidden = false;
}

function decided(key, shown) {
  store.drop(key);
  shown.remove();
  offer.hidden = offer.childElementCount === 0;
  backToTyping();
}

function take({ kind, fields }, key, shown) {
  if (kind !== words.kind) {
    location.search = `?kind=${kind}`;
    return;
  }
  for (const [name, text] of Object.entries(fields)) fill(name, text);
  // A box that was not ticked is not among the fields.
  for (const box of form.querySelectorAll("[type=checkbox][name]")) {
    if (box.name !== "accept") box.checked = box.name in fields;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
  decided(key, shown);
}

function fill(name, text) {
  const more = document.getElementById("more-penalties");
  if (!field(name) && /^x\d+-/.test(name) && text !== "") more?.click();
  const input = field(name);
  if (!input || input.type === "checkbox") return;
  input.value = text;
}

for (const key of store.keys()) offerKept(key);
