// Input that the server does not have yet: sheets of the totals lane, acts of the check-in desk.
// Kept in this browser, sent one after the other by a single tab, retried until each is answered.
// Each carries its own id (mark), so that one sent twice takes effect once.
//
// kreuzdame.PLACE.ACCOUNT.PATH
//   .waits.MARK   what is sent: { content, at, who }, with `open` once somebody has to decide
//   .answer       the last answer of the server, for the other tabs
//   .sending      which tab sends, where the browser has no locks
import { account, keptKeys, keyOf, kept, newMark, read, remove, who, write } from "./keep.js";
import { send, ServerFailed } from "./send.js";
import { filled } from "./texts.js";

const RETRY_AFTER = 3000; // milliseconds

// `body` makes the request from a content and its id, `open` extracts from an answer what somebody
// has to decide, if anything. `told` gets every answer with its content, once per tab; `changed` is
// called when the waiting set changes, with the reason why the last try failed. An item the server
// fails on holds back the others if they depend on each other (`isInOrder`).
export function sendingQueue(form, place, { body, open, told, changed, isInOrder = false }) {
  const KEY = keyOf(place);
  const WAITS = `${KEY}.waits.`;
  const failed = new Set();
  const settled = new Set();
  let isSending = false;
  let problem = null;
  let retry = null;

  const waiting = () => kept(WAITS).filter((one) => !one.open);
  const undecided = () => kept(WAITS).filter((one) => one.open);
  // The order is that of typing, whatever the clock has done.
  const now = () => Math.max(Date.now(), ...kept(WAITS).map((one) => one.at + 1));

  function push(content, mark = newMark()) {
    const there = read(WAITS + mark);
    // Two tabs continued from the same start, differently: both are kept.
    const isOther = there && JSON.stringify(there.content) !== JSON.stringify(content);
    const own = isOther ? newMark() : mark;
    put(own, content);
    sendAll();
    return own;
  }

  function put(mark, content, open = null) {
    const at = read(WAITS + mark)?.at ?? now();
    write(WAITS + mark, { content, at, who, open });
    notify();
  }

  function drop(mark) {
    remove(WAITS + mark);
    notify();
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

  // Return whether to go on.
  async function sendNext() {
    const next = waiting().find((one) => !failed.has(one.mark));
    let goesOn = false;
    if (next) await alone(`${KEY}.sending`, async () => (goesOn = await attempt(next)));
    else if (failed.size === 0) problem = null;
    if (!goesOn) failed.clear();
    return goesOn;
  }

  async function attempt({ mark, content }) {
    // Another tab may have sent it meanwhile.
    if (!waiting().some((one) => one.mark === mark)) return true;
    try {
      settle(mark, content, await answerTo(mark, content));
      return true;
    } catch (error) {
      problem = error;
      if (error instanceof ServerFailed) error.message = stumbled(content, error.status);
      failed.add(mark);
      return error instanceof ServerFailed && !isInOrder;
    }
  }

  const stumbled = (content, status) =>
    filled(form.dataset.textServerFailed ?? "", { ...content, status });

  async function answerTo(mark, content) {
    const { isTaken, status, answer } = await send(form, form.dataset.url, body(content, mark));
    if (isTaken || answer?.state) return answer;
    return { state: "unsaved", text: filled(form.dataset.textNotTaken, { ...content, status }) };
  }

  // The other tabs get the answer before its item is removed: a table is never proposed in between.
  function settle(mark, content, answer) {
    write(`${KEY}.answer`, { mark, answer, content, at: Date.now() });
    tellOnce(mark, answer, content);
    const decision = open(answer, content);
    if (decision) put(mark, content, decision);
    else drop(mark);
  }

  // A tab that stalled for longer than its lease resends what another one has already sent: the
  // server does it once, so it is reported once.
  function tellOnce(mark, answer, content) {
    if (settled.has(mark)) return;
    if (!open(answer, content)) settled.add(mark);
    told(answer, content);
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
      const { mark, answer, content } = JSON.parse(newValue);
      tellOnce(mark, answer, content);
    } else if (key === null || key.startsWith(WAITS)) notify();
  });
  for (const back of ["focus", "online"]) window.addEventListener(back, sendAll);
  // Leaving, even by signing out: what waits is kept here, but nobody else can send it.
  window.addEventListener("beforeunload", (event) => {
    if (problem) event.preventDefault();
  });
  return { push, put, drop, sendAll, waiting, undecided };
}

// One tab of this browser at a time does this; others wait. Locks exist with a certificate or on
// localhost; otherwise a lease is used, renewed while its tab lives. If two tabs take it at the
// same instant the later one has it, as both see a moment afterwards.
const LEASE = 4000; // milliseconds
const A_MOMENT = 60;
const OWNER = newMark();
async function alone(name, act) {
  if (navigator.locks) return navigator.locks.request(name, act);
  const hold = () => write(name, { until: Date.now() + LEASE, owner: OWNER });
  await lease(name, hold);
  const renewal = setInterval(hold, LEASE / 4);
  try {
    await act();
  } finally {
    clearInterval(renewal);
    remove(name);
  }
}

async function lease(name, hold) {
  const isHeld = ({ until, owner } = read(name) ?? {}) => until > Date.now() && owner !== OWNER;
  const aMoment = () => new Promise((goOn) => setTimeout(goOn, A_MOMENT));
  do {
    while (isHeld()) await aMoment();
    hold();
    await aMoment();
  } while (isHeld());
}

// What waits in this browser for other pages of this account, and for other accounts.
export function waitingElsewhere(place) {
  const pages = new Map();
  for (const key of keptKeys().sort()) {
    const [, owner, path] = /^kreuzdame\.([\w-]+\.\d+)\.(\/.*)\.waits\.[^.]+$/.exec(key) ?? [];
    const isOwn = owner === `${place}.${account}`;
    if (!owner?.startsWith(`${place}.`) || (isOwn && path === location.pathname)) continue;
    const prefix = `kreuzdame.${owner}.${path}.waits.`;
    pages.set(prefix, { path, isOwn, waits: kept(prefix) });
  }
  return [...pages.values()];
}
