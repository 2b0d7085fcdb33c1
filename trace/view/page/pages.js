// Rows of a long list, fetched in pages when they become visible. The least recently used pages are removed.

import {get} from './api.js';
import {addNamesLater} from './names.js';
import {warn} from './store.js';

const size = 256;
const most = 96;

export class Pages {
  // parameters are part of each request; loaded is called when rows have arrived.
  constructor(parameters, loaded) {
    this.parameters = parameters;
    this.loaded = loaded;
    this.blocks = new Map();
    this.total = 0;
  }

  // at returns the row, or undefined if it is not loaded.
  at(i) {
    return this.blocks.get(Math.floor(i / size))?.rows?.[i % size];
  }

  // want loads rows from..to and aborts requests for rows that are no longer visible.
  want(from, to) {
    const first = Math.max(0, Math.floor(from / size)), last = Math.floor(Math.max(from, to) / size);
    for (const [n, block] of this.blocks) {
      if (!block.rows && !block.kept && (n < first || n > last)) block.stop.abort();
    }
    for (let n = first; n <= last; n++) this.#block(n).done.catch(warn);
  }

  // load waits for the row.
  async load(i) {
    const block = this.#block(Math.floor(i / size));
    block.kept = true;
    await block.done;
    return block.rows?.[i % size];
  }

  // forget removes the pages at the end that changed: a live trace grew.
  forget(from) {
    for (const n of [...this.blocks.keys()]) {
      if ((n + 1) * size > from) this.blocks.delete(n);
    }
  }

  #block(n) {
    let block = this.blocks.get(n);
    if (block) this.blocks.delete(n); // and set again below: the map is ordered by use
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
      addNamesLater(answer.calls, () => this.loaded?.());
    }, error => {
      if (this.blocks.get(n) === block) this.blocks.delete(n);
      throw error;
    });
    return block;
  }
}
