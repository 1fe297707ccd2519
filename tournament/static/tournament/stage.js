// The pictures of the screens in the hall: each polls for its picture, turns the pages of a list
// longer than the wall, and uses the largest letters that fit. Nothing flashes: what was seen stays
// until something new is there, even without the server.
import { answerOf, learnTime, piece, tellTrouble } from "./live.js";
import { fitList, fitTexts, pagesOf } from "./stage-fit.js";
import { playMoment } from "./stage-moments.js";

const PAGE_SECONDS = 12;
const stages = [...document.querySelectorAll("[data-picture-source]")];
const pages = new Map(); // by source and picture: how many pages it has turned

// By what a line is looked for: its rank, else the first letter of its name.
const mark = (line) =>
  line.querySelector(".rank")?.textContent ?? line.textContent.trim()[0]?.toUpperCase() ?? "";

const kindOf = (picture) => picture.classList[1];
const listOf = (stage) =>
  stage.dataset.pictureSource + kindOf(stage.querySelector(".picture"));

// The page a long list is at, and which lines are on it. In turns with others it goes on where it
// was, so that everybody is seen.
function turn(stage) {
  const list = stage.querySelector("[data-paged]");
  if (!list) return;
  const frame = list.getBoundingClientRect();
  const { width, count } = pagesOf(list);
  const page = (pages.get(listOf(stage)) ?? 0) % count;
  list.scrollLeft = page * width;
  const shown = [...list.children].filter((line) => {
    const middle = line.getBoundingClientRect();
    return middle.left >= frame.left - 1 && middle.left < frame.right;
  });
  const told = stage.querySelector("[data-pages]");
  if (count === 1 || !shown.length) {
    told.textContent = "";
    return;
  }
  const isInOrder = list.dataset.paged !== "unsorted";
  const range = isInOrder ? `${mark(shown[0])} – ${mark(shown.at(-1))} · ` : "";
  told.textContent = `${range}${page + 1}/${count}`;
}

function arrange(stage) {
  fitTexts(stage);
  const list = stage.querySelector("[data-paged]");
  if (!list) return;
  fitList(list, stage);
  const height = list.clientHeight;
  turn(stage);
  if (list.clientHeight === height) return;
  fitList(list, stage); // the number of the page has taken a line of its own
  turn(stage);
}

const textOf = (stage) => stage.querySelector(".said")?.innerText.trim();
let lastSaid = textOf(document); // what was there when the page opened is not announced again

// A new text of the direction is announced like a call of the clock.
function tellNew(stage) {
  const said = textOf(stage);
  if (!said || said === lastSaid) return;
  lastSaid = said;
  document.dispatchEvent(new CustomEvent("announced", { detail: said }));
}

function show(stage, html) {
  const before = stage.querySelector(".picture");
  stage.innerHTML = html;
  const picture = stage.querySelector(".picture");
  if (before && kindOf(before) !== kindOf(picture)) picture.classList.add("is-new");
  learnTime(stage);
  arrange(stage);
  playMoment(stage);
  tellNew(stage);
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
stages.forEach(playMoment);
setInterval(() => {
  for (const stage of stages) {
    if (!stage.querySelector("[data-paged]")) continue;
    pages.set(listOf(stage), (pages.get(listOf(stage)) ?? 0) + 1);
    turn(stage);
  }
}, PAGE_SECONDS * 1000);
