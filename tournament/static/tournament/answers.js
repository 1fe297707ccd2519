// A form says what will be while one types: the page is asked about the fields it names, and only
// those, as they stand in the address of the question. A form that names none has too many for an
// address: all are sent, and `?part=answer` changes nothing. A form whose fields stand in the
// address of its page in any case is asked about all, and the address follows.
import { answerOf, piece } from "./live.js";

async function sent(address, body) {
  const got = await answerOf(address, { method: "POST", body });
  return got?.answer.ok && !got.answer.redirected ? got.text : null;
}

for (const form of document.querySelectorAll("[data-answers]")) {
  const shown = form.parentElement.querySelector("[data-answer]");
  const names = form.dataset.answers.split(" ").filter(Boolean);
  const isInAddress = form.method === "get";
  let latest = 0;

  function asking(part) {
    const fields = new FormData(form);
    const address = new URL(form.getAttribute("action") || location.href, location.href);
    if (isInAddress) address.search = new URLSearchParams(fields);
    for (const name of names) address.searchParams.set(name, fields.get(name) ?? "");
    if (part) address.searchParams.set("part", part);
    return address;
  }

  const ask = async () => {
    const question = ++latest;
    const address = asking("answer");
    const inAddress = names.length || isInAddress;
    const answer = await (inAddress ? piece(address) : sent(address, new FormData(form)));
    if (isInAddress) history.replaceState(history.state, "", asking());
    // Without an answer nothing stands there, rather than that of another question.
    if (question === latest) shown.innerHTML = answer ?? "";
  };

  let waiting;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 150);
  });

  // What one field says decides what the others ask: they are asked for anew, and what they say
  // and where one is stays.
  const reshapes = (form.dataset.reshapes ?? "").split(" ").filter(Boolean);
  form.addEventListener("change", async ({ target }) => {
    if (!reshapes.includes(target.name)) return;
    let asked, fields;
    do {
      asked = String(asking("fields"));
      fields = await piece(asked);
      if (fields === null) return;
    } while (asked !== String(asking("fields"))); // what was chosen meanwhile would be lost
    const here = form.contains(document.activeElement) ? document.activeElement.id : "";
    form.innerHTML = fields;
    const controls = [...form.querySelectorAll("input, select, textarea, button")];
    const next = controls.findIndex((each) => each.id === target.id) + 1; // where "here" is gone
    if (here) (document.getElementById(here) ?? controls[next]).focus();
    ask();
  });
}
