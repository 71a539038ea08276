// Builds elements and changes them in place: focus, selection and scrolling stay with the user.
// Text is always text: nothing that a client wrote becomes HTML.
const SVG = 'http://www.w3.org/2000/svg';
const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden', 'open', 'selected', 'readOnly']);

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (PROPERTIES.has(key)) made[key] = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

export const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

/** Sets a text, if it is another one. */
export function text(node, value) {
  const words = value === undefined || value === null ? '' : String(value);
  if (node.textContent !== words) node.textContent = words;
  return node;
}

/** Sets an attribute, if it is another one; none for undefined. */
export function attribute(node, name, value) {
  if (value === undefined || value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

export function hide(node, hidden) {
  if (node.hidden !== hidden) node.hidden = hidden;
}

export function style(node, name, value) {
  if (node.style.getPropertyValue(name) !== value) node.style.setProperty(name, value);
}

const children = new WeakMap();

/**
 * One child of the parent for each item, in their order. `make(item)` returns `{ node, update }`, once for each
 * key; `update(item)` is called whenever the items come. A child that stays is not touched otherwise.
 */
export function keyed(parent, items, key, make) {
  const known = children.get(parent) ?? new Map();
  const wanted = new Map(items.map((item) => [key(item), item]));
  for (const [name, view] of known) {
    if (!wanted.has(name)) {
      view.node.remove();
      known.delete(name);
    }
  }
  let cursor = parent.firstElementChild;
  for (const [name, item] of wanted) {
    let view = known.get(name);
    if (!view) {
      view = make(item);
      known.set(name, view);
    }
    view.update?.(item);
    if (view.node === cursor) cursor = cursor.nextElementSibling;
    else parent.insertBefore(view.node, cursor);
  }
  children.set(parent, known);
  return known;
}

let numbers = 0;
/** An id for a label and its field. */
export const uid = (prefix) => `${prefix}-${++numbers}`;
