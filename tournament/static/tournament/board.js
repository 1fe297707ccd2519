// The missing-sheet board: polls the server for its tables, filters by the letter of a state, and
// takes a table number typed anywhere on the page: Enter opens its sheet, + notes that its paper is
// at the desk, - takes that back.
import { answerOf, piece } from "./live.js";

const ASK_EVERY_SECONDS = 5;
const board = document.getElementById("board");
const field = document.getElementById("board-table");
const papers = document.getElementById("board-papers"); // missing for read-only users
const trouble = document.getElementById("board-trouble");
let answered = Promise.resolve();

const tableAt = (element) => element.closest("[data-table]")?.dataset.table;
const noting = []; // tables whose papers are being noted

// Targets for the focus as selectors, best first: a filter, or a table and its button, else the
// table alone. Only for a table noted here also its successor, or the last one: if somebody else
// noted it, the next key would be meant for the table that has gone.
function placesOf(element) {
  if (!board.contains(element)) return [];
  const table = tableAt(element);
  if (!table) return [`[href="${CSS.escape(element.getAttribute("href"))}"]`];
  const row = [...board.querySelectorAll("[data-table]")].indexOf(element.closest("[data-table]"));
  const here = `[data-table="${table}"]`;
  const same = [`${here} ${element.localName}`, `${here} a`];
  if (!noting.includes(table)) return same;
  return [...same, `[data-table]:nth-of-type(${row + 1}) a`, "[data-table]:last-of-type a"];
}

// The focus stays on a table or filter when tables are replaced; if it is gone, the field gets it.
// While the help on keys is open nothing changes: closing it restores the focus.
function replace(tables) {
  if (document.querySelector("dialog[open]")) return;
  const places = placesOf(document.activeElement);
  board.innerHTML = tables;
  document.dispatchEvent(new Event("picture")); // clock.js counts the minutes
  if (!places.length) return;
  const found = places.map((place) => board.querySelector(place)).find(Boolean);
  (found ?? field).focus();
}

// Typed but not noted yet: "5+".
const lost = new Map();
function tellLost(act, table, isLost) {
  lost.delete(table);
  if (isLost) lost.set(table, `${table}${act === "here" ? "+" : "−"}`);
  trouble.hidden = lost.size === 0;
  trouble.querySelector("[data-lost]").textContent = [...lost.values()].join(", ");
}

// Papers are noted one after the other, however fast they are typed.
function note(act, table) {
  const fields = new FormData(papers);
  fields.set(act, table);
  fields.set("part", "tiles");
  noting.push(table);
  answered = answered.then(async () => {
    const got = await answerOf(papers.action, { method: "POST", body: fields });
    tellLost(act, table, got === null);
    // Signed out meanwhile: the page asks to sign in again.
    if (got && (!got.answer.ok || got.answer.redirected)) location.reload();
    else if (got) replace(got.text);
    noting.splice(noting.indexOf(table), 1);
  });
}

const ACTS = { "+": "here", "-": "gone" };

// Handle + and - after a number, or on a table; return whether it was that.
function noted(event) {
  const act = ACTS[event.key];
  const table = event.target === field ? field.value.trim() : tableAt(event.target);
  if (!papers || !act || (!table && event.target !== field)) return false;
  event.preventDefault();
  if (!table) return true;
  field.value = "";
  note(act, table);
  return true;
}

async function ask() {
  if (document.visibilityState !== "visible") return;
  const tables = await piece(board.dataset.boardSource);
  if (tables !== null) replace(tables);
}

const typing = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);

// A letter filters by state, even in the table field, which only takes digits.
function filtered(event) {
  if (event.key.length !== 1 || (typing(event.target) && event.target !== field)) return;
  if (/^\p{L}$/u.test(event.key)) event.preventDefault();
  board.querySelector(`[data-board-key="${CSS.escape(event.key)}"]`)?.click();
}

document.addEventListener("keydown", (event) => {
  // A key still held when its table goes is not meant for the next one.
  if (event.repeat && tableAt(event.target) && event.key !== "Tab") return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || noted(event)) return;
  if (!/^[0-9]$/.test(event.key)) return filtered(event);
  if (typing(event.target)) return;
  field.value = "";
  field.focus(); // the digit itself lands there
});

papers?.addEventListener("submit", (event) => {
  event.preventDefault();
  note(event.submitter.name, event.submitter.value);
});

setInterval(ask, ASK_EVERY_SECONDS * 1000);
document.addEventListener("visibilitychange", ask);
