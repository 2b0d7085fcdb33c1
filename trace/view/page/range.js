// The range of values that is shown from black to white: two sliders, each with a number.

import {button, el} from './dom.js';

const steps = 1000;

// rangeOf creates the controls for values from least to greatest; changed is called with the new range.
export function rangeOf([least, greatest], range, changed) {
  const low = Math.min(least, range[0], 0), high = Math.max(greatest, range[1], 1), ends = [0, 1].map(end);
  const use = now => {
    now.forEach((v, n) => { range[n] = v; });
    ends.forEach(one => one.show());
    changed();
  };
  return el('div', {class: 'range', role: 'group', 'aria-label': 'Range'}, ends.map(one => one.elements),
    button('Fit', 'From the least to the greatest value', () => use([least, greatest])), button('0 to 1', 'From 0 to 1', () => use([0, 1])));

  function end(n) {
    const word = ['Black', 'White'][n];
    const slider = el('input', {type: 'range', min: 0, max: steps, 'aria-label': `${word}, as a slider`, on: {input: () => set(low + slider.value / steps * (high - low))}});
    const number = el('input', {type: 'number', step: 'any', class: 'number', 'aria-label': `${word} from`, on: {change: () => set(Number(number.value) || 0)}});
    const set = v => use(range.with(n, v));
    const show = () => {
      number.value = Number(range[n].toPrecision(5));
      slider.value = (range[n] - low) / (high - low) * steps;
    };
    show();
    return {elements: el('label', {}, word, slider, number), show};
  }
}
