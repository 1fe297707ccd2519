// Nothing typed is lost: the server keeps a draft for each window, and this browser keeps what the
// server has not got yet (desk-kept.js). Without the server it is said in red and tried again.
import { drop, keep } from "./desk-kept.js";
import { backToTyping, field, form, NotTaken, post, words } from "./desk-sheet.js";
import { showAlarm, SignedOut, Unreachable } from "./send.js";

const DRAFT_AFTER = 1500; // milliseconds without a key
const RETRY_AFTER = 3000; // milliseconds without the server
const state = document.getElementById("draft-state");
const alarm = document.getElementById("desk-alarm");
const others = document.getElementById("desk-others");

// What was typed last and is in no draft yet is marked on the form itself.
const isUnsaved = () => "unsaved" in words;
let strokes = 0;
let waiting = null;
let underway = Promise.resolve(); // the draft on its way; the next one goes after it
let queued = null;
let isLost = false; // the server did not answer the last time
let asking = false; // before the page is left
let sent = false;

// --- What is wrong ----------------------------------------------------------------------------------

// Nothing is sent as long as that is so.
const isInTheWay = (problem) =>
  [SignedOut, NotTaken, Unreachable].some((kind) => problem instanceof kind);

function tell(problem) {
  state.textContent = isInTheWay(problem) ? "" : words.textDraftFailed;
  if (!isInTheWay(problem)) return;
  const isNew = alarm.hidden;
  showAlarm(alarm, problem);
  if (isNew && form.contains(document.activeElement)) {
    document.activeElement.scrollIntoView({ block: "center" });
  }
}

function calm() {
  if (alarm.contains(document.activeElement)) backToTyping();
  showAlarm(alarm, null);
}

// --- The server's draft -----------------------------------------------------------------------------

// Resolves to null when the server has it, else to what is wrong.
function saveDraft() {
  clearTimeout(waiting);
  queued ??= underway.then(() => {
    queued = null;
    underway = sendDraft();
    return underway;
  });
  return queued;
}

async function sendDraft() {
  const upTo = strokes;
  try {
    const saved = await post("draft");
    field("draft").value = saved.draft;
    if (upTo === strokes) {
      delete words.unsaved;
      drop();
    }
    calm();
    state.textContent = isLost ? `${words.textBack} ${saved.text}` : saved.text;
    document.getElementById("discard-draft").hidden = false;
    showOthers(saved.others);
    if (isLost) form.dispatchEvent(new CustomEvent("desk:back"));
    isLost = false;
    return null;
  } catch (problem) {
    tell(problem);
    isLost = problem instanceof Unreachable;
    if (isLost) waiting = setTimeout(saveDraft, RETRY_AFTER);
    return problem;
  }
}

// What another window has typed for this table meanwhile. One of its buttons may be what is asked.
let shown = null;
function showOthers(html) {
  if (html === shown || asking) return;
  const hadFocus = others.contains(document.activeElement);
  shown = html;
  others.innerHTML = html;
  if (hadFocus) backToTyping();
}

// Whoever goes on with the other one leaves this one complete.
others.addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  if (!isUnsaved() || (await saveDraft()) === null) location.assign(link.href);
});

form.addEventListener("input", () => {
  strokes += 1;
  words.unsaved = "";
  keep();
  clearTimeout(waiting);
  waiting = setTimeout(saveDraft, DRAFT_AFTER);
});

// The check has had no answer (desk-list-live.js): whether the draft gets one is known sooner then.
form.addEventListener("sheet:unanswered", () => {
  if (isUnsaved() && !isLost) saveDraft();
});
window.addEventListener("online", () => {
  if (isLost) saveDraft();
});

// --- Saving -----------------------------------------------------------------------------------------

// Before the page is left for good the draft is saved: whoever is signed out, or without a
// network, stays here instead of losing the page to a sign-in form.
form.addEventListener("submit", async (event) => {
  if (event.submitter?.value === "discard") drop();
  if (sent || event.submitter?.value === "discard") return;
  event.preventDefault();
  if (asking) return;
  asking = true;
  keep();
  const problem = await saveDraft();
  asking = false;
  if (isInTheWay(problem)) return;
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
  if (isUnsaved() && !sent) sendDraft();
});
