// What the totals lane has typed and the server has not got yet: kept in this browser, sent one
// sheet after the other, tried again until it is answered. Each sheet carries a number of its own,
// so that one sent twice is saved once.
//
// Keys of the storage: kreuzdame.lane.ACCOUNT.PATH.waiting, .typing, .unsaved (answered, but neither
// saved nor a draft) and .who, the account's name.

const RETRY_AFTER = 3000; // milliseconds
const FORBIDDEN = 403;
const SERVER_ERROR = 500;

const PREFIX = "kreuzdame.lane.";

// The session ended, or somebody else (`who`) has signed in.
class SignedOut extends Error {
  constructor(who = "") {
    super();
    this.who = who;
  }
}

export const filled = (text, names) => text.replace(/\{(\w+)\}/g, (_, name) => names[name]);

// `told` gets every answer with its sheet; `waits` the tables that wait and why they do.
export function sendingQueue(form, told, waits) {
  const KEY = `${PREFIX}${form.dataset.account}.${location.pathname}`;
  let waiting = read(`${KEY}.waiting`) ?? [];
  let isSending = false;
  let isStuck = false; // the last try has had no answer

  function push(sheet) {
    waiting.push(sheet);
    write(`${KEY}.waiting`, waiting);
    write(`${KEY}.who`, form.dataset.who);
    send();
  }

  // Nothing typed goes before somebody has read it and says so.
  let aside = []; // where the browser stores nothing
  const unsaved = () => read(`${KEY}.unsaved`) ?? aside;
  const setAside = (sheet, text) => keepUnsaved([...unsaved(), { sheet, text }]);
  const forget = (index) => keepUnsaved(unsaved().filter((_, at) => at !== index));

  function keepUnsaved(sheets) {
    aside = sheets;
    write(`${KEY}.unsaved`, sheets);
  }

  async function send() {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    try {
      while (waiting.length > 0) {
        const sheet = waiting[0];
        const answer = await post(form, sheet);
        if (answer.state === "unsaved") setAside(sheet, answer.text);
        waiting = waiting.slice(1);
        write(`${KEY}.waiting`, waiting);
        told(answer, sheet);
      }
      isStuck = false;
      waits([], null);
    } catch (problem) {
      isStuck = true;
      waits(waiting.map((sheet) => sheet.table), problem instanceof SignedOut ? problem : null);
      setTimeout(send, RETRY_AFTER);
    } finally {
      isSending = false;
    }
  }

  window.addEventListener("focus", send);
  // Leaving, by signing out, too: what waits is kept here, but nobody else can send it.
  window.addEventListener("beforeunload", (event) => {
    if (isStuck) event.preventDefault();
  });
  send();
  return {
    push,
    // What is being typed and not complete yet.
    keep: (typed) => write(`${KEY}.typing`, typed),
    kept: () => read(`${KEY}.typing`),
    unsaved,
    forget,
  };
}

// The answer of the server; throws where there is none, so that the sheet stays in the queue.
async function post(form, sheet) {
  let response = await send(form, sheet);
  if (response.status === FORBIDDEN && (await renewToken(form))) response = await send(form, sheet);
  if (response.redirected) throw new SignedOut();
  if (response.status >= SERVER_ERROR) throw new Error(String(response.status));
  if (response.ok) return response.json();
  const names = { table: sheet.table, status: response.status };
  return { state: "unsaved", text: filled(form.dataset.textNotTaken, names) };
}

function send(form, sheet) {
  return fetch(form.dataset.saveUrl, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-CSRFToken": form.elements.namedItem("csrfmiddlewaretoken").value,
    },
    body: JSON.stringify(sheet),
    credentials: "same-origin",
    keepalive: true,
  });
}

// After signing in again, in another window, the page's token is an old one.
async function renewToken(form) {
  const response = await fetch(location.href, { credentials: "same-origin" });
  if (response.redirected) throw new SignedOut();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("lane");
  if (!fresh) return false;
  if (fresh.dataset.account !== form.dataset.account) throw new SignedOut(fresh.dataset.who);
  const token = fresh.elements.namedItem("csrfmiddlewaretoken").value;
  form.elements.namedItem("csrfmiddlewaretoken").value = token;
  return true;
}

// Which tables wait in other lanes of this browser, and whose they are.
export function leftInThisBrowser(account) {
  return storedKeys().flatMap((key) => {
    const found = /^kreuzdame\.lane\.(\d+)\.(\/.*)\.waiting$/.exec(key);
    const tables = found ? (read(key) ?? []).map((sheet) => sheet.table) : [];
    if (tables.length === 0) return [];
    const [, owner, path] = found;
    const isOwn = owner === account;
    if (isOwn && path === location.pathname) return [];
    return [{ tables, path, isOwn, who: read(`${PREFIX}${owner}.${path}.who`) ?? "?" }];
  });
}

function storedKeys() {
  try {
    return Object.keys(localStorage).sort();
  } catch {
    return [];
  }
}

// A mark of its own for each sheet typed. crypto.randomUUID is missing where the hall's server has
// no certificate.
export function newMark() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

// A browser may refuse to store anything; then the queue lives as long as the page.
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // As said above.
  }
}
