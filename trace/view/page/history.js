// The history of an object, which the server evaluates in parts: first after and before the selected call, then
// further away.

import {get} from './api.js';
import {count, some} from './format.js';
import {state, warn} from './store.js';

const near = 1 << 14; // calls of the first parts
const far = 1 << 17; // and of the others
const mostCalls = 2_000_000; // evaluated calls before a pause
const mostEvents = 20_000;

export class History {
  constructor(object, i, named, update) {
    Object.assign(this, {object, i, named, update, events: [], low: i, high: i, limit: mostCalls, room: mostEvents, running: false, stopped: new AbortController()});
    this.further();
  }

  is({class: kind, number}) { return this.object.class === kind && this.object.number === number && !this.stopped.signal.aborted; }

  stop() { this.stopped.abort(); }

  get whole() { return this.low === 0 && this.high >= state.trace.calls; }
  get full() { return this.high - this.low >= this.limit || this.events.length >= this.room; }
  get paused() { return !this.running && !this.whole; }

  // describe says which calls were evaluated.
  describe() {
    const found = some(this.events.length, 'call');
    if (this.whole) return found;
    return `${found}, found in calls ${count(this.low)} to ${count(Math.max(this.low, this.high - 1))} of ${count(state.trace.calls)}` + (this.running ? ' …' : '');
  }

  // further evaluates more calls, until the limits are reached again.
  further() {
    if (this.running) return;
    if (this.full) {
      this.limit = this.high - this.low + mostCalls;
      this.room = this.events.length + mostEvents;
    }
    this.running = true;
    queueMicrotask(() => this.update()); // not before the constructor returns
    this.#run().catch(error => { if (!this.stopped.signal.aborted) warn(error); }).finally(() => { this.running = false; this.update(); });
  }

  async #run() {
    while (!this.whole && !this.full && !this.stopped.signal.aborted) {
      const size = this.high - this.low < 4 * near ? near : far;
      if (this.high < state.trace.calls) {
        const part = await this.#part(this.high, this.high + size);
        this.events.push(...part.events);
        this.high = part.to;
      }
      if (this.low > 0) await this.#before(Math.max(0, this.low - size));
      this.update();
    }
  }

  // before evaluates the calls from one to the earliest that is evaluated.
  async #before(from) {
    const found = [];
    for (let at = from; at < this.low;) {
      const part = await this.#part(at, this.low);
      found.push(...part.events);
      at = part.to;
    }
    this.events.unshift(...found);
    this.low = from;
  }

  async #part(from, to) {
    for (;;) {
      const part = await get('history', {i: this.i, class: this.object.class, name: this.object.number, named: this.named ? 1 : 0, from, to: Math.min(to, state.trace.calls)}, this.stopped.signal);
      if (part.of == null) return part;
    }
  }
}
