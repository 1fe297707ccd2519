// A form says what will be while one types: the page is asked about the fields it names, and only
// those, as they stand in the address of the question.
import { piece } from "./live.js";

for (const form of document.querySelectorAll("[data-answers]")) {
  const shown = form.parentElement.querySelector("[data-answer]");
  let latest = 0;

  const ask = async () => {
    const question = ++latest;
    const address = new URL(location.pathname, location.href);
    address.searchParams.set("part", "answer");
    for (const name of form.dataset.answers.split(" ")) {
      address.searchParams.set(name, new FormData(form).get(name) ?? "");
    }
    const answer = await piece(address);
    if (answer !== null && question === latest) shown.innerHTML = answer;
  };

  let waiting;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 150);
  });
}
