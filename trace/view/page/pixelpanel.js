// A pixel of an image by replay: its surroundings, its value, and the calls of the frame that could change it.

import {button, el, note, property, span} from './dom.js';
import {get, latest} from './api.js';
import {select} from './calls.js';
import {count, some} from './format.js';
import {describe, number} from './pixels.js';
import {during, failed} from './replays.js';
import {state, warn} from './store.js';

const around = 5; // pixels on each side of the selected one
const cell = 9;
const pause = 200; // ms after the last step, before the history is requested
const side = 2 * around + 1;

const request = latest((signal, parameters) => get('replay/history', parameters, signal));
let last = {key: '', history: null};

export class PixelPanel {
  // of has the image, its values, and the canvas that shows it; select selects another pixel, or none.
  constructor(of, {select: choose}) {
    Object.assign(this, {of, choose});
    this.lens = el('canvas', {class: 'lens', width: side * cell, height: side * cell, role: 'img', 'aria-label': 'The pixel and those around it'});
    this.facts = el('div', {class: 'pixelfacts mono'});
    this.list = el('div', {class: 'events'});
    this.root = el('section', {class: 'pixelpanel', 'aria-label': 'Pixel'}, el('div', {class: 'pixelhead'}, this.lens, this.facts), this.list);
  }

  // show shows a pixel. While the pointer or a key moves it, the history is not requested.
  show(pixel) {
    const {image, values} = this.of, key = this.#key(pixel);
    this.#enlarge(pixel);
    this.facts.replaceChildren(el('strong', {}, `Pixel ${pixel.x}, ${pixel.y}`), ...describe(values, pixel.x, pixel.y).split('  ').map(text => el('div', {}, text)),
      button('Close', 'Close the pixel', () => this.choose(null), {class: 'quiet close'}));
    clearTimeout(this.timer);
    if (image.what === 'overdraw') return this.list.replaceChildren(note('Select an attachment to see the history of the pixel.'));
    if (last.key === key) return this.#fill(last.history);
    this.list.replaceChildren();
    this.timer = setTimeout(() => this.#load(pixel, key), pause);
  }

  #key({x, y}) {
    const {image, frame, context} = this.of;
    return [frame, context, image.framebuffer, image.what, x, y].join('/');
  }

  async #load({x, y}, key) {
    const {image, values, frame} = this.of, text = el('p', {class: 'dim', role: 'status'});
    this.list.replaceChildren(text);
    try {
      const parameters = {i: state.call, what: image.what, x, y: values.height - 1 - y}; // rows of OpenGL ES begin at the bottom
      const history = await during(`Replaying frame ${count(frame)}`, words => { text.textContent = words; }, () => request(parameters));
      if (!history) return;
      last = {key, history};
      this.#fill(history);
    } catch (error) {
      this.list.replaceChildren(failed(error));
    }
  }

  // enlarge draws the surroundings of a pixel.
  #enlarge({x, y}) {
    const context = this.lens.getContext('2d'), middle = around * cell;
    context.clearRect(0, 0, side * cell, side * cell);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.of.canvas, x - around, y - around, side, side, 0, 0, side * cell, side * cell);
    for (const [color, out] of [['#000', 1], ['#fff', 0]]) {
      context.strokeStyle = color;
      context.strokeRect(middle - out - 0.5, middle - out - 0.5, cell + 2 * out + 1, cell + 2 * out + 1);
    }
  }

  #fill({events}) {
    const changed = events.filter(event => !event.reason).length;
    this.list.replaceChildren(el('h3', {}, 'History', span('dim', `${some(events.length, 'call')}, ${count(changed)} changed the pixel`)),
      events.length ? el('ol', {class: 'pixelevents'}, events.map(event => this.#event(event))) : note('No call of the frame draws to this attachment.'));
    this.list.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest'});
  }

  #event(event) {
    const passed = event.passed > 1 ? `${count(event.passed)} fragments` : '';
    const item = el('button', {type: 'button', class: 'plain pixelevent', title: event.note || 'Select this call', on: {click: () => select(event.call).catch(warn)}},
      el('span', {class: 'which'}, span('number', count(event.call)), span('mono name', event.function), span('room', ''),
        event.reason ? span('badge' + (event.reason === 'unknown' ? ' bad' : ''), reasons[event.reason] ?? event.reason) : span('badge good', passed || 'changed')),
      event.reason ? '' : el('span', {class: 'which change'}, value(event.before), ' → ', value(event.after)), event.note ? span('dim', event.note) : '');
    return el('li', {'aria-current': event.call === state.call ? 'true' : false}, item);
  }
}

const reasons = {equal: 'same value'}; // labels that differ from the reason

// value shows the value of a pixel: fractions of 1 where the buffer has them, and a color.
function value({values, max}) {
  const of = (values ?? []).map((v, n) => max ? v / max[n] : v), color = of.length > 1;
  const box = color ? el('i', {class: 'swatch'}) : '';
  if (color) property(box, 'swatch', `rgb(${of.slice(0, 3).map(v => Math.round(Math.max(0, Math.min(1, v)) * 255)).join(' ')})`);
  return el('span', {class: 'pixelvalue mono'}, box, of.map(v => number(Number(v.toFixed(4)))).join(' '));
}
