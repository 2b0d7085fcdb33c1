// Bytes as rows of numbers or as text.

import {choice, el, note, property, span} from './dom.js';
import {get} from './api.js';
import {count} from './format.js';
import {List} from './list.js';
import {warn} from './store.js';

const kinds = [['f32', 'float'], ['f16', 'half'], ['i8', 'int8'], ['u8', 'uint8'], ['i16', 'int16'], ['u16', 'uint16'], ['i32', 'int32'], ['u32', 'uint32'], ['hex', 'hex']];

export const types = (as, changed, text = true) => choice('Type', text ? [['text', 'text'], ...kinds] : kinds, as, changed);

const step = 128;
const height = 19;
const widths = {hex: 26, u8: 34, i8: 38, u16: 56, i16: 58, f16: 84}; // size of a value

// rowsOf shows data of the server in a list; the first answer has its length.
export async function rowsOf(path, parameters, as, size) {
  const fetchRows = from => get(path, {...parameters, as, from, count: step});
  const first = await fetchRows(0);
  if (first.text != null) return el('pre', {class: 'text-data'}, first.text);
  if (!first.rows?.length) return note(size ? 'No data was captured.' : 'The data is empty.');
  const blocks = new Map([[0, first.rows]]);
  const root = el('div', {class: 'rows typed', tabindex: '0', role: 'group', 'aria-label': 'Data'});
  const list = new List(root, {height, render: (element, row) => fill(element, row, blocks), shown: (from, to) => {
    for (let n = Math.floor(from / step); n <= Math.floor(to / step); n++) {
      if (blocks.has(n)) continue;
      blocks.set(n, null);
      fetchRows(n * step).then(answer => { blocks.set(n, answer.rows); list.draw(); }).catch(warn);
    }
  }});
  property(root, 'value', (widths[as] ?? 94) + 'px');
  property(root, 'all', first.total * height + 'px');
  list.resize(first.total);
  return root;
}

function fill(element, row, blocks) {
  const one = blocks.get(Math.floor(row / step))?.[row % step];
  if (!one) return element.replaceChildren(span('number', '…'));
  element.replaceChildren(span('number', count(one.offset)), ...one.values.map(value => span('value', String(value))));
}
