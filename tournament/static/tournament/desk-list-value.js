// The value calculator of the list lane: what a disputed game is worth, by paragraph.
import { change, say } from "./desk-list-fields.js";
import { currentRow } from "./desk-list.js";
import { dealerOf, isDouble } from "./desk-list-live.js";
import { field, games, go, post } from "./desk-sheet.js";
import { byId, made } from "./page.js";

const ASK_AFTER = 120; // milliseconds without a key
const dialog = byId("value");
const cardPoints = Number(dialog.dataset.cardPoints);
const mostRe = Number(dialog.dataset.mostRe);
const told = byId("value-form");
const part = (name) => dialog.querySelector(`[data-${name}]`);
const empty = part("head").textContent;
let row = 1;
let line = "";
let typed = 0; // counts the changes: an answer about earlier figures is dropped
let isWanted = false; // before the answer is there
let waiting = null;

function open() {
  const wanted = Math.min(Math.max(currentRow(), 1), games);
  if (wanted !== row || told.elements.re.value === "") {
    told.reset();
    const winners = /^\s*(\d{1,6})\b/.exec(field(`l${wanted}`).value);
    told.elements.re.value = winners?.[1].length <= mostRe ? winners[1] : "";
    const double = told.elements.doubling_round;
    if (double) double.checked = isDouble(wanted);
  }
  row = wanted;
  part("game").textContent = String(row);
  follow();
  // The browser returns focus here when the dialog closes, before another key arrives.
  go(field(`l${row}`));
  dialog.showModal();
}

function follow() {
  const asks = told.elements.type.selectedOptions[0].dataset.asks.split(" ");
  for (const one of dialog.querySelectorAll("[data-ask]")) one.hidden = !asks.includes(one.dataset.ask);
  const points = told.elements.re_points.value.trim();
  const isWhole = /^\d{1,3}$/.test(points) && Number(points) <= cardPoints;
  part("kontra").textContent = isWhole ? `Kontra ${cardPoints - Number(points)}` : "";
  typed += 1;
  line = ""; // of other figures
  isWanted = false;
  part("line").textContent = "";
  part("take").disabled = true;
  clearTimeout(waiting);
  waiting = setTimeout(ask, ASK_AFTER);
}

// Missing input is not an error.
const isBegun = () =>
  ["re", "re_points", "tricks"].some((name) => {
    const input = told.elements[name];
    return input?.offsetParent && input.value.trim() === "";
  });

async function ask() {
  const mine = typed;
  if (isBegun()) return show({ head: empty });
  const fields = { ...Object.fromEntries(new FormData(told)), dealer: String(dealerOf(row) ?? "") };
  // Fields this kind of game does not have are not sent, even if typed before.
  for (const { name } of dialog.querySelectorAll("[data-ask][hidden] :is(input, select)")) {
    delete fields[name];
  }
  const answer = await post("value", { fields }).catch((problem) => ({
    head: problem.message || byId("desk-alarm").dataset.textUnreachable,
  }));
  if (mine === typed) show(answer);
}

function show(answer) {
  line = answer.line ?? "";
  part("head").textContent = answer.refused ?? answer.head;
  part("head").classList.toggle("is-wrong", "refused" in answer);
  part("breakdown").replaceChildren(...(answer.breakdown ?? []).map(item));
  part("note").textContent = answer.note ?? "";
  part("note").hidden = !answer.note;
  part("line").textContent = line === "" ? "" : `${answer.sum} → ${line}`;
  part("take").disabled = line === "";
  if (isWanted && dialog.open && line !== "") take();
}

function item(entry) {
  const part = (name) => made("span", { className: `value-${name}` }, entry[name]);
  return made("li", {}, part("points"), " ", part("text"), " ", part("rule"), " ");
}

// Close and insert in one go: what is typed next goes to its line.
function take() {
  dialog.close();
  const [game, ...penalties] = field(`l${row}`).value.split("!");
  const dealer = game.match(/g\s*\d/i)?.[0] ?? "";
  change({ [`l${row}`]: [`${line} ${dealer}`.trim(), ...penalties].join(" !") });
  say("taken", { text: line });
  told.reset();
  go(field(`l${row}`));
}

told.addEventListener("input", follow);
// Enter moves through the fields, and takes over on the last one, as everywhere in the desk.
told.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input, select")) return;
  event.preventDefault();
  if (event.ctrlKey) {
    if (line !== "") take();
    else isWanted = true;
    return;
  }
  const fields = [...told.elements].filter((each) => each.offsetParent && !each.disabled && each.tagName !== "FIELDSET");
  fields[fields.indexOf(event.target) + 1]?.focus();
});
told.addEventListener("submit", (event) => {
  if (event.submitter.value !== "take") return;
  event.preventDefault();
  take();
});

document.querySelector("[data-opens-value]").addEventListener("click", open);
document.addEventListener("keydown", (event) => {
  if (event.key !== "F9" || dialog.open) return;
  event.preventDefault();
  open();
});

