// The tables of the round as known to the totals lane: from the page, and from every later answer
// of the server.
import { byId, made } from "./page.js";

export function laneBoard(form, board) {
  const tables = [...board.children].map((item) => ({
    item,
    id: Number(item.dataset.id),
    number: Number(item.dataset.table),
    code: item.dataset.code,
    size: Number(item.dataset.size),
    games: item.dataset.games,
    names: [...item.querySelectorAll("ol li")].map((name) => name.textContent),
    isIn: false,
    waits: false, // typed here, and not saved yet
    addsUp: false, // whether its totals add up to 0
    isEven: false, // whether they are all odd or all even
    penalties: [], // booked by the referee, in words
  }));
  const coming = byId("lane-next");

  // Answers without data on the round change nothing.
  function learn({ missing, mixed, unbalanced, penalties, next }) {
    if (!missing) return;
    for (const table of tables) {
      table.isIn = !missing.includes(table.number);
      const { addsUp, equalParity } = table.item.dataset;
      table.addsUp = addsUp !== undefined && !unbalanced.includes(table.number);
      table.isEven = equalParity !== undefined && !mixed.includes(table.number);
      table.penalties = penalties[table.number] ?? [];
      table.item.toggleAttribute("data-in", table.isIn);
    }
    byId("lane-missing").textContent = String(missing.length);
    if (!next && coming.contains(document.activeElement)) form.querySelector("input.figure").focus();
    coming.hidden = !next;
    if (next) showNext(next);
  }

  // Rebuilt only if the step changes: the focus may be on its link.
  let shown = "";
  function showNext({ text, button, url }) {
    if (shown === text + url) return;
    shown = text + url;
    coming.replaceChildren(`${text} `);
    if (url) coming.append(made("a", { className: "button small primary", href: url }, button));
  }

  learn(JSON.parse(form.dataset.state));
  return {
    tables,
    learn,
    numbered: (number) => tables.find((one) => one.number === number),
    coded: (code) => tables.find((one) => one.code === code),
    // Sheets neither in nor typed here, starting after this table.
    nextAfter(number) {
      const missing = tables.filter((one) => !one.isIn && !one.waits);
      return missing.find((one) => one.number > number) ?? missing[0] ?? null;
    },
    areAllIn: () => tables.every((one) => one.isIn),
    markWaiting(numbers) {
      for (const one of tables) one.waits = numbers.includes(one.number);
    },
  };
}
