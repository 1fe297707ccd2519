// Keys that work on every page: "/" to the search field, "g" and a letter to a place, "?" for help.
"use strict";

(() => {
  const typing = (element) =>
    element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
  let waitingForPlace = false;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (waitingForPlace) {
      waitingForPlace = false;
      const place = document.querySelector(`.places a[data-key="${CSS.escape(event.key)}"]`);
      if (place) {
        event.preventDefault();
        place.click();
      }
      return;
    }
    if (event.key === "/") {
      const search = document.querySelector("[type=search]");
      if (search) {
        event.preventDefault();
        search.focus();
        search.select();
      }
    } else if (event.key === "g") {
      waitingForPlace = true;
      setTimeout(() => (waitingForPlace = false), 1500);
    } else if (event.key === "?") {
      event.preventDefault();
      document.getElementById("keys").showModal();
    }
  });

  // An open menu closes by Escape and by a click beside it.
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

  // A form is sent once: a double click sends nothing twice.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    if (form.dataset.sent) event.preventDefault();
    else if (form.method === "post") form.dataset.sent = "1";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
})();
