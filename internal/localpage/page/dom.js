// DOM elements. All text of a trace is inserted here, and only as text nodes.

export const $ = id => document.getElementById(id);

// el creates an element: attributes by name, event listeners in "on", and children, of which strings become
// text.
export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) e.addEventListener(event, listener);
    } else if (value === true) {
      e.setAttribute(name, '');
    } else if (value !== false && value != null) {
      e.setAttribute(name, value);
    }
  }
  e.append(...children.flat(Infinity).filter(child => child != null && child !== false));
  return e;
}

// span creates a text with a class.
export const span = (kind, text, title) => el('span', {class: kind, title}, text);

// property sets a custom property for the style sheets: the security policy does not allow inline styles.
export const property = (e, name, value) => e.style.setProperty('--' + name, value);

// color returns the current value of a custom property, for a canvas.
export function color(name) {
  property(probe, 'probe', `var(--${name})`);
  return getComputedStyle(probe).color;
}
const probe = el('span', {class: 'probe', 'aria-hidden': 'true'});
document.body.append(probe);

// painted waits until the next image is on the screen.
export async function painted() {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame); // after the frame in which it is drawn
}

// choice creates a select from values and their labels.
export function choice(label, values, value, changed) {
  const select = el('select', {'aria-label': label, on: {change: () => changed(select.value)}},
    values.map(([v, words]) => el('option', {value: v, selected: String(v) === String(value)}, words)));
  return select;
}

// tick creates a labeled checkbox.
export function tick(label, checked, changed, name) {
  const box = el('input', {type: 'checkbox', checked, name, on: {change: () => changed(box.checked)}});
  return el('label', {class: 'tick'}, box, label);
}

// button creates a button with a label.
export const button = (words, title, click, more = {}) =>
  el('button', {type: 'button', class: 'quiet', title, on: {click}, ...more}, words);

// note shows a message in an empty panel.
export const note = text => el('p', {class: 'note'}, text);
