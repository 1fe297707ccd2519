// Running totals without the server: plain additions. Only the server knows what a line means.
import { seats } from "./desk-sheet.js";
import { figure } from "./texts.js";

// The figures of all positions in a text, maybe followed by letters of a solo. Else null.
function figuresIn(text) {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const figures = words.slice(0, seats.length).map((word) => (/^[-–]$/.test(word) ? 0 : figure(word)));
  const isWhole = figures.length === seats.length && figures.every(Number.isInteger);
  const rest = words.slice(seats.length);
  return isWhole && rest.every((word) => /^[a-z]\w*$/i.test(word)) ? figures : null;
}

const plus = (some, others) => some.map((points, index) => points + others[index]);
const minus = (some, others) => some.map((points, index) => points - others[index]);

// What each line added according to the last answer, null if it had no sums.
function movedBy(answer) {
  let before = seats.map(() => 0);
  return (answer?.rows ?? []).map((row) => {
    const running = row.running.length ? row.running.map(figure) : null;
    const moved = running && before && minus(running, before);
    before = running;
    return moved;
  });
}

// The running totals after every line, null if unknown: `lines` as they are now, `answered` as at
// the server's last answer.
export function ownSums(answer, answered, lines) {
  const moved = movedBy(answer);
  let running = seats.map(() => 0);
  return lines.map((line, index) => {
    const [note, stand] = line.split("\n");
    const points = answered[index] === line ? moved[index] : figuresIn(note);
    const added = running && points && plus(running, points);
    running = added ?? figuresIn(stand);
    return running;
  });
}
