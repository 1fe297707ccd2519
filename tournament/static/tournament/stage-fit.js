// Letters as large as fits: of one text its own, of the names of a page one size for all.

const SMALLEST = 0.42; // relative to the intended size
const LEAST_NAME = 0.032; // of the picture's shorter side: a name's letters
const LARGEST_NAME = 1.7; // relative to the intended size
const ONE_LINE_FROM = 0.8; // down to this size all names stay on one line, if that is possible
const STEP = 0.96;
const LINE = 1.1; // the height of a line of names, as in stage-lists.css
const LOOSEST = 1.8; // rows of a list that does not fill its page, relative to the tightest

// Letters extend slightly beyond a tight line: that is no overflow.
const overflows = (element, size) =>
  element.scrollWidth > element.clientWidth + 1 ||
  element.scrollHeight > element.clientHeight + size * 0.2;

// Shrink letters, all by one step at a time, until nothing is cut off; return what is still too
// large at the smallest size.
function shrink(elements, smallest) {
  const meant = elements.map((element) => parseFloat(getComputedStyle(element).fontSize));
  let tight = [...elements.keys()];
  for (let share = 1; ; share *= 0.93) {
    tight = tight.filter((each) => overflows(elements[each], meant[each] * share));
    if (!tight.length || share < smallest) return tight.map((each) => elements[each]);
    for (const each of tight) elements[each].style.fontSize = `${meant[each] * share * 0.93}px`;
  }
}

function asMeant(elements, isBroken) {
  for (const element of elements) {
    element.style.fontSize = "";
    element.classList.toggle("is-broken", isBroken);
  }
}

// No text is cut off: its letters shrink until its words fit; only if legible letters do not
// suffice is it broken within a word.
export function fitTexts(stage) {
  const all = [...stage.querySelectorAll("[data-fit]")];
  asMeant(all, false);
  const longest = shrink(all, SMALLEST);
  asMeant(longest, true);
  shrink(longest, 0.05);
}

export function pagesOf(list) {
  const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
  const width = list.getBoundingClientRect().width + gap; // not rounded: the error would add up
  return { width, count: Math.max(1, Math.ceil((list.scrollWidth + gap) / width - 0.01)) };
}

// Whether a name is whole in so many lines. All have the letters of their list, and are measured at
// once: a thousand are looked at for every size that is tried.
const isWhole = (lines, size) => (name) =>
  name.scrollWidth <= name.clientWidth + 1 && name.clientHeight < (lines + 0.5) * LINE * size;

// The first of ever smaller sizes that is small enough; undefined if none is.
function largest(sizes, isSmallEnough) {
  let [from, to] = [0, sizes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isSmallEnough(sizes[middle])) to = middle;
    else from = middle + 1;
  }
  return sizes[from];
}

// The sizes to choose from, the largest first.
function sizesFor(list, stage) {
  const meant = parseFloat(getComputedStyle(list).fontSize);
  const least = Math.min(meant, LEAST_NAME * Math.min(stage.clientWidth, stage.clientHeight));
  const sizes = [];
  for (let size = meant * LARGEST_NAME; size > least; size *= STEP) sizes.push(size);
  return { meant, least, sizes: [...sizes, least] };
}

// As many columns as the format allows, fewer if two lines do not hold a name in the smallest
// letters. Names that do not even fit a page of one column are broken within a word.
function chooseColumns(list, names, least) {
  let columns = Number(getComputedStyle(list).columnCount) || 1;
  const inTwoLines = isWhole(2, least);
  list.style.fontSize = `${least}px`;
  list.style.columnCount = 1;
  const longest = names.filter((name) => !inTwoLines(name));
  const others = names.filter((name) => !longest.includes(name));
  asMeant(longest, true);
  for (; ; columns -= 1) {
    list.style.columnCount = columns;
    if (columns === 1 || others.every(inTwoLines)) return { longest, others };
  }
}

// Rows fill the page evenly, from the first to the last.
function spread(list) {
  const rows = [...list.children];
  const tight = Math.min(...rows.map((row) => row.getBoundingClientRect().height));
  const isOne = pagesOf(list).count === 1;
  const inColumn = Math.ceil(rows.length / list.style.columnCount);
  const { height } = list.getBoundingClientRect(); // not rounded: two rows would not fit
  const fitting = Math.max(1, Math.floor(height / tight));
  const row = height / (isOne ? Math.min(fitting, inColumn) : fitting);
  list.style.setProperty("--row", `${Math.min(row, LOOSEST * tight) - 0.1}px`);
  list.classList.toggle("is-one-page", isOne);
}

// One size for the names of a list: the largest at which all are on one line, else in two, and
// which takes no more pages than the intended one.
export function fitList(list, stage) {
  const names = [...list.querySelectorAll(".name")];
  if (!names.length || !list.clientHeight) return;
  asMeant([list, ...names], false);
  list.classList.remove("is-one-page");
  list.style.columnCount = "";
  list.style.removeProperty("--row");
  const { meant, least, sizes } = sizesFor(list, stage);
  const { longest, others } = chooseColumns(list, names, least);
  const use = (size) => (list.style.fontSize = `${size}px`);
  use(meant);
  const most = pagesOf(list).count;
  const holds = (lines) => (size) => {
    use(size);
    return others.every(isWhole(lines, size)) && pagesOf(list).count <= most;
  };
  const large = sizes.filter((size) => size >= ONE_LINE_FROM * meant);
  const oneLine = largest(large, holds(1));
  const notLarger = sizes.filter((size) => size <= meant || size === least);
  use(oneLine ?? largest(notLarger, holds(2)) ?? least);
  shrink(longest, 0.05);
  spread(list);
}
