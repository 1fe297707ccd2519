// What this browser keeps until the server has it. Every input has its own key, so tabs never
// overwrite each other's; other tabs learn of changes by the `storage` event.

// The account of this page.
export const { account, who } = document.querySelector("[data-account]")?.dataset ?? {};

export const keyOf = (place) => `kreuzdame.${place}.${account}.${location.pathname}`;

// If the browser refuses to store anything, data lives as long as the page.
const aside = new Map();

export function read(key) {
  try {
    const text = localStorage.getItem(key);
    if (text !== null) return JSON.parse(text);
  } catch {
    // See above.
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
    // See above.
  }
}

export function keptKeys() {
  try {
    return [...Object.keys(localStorage), ...aside.keys()];
  } catch {
    return [...aside.keys()];
  }
}

// Everything under a key, oldest first, each with the id at the end of its own key.
export function kept(prefix) {
  const found = keptKeys().filter((key) => key.startsWith(prefix));
  const values = found.map((key) => ({ ...read(key), mark: key.slice(prefix.length) }));
  return values.filter((one) => "at" in one).sort((one, other) => one.at - other.at);
}

// A unique id for an input or a window. crypto.randomUUID is missing where the hall's server has no
// certificate.
export function newMark() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
