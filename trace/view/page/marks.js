// Bookmarks: calls with a note, which may be empty. The server saves them beside the recording.

import {get, post} from './api.js';
import {select} from './calls.js';
import {count} from './format.js';
import {set, setMessage, state, warn} from './store.js';

// noteOf returns the note of a call, or undefined.
export const noteOf = call => state.notes?.find(note => note.call === call);

async function loadNotes() {
  const {notes, problem} = await get('notes');
  set({notes, problem});
}

// saveNote replaces the note of a call; null removes it.
export async function saveNote(call, text) {
  const {notes} = await post('notes', {call, text});
  set({notes, problem: undefined});
  setMessage(text == null ? `Removed the bookmark of call ${count(call)}` : `Saved the bookmark of call ${count(call)}`);
}

// toggleMark sets a bookmark without a note at the selected call, or removes it. A note is only removed on its tab.
export async function toggleMark() {
  const note = noteOf(state.call);
  if (note?.text) set({tab: 'notes'});
  else await saveNote(state.call, note ? null : '');
}

// goMark selects the next bookmark in a direction.
export async function goMark(dir) {
  const next = (state.notes ?? []).filter(note => (note.call - state.call) * dir > 0).at(dir > 0 ? 0 : -1);
  if (next) await select(next.call);
  else setMessage(dir > 0 ? 'No later bookmark' : 'No earlier bookmark');
}

// copyLink copies the address of the page with the selected call.
export async function copyLink() {
  const link = new URL(location.href);
  link.hash = new URLSearchParams({i: state.call, tab: state.tab});
  try {
    await navigator.clipboard.writeText(link.href);
    setMessage(`Copied the link to call ${count(state.call)}. It opens in this browser until the viewer ends.`);
  } catch {
    setMessage(`Link to call ${count(state.call)}: ${link.href}`); // without permission for the clipboard
  }
}

// startMarks loads the bookmarks. The page does not wait for them.
export function startMarks() {
  loadNotes().catch(warn);
}
