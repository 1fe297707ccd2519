// The hall plan: tables are pieces on a grid, moved by dragging or with the arrow keys. Two at one
// position swap. Moves are sent when the form is saved; a table is also selected by typing its
// number anywhere on the page.
import { filled } from "./texts.js";

const grid = document.querySelector(".hall-grid");
const field = document.getElementById("places");
const says = document.getElementById("hall-says");
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NEXT_DIGIT = 1000; // milliseconds after which a digit starts a new number

if (grid) {
  const { wide, high, columns, rows } = Object.fromEntries(
    Object.entries(grid.dataset).map(([name, value]) => [name, Number(value)]),
  );
  const places = JSON.parse(field.value);
  const pieceOf = (table) => grid.querySelector(`[data-table="${table}"]`);
  let saved = field.value;
  let typed = "";
  let typedAt = 0;

  const words = (table) => {
    const [column, row] = places[table];
    return filled(says.dataset.stands, { table, column: column + 1, row: row + 1 });
  };

  function draw(table) {
    const [column, row] = places[table];
    const piece = pieceOf(table);
    piece.setAttribute("transform", `translate(${column * wide} ${row * high})`);
    piece.setAttribute("aria-label", words(table));
  }

  const inside = (figure, count) => Math.max(0, Math.min(count - 1, figure));

  function move(table, column, row) {
    const from = places[table];
    const to = [inside(column, columns), inside(row, rows)];
    const other = Object.keys(places).find(
      (each) => each !== table && `${places[each]}` === `${to}`,
    );
    if (other) places[other] = from;
    places[table] = to;
    draw(table);
    if (other) draw(other);
    says.textContent = [table, other].filter(Boolean).map(words).join(". ");
    field.value = JSON.stringify(places);
  }

  function choose(digit) {
    typed = Date.now() - typedAt < NEXT_DIGIT ? typed + digit : digit;
    typedAt = Date.now();
    pieceOf(typed)?.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (/^[0-9]$/.test(event.key)) return choose(event.key);
    const table = event.target.closest?.(".piece")?.dataset.table;
    if (!table || !MOVES[event.key]) return;
    event.preventDefault();
    const [right, down] = MOVES[event.key];
    move(table, places[table][0] + right, places[table][1] + down);
  });

  // The pointer's position in units of the picture.
  function pointAt(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(grid.getScreenCTM().inverse());
  }

  grid.addEventListener("pointerdown", (event) => {
    const piece = event.target.closest(".piece");
    if (!piece || event.button !== 0) return;
    event.preventDefault();
    piece.focus();
    piece.setPointerCapture(event.pointerId);
    const begin = pointAt(event);
    const [column, row] = places[piece.dataset.table];
    const at = (now) => [column * wide + now.x - begin.x, row * high + now.y - begin.y];
    const drag = (moving) => {
      const [x, y] = at(pointAt(moving));
      piece.setAttribute("transform", `translate(${x} ${y})`);
    };
    const drop = (dropped) => {
      const [x, y] = at(pointAt(dropped));
      piece.removeEventListener("pointermove", drag);
      piece.classList.remove("is-dragged");
      if (dropped.type === "pointerup") {
        move(piece.dataset.table, Math.round(x / wide), Math.round(y / high));
      } else draw(piece.dataset.table);
    };
    piece.classList.add("is-dragged");
    piece.addEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) {
      piece.addEventListener(end, drop, { once: true });
    }
  });

  document.getElementById("hall").addEventListener("submit", () => (saved = field.value));
  window.addEventListener("beforeunload", (event) => {
    if (field.value !== saved) event.preventDefault();
  });
  Object.keys(places).forEach(draw);
}
