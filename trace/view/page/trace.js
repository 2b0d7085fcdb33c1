// The whole trace: its facts, and the color of each context of a thread.

import {$, el, span} from './dom.js';
import {get} from './api.js';
import {count, some, time} from './format.js';
import {set, state, watch} from './store.js';

const colors = 8;

// laneOf returns the index of the color of a call.
export function laneOf({thread, context}) {
  const at = state.trace.contexts?.findIndex(c => c.number === context) ?? -1;
  return (at < 0 ? thread - 1 : at) % colors;
}

// threadName returns the name of a thread, with its number if several threads have that name.
export function threadName(number) {
  const {threads = []} = state.trace, name = threads.find(t => t.number === number)?.name;
  if (!name) return `thread ${number}`;
  return threads.some(t => t.name === name && t.number !== number) ? `t${number} ${name}` : name;
}

// laneName returns the name of a row of the timeline.
export const laneName = lane => lane.gpu ? 'GPU time' : threadName(lane.thread);

// loadTrace fetches the facts, which change while a trace is live.
export async function loadTrace() {
  set({trace: await get('trace')});
  return state.trace;
}

const fact = (name, value, kind, title) => el('div', {class: 'fact ' + (kind ?? ''), title}, el('dt', {}, name), el('dd', {}, value));

// endings describes why a recording ended, except normal ends.
const endings = {
  disconnected: 'The connection to the program was lost',
  full: 'The file reached its size limit',
  disk: 'Writing the file failed',
  closed: 'The program closed a file descriptor of the trace layer',
};

// warnings lists data that is missing from the trace.
function warnings(trace) {
  const of = [];
  if (trace.dropped) of.push(fact('dropped', some(trace.dropped, 'call'), 'warn', 'Calls dropped because the recorder had no free buffer'));
  if (trace.uncaptured) of.push(fact('not captured', count(trace.uncaptured), 'warn', 'Pointers whose data was not captured'));
  if (trace.cut) of.push(fact('truncated', count(trace.cut) + ' B', 'warn', 'Bytes at the end of the file that are not a complete chunk'));
  if (!trace.ended && !trace.live) of.push(fact('end', 'missing', 'warn', 'The program was killed or still runs: the calls of the last moments are missing'));
  if (trace.missing !== undefined) of.push(fact('missing at the end', some(trace.missing, 'call'), 'warn', 'Calls that the program made before it was killed, and that are not in the recording'));
  for (const c of trace.contexts ?? []) {
    if (c.desktop) of.push(fact(`context ${c.number}`, `OpenGL ${c.major}.${c.minor}`, 'warn', 'Its calls are not recorded: layers see only OpenGL ES'));
  }
  if (!['', 'stopped', 'exit'].includes(trace.ended ?? '')) of.push(fact('ended', trace.ended, 'warn', endings[trace.ended]));
  return of;
}

// programName returns the name of the process without directories.
const programName = t => (t.process || t.name || '').replace(/^.*\//, '');

function showFacts() {
  const t = state.trace;
  document.title = `${programName(t)} · gltrace`;
  $('process').textContent = programName(t);
  $('process').title = [t.process, t.name].filter(Boolean).join(' · ');
  $('facts').replaceChildren(
    fact('pid', String(t.pid ?? '')), fact('arch', t.arch ?? ''), fact('calls', count(t.calls)), fact('frames', count(t.frames)),
    fact('time', time(t.duration)), fact('threads', count(t.threads?.length ?? 0)), fact('contexts', count(t.contexts?.length ?? 0)),
    ...(t.waits ? [] : [fact('full buffer', 'drops calls', '', 'The program does not wait for the recorder: if a buffer is full, calls are dropped and counted')]),
    ...(t.timed === false ? [fact('times', 'not recorded')] : []), ...warnings(t),
    ...(t.live ? [el('div', {class: 'fact live'}, span('dot', ''), 'live')] : []));
  $('follow').hidden = !t.live;
}

// startTrace keeps the header up to date.
export function startTrace() {
  showFacts();
  watch('trace', showFacts);
}
