// What was typed or pressed at the registration desk and is not done yet: kept in this browser,
// sent one act after the other, tried again until it is answered. Each act carries a mark of its
// own, so that one sent twice is done once.
//
// Keys of the storage: kreuzdame.check-in.PATH.MARK, one for each act, so that two windows never
// overwrite each other's. An act with a `text` is answered and not done: somebody has to look.
import { filled } from "./desk-lane-queue.js";
import { newMark } from "./desk-lane-store.js";
import { send } from "./desk-send.js";

const RETRY_AFTER = 3000; // milliseconds
const NO_ANSWER_AFTER = 10000;
const LEFT_AFTER = 15000; // then the window an act was made in is gone, or does not get it done
const SERVER_ERROR = 500;
const PREFIX = `kreuzdame.check-in.${location.pathname}.`;

// An act has `fields` for the server and a `label` for the screen. `told` gets every answer with
// its act; `waits` the acts without one, and why the last try has failed.
export function actsQueue(form, told, waits) {
  const { account, who } = form.dataset;
  const kept = keptActs().filter((act) => act.account === account);
  const waiting = kept.filter((act) => !act.text);
  let latest = Math.max(0, ...kept.map((act) => act.at));
  let isSending = false;
  let problem = null;
  let retry = null;

  // Acts come back from the storage in the order of their times, whatever the clock has done.
  function push(act) {
    latest = Math.max(Date.now(), latest + 1);
    const marked = { ...act, mark: newMark(), at: latest, account, who };
    waiting.push(marked);
    keep(marked);
    waits(waiting, problem);
    sendAll();
    return marked;
  }

  // Whichever window is open sends what another one has left; one act sent twice is done once.
  function takeOver() {
    const own = new Set(waiting.map((act) => act.mark));
    const isLeft = (act) => act.account === account && !act.text && !own.has(act.mark);
    const left = keptActs().filter((act) => isLeft(act) && Date.now() - act.at > LEFT_AFTER);
    waiting.push(...left);
    if (left.length > 0) sendAll();
  }

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    clearTimeout(retry);
    try {
      while (waiting.length > 0) {
        const answer = await answerTo(form, waiting[0]);
        const act = waiting.shift();
        if (answer.text && act.fields.typed) keep({ ...act, text: answer.text });
        else drop(act);
        problem = null;
        waits(waiting, null);
        told(answer, act);
      }
    } catch (failure) {
      problem = failure;
      waits(waiting, problem);
      retry = setTimeout(sendAll, RETRY_AFTER);
    } finally {
      isSending = false;
    }
  }

  setInterval(takeOver, RETRY_AFTER);
  window.addEventListener("focus", sendAll);
  window.addEventListener("online", sendAll);
  // Leaving, by signing out, too: what waits is kept here, but nobody else can send it.
  window.addEventListener("beforeunload", (event) => {
    if (problem) event.preventDefault();
  });
  return { push, drop, sendAll, waiting, unclear: kept.filter((act) => act.text) };
}

// The answer of the server; throws where there is none, so that the act stays in the queue.
async function answerTo(form, act) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), NO_ANSWER_AFTER);
  const body = new URLSearchParams({ ...act.fields, mark: act.mark });
  try {
    const response = await send(form, form.dataset.url, { body, signal: patience.signal });
    if (response.ok) return await response.json();
    if (response.status >= SERVER_ERROR) throw new Error(String(response.status));
    const words = { typed: act.label, status: response.status };
    return { state: "refused", text: filled(form.dataset.textNotTaken, words) };
  } finally {
    clearTimeout(timer);
  }
}

// What others have typed on this page and have to send themselves: their acts by their names.
export function leftByOthers(account) {
  const others = new Map();
  for (const act of keptActs().filter((one) => one.account !== account)) {
    others.set(act.who, [...(others.get(act.who) ?? []), act]);
  }
  return others;
}

// --- The storage: a browser may refuse it; then the queue lives as long as the page --------------

function keptActs() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const acts = keys.map((key) => JSON.parse(localStorage.getItem(key)));
    return acts.sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

function keep(act) {
  try {
    localStorage.setItem(PREFIX + act.mark, JSON.stringify(act));
  } catch {
    // As said above.
  }
}

function drop(act) {
  try {
    localStorage.removeItem(PREFIX + act.mark);
  } catch {
    // As said above.
  }
}
