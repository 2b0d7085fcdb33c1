// Names of the uniforms that calls set, which the server knows from earlier calls.

import {get} from './api.js';
import {warn} from './store.js';

const sets = /^gl(Program)?Uniform(\d|Matrix|Handle)/;
const each = 256; // calls in a request: the server limits the length of a URL
const most = 4; // pages that wait; older ones are forgotten
const pause = 300; // ms between requests while the server evaluates earlier calls

// addNames adds the names to the locations of calls. It returns false if the server does not know them yet.
export async function addNames(calls, signal) {
  const of = calls.filter(call => sets.test(call.name));
  for (let n = 0; n < of.length; n += each) {
    const some = of.slice(n, n + each), {names} = await get('names', {calls: some.map(call => call.i).join()}, signal);
    if (!names) return false;
    for (const call of some) addName(call, names[call.i]);
  }
  return true;
}

function addName(call, name) {
  const location = call.args.find(a => a.name === 'location');
  if (!location || !name || location.named) return;
  location.named = true;
  location.text += ` ${JSON.stringify(name)}`;
}

const waiting = [];
let busy = false;

// addNamesLater adds the names when the server knows them, for one page at a time, the newest first.
export function addNamesLater(calls, added) {
  if (!calls.some(call => sets.test(call.name))) return;
  waiting.push([calls, added]);
  waiting.splice(0, waiting.length - most);
  if (!busy) work().catch(warn);
}

async function work() {
  busy = true;
  try {
    while (waiting.length) {
      const page = waiting.at(-1);
      if (!await addNames(page[0])) {
        await new Promise(resume => setTimeout(resume, pause));
        continue;
      }
      waiting.splice(waiting.indexOf(page), 1);
      page[1]();
    }
  } finally {
    busy = false;
  }
}
