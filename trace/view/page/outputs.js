// The outputs of the vertex shader of a draw, by replay, in blocks of rows.

import {el} from './dom.js';
import {get} from './api.js';
import {failed, inPanel} from './replays.js';
import {state} from './store.js';

// outputsOf returns the outputs and their first rows; if there are none, "lack" is the element that says why.
export async function outputsOf(shown, count, signal) {
  const fetchRows = from => get('replay/outputs', {i: state.call, instance: shown.instance, from, count}, signal);
  try {
    const first = await inPanel('Replaying the draw', () => fetchRows(0));
    const left = first.left_out?.length ? el('p', {class: 'lack'}, `Not captured, because the driver has a limit: ${first.left_out.join(', ')}.`) : '';
    return {list: first.outputs, rows: first.rows, fetchRows, lack: left};
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    return {list: [], rows: [], fetchRows: null, lack: failed(error)};
  }
}
