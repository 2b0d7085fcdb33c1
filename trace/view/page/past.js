// The history of an object as a list, with buttons that move through it.

import {button, el, span, tick} from './dom.js';
import {select} from './calls.js';
import {count} from './format.js';
import {History} from './history.js';
import {List} from './list.js';
import {state, warn} from './store.js';

const shown = {made: true, changed: true, used: true, named: false};
const titles = {made: 'Calls that made or deleted the object', changed: 'Calls that changed it', used: 'Draws and other calls that used it', named: 'Calls that only refer to it, such as glBindTexture'};
const kindOf = event => event.kind === 'deleted' ? 'made' : event.kind;

export class Past {
  constructor(object, i) {
    Object.assign(this, {i, rows: [], moved: false});
    this.place = span('dim', '');
    this.more = button('Search further', 'Evaluate more calls', () => this.history.further());
    this.root = el('div', {class: 'rows history', tabindex: '0', role: 'listbox', 'aria-label': 'History', on: {keydown: event => this.#key(event), wheel: () => { this.moved = true; }, pointerdown: () => { this.moved = true; }}});
    this.root.addEventListener('click', event => this.#go(this.rows[event.target.closest('.row')?.dataset.n]));
    this.list = new List(this.root, {height: 21, render: (row, n) => this.#fill(row, n)});
    this.section = el('section', {class: 'past'}, el('h3', {}, 'History', button('Previous', 'Previous call of the history', () => this.#step(-1)), button('Next', 'Next call of the history', () => this.#step(1)),
      Object.keys(shown).map(kind => this.#kind(kind))),
    el('p', {class: 'progress'}, this.place, this.more), this.root);
    this.object = object;
    this.#begin();
  }

  // begin evaluates the history from the selected call outward. Calls that only name the object are many, and are
  // evaluated only if they are shown.
  #begin() {
    this.history?.stop();
    this.history = new History(this.object, this.i, shown.named, () => this.#update());
  }

  #kind(kind) {
    const box = tick(kind, shown[kind], on => {
      shown[kind] = on;
      if (kind === 'named') this.#begin();
      this.#update();
    });
    box.title = titles[kind];
    return box;
  }

  is(object) { return this.history.is(object); }

  stop() { this.history.stop(); }

  // select marks a call.
  select(i) {
    this.i = i;
    this.moved = false;
    this.#update();
  }

  #update() {
    this.rows = this.history.events.filter(event => shown[kindOf(event)]);
    this.place.textContent = this.history.describe();
    this.more.hidden = !this.history.paused;
    this.list.resize(this.rows.length);
    if (this.moved || !this.rows.length) return;
    const here = this.rows.findIndex(event => event.i >= this.i);
    this.list.reveal(here < 0 ? this.rows.length - 1 : here, true);
  }

  #step(by) { this.#go(by > 0 ? this.rows.find(event => event.i > state.call) : this.rows.findLast(event => event.i < state.call)); }

  #go(event) { if (event) select(event.i).catch(warn); }

  #key(event) {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    this.#step(by);
  }

  #fill(row, n) {
    const event = this.rows[n], here = event?.i === this.i;
    row.dataset.n = n;
    row.className = 'row' + (here ? ' selected' : '');
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', String(here));
    if (event) row.replaceChildren(span('number', count(event.i)), span('event of-' + event.kind, event.kind), span('text', event.name));
  }
}
