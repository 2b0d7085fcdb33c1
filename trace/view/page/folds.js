// Folded debug groups: maps rows of the list to calls. A folded group keeps the row of its first call; the
// calls inside have none.

import {get} from './api.js';

export class Folds {
  constructor() { this.ranges = []; } // ranges of hidden calls, [first, last], ordered and disjoint

  get hidden() { return this.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0); }

  // call returns the call of a row.
  call(row) {
    for (const [first, last] of this.ranges) {
      if (row < first) break;
      row += last - first + 1;
    }
    return row;
  }

  // row returns the row of a call, or of the group that hides it.
  row(call) {
    let gone = 0;
    for (const [first, last] of this.ranges) {
      if (call < first) break;
      gone += Math.min(call, last) - first + 1;
    }
    return call - gone;
  }

  // under returns the number of calls that the fold of a call hides, or 0.
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

  // open unfolds the groups that hide a call.
  open(call) {
    const before = this.ranges.length;
    this.ranges = this.ranges.filter(([first, last]) => call < first || call > last);
    return this.ranges.length !== before;
  }
}

const known = new Map();

// groups fetches the groups of a frame once, outermost first.
export function groups(frame) {
  if (!known.has(frame)) {
    const answer = get('groups', {frame}).then(list => list.toSorted((a, b) => a.first - b.first || b.last - a.last));
    answer.catch(() => known.delete(frame));
    known.set(frame, answer);
  }
  return known.get(frame);
}

// around fetches the groups that include the one that a call opens; after the last frame, only that one.
export const around = call => call.frame < 0 ? get('groups', {call: call.i}) : groups(call.frame);

// A marker is a single call; a group has several.
export const opens = call => /^glPush(Debug|)Group/.test(call.name);
