// Keys that work on every page: "/" to the search field, "g" and a letter to a tab, "?" for help.

const typing = (element) =>
  element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
// Fields that never contain a question mark: there it opens the help as well.
const figures = (element) =>
  element.matches(".figure, .winners, .lane-line, .lane-stand, select, [type=checkbox]");
const isEmptySearch = (element) => element.type === "search" && element.value === "";
let waitingForPlace = false;

// The key is called as on this system.
if (/^Mac/.test(navigator.platform)) {
  for (const key of document.querySelectorAll("[data-control]")) key.textContent = "⌘";
}

// Show only the keys that do something on this page.
function showKeys() {
  const keys = document.getElementById("keys");
  for (const line of keys.querySelectorAll("[data-needs]")) {
    line.hidden = !document.querySelector(line.dataset.needs);
  }
  keys.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const works =
    (event.key === "?" && figures(event.target)) ||
    (/^[?/]$/.test(event.key) && isEmptySearch(event.target));
  if (typing(event.target) && !works) return;
  if (waitingForPlace) {
    waitingForPlace = false;
    const place = document.querySelector(`.places [data-key="${CSS.escape(event.key)}"]`);
    if (place) {
      event.preventDefault();
      place.click();
      place.closest("details")?.querySelector("a")?.focus(); // the first page of the menu
    }
    return;
  }
  if (event.key === "/") {
    const search = document.querySelector("[type=search]");
    if (search) {
      event.preventDefault();
      search.focus();
    }
  } else if (event.key === "g") {
    waitingForPlace = true;
    setTimeout(() => (waitingForPlace = false), 1500);
  } else if (event.key === "?") {
    event.preventDefault();
    showKeys();
  }
});
for (const button of document.querySelectorAll("[data-shows-keys]")) {
  button.addEventListener("click", showKeys);
}

// A focused search field selects its text: typing replaces it.
const selectSearch = (element) => element?.type === "search" && element.select();
document.addEventListener("focusin", (event) => selectSearch(event.target));
selectSearch(document.activeElement);

// An open menu closes on Escape and on a click beside it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// A form is sent once: a double click does not send it twice.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (form.dataset.sent) event.preventDefault();
  else if (form.method === "post") form.dataset.sent = "1";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
