// Nothing typed is lost: the server keeps a draft, and this browser keeps what the server has not
// got yet, per account and table.
import { post, SignedOut, typed } from "./desk-post.js";
import { field, form, words } from "./desk-sheet.js";

const DRAFT_AFTER = 1500; // milliseconds without a key
const KEY = `kreuzdame.sheet.${words.account}.${location.pathname}`;
const state = document.getElementById("draft-state");
const alarm = document.getElementById("desk-alarm");
const offer = document.getElementById("desk-kept");

// --- What this browser keeps ------------------------------------------------------------------------

// A browser may refuse to store anything; then the server's draft is all there is.
const store = {
  read() {
    try {
      return JSON.parse(localStorage.getItem(KEY));
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
  drop() {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // As said above.
    }
  },
};

// What is offered stays until somebody has decided about it.
const isOffered = () => !offer.hidden;

function keep() {
  if (!isOffered()) store.write({ kind: words.kind, fields: typed(), at: Date.now() });
}

function drop() {
  if (!isOffered()) store.drop();
}

const filledIn = (fields) =>
  JSON.stringify(Object.entries(fields).filter(([, text]) => text !== "").sort());

function offerKept() {
  const kept = store.read();
  if (!kept?.fields) return;
  const isHere = kept.kind === words.kind && filledIn(kept.fields) === filledIn(typed());
  if (isHere || "justSaved" in words) {
    store.drop();
    return;
  }
  const time = new Date(kept.at).toLocaleString(document.documentElement.lang, {
    dateStyle: "short",
    timeStyle: "short",
  });
  offer.querySelector("time").textContent = time;
  offer.hidden = false;
}

function takeKept() {
  const { kind, fields } = store.read();
  if (kind !== words.kind) {
    location.search = `?kind=${kind}`;
    return;
  }
  for (const [name, text] of Object.entries(fields)) fill(name, text);
  // A box that was not ticked is not among the fields.
  for (const box of form.querySelectorAll("[type=checkbox][name]")) {
    if (box.name !== "accept") box.checked = box.name in fields;
  }
  offer.hidden = true;
  form.dispatchEvent(new Event("input", { bubbles: true }));
  form.dispatchEvent(new CustomEvent("desk:figures"));
}

function fill(name, text) {
  const more = document.getElementById("more-penalties");
  if (!field(name) && /^x\d+-/.test(name) && text !== "") more.click();
  const input = field(name);
  if (!input || input.type === "checkbox") return;
  input.value = text;
  if (text !== "") delete input.dataset.fromNote;
}

offer.querySelector("[data-take]").addEventListener("click", takeKept);
offer.querySelector("[data-drop]").addEventListener("click", () => {
  offer.hidden = true;
  store.drop();
});

// --- The server's draft -----------------------------------------------------------------------------

// What was typed last and is in no draft yet is marked on the form itself.
const isUnsaved = () => "unsaved" in words;
let strokes = 0;
let waiting = null;
let sent = false;

function warn(text, isSignedOut) {
  alarm.querySelector("[data-text]").textContent = text;
  alarm.querySelector("a").hidden = !isSignedOut;
  alarm.hidden = false;
  state.textContent = "";
  if (form.contains(document.activeElement)) {
    document.activeElement.scrollIntoView({ block: "center" });
  }
}

function whyNotSaved({ who }) {
  if (!who) return words.textSignedOut;
  return words.textSignedInOther.replaceAll("{who}", () => who).replaceAll("{own}", () => words.who);
}

// Resolves to null when the server has it, else to what is wrong.
async function saveDraft() {
  clearTimeout(waiting);
  const upTo = strokes;
  try {
    const saved = await post(words.draftUrl);
    if (upTo === strokes) {
      delete words.unsaved;
      drop();
    }
    alarm.hidden = true;
    state.textContent = saved.text;
    document.getElementById("discard-draft").hidden = false;
    return null;
  } catch (problem) {
    if (problem instanceof SignedOut) warn(whyNotSaved(problem), true);
    else state.textContent = words.textDraftFailed;
    return problem;
  }
}

form.addEventListener("input", () => {
  strokes += 1;
  words.unsaved = "";
  keep();
  clearTimeout(waiting);
  waiting = setTimeout(saveDraft, DRAFT_AFTER);
});

// --- Saving -----------------------------------------------------------------------------------------

// Before the page is left for good the draft is saved: whoever is signed out, or without a
// network, stays here instead of losing the page to a sign-in form.
let asking = false;

form.addEventListener("submit", async (event) => {
  if (event.submitter?.value === "discard") store.drop();
  if (sent || event.submitter?.value === "discard") return;
  event.preventDefault();
  if (asking) return;
  asking = true;
  keep();
  const problem = await saveDraft();
  asking = false;
  const isUnreachable = problem instanceof TypeError;
  if (isUnreachable) warn(words.textUnreachable, false);
  if (problem instanceof SignedOut || isUnreachable) return;
  sent = true;
  form.requestSubmit(event.submitter);
});
window.addEventListener("pageshow", () => {
  sent = false;
});

// Back from signing in in another window: go on where one was.
window.addEventListener("focus", () => {
  if (!alarm.hidden) saveDraft();
});
// Whoever leaves in the middle of a word finds it again.
window.addEventListener("pagehide", () => {
  if (isUnsaved() && !sent) saveDraft();
});

offerKept();
