// A row is a link: pressed anywhere it opens the page of its person. The name in it stays the link
// for keys and new windows; what is next to a button is left out, for one who misses it.
const OTHERS = "a, button, input, label, select, summary, thead, .state";

for (const list of document.querySelectorAll("[data-rows-open]")) {
  list.classList.add("rows-open");
  list.addEventListener("click", (event) => {
    if (event.target.closest(OTHERS) || getSelection().toString()) return;
    event.target.closest("tr")?.querySelector(".name a")?.click();
  });
}
