// Panel: the note of the selected call, and all bookmarks.

import {button, el, note as message, span} from './dom.js';
import {callAt, select} from './calls.js';
import {count} from './format.js';
import {copyLink, noteOf, saveNote} from './marks.js';
import {words} from './row.js';
import {state, warn} from './store.js';

const longest = 4096;
const named = 64; // bookmarks whose functions are shown: each may need a request
let draft = null; // the call, and its text that is not saved yet

export const panel = {id: 'notes', words: 'Notes', on: ['call', 'notes'], body};

async function body() {
  const all = state.notes ?? [], calls = await Promise.all(all.slice(0, named).map(note => callAt(note.call)));
  return [state.problem ? el('p', {class: 'alert'}, state.problem) : '', editor(), el('h3', {}, 'Bookmarks', span('dim', all.length ? count(all.length) : '')),
    all.length ? el('ul', {class: 'marks'}, all.map((note, n) => item(note, calls[n]))) : message('No bookmarks. Press b to bookmark the selected call.')].filter(Boolean);
}

// editor edits the note of the selected call.
function editor() {
  const call = state.call, saved = noteOf(call);
  const text = el('textarea', {rows: 3, maxlength: longest, placeholder: 'Note', 'aria-label': `Note of call ${call}`, on: {input: () => { draft = {call, text: text.value}; }}});
  text.value = draft?.call === call ? draft.text : saved?.text ?? '';
  const save = value => saveNote(call, value).then(() => { draft = null; }).catch(warn);
  return el('section', {class: 'editor'}, el('h3', {}, `Call ${count(call)}`, button('Copy link', 'Copy a link to this call (c)', () => copyLink().catch(warn), {id: 'copy-link'})), text,
    el('div', {class: 'buttons'}, button('Save', 'Save the note and bookmark the call', () => save(text.value), {id: 'save-note'}),
      saved ? button('Remove', 'Remove the bookmark and its note', () => save(null), {id: 'remove-note'}) : ''));
}

// item shows a bookmark, also of a call that the recording does not have.
function item(note, call) {
  const missing = note.call >= state.trace.calls;
  return el('li', {class: note.call === state.call ? 'mark selected' : 'mark'},
    el('button', {type: 'button', class: 'plain', disabled: missing, on: {click: () => select(note.call).catch(warn)}},
      el('span', {class: 'mono'}, span('dim', count(note.call) + '  '), ...missing ? ['no such call'] : call ? words(call).slice(0, 1) : []), note.text ? el('span', {class: 'note-text'}, note.text) : ''));
}
