// The way of sending what is typed, with the token of the page's form. The form names the account
// of its page (data-account, data-who).

const FORBIDDEN = 403;

// The session ended, here or in another window, or somebody else (`who`) has signed in there.
export class SignedOut extends Error {
  constructor(who = "") {
    super();
    this.who = who;
  }
}

// A sign-in page is no answer. After signing in again the page's token is an old one: it is
// fetched anew, once. `options` are those of fetch.
export async function send(form, url, options) {
  let response = await request(form, url, options);
  if (response.status === FORBIDDEN && (await renewToken(form, options.signal))) {
    response = await request(form, url, options);
  }
  if (response.redirected) throw new SignedOut();
  return response;
}

const token = (form) => form.elements.namedItem("csrfmiddlewaretoken");

function request(form, url, options) {
  return fetch(url, {
    method: "POST",
    credentials: "same-origin",
    keepalive: true,
    ...options,
    headers: { ...options.headers, "X-CSRFToken": token(form).value },
  });
}

async function renewToken(form, signal) {
  const response = await fetch(location.href, { credentials: "same-origin", signal });
  if (response.redirected) throw new SignedOut();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById(form.id);
  if (!fresh) return false; // to be read only: there is nothing to be saved any more
  if (fresh.dataset.account !== form.dataset.account) throw new SignedOut(fresh.dataset.who);
  token(form).value = token(fresh).value;
  return true;
}
