// A list of objects beside the selected one.

import {el, span} from './dom.js';

// pick creates the list: each item has a key, a label and a line below it; chosen is called with the new key.
export function pick(label, items, key, chosen) {
  const list = el('div', {class: 'pick', role: 'listbox', 'aria-label': label, tabindex: '0', on: {keydown: step}});
  list.append(...items.map(item => el('div', {class: 'item', role: 'option', 'aria-selected': String(item.key === key), 'data-key': item.key,
    on: {click: () => chosen(item.key)}}, item.picture ?? null, el('div', {}, span('words', item.words), span('dim below', item.below ?? '')))));
  return list;

  function step(event) {
    const by = {ArrowDown: 1, ArrowUp: -1, j: 1, k: -1}[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const n = items.findIndex(item => item.key === key) + by;
    if (items[n]) chosen(items[n].key, true);
  }
}

// pair shows the list and the selected object side by side.
export const pair = (list, ...look) => el('div', {class: 'pair'}, list, el('div', {class: 'look'}, ...look));

const wishes = new Map();

// selectLater makes a tab show an object when it is opened next.
export const selectLater = (tab, key) => { wishes.set(tab, key); };

// keep returns the key to show: the wished or previous one if it exists, otherwise the first.
export function keep(items, key, tab) {
  const wanted = wishes.get(tab) ?? key;
  wishes.delete(tab);
  return items.some(item => item.key === wanted) ? wanted : items[0]?.key;
}
