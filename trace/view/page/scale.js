// The scale of the whole interface, and positions in it.

import {$} from './dom.js';
import {stored, store} from './stored.js';

const percents = ['75', '100', '125', '150', '200', '300'];

// scale returns the size of a pixel of the page in pixels of the window.
export const scale = () => Number(document.documentElement.dataset.scale ?? 100) / 100;

// pointer returns the position of an event in its element, in pixels of the page.
export function pointer(event) {
  const element = event.currentTarget, box = element.getBoundingClientRect();
  return {x: (event.clientX - box.left) / scale() - element.clientLeft, y: (event.clientY - box.top) / scale() - element.clientTop};
}

function use(percent) {
  document.documentElement.dataset.scale = percent;
  document.documentElement.style.setProperty('--scale', percent / 100);
  $('scale').value = percent;
  store('scale', percent);
  dispatchEvent(new Event('resize')); // sizes that depend on the window
}

// startScale applies the saved scale.
export function startScale() {
  $('scale').append(...percents.map(percent => new Option(`${percent} %`, percent)));
  $('scale').addEventListener('change', () => use($('scale').value));
  use(percents.includes(stored('scale')) ? stored('scale') : '100');
}
