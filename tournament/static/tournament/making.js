// A large file takes seconds to be made, and a browser shows nothing until its first byte: the page
// says meanwhile what is done, and saves the file then. Without a script the link is a download.

const FILE_NAME = /filename="([^"]+)"/;

async function fetched(address) {
  const answer = await fetch(address);
  const name = FILE_NAME.exec(answer.headers.get("Content-Disposition"))?.[1];
  if (!answer.ok || !name) throw new Error(address);
  return { name, file: await answer.blob() };
}

function save({ name, file }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-making]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.ariaBusy) return;
  link.ariaBusy = "true";
  const says = document.createElement("div");
  says.className = "hint";
  says.setAttribute("role", "status");
  link.after(says);
  says.textContent = link.dataset.making;
  try {
    save(await fetched(link.href));
  } catch {
    location.href = link.href; // the page behind it says what is wrong
  }
  says.remove();
  link.ariaBusy = null;
});
