// The outputs of the vertex shader of a draw, by replay, in blocks of rows.

import {el} from './dom.js';
import {get} from './api.js';
import {failed, inPanel} from './replays.js';
import {state} from './store.js';

export const noOutputs = {list: [], rows: [], total: 0, apart: false, fetchRows: async () => [], lack: ''};

const sum = parts => parts.reduce((all, part) => all + part.count, 0);

// place returns which outputs belong to the selected draw of a multi-draw: the replay has those of all of them, in order.
export const place = (d, shown) => ({from: sum(d.parts.slice(0, shown.part)), count: d.parts[shown.part].count});

// apart reports whether the outputs are other vertices than the inputs: an index that restarts a primitive has no outputs.
export const apart = (d, total) => total !== sum(d.parts);

// outputsOf returns the outputs and their first rows; if there are none, "lack" is the element that says why.
export async function outputsOf(d, shown, count, signal) {
  const {from: first} = place(d, shown), fetchRows = from => get('replay/outputs', {i: state.call, instance: shown.instance, from: first + from, count}, signal);
  try {
    const {outputs, rows, total, left_out: left} = await inPanel('Replaying the draw', () => fetchRows(0));
    const lack = left?.length ? el('p', {class: 'lack'}, `Not captured, because the driver has a limit: ${left.join(', ')}.`) : '';
    return {list: outputs, rows, total, apart: apart(d, total), fetchRows: async from => (await fetchRows(from)).rows, lack};
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    return {...noOutputs, lack: failed(error)};
  }
}
