// Taking back what a tick in the list says. It is rare, so its button is in no row until somebody
// points at the row, comes to it by keyboard, or taps the tick; then it lies over the tick.
import { made } from "./page.js";

const BUTTON = ".take-back";

export function offerBack(row) {
  for (const tick of row.querySelectorAll("[data-back]")) {
    if (tick.parentElement.querySelector(BUTTON)) continue;
    const { back, what } = tick.dataset;
    const button = made("button", { className: "button small take-back", name: "on", value: "0" }, tick.closest("form").dataset.textBack);
    button.dataset.what = what;
    button.title = back;
    button.setAttribute("aria-label", `${row.querySelector(".name a").textContent}: ${back}`);
    tick.after(button);
  }
}

// Only one row offers it, besides the one that has the focus.
function leave(list, row) {
  for (const button of list.querySelectorAll(BUTTON)) {
    const own = button.closest("tr");
    if (own !== row && !own.contains(document.activeElement)) button.remove();
  }
}

export function offersBack(list) {
  const rowOf = (event) => event.target.closest("tbody tr");
  const offer = (row) => {
    leave(list, row);
    if (row) offerBack(row);
  };
  // Under a finger the button would come and be pressed by one tap.
  list.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") offer(rowOf(event));
  });
  list.addEventListener("pointerleave", () => leave(list, null));
  list.addEventListener("focusin", (event) => offer(rowOf(event)));
  list.addEventListener("click", (event) => {
    if (event.target.closest(".state") && !event.target.closest("button")) offer(rowOf(event));
  });
}
