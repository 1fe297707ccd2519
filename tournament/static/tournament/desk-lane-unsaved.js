// Totals that were answered and are neither saved nor a draft, the round having been closed: they
// stand below the lane, to be carried over or sent again, and stay there over a reload.
import { figure, signed } from "./desk-figures.js";

// Shows the list as the queue has it; returns how to show it anew.
export function unsavedList(section, words, queue) {
  function show() {
    const items = queue.unsaved().map((one, index) => item(one, index));
    section.querySelector("ul").replaceChildren(...items);
    section.hidden = items.length === 0;
  }

  function item({ sheet, text }, index) {
    const line = document.createElement("li");
    const figures = sheet.totals.map((total) => signed(figure(total))).join(" / ");
    line.append(`${text} ${figures} `);
    line.append(button(words.textSendAgain, () => takeOut(index, () => queue.push(sheet))), " ");
    line.append(button(words.textCarriedOver, () => takeOut(index)));
    return line;
  }

  function takeOut(index, first = () => {}) {
    first();
    queue.forget(index);
    show();
  }

  return show;
}

function button(text, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button small";
  element.textContent = text;
  element.addEventListener("click", act);
  return element;
}
