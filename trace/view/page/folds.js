// Folded debug groups: which row of the list is which call. A folded group keeps its first call's row; the calls below
// it have none.

import {get} from './api.js';

export class Folds {
  constructor() { this.ranges = []; } // of hidden calls, [first, last], in order, none within another

  get hidden() { return this.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0); }

  // call is the call of a row.
  call(row) {
    for (const [first, last] of this.ranges) {
      if (row < first) break;
      row += last - first + 1;
    }
    return row;
  }

  // row is the row of a call, or of the group that hides it.
  row(call) {
    let gone = 0;
    for (const [first, last] of this.ranges) {
      if (call < first) break;
      gone += Math.min(call, last) - first + 1;
    }
    return call - gone;
  }

  // under is how many calls a call's fold hides, 0 if it has none.
  under(call) {
    const range = this.ranges.find(([first]) => first === call + 1);
    return range ? range[1] - range[0] + 1 : 0;
  }

  fold(group) {
    if (group.last <= group.first) return;
    const [first, last] = [group.first + 1, group.last];
    if (this.ranges.some(([f, l]) => f <= first && last <= l)) return;
    this.ranges = this.ranges.filter(([f, l]) => l < first || f > last);
    this.ranges.push([first, last]);
    this.ranges.sort((a, b) => a[0] - b[0]);
  }

  unfold(call) { this.ranges = this.ranges.filter(([first]) => first !== call + 1); }

  // open unfolds whatever hides a call.
  open(call) {
    const before = this.ranges.length;
    this.ranges = this.ranges.filter(([first, last]) => call < first || call > last);
    return this.ranges.length !== before;
  }
}

const known = new Map();

// groups are those of a frame, outermost first; asked for once.
export function groups(frame) {
  if (!known.has(frame)) {
    const answer = get('groups', {frame}).then(list => list.toSorted((a, b) => a.first - b.first || b.last - a.last));
    answer.catch(() => known.delete(frame));
    known.set(frame, answer);
  }
  return known.get(frame);
}

// around are the groups among which that is which a call opens; behind the last frame, that alone.
export const around = call => call.frame < 0 ? get('groups', {call: call.i}) : groups(call.frame);

// A marker is a point, a group opens one.
export const opens = call => /^glPush(Debug|)Group/.test(call.name);
