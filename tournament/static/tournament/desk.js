// The score sheet while it is typed: sums, running totals and the way of the cursor. Arithmetic
// alone; what breaks a rule is said by the server (desk-live.js).
"use strict";

(() => {
  const form = document.getElementById("sheet-form");
  if (!form) return;

  const size = Number(form.dataset.size);
  const games = Number(form.dataset.games);
  const seats = Array.from({ length: size }, (_, index) => index + 1);
  const rowNumbers = form.dataset.kind === "rows" ? Array.from({ length: games }, (_, i) => i + 1) : [];
  const words = form.dataset;

  const field = (name) => form.elements.namedItem(name);
  const text = (name) => field(name)?.value.trim() ?? "";
  const signed = (points) =>
    points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";

  // A whole number with any kind of minus, null where nothing stands, NaN for anything else.
  function figure(typed) {
    if (typed === "") return null;
    const found = /^([+\-−–]?)(\d{1,6})$/.exec(typed);
    if (!found) return NaN;
    return found[1] === "" || found[1] === "+" ? Number(found[2]) : 0 - Number(found[2]);
  }

  // --- One row ------------------------------------------------------------------------------------

  const pointFields = (row) => seats.map((seat) => field(`r${row}-p${seat}`));
  const isSitting = (input) => input.readOnly;
  const active = (row) => pointFields(row).filter((input) => !isSitting(input));
  const chosenKind = (row) => field(`r${row}-kind`).selectedOptions[0]?.dataset ?? {};
  const isComplete = (row) => active(row).every((input) => Number.isInteger(figure(input.value.trim())));
  const isBlank = (row) =>
    [`r${row}-soloist`, `r${row}-winners`, `r${row}-value`].every((name) => text(name) === "") &&
    pointFields(row).every((input) => input.value.trim() === "") &&
    !field(`r${row}-forced`).checked &&
    !chosenKind(row).alone;

  // The points that winners and value mean, as on paper (TSR 7.3.3): "13" and 5.
  function pointsOfNote(row) {
    const value = figure(text(`r${row}-value`));
    const winners = text(`r${row}-winners`).replace(/[\s,./+]/g, "");
    const playing = seats.filter((seat) => !isSitting(field(`r${row}-p${seat}`)));
    if (!Number.isInteger(value) || !/^\d*$/.test(winners)) return null;
    const won = [...winners].map(Number);
    if (new Set(won).size !== won.length || won.some((seat) => !playing.includes(seat))) return null;
    if (value !== 0 && (won.length < 1 || won.length > 3)) return null;
    const lost = playing.filter((seat) => !won.includes(seat));
    const alone = won.length === 1 ? won[0] : lost.length === 1 ? lost[0] : 0;
    return seats.map((seat) => {
      if (!playing.includes(seat)) return null;
      return (won.includes(seat) ? value : 0 - value) * (seat === alone ? 3 : 1);
    });
  }

  const written = (points) => (points === null ? "" : String(points).replace("-", "−"));

  // Points that came from the note follow it; points typed by hand stay.
  function followNote(row) {
    const inputs = pointFields(row);
    const isFree = inputs.every((input) => input.value === "" || input.dataset.fromNote);
    const points = pointsOfNote(row);
    if (!isFree) return;
    inputs.forEach((input, index) => {
      input.value = points ? written(points[index]) : "";
      if (points) input.dataset.fromNote = "1";
      else delete input.dataset.fromNote;
    });
  }

  // Points equal to the note when the page opens came from it.
  function learnNote(row) {
    const points = pointsOfNote(row);
    const inputs = pointFields(row);
    const isSame = (input, index) => figure(input.value.trim()) === points[index];
    if (!points || !inputs.every(isSame)) return;
    for (const input of inputs) input.dataset.fromNote = "1";
  }

  // Who plays alone is filled in where the figures tell, as long as nobody has chosen.
  function followSoloist(row) {
    const soloist = field(`r${row}-soloist`);
    if (soloist.value !== "" && !soloist.dataset.filled) return;
    const points = pointFields(row).map((input) => figure(input.value.trim()));
    const alone = points.findIndex(
      (mine, index) =>
        mine && points.every((other, at) => at === index || other === null || mine === -3 * other)
    );
    const isKnown = chosenKind(row).alone && isComplete(row) && alone >= 0;
    soloist.value = isKnown ? String(alone + 1) : "";
    if (isKnown) soloist.dataset.filled = "1";
    else delete soloist.dataset.filled;
  }

  // The last figure of a row or of the totals, when the others are there: proposed, not entered.
  function propose(inputs) {
    const open = inputs.filter((input) => input.value.trim() === "");
    const others = inputs.filter((input) => !open.includes(input));
    const figures = others.map((input) => figure(input.value.trim()));
    const isKnown = open.length === 1 && figures.every(Number.isInteger);
    const rest = 0 - figures.reduce((sum, points) => sum + points, 0);
    for (const input of inputs) input.placeholder = isSitting(input) ? "–" : "";
    if (isKnown) open[0].placeholder = written(rest);
    return isKnown;
  }

  // --- Sums ---------------------------------------------------------------------------------------

  function sumAndParity(inputs, output) {
    const figures = inputs.map((input) => figure(input.value.trim()));
    output.classList.remove("is-right", "is-wrong");
    output.textContent = "";
    if (figures.every((points) => points === null)) return;
    if (figures.some((points) => points === null)) {
      output.textContent = "…";
      return;
    }
    if (!figures.every(Number.isInteger)) {
      output.textContent = `✗ ${words.textNotWhole}`;
    } else {
      const sum = figures.reduce((total, points) => total + points, 0);
      const mixed = new Set(figures.map((points) => Math.abs(points % 2))).size > 1;
      const isFour = inputs.length === 4;
      output.textContent =
        sum !== 0 ? `✗ Σ ${signed(sum)}` : mixed && isFour ? `✗ ${words.textMixed}` : "✓ Σ 0";
      if (sum === 0 && !(mixed && isFour)) {
        output.classList.add("is-right");
        return;
      }
    }
    output.classList.add("is-wrong");
  }

  // Points of penalties by the game whose running totals first contain them.
  function penaltyPoints() {
    const lines = [...form.querySelectorAll("[data-penalty]")];
    return lines.map((line) => ({
      row: figure(line.querySelector("[data-part=row]").value.trim()),
      points: [...line.querySelectorAll("[data-part=points]")].map((input) => {
        const shown = input.value.trim() === "" ? input.placeholder : input.value.trim();
        return figure(shown === "–" ? "" : shown) || 0;
      }),
    }));
  }

  function runningTotals() {
    const penalties = penaltyPoints();
    let totals = seats.map(() => 0);
    let last = "";
    for (const row of rowNumbers) {
      const known = totals !== null && !isBlank(row) && isComplete(row);
      if (known) {
        const points = pointFields(row).map((input) => figure(input.value.trim()) ?? 0);
        const extra = penalties.filter((penalty) => penalty.row === row);
        totals = totals.map(
          (total, index) =>
            total + points[index] + extra.reduce((sum, penalty) => sum + penalty.points[index], 0)
        );
        last = totals;
      } else if (!isBlank(row)) {
        totals = null;
      }
      for (const seat of seats) {
        document.getElementById(`run-${row}-${seat}`).textContent =
          known ? signed(totals[seat - 1]) : "";
      }
    }
    for (const seat of seats) {
      const output = document.getElementById(`sum-${seat}`);
      output.textContent = totals && last ? signed(last[seat - 1]) : "–";
      compareTotal(seat, totals && last ? last[seat - 1] : null);
    }
  }

  function compareTotal(seat, computed) {
    const typed = figure(text(`t${seat}`));
    const output = document.getElementById(`same-${seat}`);
    const isSame = typed === computed;
    output.textContent = typed === null || computed === null ? "" : isSame ? "✓" : "✗";
    output.classList.toggle("is-wrong", typed !== null && computed !== null && !isSame);
  }

  function reckonRow(row) {
    propose(active(row));
    sumAndParity(active(row), document.getElementById(`check-${row}`));
  }

  function reckonTotals() {
    const inputs = seats.map((seat) => field(`t${seat}`));
    propose(inputs);
    sumAndParity(inputs, document.getElementById("check-totals"));
  }

  function reckonAll() {
    for (const row of rowNumbers) reckonRow(row);
    if (rowNumbers.length) runningTotals();
    else reckonTotals();
  }

  form.addEventListener("input", (event) => {
    const { row, col } = event.target.dataset;
    if (row) {
      if (col === "winners" || col === "value") followNote(Number(row));
      if (col === "points") for (const input of pointFields(row)) delete input.dataset.fromNote;
      if (col === "soloist") delete event.target.dataset.filled;
      else followSoloist(Number(row));
      reckonRow(Number(row));
    }
    if (rowNumbers.length) runningTotals();
    else reckonTotals();
  });
  // Who deals may have changed: at a table of five a note means other points then.
  form.addEventListener("desk:figures", () => {
    for (const row of rowNumbers) {
      followNote(row);
      followSoloist(row);
    }
    reckonAll();
  });

  // --- The way of the cursor ------------------------------------------------------------------------

  const isField = (element) =>
    element.matches("input:not([type=hidden]), select") && !element.readOnly && !element.disabled;
  const allFields = () => [...form.elements].filter((element) => isField(element) && element.offsetParent);

  function after(element) {
    const { row, col } = element.dataset;
    if (row) return afterInRow(Number(row), col, element);
    // After the last total one saves; only a list that is too short leads to the time before.
    const save = document.getElementById("save");
    if (element.dataset.total) {
      const isShort = rowNumbers.length > 0 && isBlank(games) && !isBlank(1);
      return field(`t${Number(element.dataset.total) + 1}`) ?? (isShort ? field("time_limit") : save);
    }
    return element.name === "struck" ? save : nextInForm(element);
  }

  function nextInForm(element) {
    const fields = allFields();
    return fields[fields.indexOf(element) + 1] ?? document.getElementById("save");
  }

  function afterInRow(row, col, element) {
    if (["kind", "soloist", "forced"].includes(col)) return field(`r${row}-winners`);
    if (col === "winners" && element.value.trim() !== "") return field(`r${row}-value`);
    if (col === "winners") return active(row)[0];
    if (col === "value") return isComplete(row) ? startOf(row + 1) : active(row)[0];
    // From an empty row Enter leads to the foot: the list is shorter than it could be.
    if (isBlank(row)) return foot();
    const points = active(row);
    return points[points.indexOf(element) + 1] ?? startOf(row + 1);
  }

  const startOf = (row) => (row > games ? foot() : field(`r${row}-winners`));
  const foot = () => field("t1");

  function go(element) {
    element.focus();
    if (element.select && element.type !== "checkbox") element.select();
  }

  function confirmProposal(input) {
    if (input.value !== "" || !/^[-−]?\d+$/.test(input.placeholder)) return;
    if (!input.matches("[data-col=points], [data-total]")) return;
    input.value = input.placeholder;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A letter in the winners' field chooses the kind of game, or marks a forced solo.
  function chooseByLetter(input, letter) {
    const { row } = input.dataset;
    const select = field(`r${row}-kind`);
    const option = [...select.options].find((each) => each.dataset.key === letter);
    const forced = field(`r${row}-forced`);
    if (option) option.selected = true;
    else if (letter === words.keyForced.toLowerCase()) forced.checked = !forced.checked;
    else return false;
    (option ? select : forced).dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  function save() {
    form.requestSubmit(document.getElementById("save"));
  }

  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
      return;
    }
    if (!isField(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (rowNumbers.length === 0 || event.target.dataset.col === "points") {
        confirmProposal(event.target);
      }
      go(after(event.target));
    } else if (event.target.dataset.col === "winners" && /^\p{L}$/u.test(event.key)) {
      if (chooseByLetter(event.target, event.key.toLowerCase())) event.preventDefault();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const { row } = event.target.dataset;
      if (!row || event.target.tagName === "SELECT") return;
      const step = event.key === "ArrowUp" ? -1 : 1;
      const target = field(event.target.name.replace(/^r\d+/, `r${Number(row) + step}`));
      if (target) {
        event.preventDefault();
        go(target);
      }
    }
  });

  form.addEventListener("focusin", (event) => {
    if (event.target.matches("input:is([data-row], [data-total]):not([type=checkbox])")) {
      event.target.select();
    }
  });

  // A line for one more penalty, made from the empty one.
  const more = document.getElementById("more-penalties");
  more?.addEventListener("click", () => {
    const lines = form.querySelectorAll("[data-penalty]");
    const last = lines[lines.length - 1];
    const number = Number(last.dataset.penalty);
    const copy = last.cloneNode(true);
    copy.dataset.penalty = String(number + 1);
    for (const element of copy.querySelectorAll("[name], [for], [id]")) {
      for (const attribute of ["name", "for", "id"]) {
        const value = element.getAttribute(attribute);
        if (value) element.setAttribute(attribute, value.replace(/^x\d+-/, `x${number + 1}-`));
      }
      if (element.name) element.value = "";
    }
    last.after(copy);
    more.hidden = number + 1 >= Number(words.mostPenalties);
    copy.querySelector("select").focus();
  });

  // Points that follow from a note are not sent: the server derives them itself, and knows better
  // who deals. So nobody can type faster than the rules.
  form.addEventListener("formdata", (event) => {
    for (const input of form.querySelectorAll("[data-from-note]")) event.formData.set(input.name, "");
  });

  for (const row of rowNumbers) {
    learnNote(row);
    followNote(row);
  }
  reckonAll();
  document.querySelector("[data-focus]")?.focus();
})();
