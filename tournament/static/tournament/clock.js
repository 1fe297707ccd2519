// The round clock. The server says when the time ends and what time it is now; this script counts
// down between, so the clock of this machine may be wrong. Now and then it asks again: another
// screen may have started or ended the round.
(function () {
  "use strict";

  const ASK_EVERY_SECONDS = 15;
  // How far the server's clock is ahead of ours, in milliseconds.
  let offset = 0;

  function minutesAndSeconds(milliseconds) {
    // A begun second counts as a second left, as on the server.
    const seconds = Math.ceil(milliseconds / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function learnOffset(root) {
    const time = root.querySelector("[data-server-now]");
    if (time) {
      offset = Number(time.dataset.serverNow) - Date.now();
    }
  }

  function tick() {
    for (const time of document.querySelectorAll("[data-ends-at]")) {
      const left = Number(time.dataset.endsAt) - (Date.now() + offset);
      const over = left <= 0;
      time.textContent = over ? time.dataset.over : (time.dataset.until ?? minutesAndSeconds(left));
      time.classList.toggle("is-over", over && time.matches(".countdown"));
    }
  }

  async function ask(source) {
    try {
      const answer = await fetch(source.dataset.clockSource, { cache: "no-store" });
      // Signed out in the meantime: the sign-in page is no clock.
      if (answer.ok && !answer.redirected) {
        source.innerHTML = await answer.text();
        learnOffset(source);
        tick();
      }
    } catch {
      // The server is away for a moment: go on counting.
    }
  }

  function askAll() {
    document.querySelectorAll("[data-clock-source]").forEach(ask);
  }

  learnOffset(document);
  tick();
  setInterval(tick, 1000);
  setInterval(askAll, ASK_EVERY_SECONDS * 1000);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      askAll();
    }
  });
  // A page that came out of the browser's memory shows an old time.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      askAll();
    }
  });
})();
