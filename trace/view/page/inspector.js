// Panel: one object, and its history: the calls that made, changed and used it.

import {button, el, note, span} from './dom.js';
import {made} from './api.js';
import {some} from './format.js';
import {nameOf} from './links.js';
import {Past} from './past.js';
import {selectLater} from './pick.js';
import {set, state} from './store.js';

export const panel = {id: 'object', words: 'Object', on: ['call'], body};

let object = null; // the inspected one: class and number
let past = null;
let open = null; // whether the user opened the state
const root = el('div', {class: 'inspector'}); // it stays when another call is selected, and keeps the focus

// inspect opens the inspector for an object.
export function inspect({class: kind, number}) {
  object = {class: kind, number};
  if (state.tab !== 'object') set({tab: 'object'});
}

const tabs = {texture: 'textures', buffer: 'buffers', shader: 'shaders', program: 'uniforms'};

async function body(signal) {
  if (!object) return note('Select an object in the Call or Draw tab.');
  const i = state.call, {class: kind, number} = object;
  const now = await made('inspect', {i, class: kind, name: number}, signal).catch(error => ({lack: error.message}));
  if (signal.aborted) return null;
  if (!past?.is(object)) {
    past?.stop();
    past = new Past(object, i);
    root.replaceChildren(el('div'), el('div'), past.section);
  }
  const tab = tabs[kind];
  root.children[0].replaceWith(el('h2', {class: 'call-name'}, span('name', nameOf({...object, label: now.label})), span('room', ''),
    tab && !now.lack ? button('Contents', `Show ${kind} ${number} in its tab`, () => { selectLater(tab, number); set({tab}); }) : ''));
  root.children[1].replaceWith(now.lack ? el('p', {class: 'dim'}, `After the selected call, ${kind} ${number} does not exist.`) : properties(now.tree));
  past.select(i);
  return root;
}

// properties shows the values of an object, flat.
function properties(tree) {
  const rows = [];
  const add = (node, path) => {
    for (const child of node.children ?? []) {
      const name = path ? `${path} / ${child.name}` : child.name;
      if (child.value) rows.push(el('tr', {}, el('th', {scope: 'row', class: 'mono'}, name), el('td', {class: 'mono value'}, child.value)));
      add(child, name);
    }
  };
  add(tree, '');
  const details = el('details', {open: open ?? rows.length <= 6}, el('summary', {}, `State after the selected call: ${some(rows.length, 'value')}`),
    el('table', {class: 'sheetlike'}, el('tbody', {}, rows)));
  details.firstChild.addEventListener('click', () => { open = !details.open; });
  return details;
}
