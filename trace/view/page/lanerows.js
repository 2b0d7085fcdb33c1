// The rows of the timeline: lanes, and groups of lanes whose threads have similar names.

import {state} from './store.js';

const most = 8; // with more lanes, idle ones are hidden and similar ones are grouped
const similar = 3; // minimum number of lanes of a group
const known = new Map(); // all lanes seen so far, without contents
const folds = new Map(); // groups that were folded or unfolded
let idleShown = null; // null until it is selected

const key = lane => `${lane.thread} ${lane.context}`; // GPU times have the thread 0
export const isLane = (row, {thread, context}) => row.lanes.some(lane => lane.thread === thread && lane.context === context);

// learnLanes adds lanes, so that a lane without calls in the shown time keeps its position.
export function learnLanes(lanes) {
  for (const {gpu, thread, context} of lanes) known.set(key({thread, context}), {gpu, thread, context, bins: [], frames: []});
}

const hidesIdle = () => idleShown == null ? known.size > most : !idleShown;

export function toggleIdle() { idleShown = hidesIdle(); }

export function toggleGroup(row) { if (row?.group) folds.set(row.group, !row.folded); }

// groupOf returns the name of a thread with # for its numbers.
function groupOf({gpu, thread}) {
  if (gpu) return 'GPU';
  const name = state.trace.threads?.find(t => t.number === thread)?.name;
  return name ? name.replace(/\d+/g, '#') : 'thread #';
}

// rowsOf returns the rows for the lanes of the shown time, the number of idle lanes, and whether they are hidden.
export function rowsOf(now) {
  const here = new Map(now.map(lane => [key(lane), lane])), lanes = [...known].map(([k, none]) => here.get(k) ?? none);
  const current = new Set(lanes.filter(lane => lane.context).map(lane => lane.thread)); // threads that had a context
  const all = lanes.filter(lane => lane.context || lane.bins.length || !current.has(lane.thread))
    .sort((a, b) => Boolean(a.gpu) - Boolean(b.gpu) || a.thread - b.thread || a.context - b.context);
  const busy = all.filter(lane => lane.bins.length), hidden = hidesIdle() && busy.length > 0;
  return {rows: grouped(hidden ? busy : all, all), idle: all.length - busy.length, hidden};
}

function grouped(shown, all) {
  const groups = Map.groupBy(shown, groupOf), sizes = Map.groupBy(all, groupOf), rows = [];
  for (const [name, lanes] of groups) {
    if (all.length <= most || sizes.get(name).length < similar) {
      rows.push(...lanes.map(single));
      continue;
    }
    const folded = folds.get(name) ?? true;
    rows.push({group: name, folded, lanes, bins: sum(lanes), frames: lanes.flatMap(lane => lane.frames), of: sizes.get(name).length});
    if (!folded) rows.push(...lanes.map(lane => ({...single(lane), inside: true})));
  }
  return rows;
}

const single = lane => ({lanes: [lane], bins: lane.bins, frames: lane.frames});

// sum adds the bins of several lanes, which have the same edges.
function sum(lanes) {
  const bins = new Map();
  for (const bin of lanes.flatMap(lane => lane.bins)) {
    const one = bins.get(bin.start);
    if (!one) bins.set(bin.start, {...bin});
    else for (const of of ['calls', 'draws', 'busy']) one[of] += bin[of];
  }
  return [...bins.values()];
}
