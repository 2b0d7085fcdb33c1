// The page of settings: a card for each module of each layer. A change is sent at once, and the answer has all values.

import {$, el, span} from './dom.js';
import {get, post} from './api.js';
import {nextTheme, startTheme} from './theme.js';

const shown = new Map(); // by layer and name of a setting: the function that shows its value
const cards = [];        // with the text by which they are filtered
let last = null;         // the last answer

const effective = s => s.value || s.default;
const isOn = s => ['1', 'on', 'true'].includes(effective(s));
const keyOf = (layer, name) => `${layer} ${name}`;

// say shows a message in the bar at the bottom.
function say(text, bad = false) {
  $('message').textContent = text;
  $('message').classList.toggle('bad', bad);
}

// change sends a request, and shows the values of the answer; after an error, the values of the last answer.
async function change(path, body, done) {
  try {
    last = await post(path, body);
    say(last.left?.length ? `not restored: ${last.left.join('; ')}` : done, Boolean(last.left?.length));
  } catch (error) {
    say(error.hint ? `${error.message}. ${error.hint}` : error.message, true);
  }
  showValues();
}

const assign = (layer, s, value) =>
  change('set', {layer, name: s.name, value}, value === '' ? `${s.name}: default` : `${s.name}=${value}`);

function showValues() {
  $('undo').disabled = !last.changed;
  last.layers.forEach((layer, n) => {
    for (const module of layer.modules) for (const s of module.settings) shown.get(keyOf(n, s.name))(s);
  });
}

// control creates the control of a setting, and a function that shows a value in it.
function control(s, id, changed) {
  const more = {id, title: s.values};
  switch (s.type) {
    case 'bool': {
      const box = el('input', {type: 'checkbox', class: 'switch', role: 'switch', ...more, on: {change: () => changed(box.checked ? '1' : '0')}});
      return [box, now => { box.checked = isOn(now); }];
    }
    case 'choice': {
      const select = el('select', {...more, on: {change: () => changed(select.value)}}, s.choices.map(c => el('option', {value: c}, c)));
      return [select, now => { select.value = effective(now); }];
    }
    default: {
      const number = s.type === 'int' && {type: 'number', min: s.range[0], max: s.range[1], step: 1};
      const input = el('input', {type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: s.default || 'not set', ...number, ...more,
        on: {change: () => changed(input.value.trim())}});
      return [input, now => { input.value = s.type === 'int' ? effective(now) : now.value; }];
    }
  }
}

// settingRow creates the row of a setting.
function settingRow(layer, s, key) {
  const id = `s${layer}-${s.name}`;
  const [input, show] = control(s, id, value => assign(layer, s, value));
  const reset = el('button', {type: 'button', class: 'quiet', title: `Use the default of ${s.name}`, on: {click: () => assign(layer, s, '')}}, 'Default');
  const words = s.type === 'int' ? `${s.range[0]} to ${s.range[1]}, ` : '';
  const row = el('div', {class: 'row'},
    el('label', {for: id}, key),
    el('span', {class: 'value'}, input, span('range', `${words}default ${s.default || 'none'}`)),
    reset,
    span('text', s.text));
  shown.set(keyOf(layer, s.name), now => {
    show(now);
    row.classList.toggle('set', now.value !== '');
    reset.hidden = now.value === '';
  });
  return row;
}

// moduleCard creates the card of a module, with its switch if it has one.
function moduleCard(layer, module) {
  const on = module.settings.find(s => s.name === `${module.name}.on`);
  const card = el('section', {class: 'card'});
  const head = el('header', {});
  if (on) {
    const id = `s${layer}-${on.name}`;
    const [box, show] = control(on, id, value => assign(layer, on, value));
    const reset = el('button', {type: 'button', class: 'quiet', title: `Use the default of ${on.name}`, on: {click: () => assign(layer, on, '')}}, 'Default');
    head.append(box, el('h3', {}, el('label', {for: id}, module.name)), span('does', module.text), reset);
    shown.set(keyOf(layer, on.name), now => {
      show(now);
      card.classList.toggle('on', isOn(now));
      reset.hidden = now.value === '';
    });
  } else {
    head.append(el('h3', {}, module.name || 'The layer'), span('does', module.text));
  }
  const rows = module.settings.filter(s => s !== on)
    .map(s => settingRow(layer, s, module.name ? s.name.slice(module.name.length + 1) : s.name));
  card.append(head, ...rows);
  cards.push([card, [module.name, module.text, ...module.settings.map(s => `${s.name} ${s.text}`)].join(' ').toLowerCase()]);
  return card;
}

function filter() {
  const word = $('filter').value.trim().toLowerCase();
  for (const [card, text] of cards) card.hidden = !text.includes(word);
  say(word && cards.every(([card]) => card.hidden) ? `no setting contains "${word}"` : '');
}

const keys = {
  '/': () => $('filter').focus(),
  u: () => $('undo').click(),
  t: nextTheme,
};

function press(event) {
  if (event.key === 'Escape' && event.target === $('filter')) {
    $('filter').value = '';
    filter();
    return;
  }
  const typing = event.target.matches('input:not([type=checkbox]), select');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

async function start() {
  startTheme();
  last = await get('settings');
  document.title = `${last.title} – settings`;
  $('title').textContent = last.title;
  $('note').textContent = $('note').title = last.note;
  $('layers').append(...last.layers.map((layer, n) => el('section', {'aria-label': layer.name},
    el('h2', {}, layer.name), el('div', {class: 'cards'}, layer.modules.map(module => moduleCard(n, module))))));
  showValues();
  $('undo').addEventListener('click', () => change('undo', {}, 'the values from before this page are restored'));
  $('filter').addEventListener('input', filter);
  addEventListener('keydown', press);
  document.documentElement.dataset.ready = 'true';
}

start().catch(error => say(error.message, true));
