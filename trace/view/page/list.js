// A list of any length with elements only for the visible rows.

import {el, property} from './dom.js';

// Browsers cannot scroll further than about 30 million pixels: longer lists scroll proportionally.
const tallest = 8e6;

export class List {
  // root is the scrolling element; render(element, row) fills an element; shown(first, last) is called with
  // the visible rows.
  constructor(root, {height, render, shown}) {
    Object.assign(this, {root, height, render, shown, total: 0, top: 0, pool: []});
    this.view = el('div', {class: 'view', role: 'presentation'});
    this.space = el('div', {class: 'space', 'aria-hidden': 'true'});
    root.append(this.view, this.space);
    property(root, 'row', height + 'px');
    root.addEventListener('scroll', () => this.#scrolled());
    root.addEventListener('wheel', event => this.#wheel(event), {passive: false});
    new ResizeObserver(() => this.draw()).observe(root);
  }

  get full() { return this.total * this.height; }
  get room() { return this.root.clientHeight; }
  get rows() { return Math.max(1, Math.floor(this.room / this.height)); }
  get scaled() { return this.full > tallest; }

  // resize sets the length of the list.
  resize(total) {
    this.total = total;
    property(this.space, 'tall', Math.min(this.full, tallest) + 'px');
    this.#go(this.top);
  }

  // reveal scrolls the least distance that shows a row, or puts it at a third of the height.
  reveal(row, centre) {
    const y = row * this.height;
    if (centre && (y < this.top || y + this.height > this.top + this.room)) this.#go(y - this.room / 3);
    else if (y < this.top) this.#go(y);
    else if (y + this.height > this.top + this.room) this.#go(y + this.height - this.room);
    else this.draw();
  }

  // draw fills the visible rows.
  draw() {
    const first = Math.floor(this.top / this.height);
    const last = Math.min(this.total, first + Math.ceil(this.room / this.height) + 1) - 1;
    property(this.view, 'y', (first * this.height - this.top) + 'px'); // it sticks to the top of the visible part
    while (this.pool.length < last - first + 1) {
      const element = el('div', {class: 'row'});
      this.pool.push(element);
      this.view.append(element);
    }
    this.pool.forEach((element, n) => {
      element.hidden = first + n > last;
      if (!element.hidden) this.render(element, first + n);
    });
    if (last >= first) this.shown?.(first, last);
  }

  // element returns the element of a row, if it is visible.
  element(row) { return this.pool[row - Math.floor(this.top / this.height)]; }

  #go(top) {
    this.top = Math.max(0, Math.min(top, this.full - this.room));
    this.root.scrollTop = this.scaled ? this.top * this.#ratio() : this.top;
    this.own = this.root.scrollTop;
    this.draw();
  }

  #ratio() { return (tallest - this.room) / (this.full - this.room); }

  #scrolled() {
    if (this.root.scrollTop === this.own) return;
    this.own = this.root.scrollTop;
    this.top = this.scaled ? this.own / this.#ratio() : this.own;
    this.draw();
  }

  // wheel scrolls by rows where the scroll bar would skip rows.
  #wheel(event) {
    if (!this.scaled || event.ctrlKey) return;
    event.preventDefault();
    this.#go(this.top + event.deltaY * (event.deltaMode === 1 ? this.height : 1));
  }
}
