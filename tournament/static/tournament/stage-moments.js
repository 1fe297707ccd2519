// What the hall watches: a draw fills its tables, a place is called. Each is played once, when it
// comes, and not at all where motion is not wanted.

const FILLING = 3600; // milliseconds for all tables
const FIGURES_EVERY = 350;
const FALLING = 2600; // within which the last club begins to fall
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
const played = new Map(); // the last moment of each picture

function delay(elements, first, every) {
  for (const [index, each] of elements.entries()) {
    each.style.animationDelay = `${Math.round(first + index * every)}ms`;
  }
}

// Without chance of its own, so that all screens of a hall show the same.
function scatter(clubs) {
  for (const [index, club] of clubs.entries()) {
    club.style.left = `${(index * 61) % 97}%`;
    club.style.animationDelay = `${((index * 37) % clubs.length) * (FALLING / clubs.length)}ms`;
  }
}

export function playMoment(stage) {
  const { moment } = stage.querySelector("[data-moment]")?.dataset ?? {};
  const picture = stage.querySelector(".picture");
  const kind = picture.classList[1];
  if (!moment || played.get(kind) === moment) return;
  played.set(kind, moment);
  if (isCalm.matches || stage.inert) return;
  const squares = [...stage.querySelectorAll(".square")];
  delay(squares, 300, FILLING / Math.max(1, squares.length));
  delay([...stage.querySelectorAll(".figures > *")], 300 + FILLING, FIGURES_EVERY);
  scatter([...stage.querySelectorAll(".falling .club")]);
  picture.classList.add("is-moment");
}
