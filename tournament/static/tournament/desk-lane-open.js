// What waits for a decision: questions of the server, sheets it refused for good, and tables begun
// in a tab that is closed. Nothing here disappears without a decision.
import { byId, made } from "./page.js";
import { waitingElsewhere } from "./queue.js";
import { figure, filled, signed } from "./texts.js";

const ANSWER_KEYS = ["F2", "F3", "F4"]; // of the first question, in button order

const figuresOf = ({ totals }) =>
  totals.map((total) => (total === "" ? "…" : signed(figure(total)))).join(" / ");

// Show the contents of `queue` and the `begun` sheets that are not in the fields; `resume` loads a
// sheet into the fields if its table exists, `forget` drops a begun one. Returns a function to
// refresh.
export function openSheets(words, queue, { begun, tableOf, resume, forget }) {
  const askedList = byId("lane-asked");

  function show() {
    const undecided = queue.undecided();
    fill(askedList, undecided.filter((one) => one.open.questions), question);
    fill(byId("lane-unsaved"), undecided.filter((one) => one.open.text), refused);
    fill(byId("lane-begun"), begun(), unfinished);
  }

  function question({ mark, content, open }, index) {
    const [first, ...others] = open.questions;
    const head = filled(words.textAsked, { table: content.table, totals: figuresOf(content) });
    // After the last answer the sheet is sent.
    const answer = (value) => {
      const answers = { ...content.answers, [first.name]: value };
      queue.put(mark, { ...content, answers }, others.length > 0 ? { questions: others } : null);
      queue.sendAll();
    };
    const retype = () => {
      queue.drop(mark);
      resume({ ...content, mark });
    };
    const buttons = first.choices.map(({ value, text }) => [text, () => answer(value)]);
    if (tableOf(content)) buttons.push([words.textRetype, retype]);
    return item(`${head} ${first.text}`, buttons, index === 0 ? ANSWER_KEYS : []);
  }

  function refused({ mark, content, open }) {
    const again = () => {
      queue.put(mark, content);
      queue.sendAll();
    };
    return item(`${open.text} ${figuresOf(content)}`, [
      [words.textSendAgain, again],
      [words.textCarriedOver, () => queue.drop(mark)],
    ]);
  }

  function unfinished(sheet) {
    const text = filled(words.textBegun, { table: sheet.table, totals: figuresOf(sheet) });
    const buttons = [[words.textForget, () => forget(sheet.mark)]];
    if (tableOf(sheet)) buttons.unshift([words.textGoOn, () => resume(sheet)]);
    return item(text, buttons);
  }

  // Rebuild only what has changed, so that a button is not replaced under the finger. Focus on a
  // button is kept.
  function fill(section, sheets, made) {
    const now = JSON.stringify(sheets);
    if (section.dataset.shown === now) return;
    section.dataset.shown = now;
    const hadCursor = section.contains(document.activeElement);
    section.querySelector("ul").replaceChildren(...sheets.map(made));
    section.hidden = sheets.length === 0;
    if (!hadCursor || section.contains(document.activeElement)) return;
    (section.querySelector("button") ?? byId("lane-table")).focus();
  }

  // An answer must be given here: leaving, even by signing out, asks first.
  window.addEventListener("beforeunload", (event) => {
    if (queue.undecided().some((one) => one.open.questions)) event.preventDefault();
  });
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
  const line = made("li", {}, `${text} `);
  buttons.forEach(([label, act], index) => line.append(button(label, act, keys[index]), " "));
  return line;
}

function button(text, act, key) {
  const element = made("button", { type: "button", className: "button small", onclick: act });
  if (key) {
    element.dataset.key = key;
    element.append(made("kbd", {}, key), " ");
  }
  element.append(text);
  return element;
}

// Unsent sheets of other lanes in this browser: of this account in other rounds, and of other
// accounts, which must sign in here to send them.
export function showLeft(words) {
  const list = byId("lane-left");
  for (const lane of waitingElsewhere("lane")) {
    const tables = lane.waits.map((one) => one.content.table).join(", ");
    const names = { tables, who: lane.waits[0].who };
    const text = filled(lane.isOwn ? words.textLeftOwn : words.textLeftOther, names);
    const link = lane.isOwn ? [" ", made("a", { href: lane.path }, words.textLeftOpen)] : [];
    list.append(made("li", {}, text, ...link));
    list.hidden = false;
  }
}
