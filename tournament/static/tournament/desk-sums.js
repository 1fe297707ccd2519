// The totals of a table while typed. The page says whether they must add up to 0 (`addsUp`), and be
// all odd or all even (`isEven`).
import { figure, written } from "./texts.js";

// Their sum. The last missing total follows from the others: it is shown in grey.
export function reckoned(inputs, { addsUp, isEven }) {
  const isOpen = (input) => input.value.trim() === "";
  const open = inputs.filter(isOpen);
  const points = inputs.filter((input) => !isOpen(input)).map((input) => figure(input.value.trim()));
  const areWhole = points.every(Number.isInteger);
  const sum = points.reduce((all, one) => all + one, 0);
  const kinds = new Set(points.filter(Number.isInteger).map((one) => Math.abs(one % 2)));
  for (const input of inputs) input.placeholder = "";
  if (addsUp && areWhole && open.length === 1) open[0].placeholder = written(0 - sum);
  const areAll = areWhole && open.length === 0;
  return { points, sum, areWhole, areAll, areMixed: isEven && kinds.size > 1 };
}

// Enter accepts the proposal in grey.
export function takeProposal(input) {
  if (input.value.trim() !== "" || input.placeholder === "") return;
  input.value = input.placeholder;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
