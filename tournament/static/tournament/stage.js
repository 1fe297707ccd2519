// The pictures of the screens in the hall: each polls for its picture, turns the pages of a list
// longer than the wall, and uses the largest letters that fit. Nothing flashes: what was seen stays
// until something new is there, even without the server.
import { answerOf, learnTime, piece, tellTrouble } from "./live.js";

const PAGE_SECONDS = 12;
const SMALLEST = 0.42; // relative to the intended size
const stages = [...document.querySelectorAll("[data-picture-source]")];
const pages = new WeakMap(); // by stage: how many pages it has turned

// Letters extend slightly beyond a tight line: that is no overflow.
const overflows = (element, size) =>
  element.scrollWidth > element.clientWidth + 1 ||
  element.scrollHeight > element.clientHeight + size * 0.2;

// Shrink letters, all by one step at a time, until nothing is cut off; return what is still too
// large at the smallest size.
function shrink(elements, smallest) {
  const meant = elements.map((element) => parseFloat(getComputedStyle(element).fontSize));
  let tight = [...elements.keys()];
  for (let share = 1; ; share *= 0.93) {
    tight = tight.filter((each) => overflows(elements[each], meant[each] * share));
    if (!tight.length || share < smallest) return tight.map((each) => elements[each]);
    for (const each of tight) elements[each].style.fontSize = `${meant[each] * share * 0.93}px`;
  }
}

function asMeant(elements, isBroken) {
  for (const element of elements) {
    element.style.fontSize = "";
    element.classList.toggle("is-broken", isBroken);
  }
}

// No name is cut off: its letters shrink until its words fit; only if legible letters do not
// suffice is it broken within a word.
function fit(stage) {
  const all = [...stage.querySelectorAll("[data-fit]")];
  asMeant(all, false);
  const longest = shrink(all, SMALLEST);
  asMeant(longest, true);
  shrink(longest, 0.05);
}

const letter = (line) => line.textContent.trim()[0]?.toUpperCase() ?? "";

// The page a long list is at, and which letters are on it.
function turn(stage) {
  const list = stage.querySelector("[data-paged]");
  if (!list) return;
  const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
  const frame = list.getBoundingClientRect();
  const width = frame.width + gap; // not rounded: twenty pages later the error would show
  const all = Math.max(1, Math.ceil((list.scrollWidth + gap) / width - 0.01));
  const page = (pages.get(stage) ?? 0) % all;
  list.scrollLeft = page * width;
  const shown = [...list.children].filter((line) => {
    const middle = line.getBoundingClientRect();
    return middle.left >= frame.left - 1 && middle.left < frame.right;
  });
  const told = stage.querySelector("[data-pages]");
  told.textContent =
    all > 1 && shown.length
      ? `${letter(shown[0])} – ${letter(shown.at(-1))} · ${page + 1}/${all}`
      : "";
}

function arrange(stage) {
  fit(stage);
  turn(stage);
}

function show(stage, html) {
  const before = stage.querySelector(".picture");
  stage.innerHTML = html;
  const picture = stage.querySelector(".picture");
  if (before && before.className.split(" ")[1] !== picture.className.split(" ")[1]) {
    picture.classList.add("is-new");
  }
  learnTime(stage);
  arrange(stage);
  document.dispatchEvent(new Event("picture"));
}

async function ask(stage) {
  const source = stage.dataset.pictureSource;
  const mark = stage.querySelector(".picture").dataset.mark;
  const seen = `${source.includes("?") ? "&" : "?"}seen=${mark}`;
  const html = await piece(source, seen);
  if (html) show(stage, html);
}

// One request after the other, and at once when the machine wakes up.
async function follow(stage) {
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1000 * stage.dataset.every);
      document.addEventListener("visibilitychange", resolve, { once: true });
    });
    if (stage.querySelector("[data-closed]")) return;
    if (document.visibilityState === "visible") await ask(stage);
  }
}

const form = document.getElementById("call-places");
const STEPS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };

// Places are called with the keys that turn the pages of a presentation.
async function call(event) {
  const step = STEPS[event.key];
  const places = document.querySelector(".stage .steps");
  if (!form || !step || !places || event.target.closest(".controls")) return;
  event.preventDefault();
  const called = places.querySelectorAll(".called").length + step;
  form.elements.called.value = Math.max(0, called);
  const got = await answerOf(form.action, { method: "POST", body: new FormData(form) });
  if (got === null) tellTrouble(true, 0);
  else ask(stages[0]);
}

let resting;

function wake() {
  document.body.classList.add("is-used");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.remove("is-used"), 4000);
}

if (document.querySelector(".controls")) {
  document.addEventListener("keydown", call);
  for (const sign of ["pointermove", "pointerdown"]) document.addEventListener(sign, wake);
  document
    .getElementById("full-screen")
    .addEventListener("click", () =>
      document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen(),
    );
  wake();
}

const sizes = new ResizeObserver((entries) => entries.forEach((entry) => arrange(entry.target)));
for (const stage of stages) {
  sizes.observe(stage);
  follow(stage);
}
document.fonts.ready.then(() => stages.forEach(arrange));
setInterval(() => {
  for (const stage of stages) {
    if (!stage.querySelector("[data-paged]")) continue;
    pages.set(stage, (pages.get(stage) ?? 0) + 1);
    turn(stage);
  }
}, PAGE_SECONDS * 1000);
