// Panel: the selected call.

import {button, el, note, span} from './dom.js';
import {get, url} from './api.js';
import {addNames} from './names.js';
import {valueLink} from './links.js';
import {bytes, count, moment, plainCall, time} from './format.js';
import {rowsOf, types} from './typed.js';
import {threadName} from './trace.js';
import {filterBy} from './filter.js';
import {opens} from './folds.js';
import {save} from './save.js';
import {state, warn} from './store.js';

const captures = {
  NULL: 'null pointer', DATA: 'captured', OFFSET: 'offset into the bound buffer', OFF: 'not captured: disabled by an option of the recording',
  UNKNOWN: 'not captured: size unknown', NO_ROOM: 'not captured: buffers full', FAILED: 'no data: the call failed', LOST: 'lost: a part of the file is damaged',
};

const flagWords = {attach: 'initial state', synthetic: 'added by the recorder', draw: 'draw', swap: 'end of frame', marker: 'marker'};

export const panel = {id: 'call', words: 'Call', on: ['call'], body};

async function body(signal) {
  const call = await get('call', {i: state.call}, signal);
  await addNames([call], signal);
  const error = call.error ? el('p', {class: 'alert'}, call.error) : null;
  return [el('h2', {class: 'call-name'}, span('name', call.name), span('room', ''),
    opens(call) ? button('Only this group', 'Show only the calls of this group', () => filterBy({group: call.i})) : '',
    button('Save', 'Save this call as text', () => save(`call-${call.i}.txt`, plainCall(call) + '\n'))),
    error, facts(call), args(call), ...(call.args ?? []).filter(a => a.data?.url).map(a => data(call, a))].filter(Boolean);
}

const fact = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));

function facts(call) {
  const flags = (call.flags ?? []).map(f => flagWords[f] ?? f).join(', ');
  return el('dl', {class: 'about'}, fact('Call', count(call.i)), fact('Frame', call.frame >= 0 ? count(call.frame) : 'none'),
    fact('Thread', threadName(call.thread)), fact('Context', call.context ? String(call.context) : 'none'),
    fact('Start', moment(call.start)), fact('Duration', time(call.duration) || 'untimed'), flags ? fact('Flags', flags) : '');
}

function args(call) {
  if (!call.args?.length && !call.result) return note('The call has no arguments and no result.');
  const rows = (call.args ?? []).map(a => el('tr', {}, el('th', {scope: 'row'}, a.name), el('td', {class: 'dim mono'}, a.type ?? ''),
    el('td', {class: 'mono is of-' + (a.kind ?? 'none')}, valueLink(a), captured(a.data))));
  if (call.result) rows.push(el('tr', {class: 'result'}, el('th', {scope: 'row'}, 'returns'), el('td', {class: 'dim mono'}, call.type ?? ''), el('td', {class: 'mono'}, call.result)));
  return el('table', {class: 'sheetlike'}, el('thead', {}, el('tr', {}, ['Argument', 'Type', 'Value'].map(h => el('th', {scope: 'col'}, h)))), el('tbody', {}, rows));
}

function captured(data) {
  if (!data) return null;
  const why = String(data.capture ?? '').replace('CAPTURE_', '').toUpperCase();
  const words = why === 'DATA' ? bytes(data.size) : captures[why] ?? data.capture;
  return span('badge' + (why === 'DATA' || why === 'NULL' || why === 'OFFSET' ? '' : ' bad'), words);
}

// data shows captured data: as a picture, a text, or rows of a selectable type.
function data(call, a) {
  const box = el('div', {class: 'contents'});
  const head = el('h3', {}, a.name, span('dim', ' ' + bytes(a.data.size)));
  if (a.data.kind === 'image') return el('section', {class: 'datum'}, head, el('img', {class: 'picture', src: a.data.url, alt: `Image of ${call.name}`}));
  const fill = async as => box.replaceChildren(await rowsOf('data', {i: call.i, param: a.param ?? call.args.indexOf(a)}, as, a.data.size));
  const first = a.data.as ?? guess(a);
  fill(first).catch(warn);
  head.append(types(first, as => fill(as).catch(warn)), el('a', {class: 'quiet', href: url('data', {i: call.i, param: a.param ?? call.args.indexOf(a), as: 'raw'}), download: `call-${call.i}-${a.name}.bin`}, 'Save'));
  return el('section', {class: 'datum'}, head, box);
}

// guess returns the initial type.
function guess(a) {
  if (a.data.kind === 'text' || /char/i.test(a.type ?? '')) return 'text';
  if (/float/i.test(a.type ?? '')) return 'f32';
  if (/ushort/i.test(a.type ?? '')) return 'u16';
  return /int|sizei|enum/i.test(a.type ?? '') ? 'i32' : 'u8';
}
