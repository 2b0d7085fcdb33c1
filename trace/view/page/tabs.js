// The tabs at the side. A panel has an ID, a tab label, the keys it depends on, permanent tools, and a body
// that is created again when a key changes.

import {$, el, note} from './dom.js';
import {latest} from './api.js';
import {whenFrames} from './framelist.js';
import {set, state, warn, watch} from './store.js';
import {panel as call} from './call.js';
import {panel as drawing} from './drawing.js';
import {panel as tree} from './tree.js';
import {panel as shaders} from './shaders.js';
import {panel as uniforms} from './uniforms.js';
import {panel as textures} from './textures.js';
import {panel as buffers} from './buffers.js';
import {panel as vertices} from './vertices.js';
import {panel as image} from './image.js';
import {panel as object} from './inspector.js';
import {panel as stats} from './stats.js';
import {panel as gpu} from './gputime.js';
import {panel as compare} from './compare.js';
import {panel as notes} from './notes.js';

const panels = [call, drawing, tree, shaders, uniforms, textures, buffers, vertices, image, object, stats, gpu, compare, notes];
const tools = new Map();
const body = el('div', {class: 'body'});
let waiting = 0;

const current = () => panels.find(p => p.id === state.tab) ?? call;

const make = latest((signal, panel) => panel.body(signal));

// refresh creates the body of the panel again and restores the scroll position.
async function refresh() {
  const panel = current();
  $('panel').setAttribute('aria-busy', 'true');
  const made = await make(panel).catch(error => { warn(error); return note(error.message); });
  if (!made || panel !== current()) return;
  const {scrollTop, scrollLeft} = body;
  if (made !== body.firstChild || body.children.length !== 1) body.replaceChildren(...[made].flat());
  body.scrollTop = scrollTop;
  body.scrollLeft = scrollLeft;
  $('panel').setAttribute('aria-busy', 'false');
}

// soon waits until a held key is released.
function soon() {
  $('panel').setAttribute('aria-busy', 'true');
  clearTimeout(waiting);
  waiting = setTimeout(refresh, 40);
}

// open shows the panel of the selected tab.
function open() {
  const panel = current();
  for (const tab of $('tabs').children) {
    const here = tab.dataset.tab === panel.id;
    tab.setAttribute('aria-selected', String(here));
    tab.tabIndex = here ? 0 : -1;
    if (here) tab.scrollIntoView({block: 'nearest', inline: 'nearest'}); // the tabs may be wider than the window
  }
  if (!tools.has(panel.id)) tools.set(panel.id, panel.tools ? el('div', {class: 'tools'}, panel.tools(refresh)) : null);
  body.className = 'body ' + panel.id;
  body.replaceChildren();
  $('panel').setAttribute('aria-labelledby', 'tab-' + panel.id);
  $('panel').replaceChildren(...[tools.get(panel.id), body].filter(Boolean));
  refresh();
}

// switchTab selects the tab at a distance from the current one.
export function switchTab(by) {
  const n = panels.indexOf(current()) + by;
  set({tab: panels[(n + panels.length) % panels.length].id});
}

function key(event) {
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!by) return;
  event.preventDefault();
  switchTab(by);
  $('tab-' + state.tab).focus();
}

// startTabs creates the tabs.
export function startTabs() {
  $('tabs').append(...panels.map((panel, n) => el('button', {id: 'tab-' + panel.id, role: 'tab', 'data-tab': panel.id, 'aria-controls': 'panel',
    title: n < 9 ? `${panel.words} (${n + 1})` : panel.words, on: {click: () => set({tab: panel.id})}}, panel.words)));
  $('tabs').addEventListener('keydown', key);
  watch('tab', open);
  watch('call frame trace notes times', changed => { if (current().on.some(name => changed.includes(name))) soon(); });
  whenFrames(() => { if (current().on.includes('frames')) soon(); });
  open();
}

// tabNumber handles the digit keys.
export const tabNumber = n => { if (panels[n]) set({tab: panels[n].id}); };
