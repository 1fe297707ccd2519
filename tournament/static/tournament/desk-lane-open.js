// What waits for a person: questions of the server, sheets it has refused for good, and tables that
// somebody has begun in a tab that is closed. Nothing of it goes before somebody has decided.
import { figure, signed } from "./desk-figures.js";
import { filled } from "./desk-lane-queue.js";
import { leftInThisBrowser } from "./desk-lane-store.js";

const ANSWER_KEYS = ["F2", "F3", "F4"]; // of the first question, button by button

const figuresOf = ({ totals }) =>
  totals.map((total) => (total === "" ? "…" : signed(figure(total)))).join(" / ");

// Shows what `queue` has, and the `begun` sheets that are not in the fields; `resume` takes a sheet
// whose table is there into the fields, `forget` drops a begun one. Returns how to show it anew.
export function openSheets(words, queue, { begun, tableOf, resume, forget }) {
  const askedList = document.getElementById("lane-asked");
  const unsavedList = document.getElementById("lane-unsaved");
  const begunList = document.getElementById("lane-begun");

  function show() {
    fill(askedList, queue.asked(), question);
    fill(unsavedList, queue.unsaved(), refused);
    fill(begunList, begun(), unfinished);
  }

  function question(one, index) {
    const [first] = one.questions;
    const head = filled(words.textAsked, { table: one.sheet.table, totals: figuresOf(one.sheet) });
    const retype = () => {
      queue.drop(one.mark);
      resume(one.sheet);
    };
    const buttons = first.choices.map(({ value, text }) => [
      text,
      () => queue.answer(one, first.name, value),
    ]);
    if (tableOf(one.sheet)) buttons.push([words.textRetype, retype]);
    return item(`${head} ${first.text}`, buttons, index === 0 ? ANSWER_KEYS : []);
  }

  function refused({ mark, sheet, text }) {
    const again = () => {
      queue.drop(mark);
      queue.push(sheet);
    };
    return item(`${text} ${figuresOf(sheet)}`, [
      [words.textSendAgain, again],
      [words.textCarriedOver, () => queue.drop(mark)],
    ]);
  }

  function unfinished({ mark, ...sheet }) {
    const text = filled(words.textBegun, { table: sheet.table, totals: figuresOf(sheet) });
    const buttons = [[words.textForget, () => forget(mark)]];
    if (tableOf(sheet)) buttons.unshift([words.textGoOn, () => resume(sheet)]);
    return item(text, buttons);
  }

  // Only what has changed is made anew: a button is not exchanged under the finger. Who had the
  // cursor on one keeps it on one.
  function fill(section, sheets, made) {
    const now = JSON.stringify(sheets);
    if (section.dataset.shown === now) return;
    section.dataset.shown = now;
    const hadCursor = section.contains(document.activeElement);
    section.querySelector("ul").replaceChildren(...sheets.map(made));
    section.hidden = sheets.length === 0;
    if (!hadCursor || section.contains(document.activeElement)) return;
    (section.querySelector("button") ?? document.getElementById("lane-table")).focus();
  }

  document.addEventListener("keydown", (event) => {
    const place = ANSWER_KEYS.indexOf(event.key);
    const button = place >= 0 && askedList.querySelector(`[data-key=${event.key}]`);
    if (!button || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) button.click();
  });

  return show;
}

function item(text, buttons, keys = []) {
  const line = document.createElement("li");
  line.append(`${text} `);
  buttons.forEach(([label, act], index) => line.append(button(label, act, keys[index]), " "));
  return line;
}

function button(text, act, key) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button small";
  if (key) {
    const mark = document.createElement("kbd");
    mark.textContent = key;
    element.dataset.key = key;
    element.append(mark, " ");
  }
  element.append(text);
  element.addEventListener("click", act);
  return element;
}

// What other lanes of this browser have not sent: this account's of other rounds, and those of
// others, who must sign in here before it is sent.
export function showLeft(words) {
  const list = document.getElementById("lane-left");
  for (const lane of leftInThisBrowser(words.account)) {
    const item = document.createElement("li");
    const names = { tables: lane.tables.join(", "), who: lane.who };
    item.append(filled(lane.isOwn ? words.textLeftOwn : words.textLeftOther, names));
    if (lane.isOwn) {
      const link = document.createElement("a");
      link.href = lane.path;
      link.textContent = words.textLeftOpen;
      item.append(" ", link);
    }
    list.hidden = false;
    list.append(item);
  }
}
