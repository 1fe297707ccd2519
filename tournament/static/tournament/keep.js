// What this browser keeps until the server has it. Everything typed has a key of its own, so tabs
// never write over each other's; what one writes the others hear of by the `storage` event.

// Whose page this is.
export const { account, who } = document.querySelector("[data-account]")?.dataset ?? {};

export const keyOf = (place) => `kreuzdame.${place}.${account}.${location.pathname}`;

// A browser may refuse to store anything; then all this lives as long as the page.
const aside = new Map();

export function read(key) {
  try {
    const text = localStorage.getItem(key);
    if (text !== null) return JSON.parse(text);
  } catch {
    // As said above.
  }
  return aside.get(key) ?? null;
}

export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    aside.delete(key);
  } catch {
    aside.set(key, value);
  }
}

export function remove(key) {
  aside.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // As said above.
  }
}

export function keptKeys() {
  try {
    return [...Object.keys(localStorage), ...aside.keys()];
  } catch {
    return [...aside.keys()];
  }
}

// Everything under a key, the oldest first, each with the mark at the end of its own key.
export function kept(prefix) {
  const found = keptKeys().filter((key) => key.startsWith(prefix));
  const values = found.map((key) => ({ ...read(key), mark: key.slice(prefix.length) }));
  return values.filter((one) => "at" in one).sort((one, other) => one.at - other.at);
}

// A mark of its own for whatever is typed, and for a window. crypto.randomUUID is missing where the
// hall's server has no certificate.
export function newMark() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
