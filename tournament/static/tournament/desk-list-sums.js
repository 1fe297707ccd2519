// Running totals without the server: plain additions. What a note means only the server knows.
import { seats } from "./desk-sheet.js";
import { figure } from "./texts.js";

// The figures of all positions in a text; letters of a solo may stand behind them. Else null.
function figuresIn(text) {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const figures = words.slice(0, seats.length).map((word) => (/^[-–]$/.test(word) ? 0 : figure(word)));
  const isWhole = figures.length === seats.length && figures.every(Number.isInteger);
  const rest = words.slice(seats.length);
  return isWhole && rest.every((word) => /^[a-z]\w*$/i.test(word)) ? figures : null;
}

const plus = (some, others) => some.map((points, index) => points + others[index]);
const minus = (some, others) => some.map((points, index) => points - others[index]);

// What each line has added by the last answer, null where that told no sums.
function movedBy(answer) {
  let before = seats.map(() => 0);
  return (answer?.rows ?? []).map((row) => {
    const running = row.running.length ? row.running.map(figure) : null;
    const moved = running && before && minus(running, before);
    before = running;
    return moved;
  });
}

// The running totals behind every line, null where they are not known: `lines` as they stand now,
// `answered` as they stood when the server answered last.
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
