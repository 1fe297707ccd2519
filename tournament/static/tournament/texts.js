// Figures and sentences as typed and shown.

export const signed = (points) =>
  points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
export const written = (points) => String(points).replace("-", "−");

// A whole number with any kind of minus, null if empty, NaN for anything else.
export function figure(typed) {
  if (typed === "") return null;
  const found = /^([+\-−–]?)(\d{1,6})$/.exec(typed);
  if (!found) return NaN;
  return found[1] === "" || found[1] === "+" ? Number(found[2]) : 0 - Number(found[2]);
}

// A sentence of the page with its {names} filled in.
export const filled = (text, names) => text.replace(/\{(\w+)\}/g, (_, name) => names[name]);
