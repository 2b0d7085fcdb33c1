// The selection, and its observers. The whole page depends on it; the fragment of the URL stores it.

const now = {call: 0, frame: 0, tab: 'call', view: null, trace: null, notes: null, problem: undefined, times: ''};
const kept = {i: 'call', tab: 'tab'}; // key in the fragment, and key here
const watchers = [];

export const state = now;

// watch registers a callback for changes of these keys.
export const watch = (names, fn) => { watchers.push([names.split(' '), fn]); };

// set changes values and calls each observer once.
export function set(changes) {
  const changed = Object.keys(changes).filter(name => now[name] !== changes[name]);
  if (!changed.length) return;
  Object.assign(now, changes);
  if (changed.some(name => Object.values(kept).includes(name))) remember();
  for (const [names, fn] of watchers) {
    if (names.some(name => changed.includes(name))) fn(changed);
  }
}

let waiting = 0;

// remember writes the fragment after a pause: browsers limit how often it may change.
function remember() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const words = new URLSearchParams();
    for (const [name, of] of Object.entries(kept)) words.set(name, now[of]);
    history.replaceState(null, '', '#' + words);
  }, 120);
}

// recall reads the fragment of a URL and cancels a pending write.
export function recall(url) {
  clearTimeout(waiting);
  const words = new URLSearchParams(new URL(url).hash.slice(1));
  const call = Number.parseInt(words.get('i') ?? '', 10);
  return {call: call >= 0 ? call : null, tab: words.get('tab')};
}

// setMessage shows a message in the status line, also for screen readers.
export function setMessage(text) {
  document.getElementById('message').textContent = text;
}

// warn shows an error; it is a handler of rejected promises.
export function warn(error) {
  if (error?.name === 'AbortError') return;
  setMessage(String(error?.message ?? error));
}
