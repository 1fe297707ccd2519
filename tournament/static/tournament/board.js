// The missing-sheet board: asks the server for its tables every few seconds, counts the minutes
// between, shows the tables of one state by its letter, and takes the number of a table from
// anywhere on the page.
"use strict";

(() => {
  const ASK_EVERY_SECONDS = 5;
  const MINUTE = 60000;
  const board = document.getElementById("board");
  const field = document.getElementById("board-table");
  // How far the server's clock is ahead of ours, in milliseconds.
  let offset = 0;

  function learnOffset() {
    const time = board.querySelector("[data-board-now]");
    offset = Number(time.dataset.boardNow) - Date.now();
  }

  function count() {
    for (const minutes of board.querySelectorAll("[data-minutes-since]")) {
      const past = Date.now() + offset - Number(minutes.dataset.minutesSince);
      minutes.textContent = Math.max(0, Math.floor(past / MINUTE));
    }
  }

  // Whoever stands on a table or a filter stays there when the tables are new.
  function replace(tables) {
    const place = board.contains(document.activeElement)
      ? document.activeElement.getAttribute("href")
      : null;
    board.innerHTML = tables;
    learnOffset();
    count();
    if (place) board.querySelector(`a[href="${CSS.escape(place)}"]`)?.focus();
  }

  async function ask() {
    if (document.visibilityState !== "visible") return;
    try {
      const answer = await fetch(board.dataset.boardSource, { cache: "no-store" });
      // Signed out in the meantime: the sign-in page is no board.
      if (answer.ok && !answer.redirected) replace(await answer.text());
    } catch {
      // The server is away for a moment: the board stays as it was.
    }
  }

  const typing = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (/^[0-9]$/.test(event.key)) {
      field.value = "";
      field.focus(); // the digit itself arrives there
    } else if (event.key.length === 1) {
      board.querySelector(`[data-board-key="${CSS.escape(event.key)}"]`)?.click();
    }
  });

  learnOffset();
  count();
  setInterval(count, 1000);
  setInterval(ask, ASK_EVERY_SECONDS * 1000);
  document.addEventListener("visibilitychange", ask);
})();
