// Panel: what a draw, dispatch, clear or blit uses.

import {button, el, note, span} from './dom.js';
import {made} from './api.js';
import {editShader} from './edit.js';
import {bytes, count, some} from './format.js';
import {glslType} from './glsl.js';
import {objectLink} from './links.js';
import {draw} from './keys.js';
import {canReplay} from './replays.js';
import {set, state, warn} from './store.js';

export const panel = {id: 'draw', words: 'Draw', on: ['call'], body};

const short = name => String(name ?? '').replace(/^GL_/, '');
const kinds = {draw: 'Draw', dispatch: 'Dispatch', clear: 'Clear', blit: 'Blit'};

async function body(signal) {
  const d = await made('drawing', {i: state.call}, signal);
  if (!d.kind) {
    return [note('The selected call does not draw, dispatch, clear or blit.'),
      el('p', {class: 'note'}, button('Next draw', 'Next draw of the frame (d)', () => draw(1).catch(warn)), button('Previous draw', 'Previous draw (D)', () => draw(-1).catch(warn)))];
  }
  return [el('h2', {class: 'call-name'}, kinds[d.kind], span('room', ''), d.parts ? button('Vertices', 'Show the vertices and the mesh', () => set({tab: 'vertices'})) : ''),
    counts(d), programs(d), inputs(d), textures(d), buffers(d), framebuffer('Framebuffer', d.target), framebuffer('Source framebuffer', d.source), groups(d)].filter(Boolean);
}

const fact = (name, value) => value === '' || value == null ? '' : el('div', {}, el('dt', {}, name), el('dd', {}, value));
const section = (title, ...content) => el('section', {class: 'datum'}, el('h3', {}, title), ...content);

// table shows rows of cells below heads.
const table = (heads, rows) => el('table', {class: 'sheetlike'}, el('thead', {}, el('tr', {}, heads.map(h => el('th', {scope: 'col'}, h)))),
  el('tbody', {}, rows.map(row => el('tr', {}, row.map(cell => el('td', {}, cell))))));

function counts(d) {
  if (d.kind === 'dispatch') return el('dl', {class: 'about'}, fact('Work groups', d.work?.map(count).join(' × ')), fact('Unknown', d.unknown));
  if (d.kind !== 'draw') return null;
  const parts = d.parts ?? [], sum = of => parts.reduce((all, part) => all + part[of], 0), [first] = parts;
  const several = parts.length > 1;
  return el('dl', {class: 'about'}, fact('Mode', short(d.mode)), several ? fact('Draws', count(parts.length)) : '',
    first ? fact('Vertices', count(sum('count'))) : '', first && !several ? fact('Instances', count(first.instances)) : '',
    first ? fact('Primitives', (d.restart ? 'at most ' : '') + count(sum('primitives'))) : '', fact('Index type', short(d.indexType)),
    first && !several && !d.indexType ? fact('First vertex', count(first.first)) : '', first?.base ? fact('Base vertex', count(first.base)) : '',
    first?.firstInstance ? fact('Base instance', count(first.firstInstance)) : '', d.indices ? fact('Indices', [objectLink(d.indices), first ? ` at ${count(first.offset ?? 0)}` : '']) : '',
    fact('Unknown', d.unknown));
}

function programs(d) {
  if (d.kind !== 'draw' && d.kind !== 'dispatch') return null;
  if (!d.programs.length) return section('Program', note('No program is in use.'));
  return section('Program', table(['Program', 'Shaders'], d.programs.map(p => [[p.stage ? short(p.stage) + ' ' : '', objectLink(p)],
    p.shaders.length ? p.shaders.map(s => el('div', {}, objectLink(s), ' ', span('dim', short(s.type)), edit(p, s))) : span('dim', 'detached or not recorded')])));
}

// edit opens the editor of a shader.
const edit = (program, shader) => canReplay() ? button('Edit', 'Edit the shader and replay the frame', () => editShader(program, shader).catch(warn), {class: 'quiet edit-shader'}) : '';

function inputs(d) {
  if (d.kind !== 'draw') return null;
  const head = ['Vertex layout ', d.vertexArray ? objectLink(d.vertexArray) : ''];
  if (!d.attributes.length) return section(head, note('The draw has no vertex attributes.'));
  return section(head, el('div', {class: 'wide'}, table(['Location', 'Name', 'Format', 'Stride', 'Offset', 'Divisor', 'Buffer'], d.attributes.map(layout))));
}

function layout(a) {
  const name = [span('mono', a.name ?? ''), a.glsl ? span('dim', ' ' + glslType(a.glsl)) : '', a.unread ? span('badge', 'not read by the program') : ''];
  if (!a.array) return [String(a.location), name, ['constant ', span('mono', a.value)], '', '', '', ''];
  const kind = `${a.size} × ${short(a.type)}${a.normalized ? ' normalized' : ''}${a.integer ? ' integer' : ''}`;
  return [String(a.location), name, kind, String(a.stride), a.buffer ? count(a.offset) : '', a.divisor ? String(a.divisor) : '', a.buffer ? objectLink(a.buffer) : span('dim', 'memory of the program')];
}

function textures(d) {
  if (!d.textures.length) return null;
  return section('Textures', el('ul', {class: 'uses'}, d.textures.map(t => use(t, d.images))));
}

function use(t, images) {
  const picture = images[t.object?.number], of = t.texture;
  return el('li', {}, picture ? el('img', {class: 'small checked', alt: '', loading: 'lazy', src: picture}) : el('span', {class: 'small'}, 'no image'),
    el('div', {}, el('div', {}, span('mono', t.uniform), span('dim', ` ${t.image ? 'image unit' : 'unit'} ${t.unit}`)),
      t.object ? objectLink(t.object) : span('dim', `no ${short(t.target)} texture is bound`),
      of ? el('div', {class: 'dim'}, `${[of.width, of.height, ...(of.depth > 1 ? [of.depth] : [])].join(' × ')} ${short(of.format)}`) : '',
      t.sampler ? el('div', {}, objectLink(t.sampler)) : ''));
}

function buffers(d) {
  if (!d.buffers.length) return null;
  return section('Buffers', table(['Block', 'Binding', 'Buffer', 'Range'], d.buffers.map(b => [span('mono', b.name ?? ''), `${short(b.target)} ${b.binding}`,
    b.object ? objectLink(b.object) : span('dim', 'none'), b.object ? b.size ? `${bytes(b.size)} at ${count(b.offset)}` : 'whole' : ''])));
}

function framebuffer(title, f) {
  if (!f) return null;
  return section([title + ' ', f.object ? objectLink(f.object) : span('dim', 'surface'), button('Images', 'Show the images of the render targets', () => set({tab: 'image'}))],
    f.object ? f.attachments.length ? table(['Attachment', 'Object', 'Size', 'Format'], f.attachments.map(a => [short(a.point), [objectLink(a.object), place(a)],
      a.width ? `${a.width} × ${a.height}` : '', short(a.format)])) : note('The framebuffer has no attachments.') : '');
}

const place = a => span('dim', [a.level ? ` level ${a.level}` : '', a.layer ? ` layer ${a.layer}` : ''].join(''));

function groups(d) {
  if (!d.groups.length) return null;
  const facts = g => g.facts.map(f => el('div', {}, span('dim', short(f.name) + ' '), span('mono', f.value)));
  return section('Fixed functions', table(['Stage', 'State', 'Values'], d.groups.map(g => [g.name, g.on ?? '', g.on === 'off' ? '' : facts(g)])));
}
