// This computer has taken over, and the one before may not know it yet: this browser tells it, so that
// it takes no entry of a browser that has seen a page of the newer one (docs/standby.md).

const AGAIN = 5000; // milliseconds

const { to, epoch } = document.getElementById("newer-epoch").dataset;

async function tell() {
  try {
    // Its answer cannot be read from here, and need not be.
    await fetch(to, { method: "POST", mode: "no-cors", credentials: "omit", body: epoch });
  } catch {
    // Switched off, or not in this network: it takes no entries of this browser either.
  }
  setTimeout(tell, AGAIN);
}

tell();
