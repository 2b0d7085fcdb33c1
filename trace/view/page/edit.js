// The editor of a shader: the frame of the selected call with another source, by replay.

import {$, button, el, note, span} from './dom.js';
import {get, latest, send} from './api.js';
import {count, time} from './format.js';
import {nameOf} from './links.js';
import {paint} from './pixels.js';
import {during, failed} from './replays.js';
import {state, warn} from './store.js';
import {toImage} from './texels.js';

const drafts = new Map(); // by program and shader: the source of the recording, and the edited one

// request returns the result of a frame with a source, and its image or null.
const request = latest(async (signal, parameters) => {
  const form = await (await send('replay/edit', parameters, signal)).formData(), image = form.get('image');
  return {...JSON.parse(form.get('result')), image: image && toImage(await image.arrayBuffer())};
});

// editShader opens the editor of a shader of a program.
export async function editShader(program, shader) {
  const {source} = await get('shader', {i: state.call, name: shader.number});
  if (!source) throw new Error(`The recording has no source of ${nameOf(shader)}.`);
  const key = `${program.number}/${shader.number}`;
  if (drafts.get(key)?.source !== source) drafts.set(key, {source, text: source});
  new Editor(program, shader, drafts.get(key)).open();
}

class Editor {
  constructor(program, shader, draft) {
    Object.assign(this, {program, shader, draft, images: {}, marked: new Set()});
    this.lines = el('pre', {class: 'gutter', 'aria-hidden': 'true'});
    this.text = el('textarea', {class: 'code mono', spellcheck: 'false', autocomplete: 'off', wrap: 'off', 'aria-label': `Source of ${nameOf(shader)}`, on: {
      input: () => { draft.text = this.text.value; this.#number(); }, keydown: event => this.#key(event), scroll: () => { this.lines.scrollTop = this.text.scrollTop; }}});
    this.messages = el('div', {class: 'messages', role: 'status'});
    this.times = el('p', {class: 'edited-times'});
    this.picture = el('div', {class: 'edited-picture'});
    this.run = button('Run', 'Replay the frame with this source (Ctrl+Enter)', () => this.#run().catch(warn), {id: 'edit-run', class: 'quiet primary'});
  }

  open() {
    const sheet = $('edit');
    sheet.replaceChildren(el('h2', {class: 'call-name'}, `Edit ${nameOf(this.shader)}`, span('dim', ` of ${nameOf(this.program)}, frame ${count(state.frame)}`), span('room', ''), this.run,
      button('Reset', 'Restore the source of the recording', () => this.#reset(), {id: 'edit-reset'}), button('Close', 'Close (Escape); the text is kept', () => sheet.close(), {id: 'edit-close'})),
    el('div', {class: 'editing'}, el('div', {class: 'editor-side'}, el('div', {class: 'codebox'}, this.lines, this.text), this.messages),
      el('div', {class: 'result-side'}, this.times, this.picture)));
    sheet.addEventListener('close', () => request.stop(), {once: true});
    this.text.value = this.draft.text;
    this.#number();
    this.picture.replaceChildren(note('Run replays the frame of the selected call with this source.'));
    sheet.showModal();
    this.text.focus();
    this.text.setSelectionRange(0, 0);
  }

  #key(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#run().catch(warn);
    else if (event.key === 'Tab' && !event.shiftKey) this.text.setRangeText('    ', this.text.selectionStart, this.text.selectionEnd, 'end');
    else return;
    event.preventDefault();
  }

  #reset() {
    this.text.value = this.draft.text = this.draft.source;
    this.#mark([]);
    this.messages.replaceChildren();
  }

  // number writes the numbers of the lines.
  #number() {
    const lines = this.text.value.split('\n').length;
    if (this.lines.children.length === lines) return;
    this.lines.replaceChildren(...Array.from({length: lines}, (_, n) => el('span', {class: this.marked.has(n + 1) ? 'line faulty' : 'line'}, `${n + 1}\n`)));
  }

  #mark(lines) {
    this.marked = new Set(lines);
    this.lines.replaceChildren();
    this.#number();
  }

  #ask(source) {
    const parameters = {call: state.call, program: this.program.number, stage: this.shader.type, source};
    return during(`Replaying frame ${count(state.frame)}`, text => { this.times.textContent = text; }, () => request(parameters));
  }

  async #run() {
    this.messages.replaceChildren();
    this.#mark([]);
    try {
      const result = await this.#ask(this.text.value);
      if (result) await this.#show(result);
    } catch (error) {
      this.picture.replaceChildren(failed(error));
    }
  }

  async #show(result) {
    this.#complain(result);
    if (result.failed) return this.picture.replaceChildren(note('The driver rejected this source: the frame has no image.'));
    this.images = {...this.images, after: result.image};
    const {before, after} = result, change = before > 0 ? `${after >= before ? '+' : '−'}${Math.abs(Math.round(100 * (after - before) / before))} %` : '';
    this.times.replaceChildren(...before > 0 || after > 0 ? [span('dim', 'GPU time of the frame: '), time(before), span('dim', ' → '), el('strong', {}, time(after)), span('dim', `  ${change}`)] : []);
    await this.#paint('after');
  }

  // complain lists the messages of the compiler; a click goes to the line.
  #complain({failed: bad, log, lines}) {
    const all = lines ?? [];
    this.#mark(all.map(message => message.line));
    const items = all.map(({line, text}) => el('li', {}, el('button', {type: 'button', class: 'plain', title: 'Go to this line', on: {click: () => this.#go(line)}}, span('number', `Line ${line}`), span('mono', ' ' + text))));
    const head = bad ? el('div', {class: 'alert'}, 'The driver rejected this source.') : '';
    this.messages.replaceChildren(head, items.length ? el('ul', {class: 'marks'}, items) : log ? el('pre', {class: 'log dim'}, log) : '');
    if (bad && all.length) this.#go(all[0].line);
  }

  // go selects a line of the source.
  #go(line) {
    const lines = this.text.value.split('\n'), from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    this.text.focus();
    this.text.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
    this.text.scrollTop = (line - 4) * this.text.scrollHeight / lines.length;
  }

  // paint shows the frame with the edited source, or with that of the recording.
  async #paint(which) {
    const image = this.images[which];
    if (!image) return this.picture.replaceChildren(note('The frame has no image: nothing was drawn to a surface.'));
    const canvas = el('canvas', {class: 'picture edited', role: 'img', 'aria-label': `The frame ${which} the change`}), under = el('p', {class: 'texel mono'}, ' ');
    await paint(canvas, image, {channel: 'rgb', zoom: 'fit'}, under);
    const choose = (name, words, title) => button(words, title, () => this.#choose(name).catch(warn), {'aria-pressed': String(name === which), id: 'edited-' + name});
    this.picture.replaceChildren(el('div', {class: 'buttons'}, choose('before', 'Before', 'The frame with the source of the recording'), choose('after', 'After', 'The frame with this source')), canvas, under);
  }

  async #choose(which) {
    if (!this.images[which]) {
      const times = [...this.times.childNodes], result = await this.#ask(this.draft.source);
      this.times.replaceChildren(...times);
      if (!result) return;
      this.images[which] = result.image;
    }
    await this.#paint(which);
  }
}
