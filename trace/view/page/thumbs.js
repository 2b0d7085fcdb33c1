// Images of the frames around the selected one.

import {$, el, property, span} from './dom.js';
import {url} from './api.js';
import {frames, goFrame, whenFrames} from './framelist.js';
import {time} from './format.js';
import {select} from './calls.js';
import {scale} from './scale.js';
import {state, watch} from './store.js';

const least = 104, gap = 6;
let first = 0;

// wide returns the minimum width of a thumbnail, which is larger in a large window.
const wide = () => Math.round(Math.max(least, Math.min(innerWidth / 18, innerHeight / 10) / scale()));
const room = () => Math.max(1, Math.floor(($('thumbs').clientWidth + gap) / (wide() + gap)));

// nearby returns the range of frames that have a thumbnail now.
export const nearby = () => $('thumbs').hidden ? [0, 0] : [first, Math.min(frames.length, first + room())];

// scroll moves the thumbnails only if the selected one would not be visible.
function scroll() {
  const n = room();
  if (state.frame < first || state.frame >= first + n) first = state.frame - Math.floor(n / 2);
  first = Math.max(0, Math.min(first, frames.length - n));
}

function thumb(frame) {
  const at = frame.n === state.frame;
  const picture = frame.image ? el('img', {src: url('image.png', {frame: frame.n}), alt: '', draggable: 'false'}) : span('blank', 'no image');
  return el('button', {class: 'thumb', 'aria-current': at ? 'true' : null, tabindex: at ? '0' : '-1', 'data-frame': frame.n,
    'aria-label': `Frame ${frame.n}, ${time(frame.duration)}`, on: {click: () => goFrame(frame.n, select)}},
  picture, el('span', {class: 'caption'}, span('', String(frame.n)), span('dim', time(frame.duration))));
}

// show keeps existing images, so that they do not flicker.
function show() {
  $('thumbs').hidden = frames.length > 0 && !frames.some(frame => frame.image);
  property($('thumbs'), 'thumb', wide() + 'px');
  scroll();
  const row = $('thumbs'), old = new Map([...row.children].map(e => [e.dataset.frame, e]));
  const wanted = frames.slice(...nearby()).map(frame => {
    const kept = old.get(String(frame.n));
    if (!kept || kept.dataset.image !== String(frame.image)) {
      const fresh = thumb(frame);
      fresh.dataset.image = frame.image;
      return fresh;
    }
    const at = frame.n === state.frame;
    at ? kept.setAttribute('aria-current', 'true') : kept.removeAttribute('aria-current');
    kept.tabIndex = at ? 0 : -1;
    return kept;
  });
  if (wanted.length !== row.children.length || wanted.some((e, n) => row.children[n] !== e)) row.replaceChildren(...wanted);
}

// startThumbs creates the row.
export function startThumbs() {
  watch('frame', show);
  whenFrames(show);
  new ResizeObserver(show).observe($('thumbs'));
  addEventListener('resize', show);
}
