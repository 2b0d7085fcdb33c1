// The render targets of a call, each with its last known image.

import {el, span} from './dom.js';
import {made} from './api.js';
import {count} from './format.js';
import {nameOf} from './links.js';
import {warn} from './store.js';

const short = name => String(name).replace(/^GL_/, '').replace('_ATTACHMENT', ' ').toLowerCase();

const sources = {
  draw: t => `after draw ${t.from}`,
  upload: t => `uploaded by call ${t.from}`,
  swap: t => `at the swap, call ${t.from}`,
};

// late says what an image lacks.
const late = {
  draw: t => t.exact ? '' : `The image is of call ${count(t.from)}, before the selected call: what was drawn between them is not in it.`,
  upload: t => t.exact ? '' : `These are the pixels that call ${count(t.from)} uploaded: what was drawn since then is not in them.`,
  swap: t => `The image is of the last frame, up to call ${count(t.from)}: what was drawn since then is not in it.`,
};

const surface = {GL_BACK: 'surface', GL_DEPTH: 'depth', GL_STENCIL: 'stencil'};
const point = t => t.object ? short(t.point).trim() : surface[t.point];

// renderTargets returns the attachments of the draw framebuffer after a call.
export async function renderTargets(i, signal) {
  const {targets, framebuffer} = await made('targets', {i}, signal).catch(error => { warn(error); return {targets: []}; });
  return targets.map(t => ({key: t.point, words: point(t), title: `${point(t)}${t.object ? ' · ' + nameOf(t.object) : ''}`, source: t.image, exact: t.exact && t.of === 'draw',
    of: sources[t.of]?.(t), late: late[t.of]?.(t), lack: t.lack, what: t.what, framebuffer: framebuffer?.number ?? 0}));
}

// pictures shows the images to choose from.
export const pictures = (all, current, chosen) => el('div', {class: 'targets', role: 'group', 'aria-label': 'Images'}, all.map(image =>
  el('button', {type: 'button', 'aria-pressed': String(image === current), title: image.of ?? image.lack ?? image.title, on: {click: () => chosen(image.key)}},
    image.source ? el('img', {alt: '', loading: 'lazy', src: image.source}) : el('span', {class: 'none'}, 'no image'), span('words', image.words))));
