// Elements. Text of a trace goes through here, and only ever becomes text nodes.

export const $ = id => document.getElementById(id);

// el makes an element: attributes by name, listeners below "on", and children, of which strings become text.
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

// span is text of a class.
export const span = (kind, text, title) => el('span', {class: kind, title}, text);

// property sets a custom property, which the style sheets read: inline styles are not allowed here.
export const property = (e, name, value) => e.style.setProperty('--' + name, value);

// colour is what a custom property stands for now, as a canvas wants it.
export function colour(name) {
  property(probe, 'probe', `var(--${name})`);
  return getComputedStyle(probe).color;
}
const probe = el('span', {class: 'probe', 'aria-hidden': 'true'});
document.body.append(probe);

// painted waits until the next image is on the screen.
export async function painted() {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame); // the one in which it is drawn is over
}

// choice is a select of values and their words.
export function choice(label, values, value, changed) {
  const select = el('select', {'aria-label': label, on: {change: () => changed(select.value)}},
    values.map(([v, words]) => el('option', {value: v, selected: String(v) === String(value)}, words)));
  return select;
}

// tick is a labelled box.
export function tick(label, checked, changed, name) {
  const box = el('input', {type: 'checkbox', checked, name, on: {change: () => changed(box.checked)}});
  return el('label', {class: 'tick'}, box, label);
}

// button is one that does something, and says so.
export const button = (words, title, click, more = {}) =>
  el('button', {type: 'button', class: 'quiet', title, on: {click}, ...more}, words);

// note fills a panel that has nothing to show.
export const note = text => el('p', {class: 'note'}, text);
