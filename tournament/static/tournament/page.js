// Finding and making elements of a page.

export const byId = (id) => document.getElementById(id);

// Create an element with these properties and content.
export function made(tag, properties, ...content) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
}
