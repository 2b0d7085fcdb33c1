// What is selected, and who wants to know. All that the page shows follows from this; the URL's fragment keeps it.

const now = {call: 0, frame: 0, tab: 'call', view: null, trace: null};
const kept = {i: 'call', tab: 'tab'}; // in the fragment, and as what here
const watchers = [];

export const state = now;

// watch calls back when one of these changes.
export const watch = (names, fn) => { watchers.push([names.split(' '), fn]); };

// set changes some, and tells each watcher once.
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

// remember writes the fragment, not at each step of a held key: browsers count how often it is done.
function remember() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const words = new URLSearchParams();
    for (const [name, of] of Object.entries(kept)) words.set(name, now[of]);
    history.replaceState(null, '', '#' + words);
  }, 120);
}

// recall is what the fragment of a URL says. What was about to be written there is of before.
export function recall(url) {
  clearTimeout(waiting);
  const words = new URLSearchParams(new URL(url).hash.slice(1));
  const call = Number.parseInt(words.get('i') ?? '', 10);
  return {call: call >= 0 ? call : null, tab: words.get('tab')};
}

// say tells the user what happened, below and to screen readers.
export function say(text) {
  document.getElementById('said').textContent = text;
}

// warn is say for what went wrong; it is a handler of rejected promises.
export function warn(error) {
  if (error?.name === 'AbortError') return;
  say(String(error?.message ?? error));
}
