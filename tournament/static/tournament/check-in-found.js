// The people matching the letters in the field, below it. The list is informative: Enter sends what
// is typed, and the server decides whom it means, whatever the list shows at that instant. Only a
// person marked by an arrow key or pressed is sent as that person; nobody can be marked while the
// list belongs to other letters than those in the field.
import { made } from "./page.js";

const PAUSE = 120; // milliseconds without a key until the server is asked
const UNREAD = 300; // milliseconds: nobody can have aimed at a list this new

export function peopleFound(field, list, choose) {
  let people = [];
  let typed = ""; // what they were found for
  let cameAt = 0;
  let at = -1; // index of the marked person
  let timer = null;

  function show(found, letters) {
    [people, typed, cameAt] = [found, letters, Date.now()];
    list.replaceChildren(...people.map(option));
    list.hidden = people.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    mark(-1);
  }

  function option(person, index) {
    const onclick = () => Date.now() - cameAt > UNREAD && choose(person);
    const item = made("li", { id: `found-${index}`, onclick }, person.text);
    item.setAttribute("role", "option");
    return item;
  }

  function mark(index) {
    at = index;
    for (const [each, item] of [...list.children].entries()) {
      item.setAttribute("aria-selected", String(each === at));
    }
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `found-${at}`);
  }

  const isOfField = () => people.length > 0 && typed === field.value.trim();

  async function ask() {
    const letters = field.value.trim();
    try {
      const answer = await fetch(`${field.dataset.found}?${new URLSearchParams({ typed: letters })}`);
      const { people: found } = await answer.json();
      if (letters === field.value.trim()) show(found, letters);
    } catch {
      show([], ""); // without the server nobody is shown, and typing goes on
    }
  }

  function close() {
    clearTimeout(timer);
    show([], "");
  }

  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  close();
  list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus
  field.addEventListener("input", () => {
    mark(-1);
    clearTimeout(timer);
    if (field.value.trim()) timer = setTimeout(ask, PAUSE);
    else close();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault(); // the letters stay, and the list below stays narrowed by them
      close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !isOfField()) return;
    event.preventDefault();
    mark((Math.max(at + step, step < 0 ? -1 : 0) + people.length) % people.length);
  });
  return { close, marked: () => (isOfField() ? people[at] : undefined) };
}
