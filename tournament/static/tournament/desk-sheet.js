// The score sheet on the screen: its form, and what is typed in its fields.
import { figure, signed, written } from "./desk-figures.js";

export { figure, signed, written };
export const form = document.getElementById("sheet-form");
export const words = form.dataset;
export const games = Number(words.games);
export const seats = Array.from({ length: Number(words.size) }, (_, index) => index + 1);

export const field = (name) => form.elements.namedItem(name);

export function go(element) {
  element.focus();
  element.select?.();
}

// Where the page wants to be read first: in the field that is missing, else where it says so.
export const begin = () =>
  (field(words.focusOn ?? "") ?? document.querySelector("[data-focus]"))?.focus();

// Where somebody was typing, once what had the focus is gone.
let lastTyped = null;
form.addEventListener("focusin", (event) => {
  if (event.target.matches("input:not([type=hidden], [type=checkbox])")) lastTyped = event.target;
});
export const backToTyping = () =>
  (lastTyped ?? form.querySelector("input:not([type=hidden])")).focus();
