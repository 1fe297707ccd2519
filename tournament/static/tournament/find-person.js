// A field for a player suggests people while one types, as the search of the tournament finds them:
// arrows and Enter choose, Escape leaves what was typed. Enter before the answer came waits for it, and
// among several it goes to the first: the form is not sent while the letters mean nobody yet.
import { piece } from "./live.js";

function suggestTo(field) {
  const box = document.createElement("div");
  const list = document.createElement("ul");
  box.className = "suggested";
  list.id = `${field.id}_people`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.ariaLabel ?? field.labels[0].textContent);
  list.hidden = true;
  const isTypedInto = document.activeElement === field; // moving it takes the focus away
  field.before(box);
  box.append(field, list);
  if (isTypedInto) field.focus();
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");

  let letters = ""; // what the list belongs to
  let isAsking = false;
  let isEntered = false; // Enter was pressed before the answer came
  const chosen = () => list.querySelector("[aria-selected=true]");

  function choose(option) {
    chosen()?.removeAttribute("aria-selected");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  }

  function open(isOpen) {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) choose(null);
  }

  function take(option) {
    field.value = option.dataset.value;
    isAsking = false;
    open(false);
    // The form hears that the field has another value; this list need not be asked again.
    field.dispatchEvent(new CustomEvent("input", { bubbles: true }));
  }

  async function show() {
    const typed = field.value;
    isAsking = true;
    isEntered = false;
    const address = new URL(field.dataset.findsPerson, location.href);
    address.search = new URLSearchParams({ q: typed, part: "people" });
    const found = typed.trim() ? await piece(address) : "";
    if (field.value !== typed) return; // asked again
    isAsking = false;
    if (document.activeElement !== field) return;
    letters = typed;
    list.innerHTML = found ?? "";
    list.querySelectorAll("li").forEach((option, at) => {
      option.id = `${list.id}_${at}`;
    });
    open(list.childElementCount > 0);
    choose(list.childElementCount === 1 || isEntered ? list.firstElementChild : null);
    if (isEntered && list.childElementCount === 1) take(list.firstElementChild);
  }

  field.addEventListener("input", (event) => {
    if (!(event instanceof CustomEvent)) show();
  });
  field.addEventListener("blur", () => open(false));
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && isAsking) {
      isEntered = true;
      event.preventDefault();
    }
    if (list.hidden || letters !== field.value) return; // never those of other letters
    if (step) {
      const options = [...list.children];
      const at = options.indexOf(chosen());
      const next = at < 0 && step < 0 ? options.length - 1 : at + step;
      choose(options[(next + options.length) % options.length]);
    } else if (event.key === "Enter") {
      if (chosen()) take(chosen());
      else choose(list.firstElementChild);
    } else if (event.key === "Escape") {
      open(false);
    } else return;
    event.preventDefault();
  });
  // Before the field loses the focus, which would close the list.
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  });
}

document.querySelectorAll("[data-finds-person]").forEach(suggestTo);
