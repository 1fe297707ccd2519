// How many players the button will enter: those understood, and the ticked doubtful ones.
const button = document.querySelector("[data-players]");

function count() {
  const ticked = document.querySelectorAll("[name=accept]:checked").length;
  button.textContent = button.textContent.replace(/\d+/, Number(button.dataset.players) + ticked);
}

if (button) {
  document.addEventListener("change", count);
  count();
}
