// The totals of a sheet while typed: keyboard navigation, and the proposal for the last total. The
// page says whether totals add up to 0 (`data-adds-up`), and has a text if odd and even must not be
// mixed (`data-text-mixed`).
import { begin, field, form, go, seats, words } from "./desk-sheet.js";
import { reckoned, takeProposal } from "./desk-sums.js";
import { signed } from "./texts.js";

const save = document.getElementById("save");
const totals = seats.map((seat) => field(`t${seat}`));

// --- Sums ---------------------------------------------------------------------------------------

function reckon() {
  const [addsUp, isEven] = ["addsUp" in words, "textMixed" in words];
  const { points, sum, areAll, areMixed } = reckoned(totals, { addsUp, isEven });
  const output = document.getElementById("check-totals");
  if (!output) return;
  const isRight = areAll && sum === 0 && !areMixed;
  const told = sum === 0 && areMixed ? words.textMixed : `Σ ${signed(sum)}`;
  const mark = !addsUp ? "" : isRight ? "✓ " : "✗ ";
  output.textContent = points.length === 0 ? "" : areAll ? mark + told : "…";
  output.classList.toggle("is-right", mark !== "" && isRight);
  output.classList.toggle("is-wrong", mark !== "" && areAll && !isRight);
}

form.addEventListener("input", reckon);

// --- The way of the cursor ----------------------------------------------------------------------

const isField = (element) =>
  element.matches("input:not([type=hidden]), select") && !element.disabled && element.offsetParent;

function after(element) {
  const { total } = element.dataset;
  // After the last total comes saving; before that, whether a penalty is in the totals, and the
  // reason for a correction.
  if (total) return field(`t${Number(total) + 1}`) ?? openQuestion() ?? field("reason") ?? save;
  if ("booked" in element.dataset) return openQuestion() ?? field("reason") ?? save;
  if (element.name === "reason") return save;
  const fields = [...form.elements].filter(isField);
  return fields[fields.indexOf(element) + 1] ?? save;
}

const openQuestion = () =>
  [...form.querySelectorAll("select[data-booked]")].find((select) => select.value === "");

// Do not send what would only be refused for a missing total.
function saveOrComplete() {
  const missing = totals.find((input) => input.value.trim() === "");
  if (missing) go(missing);
  else form.requestSubmit(save);
}

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit(save);
  } else if (isField(event.target)) {
    event.preventDefault();
    if (event.target.dataset.total) takeProposal(event.target);
    const next = after(event.target);
    if (next === save && "enterSaves" in words) saveOrComplete();
    else go(next);
  }
});
form.addEventListener("focusin", (event) => {
  if (event.target.dataset.total) event.target.select();
});

// --- Penalties ----------------------------------------------------------------------------------

// Add a penalty line, cloned from the empty one.
const more = document.getElementById("more-penalties");
more?.addEventListener("click", () => {
  const lines = form.querySelectorAll("[data-penalty]");
  const last = lines[lines.length - 1];
  const number = Number(last.dataset.penalty);
  const copy = last.cloneNode(true);
  copy.dataset.penalty = String(number + 1);
  for (const element of copy.querySelectorAll("[name], [for], [id]")) {
    for (const attribute of ["name", "for", "id"]) {
      const value = element.getAttribute(attribute);
      if (value) element.setAttribute(attribute, value.replace(/^x\d+-/, `x${number + 1}-`));
    }
    if (element.name) element.value = "";
  }
  last.after(copy);
  more.hidden = number + 1 >= Number(words.mostPenalties);
  copy.querySelector("select").focus();
});

form.addEventListener("sheet:checked", ({ detail }) => {
  // With a penalty that nobody is credited with, typed just now, they add up to something else.
  form.toggleAttribute("data-adds-up", detail.adds_up);
  reckon();
  for (const [number, points] of Object.entries(detail.penalties)) {
    points.forEach((text, index) => {
      const input = field(`x${number}-p${index + 1}`);
      if (input) input.placeholder = text;
    });
  }
});

reckon();
begin();
