// The score sheet on the screen: its fields, what is typed in them, and what a row means.
// Arithmetic alone; what breaks a rule is said by the server (desk-live.js).

import { figure, signed, written } from "./desk-figures.js";

export { figure, signed, written };
export const form = document.getElementById("sheet-form");
export const words = form.dataset;
export const size = Number(words.size);
export const games = Number(words.games);
export const seats = Array.from({ length: size }, (_, index) => index + 1);
export const rowNumbers =
  words.kind === "rows" ? Array.from({ length: games }, (_, index) => index + 1) : [];

export const field = (name) => form.elements.namedItem(name);
export const text = (name) => field(name)?.value.trim() ?? "";

// --- One row --------------------------------------------------------------------------------------

export const pointFields = (row) => seats.map((seat) => field(`r${row}-p${seat}`));
export const isSitting = (input) => input.readOnly;
export const active = (row) => pointFields(row).filter((input) => !isSitting(input));
export const chosenKind = (row) => field(`r${row}-kind`).selectedOptions[0]?.dataset ?? {};
export const isComplete = (row) =>
  active(row).every((input) => Number.isInteger(figure(input.value.trim())));
export const hasNote = (row) => text(`r${row}-winners`) !== "" || text(`r${row}-value`) !== "";
export const hasOwnPoints = (row) =>
  pointFields(row).some((input) => input.value.trim() !== "" && !input.dataset.fromNote);
export const isBlank = (row) =>
  text(`r${row}-soloist`) === "" &&
  !hasNote(row) &&
  pointFields(row).every((input) => input.value.trim() === "") &&
  !field(`r${row}-forced`).checked &&
  !chosenKind(row).alone;

// --- The note: winners and value as on paper (TSR 7.3.3) --------------------------------------------

const MOST_WINNERS = 3;
const digitsOf = (row) => text(`r${row}-winners`).replace(/[\s,./+]/g, "");

// Who deals follows from the games before. A kind just chosen may have moved it: until the server
// has answered, nobody is told that he sits out.
const dealersKnown = () => !("dealersOpen" in words);

// Why winners, or winners and value, mean no points: field, code and words of the server's check.
export function flawOfWinners(row) {
  const digits = [...digitsOf(row)];
  for (const [place, digit] of digits.entries()) {
    const input = /^[1-9]$/.test(digit) && field(`r${row}-p${digit}`);
    if (!input) return { part: "winners", code: "note_no_position", text: digit };
    const sits = isSitting(input) && dealersKnown();
    if (sits) return { part: "winners", code: "note_dealer", seat: digit };
    const isTwice = digits.indexOf(digit) < place;
    if (isTwice) return { part: "winners", code: "note_twice", seat: digit };
  }
  return null;
}

export function flawOfNote(row) {
  const typed = text(`r${row}-value`);
  const value = figure(typed);
  const count = digitsOf(row).length;
  const wrong = flawOfWinners(row);
  if (wrong) return wrong;
  if (value === null) return { part: "value", code: "note_value_missing" };
  if (!Number.isInteger(value)) return { part: "value", code: "note_no_value", text: typed };
  if (value !== 0 && count === 0) return { part: "winners", code: "note_winners_missing" };
  if (value !== 0 && count > MOST_WINNERS) return { part: "winners", code: "note_too_many", count };
  return null;
}

// The points that winners and value mean: "13" and 5 gives positions 1 and 3 five points each.
export function pointsOfNote(row) {
  const playing = seats.filter((seat) => !isSitting(field(`r${row}-p${seat}`)));
  const won = [...digitsOf(row)].map(Number);
  if (flawOfNote(row) || won.some((seat) => !playing.includes(seat))) return null;
  const value = figure(text(`r${row}-value`));
  const lost = playing.filter((seat) => !won.includes(seat));
  const alone = won.length === 1 ? won[0] : lost.length === 1 ? lost[0] : 0;
  return seats.map((seat) => {
    if (!playing.includes(seat)) return null;
    return (won.includes(seat) ? value : 0 - value) * (seat === alone ? 3 : 1);
  });
}

// The last figure of a row or of the totals, when the others are there: proposed, not entered.
export function propose(inputs) {
  const open = inputs.filter((input) => input.value.trim() === "");
  const others = inputs.filter((input) => !open.includes(input));
  const figures = others.map((input) => figure(input.value.trim()));
  const isKnown = open.length === 1 && figures.every(Number.isInteger);
  const rest = 0 - figures.reduce((sum, points) => sum + points, 0);
  for (const input of inputs) input.placeholder = isSitting(input) ? "–" : "";
  if (isKnown) open[0].placeholder = written(rest);
  return isKnown;
}
