// A form says what will be while one types: the page is asked about the fields it names, and only
// those, as they stand in the address of the question. A form that names none has too many for an
// address: all are sent, and `?part=answer` changes nothing.
import { answerOf, piece } from "./live.js";

async function sent(address, body) {
  const got = await answerOf(address, { method: "POST", body });
  return got?.answer.ok && !got.answer.redirected ? got.text : null;
}

for (const form of document.querySelectorAll("[data-answers]")) {
  const shown = form.parentElement.querySelector("[data-answer]");
  const names = form.dataset.answers.split(" ").filter(Boolean);
  let latest = 0;

  const ask = async () => {
    const question = ++latest;
    const fields = new FormData(form);
    const address = new URL(location.pathname, location.href);
    address.searchParams.set("part", "answer");
    for (const name of names) address.searchParams.set(name, fields.get(name) ?? "");
    const answer = await (names.length ? piece(address) : sent(address, fields));
    // Without an answer nothing stands there, rather than that of another question.
    if (question === latest) shown.innerHTML = answer ?? "";
  };

  let waiting;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 150);
  });
}
