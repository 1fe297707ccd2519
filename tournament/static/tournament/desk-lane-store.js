// What the totals lane keeps in this browser. Each sheet has a key of its own, so tabs never write
// over each other's; what one writes the others hear of by the `storage` event.
//
// kreuzdame.lane.ACCOUNT.PATH
//   .sheet.MARK   a complete sheet that is not saved yet: { sheet, at }, with `questions` once the
//                 server has asked some, or `text` once it has refused it for good
//   .typing.MARK  one that is being typed, `left` when its tab was closed
//   .answer       the last answer of the server, for the other tabs
//   .sending      which tab sends, where the browser has no locks
//   .who          the account's name
const PREFIX = "kreuzdame.lane.";

export const keyOf = (account, path = location.pathname) => `${PREFIX}${account}.${path}`;

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

function storedKeys() {
  try {
    return [...Object.keys(localStorage), ...aside.keys()];
  } catch {
    return [...aside.keys()];
  }
}

// Everything under a key, the oldest first, each with the mark at the end of its own key.
export function kept(prefix) {
  const found = storedKeys().filter((key) => key.startsWith(prefix));
  const values = found.map((key) => ({ ...read(key), mark: key.slice(prefix.length) }));
  return values.filter((one) => "at" in one).sort((one, other) => one.at - other.at);
}

// Which tables wait in other lanes of this browser, and whose they are.
export function leftInThisBrowser(account) {
  const lanes = new Map();
  for (const key of storedKeys().sort()) {
    const [, owner, path] = /^kreuzdame\.lane\.(\d+)\.(\/.*)\.sheet\.[^.]+$/.exec(key) ?? [];
    const isOwn = owner === account;
    if (!owner || (isOwn && path === location.pathname)) continue;
    const lane = `${PREFIX}${owner}.${path}`;
    const who = read(`${lane}.who`) ?? "?";
    lanes.set(lane, { path, isOwn, who, tables: kept(`${lane}.sheet.`).map((one) => one.sheet.table) });
  }
  return [...lanes.values()];
}

// A mark of its own for each sheet typed. crypto.randomUUID is missing where the hall's server has
// no certificate.
export function newMark() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

// One tab of this browser at a time does this; another one does nothing. Locks are there with a
// certificate or on the laptop itself; else a lease, renewed as long as its tab is there. Of two tabs
// that take it in the same instant the later one has it, as both see a moment afterwards.
const LEASE = 4000; // milliseconds
const A_MOMENT = 60;
const OWNER = newMark();
export async function alone(name, act) {
  if (navigator.locks) {
    return navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && act());
  }
  const isHeld = ({ until, owner } = read(name) ?? {}) => until > Date.now() && owner !== OWNER;
  if (isHeld()) return;
  const hold = () => write(name, { until: Date.now() + LEASE, owner: OWNER });
  hold();
  await new Promise((goOn) => setTimeout(goOn, A_MOMENT));
  if (isHeld()) return;
  const renewal = setInterval(hold, LEASE / 4);
  try {
    await act();
  } finally {
    clearInterval(renewal);
    remove(name);
  }
}
