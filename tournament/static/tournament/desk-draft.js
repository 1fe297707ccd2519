// Nothing typed is lost: the server keeps a draft per window, and this browser keeps what the
// server does not have yet (desk-kept.js). Without the server a red alarm says so, and saving is
// retried.
import { drop, keep } from "./desk-kept.js";
import { backToTyping, field, form, NotTaken, post, words } from "./desk-sheet.js";
import { showAlarm, SignedOut, Unreachable } from "./send.js";

const DRAFT_AFTER = 1500; // milliseconds without a key
const RETRY_AFTER = 3000; // milliseconds without the server
const state = document.getElementById("draft-state");
const alarm = document.getElementById("desk-alarm");
const others = document.getElementById("desk-others");

// Input not in a draft yet is marked on the form itself.
const isUnsaved = () => "unsaved" in words;
let strokes = 0;
let waiting = null;
let underway = Promise.resolve(); // the draft being sent; the next one goes after it
let queued = null;
let isLost = false; // the last request had no answer
let asking = false; // while leaving the page
let sent = false;

// --- What is wrong ----------------------------------------------------------------------------------

// Problems that block sending.
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

// Resolves to null when the server has it, else to the problem.
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

// Drafts of other windows for this table. A button pressed here may be one of theirs.
let shown = null;
function showOthers(html) {
  if (html === shown || asking) return;
  const hadFocus = others.contains(document.activeElement);
  shown = html;
  others.innerHTML = html;
  if (hadFocus) backToTyping();
}

// Switching to another draft first saves this one completely.
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

// The check had no answer (desk-list-live.js): this shows sooner whether drafts get one.
form.addEventListener("sheet:unanswered", () => {
  if (isUnsaved() && !isLost) saveDraft();
});
window.addEventListener("online", () => {
  if (isLost) saveDraft();
});

// --- Saving -----------------------------------------------------------------------------------------

// Save the draft before leaving the page: a user who is signed out or offline stays here instead of
// losing the page to a sign-in form.
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

// Back from signing in in another window: continue.
window.addEventListener("focus", () => {
  if (!alarm.hidden) saveDraft();
});
// Leaving in the middle of a word keeps it.
window.addEventListener("pagehide", () => {
  if (isUnsaved() && !sent) sendDraft();
});
