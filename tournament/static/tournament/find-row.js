// Search in a list: rows that do not match are hidden, Enter opens the first. Where none is left the
// server looks on the list's other pages, and where the field does something else Enter does that.

const SPELT = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

// Spellings of a name: without accents, and with umlauts as two letters.
function spellings(text) {
  const small = text.toLowerCase().replaceAll("ß", "ss");
  const bare = small.normalize("NFD").replace(/\p{M}/gu, "");
  return [bare, small.replace(/[äöü]/g, (letter) => SPELT[letter])];
}

const words = (text) => text.split(/[\s,/-]+/).filter(Boolean);

function wordsOf(row) {
  const told = [...row.querySelectorAll(".name, .club, .number")].map((cell) => cell.textContent);
  return spellings(told.join(" ")).flatMap(words);
}

for (const form of document.querySelectorAll("[data-finds]")) {
  const field = form.querySelector("[type=search]");
  const status = form.querySelector("[role=status]");
  const rows = [...document.querySelectorAll(`${form.dataset.finds} tbody tr`)];
  const known = rows.map(wordsOf);

  const fits = (typed, own) =>
    words(typed).every((word) =>
      /^\d+$/.test(word) ? own.includes(word) : own.some((each) => each.startsWith(word)),
    );

  const find = () => {
    const typed = spellings(field.value.trim());
    rows.forEach((row, at) => {
      row.hidden = !typed.some((each) => fits(each, known[at]));
    });
    const left = rows.filter((row) => !row.hidden).length;
    status.textContent = left ? (field.value.trim() ? `${left}` : "") : status.dataset.nobody;
  };

  field.addEventListener("input", find);
  if (form.method === "post") continue;
  form.addEventListener("submit", (event) => {
    const first = rows.find((row) => !row.hidden);
    if (first) event.preventDefault();
    if (field.value.trim()) first?.querySelector(".name a")?.click();
  });
}
