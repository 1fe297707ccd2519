// The sheets the totals lane has typed and the server has not saved yet: kept in this browser, sent
// one after the other by one tab, tried again until each is answered. Each carries a mark of its
// own, so that one sent twice is saved once.
import { alone, keyOf, kept, newMark, read, remove, write } from "./desk-lane-store.js";
import { send } from "./desk-send.js";

const RETRY_AFTER = 3000; // milliseconds
const TIMEOUT = 15000; // a request without any answer
const SERVER_ERROR = 500;

// The server stumbles over this sheet; others may go through.
export class ServerFailed extends Error {
  constructor(sheet, status) {
    super();
    this.names = { table: sheet.table, status };
  }
}

export const filled = (text, names) => text.replace(/\{(\w+)\}/g, (_, name) => names[name]);

// `told` gets every answer with its sheet, in every tab; `changed` is called when other sheets wait,
// with what has kept the last try from an answer.
export function sendingQueue(form, told, changed) {
  const KEY = keyOf(form.dataset.account);
  const SHEETS = `${KEY}.sheet.`;
  let isSending = false;
  let problem = null;
  let retry = null;

  const sheets = () => kept(SHEETS);
  const waiting = () => sheets().filter((one) => !one.questions && !one.text);
  const asked = () => sheets().filter((one) => one.questions);
  const unsaved = () => sheets().filter((one) => one.text);

  function push(sheet) {
    const there = read(SHEETS + sheet.submission);
    // Two tabs have gone on from the same beginning, each in its own way: both are kept.
    const isOther = there && JSON.stringify(there.sheet) !== JSON.stringify(sheet);
    put(isOther ? { ...sheet, submission: newMark() } : sheet);
    write(`${KEY}.who`, form.dataset.who);
    sendAll();
  }

  function put(sheet, more = {}) {
    const at = read(SHEETS + sheet.submission)?.at ?? Date.now();
    write(SHEETS + sheet.submission, { sheet, at, ...more });
    notify();
  }

  function drop(mark) {
    remove(SHEETS + mark);
    notify();
  }

  // The answer to a question of the server; after the last one the sheet is sent.
  function answer({ sheet, questions }, name, value) {
    const open = questions.filter((question) => question.name !== name);
    const answered = { ...sheet, answers: { ...sheet.answers, [name]: value } };
    put(answered, open.length > 0 ? { questions: open } : {});
    sendAll();
  }

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    try {
      while (await sendNext());
    } finally {
      isSending = false;
    }
    notify();
  }

  // Whether to go on. A sheet over which the server stumbles keeps no other one back.
  const failed = new Set();
  async function sendNext() {
    const next = waiting().find((one) => !failed.has(one.mark));
    let goesOn = false;
    if (next) await alone(`${KEY}.sending`, async () => (goesOn = await attempt(next)));
    else if (failed.size === 0) problem = null;
    if (!goesOn) failed.clear();
    return goesOn;
  }

  async function attempt({ mark, sheet }) {
    // Another tab may have sent it while this one looked.
    if (!waiting().some((one) => one.mark === mark)) return true;
    try {
      settle(mark, sheet, await post(form, sheet));
      return true;
    } catch (error) {
      problem = error;
      failed.add(mark);
      return error instanceof ServerFailed;
    }
  }

  // The other tabs hear the answer before the sheet is gone: it is never proposed in between.
  function settle(mark, sheet, answer) {
    write(`${KEY}.answer`, { answer, sheet, at: Date.now() });
    told(answer, sheet);
    if (answer.state === "asks") put(sheet, { questions: answer.questions });
    else if (answer.state === "unsaved") put(sheet, { text: answer.text });
    else drop(mark);
  }

  function notify() {
    const isLeft = waiting().length > 0;
    if (!isLeft) problem = null;
    clearTimeout(retry);
    if (isLeft) retry = setTimeout(sendAll, RETRY_AFTER);
    changed(problem);
  }

  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === `${KEY}.answer` && newValue) {
      const { answer, sheet } = JSON.parse(newValue);
      told(answer, sheet);
    } else if (key === null || key.startsWith(SHEETS)) notify();
  });
  window.addEventListener("focus", sendAll);
  // Leaving, by signing out, too: what waits is kept here, but nobody else can send it.
  window.addEventListener("beforeunload", (event) => {
    if (problem || asked().length > 0) event.preventDefault();
  });
  return { push, drop, answer, sendAll, waiting, asked, unsaved };
}

// The answer of the server; throws where there is none, so that the sheet stays in the queue. One
// that does not answer at all is one that cannot be reached.
async function post(form, sheet) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), TIMEOUT);
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(sheet);
  try {
    const response = await send(form, form.dataset.saveUrl, { headers, body, signal: giveUp.signal });
    if (response.status >= SERVER_ERROR) throw new ServerFailed(sheet, response.status);
    const answer = await response.json().catch(() => ({}));
    if (answer.state) return answer;
    if (response.ok) throw new Error("no answer");
    const names = { table: sheet.table, status: response.status };
    return { state: "unsaved", text: filled(form.dataset.textNotTaken, names) };
  } finally {
    clearTimeout(timer);
  }
}
