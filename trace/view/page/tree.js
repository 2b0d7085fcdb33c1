// Panel: the OpenGL ES state after the call, as a tree. Values that the call changed are marked.

import {choice, el, note, span, tick} from './dom.js';
import {made} from './api.js';
import {button} from './dom.js';
import {save} from './save.js';
import {frames} from './framelist.js';
import {selectLater} from './pick.js';
import {set, state} from './store.js';

const opened = new Map(); // paths of nodes that were opened or closed, kept when another call is selected
const shown = {filter: '', only: false, set: false, used: false, since: 'call', other: null};
let refresh, last;

export const panel = {id: 'state', words: 'State', on: ['call'], tools, body};

function tools(again) {
  refresh = again;
  const filter = el('input', {type: 'search', placeholder: 'Filter names and values', 'aria-label': 'Filter the state', id: 'state-filter', on: {
    input: () => { shown.filter = filter.value.toLowerCase(); refresh(); }}});
  const only = (name, words, id) => tick(words, shown[name], on => { shown[name] = on; refresh(); }, id);
  const other = el('input', {type: 'number', class: 'number', min: 0, max: state.trace.calls - 1, 'aria-label': 'Call to compare with', id: 'state-other', hidden: true,
    on: {change: () => { shown.other = Math.max(0, Math.min(state.trace.calls - 1, Math.floor(Number(other.value)) || 0)); refresh(); }}});
  return [filter, only('only', 'Only changed', 'only-changed'), only('set', 'Not default', 'not-default'), only('used', 'Used by draw', 'used-by-draw'),
    choice('Changed since', [['call', 'by this call'], ['frame', 'since the start of the frame'], ['start', 'since the first call'], ['other', 'since call …']],
      shown.since, v => { shown.since = v; compareWith(other); refresh(); }), other,
    button('Save', 'Save the state as text', () => last && save(`state-${last.i}.txt`, text(last.tree, '')))];
}

const against = {call: () => null, frame: () => frames[state.frame]?.first, start: () => -1, other: () => shown.other};

// compareWith starts a comparison with the selected call: then select the other one.
function compareWith(input) {
  input.hidden = shown.since !== 'other';
  if (input.hidden) return;
  shown.other ??= state.call;
  input.value = shown.other;
}

async function body(signal) {
  const i = state.call, since = against[shown.since]();
  const fresh = last?.i !== i || last.since !== since;
  if (fresh) last = {i, since, tree: (await made('state', {i, against: since}, signal)).tree ?? []};
  const nodes = last.tree.map(node => item(node, '', 0)).filter(Boolean);
  if (!nodes.length) return note(shown.used && !last.tree.some(node => node.used) ? 'This call does not draw.' : shown.only ? 'No state changed.' : 'No name or value matches the filter.');
  const tree = el('div', {class: 'tree', role: 'tree', 'aria-label': 'State', on: {keydown: key}}, nodes);
  tree.querySelector('[role=treeitem]').tabIndex = 0;
  if (fresh) requestAnimationFrame(() => tree.querySelector('.changed')?.scrollIntoView({block: 'nearest'}));
  return tree;
}

// changed reports whether a node, or one inside it, changed.
const changed = node => Boolean(node.changed) || Boolean(node.children?.some(changed));
const itself = node => node.changed && !node.children?.some(changed);
const matches = node => !shown.filter || `${node.name} ${node.value ?? ''}`.toLowerCase().includes(shown.filter) || node.children?.some(matches);

// item shows a node and its children, or nothing if the filter excludes it.
function item(node, path, level, within = false) {
  within ||= shown.filter !== '' && node.name.toLowerCase().includes(shown.filter);
  if (shown.only && !changed(node) || shown.set && !node.set || shown.used && !node.used || !within && !matches(node)) return null;
  path += '/' + node.name;
  const parent = node.children?.length > 0;
  const open = parent && (opened.get(path) ?? (level === 0 || shown.since === 'call' && changed(node) || shown.only || shown.used || shown.filter !== '' && !within));
  const row = el('div', {class: 'node' + (itself(node) ? ' changed' : changed(node) ? ' inside' : ''), role: 'treeitem', tabindex: '-1', 'aria-level': level + 1,
    'aria-expanded': parent ? String(open) : null, 'data-path': path, on: {click: () => parent && flip(row, node, path, level, within)}},
  span('handle', parent ? (open ? '▾' : '▸') : ''), span('key', node.name), el('span', {class: 'value mono'}, node.value ?? '', itself(node) && node.was != null && span('was', 'was ' + node.was)), link(node.ref));
  row.style.setProperty('--depth', level);
  return open ? [row, below(node, path, level, within)] : [row];
}

// link leads to the object that a node is, or that its value names.
function link(ref) {
  const tab = {texture: 'textures', buffer: 'buffers', shader: 'shaders', program: 'uniforms'}[ref?.class];
  return tab ? el('button', {class: 'quiet go', tabindex: '-1', title: `Show ${ref.class} ${ref.number}`, on: {click: event => { event.stopPropagation(); selectLater(tab, ref.number); set({tab}); }}}, '→') : '';
}

const below = (node, path, level, within) => el('div', {role: 'group'}, node.children.map(child => item(child, path, level + 1, within)).filter(Boolean).flat());

function flip(row, node, path, level, within) {
  const open = row.getAttribute('aria-expanded') !== 'true';
  opened.set(path, open);
  row.setAttribute('aria-expanded', String(open));
  row.firstChild.textContent = open ? '▾' : '▸';
  if (open) row.after(below(node, path, level, within));
  else row.nextSibling.remove();
}

// key handles the standard keys of a tree.
function key(event) {
  const row = event.target.closest('[role=treeitem]'), rows = [...event.currentTarget.querySelectorAll('[role=treeitem]')];
  const n = rows.indexOf(row), open = row.getAttribute('aria-expanded');
  const to = {ArrowDown: n + 1, ArrowUp: n - 1, Home: 0, End: rows.length - 1}[event.key];
  if (event.key === 'ArrowRight' && open === 'false' || event.key === 'ArrowLeft' && open === 'true' || event.key === 'Enter') row.click();
  else if (event.key === 'ArrowLeft') focus(row, row.parentElement.previousElementSibling);
  else if (to != null) focus(row, rows[to]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function focus(from, to) {
  if (to?.getAttribute('role') !== 'treeitem') return;
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

// text returns the tree as text; changed nodes have a star.
const text = (nodes, indent) => nodes.map(node =>
  `${itself(node) ? '*' : ' '} ${indent}${node.name}${node.value != null ? ': ' + node.value : ''}${itself(node) && node.was != null ? ' (was ' + node.was + ')' : ''}\n${text(node.children ?? [], indent + '  ')}`).join('');
