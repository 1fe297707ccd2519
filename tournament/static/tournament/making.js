// A large file takes seconds to make, and a browser shows nothing until its first byte: the page
// shows progress meanwhile, then saves the file. Without script the link is a download.

const FILE_NAME = /filename="([^"]+)"/;

const fetched = (address) => fetch(address).catch(() => null);

async function file(address, answer) {
  const name = FILE_NAME.exec(answer.headers.get("Content-Disposition"))?.[1];
  if (!answer.ok || !name) throw new Error(address);
  return { name, content: await answer.blob() };
}

function save({ name, content }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
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
  if (!link.nextElementSibling?.matches("[role=status]")) link.after(document.createElement("div"));
  const says = link.nextElementSibling;
  says.className = "hint";
  says.setAttribute("role", "status");
  says.textContent = link.dataset.making;
  const answer = await fetched(link.href);
  try {
    if (answer && answer.status < 500) save(await file(link.href, answer));
    says.textContent = answer && answer.status < 500 ? "" : link.dataset.unreachable;
  } catch {
    location.href = link.href; // the page behind it says what is wrong
  }
  link.ariaBusy = null;
});
