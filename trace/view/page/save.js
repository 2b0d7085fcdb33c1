// Files that the browser saves.

import {el} from './dom.js';
import {get} from './api.js';
import {addNames} from './names.js';
import {plainCall, some, time} from './format.js';
import {frames} from './framelist.js';
import {setMessage, state, warn} from './store.js';

// save makes the browser save text as a file.
export const save = (name, text) => saveBlob(name, new Blob([text], {type: 'text/plain'}));

// savePicture makes the browser save what a canvas shows.
export const savePicture = (name, canvas) => canvas.toBlob(blob => saveBlob(name, blob));

function saveBlob(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = el('a', {href: address, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60e3);
  setMessage(`Saved ${name}`);
}

const step = 1000;

// saveFrame saves the calls of the selected frame, one on each line.
async function saveFrame() {
  const frame = frames[state.frame];
  if (!frame) return;
  const lines = []; // interleaved calls of other threads do not belong to the frame
  for (let from = frame.first; from <= frame.last; from += step) {
    const {calls} = await get('calls', {from, count: Math.min(step, frame.last + 1 - from)});
    await addNames(calls);
    lines.push(...calls.filter(c => c.frame === frame.n).map(c => `${c.i}\t${time(c.duration)}\t${plainCall(c)}`));
  }
  lines.unshift(`# frame ${frame.n}: ${some(lines.length, 'call')}, ${time(frame.duration)}`);
  save(`frame-${frame.n}.txt`, lines.join('\n') + '\n');
}

export const trySaveFrame = () => saveFrame().catch(warn);
