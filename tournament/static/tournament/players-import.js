// How many players the button enters: those understood, and the doubtful ones that are ticked.
const button = document.querySelector("[data-players]");

function count() {
  const ticked = document.querySelectorAll("[name=accept]:checked").length;
  button.textContent = button.textContent.replace(/\d+/, Number(button.dataset.players) + ticked);
}

if (button) {
  document.addEventListener("change", count);
  count();
}
