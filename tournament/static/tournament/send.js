// Sending what is typed: with the token of the page's form, under the page's account, and with a
// timeout. Reasons why nothing was sent are shown here, too.
import { account, who } from "./keep.js";
import { filled } from "./texts.js";

const LONGEST = 10000; // milliseconds; a network that swallows everything counts as none
const FORBIDDEN = 403;
const SERVER_ERROR = 500;

// No answer, or an invalid one: a retry may succeed.
export class Unreachable extends Error {}

// The server fails on this; something else may succeed.
export class ServerFailed extends Unreachable {
  constructor(status) {
    super();
    this.status = status;
  }
}

// The session ended, here or in another window, or somebody else (`who`) has signed in there.
export class SignedOut extends Error {
  constructor(who = "") {
    super();
    this.who = who;
  }
}

// The server's answer to the fields of a form, or to other content as JSON. `answer` is null if a
// refusal is not JSON.
export async function send(form, url, content) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), LONGEST);
  try {
    const response = await signedIn(form, url, content, giveUp.signal);
    if (response.status >= SERVER_ERROR) throw new ServerFailed(response.status);
    const answer = await response.json().catch(() => null);
    if (response.ok && answer === null) throw new Unreachable();
    return { isTaken: response.ok, status: response.status, answer };
  } catch (problem) {
    throw problem instanceof SignedOut || problem instanceof Unreachable ? problem : new Unreachable();
  } finally {
    clearTimeout(timer);
  }
}

// A sign-in page is no answer. After signing in again the page's token is outdated: it is refetched
// once.
async function signedIn(form, url, content, signal) {
  let response = await request(form, url, content, signal);
  if (response.status === FORBIDDEN && (await renewToken(form, signal))) {
    response = await request(form, url, content, signal);
  }
  if (response.redirected) throw new SignedOut();
  return response;
}

const token = (form) => form.elements.namedItem("csrfmiddlewaretoken");

function request(form, url, content, signal) {
  const isForm = content instanceof URLSearchParams;
  return fetch(url, {
    method: "POST",
    credentials: "same-origin",
    keepalive: true,
    headers: {
      "X-CSRFToken": token(form).value,
      ...(isForm ? {} : { "Content-Type": "application/json" }),
    },
    body: isForm ? content : JSON.stringify(content),
    signal,
  });
}

async function renewToken(form, signal) {
  const response = await fetch(location.href, { credentials: "same-origin", signal });
  if (response.redirected) throw new SignedOut();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const reader = page.querySelector("[data-account]")?.dataset ?? {};
  if (reader.account && reader.account !== account) throw new SignedOut(reader.who);
  const fresh = page.getElementById(form.id);
  if (!fresh) return false; // read-only now: there is nothing to save any more
  token(form).value = token(fresh).value;
  return true;
}

// Show in red why nothing is sent, and what `waits`; nothing without a problem. The problem's own
// text comes first.
export function showAlarm(alarm, problem, waits = "") {
  alarm.hidden = !problem;
  if (!problem) return;
  alarm.querySelector("[data-text]").textContent = problem.message || why(problem, alarm.dataset);
  alarm.querySelector("[data-waiting]").textContent = waits;
  alarm.querySelector("a").hidden = !(problem instanceof SignedOut);
}

function why(problem, words) {
  if (!(problem instanceof SignedOut)) return words.textUnreachable;
  if (!problem.who) return words.textSignedOut;
  return filled(words.textSignedInOther, { who: problem.who, own: who });
}
