// Rows of a long list, fetched by the page as they are wanted; the longest unused are let go.

import {get} from './api.js';
import {warn} from './store.js';

const size = 256;
const most = 96;

export class Pages {
  // parameters go along with each request; loaded is told when rows came.
  constructor(parameters, loaded) {
    this.parameters = parameters;
    this.loaded = loaded;
    this.blocks = new Map();
    this.total = 0;
  }

  // at is the row, or undefined while it is not here.
  at(i) {
    return this.blocks.get(Math.floor(i / size))?.rows?.[i % size];
  }

  // want sees to it that rows from..to come. Requests for what is out of sight are broken off.
  want(from, to) {
    const first = Math.max(0, Math.floor(from / size)), last = Math.floor(Math.max(from, to) / size);
    for (const [n, block] of this.blocks) {
      if (!block.rows && !block.kept && (n < first || n > last)) block.stop.abort();
    }
    for (let n = first; n <= last; n++) this.#block(n).done.catch(warn);
  }

  // load is the row itself, when it is here.
  async load(i) {
    const block = this.#block(Math.floor(i / size));
    block.kept = true;
    await block.done;
    return block.rows?.[i % size];
  }

  // forget drops what has changed at the end: a live trace grew.
  forget(from) {
    for (const n of [...this.blocks.keys()]) {
      if ((n + 1) * size > from) this.blocks.delete(n);
    }
  }

  #block(n) {
    let block = this.blocks.get(n);
    if (block) this.blocks.delete(n); // and set again below: the map's order is that of use
    else block = this.#fetch(n);
    this.blocks.set(n, block);
    for (const oldest of this.blocks.keys()) {
      if (this.blocks.size <= most) break;
      this.blocks.delete(oldest);
    }
    return block;
  }

  #fetch(n) {
    const block = {rows: null, stop: new AbortController(), kept: false};
    block.done = get('calls', {from: n * size, count: size, ...this.parameters}, block.stop.signal).then(answer => {
      block.rows = answer.calls;
      this.total = answer.total;
      this.loaded?.();
    }, error => {
      if (this.blocks.get(n) === block) this.blocks.delete(n);
      throw error;
    });
    return block;
  }
}
