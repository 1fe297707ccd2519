// This computer has taken over, and its predecessor may not know yet: this browser notifies it, so
// that it takes no entry from a browser that has seen a page of the newer one (docs/standby.md).

const AGAIN = 5000; // milliseconds

const { to, epoch } = document.getElementById("newer-epoch").dataset;

async function tell() {
  try {
    // Its answer cannot be read from here, and need not be.
    await fetch(to, { method: "POST", mode: "no-cors", credentials: "omit", body: epoch });
  } catch {
    // Off, or not in this network: then it takes no entries of this browser either.
  }
  setTimeout(tell, AGAIN);
}

tell();
