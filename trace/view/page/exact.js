// Images by replay: the exact contents of an attachment after the selected call, and the overdraw.

import {button, el, note, property, span} from './dom.js';
import {callAt} from './calls.js';
import {count} from './format.js';
import {extent, loadReplayed} from './texels.js';
import {paint, pixelAt} from './pixels.js';
import {PixelPanel} from './pixelpanel.js';
import {failed, inPanel} from './replays.js';
import {rangeOf} from './range.js';
import {savePicture} from './save.js';
import {state, warn} from './store.js';

const ranges = new Map(); // by image: values from black to white
let pixel = null; // the selected one: x and y from the top left; it stays when another call is selected

const load = (image, signal) => loadReplayed('image', {i: state.call, what: image.what}, signal);

// exactImage returns the elements that show an image by replay, and its values.
export async function exactImage(image, shown, signal) {
  const i = state.call;
  try {
    const values = await inPanel(`Replaying up to call ${count(i)}`, () => load(image, signal));
    if (!values) return {image: null, elements: [note(`The framebuffer has no ${image.words} buffer.`)]};
    return {image: values, elements: await show(image, values, shown)};
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    return {image: null, failed: true, elements: [el('h3', {}, image.title, span('dim', `after call ${count(i)}`)), failed(error)]};
  }
}

const isFloat = ({values}) => values instanceof Float32Array;

async function show(image, values, shown) {
  const {width, height, palette} = values, single = values.channels === 1;
  const canvas = el('canvas', {class: 'picture pixels zoom-' + shown.zoom, role: 'img', tabindex: '0', 'aria-label': `${image.title}, by replay`});
  const under = el('p', {class: 'texel mono'}, ' ');
  const ends = isFloat(values) ? extent(values, shown.channel) : null, wide = ends && (single || ends[0] < 0 || ends[1] > 1);
  const range = wide ? ranges.get(image.key) ?? (single ? [...ends] : [0, 1]) : undefined;
  const draw = () => paint(canvas, values, {...shown, range}, under);
  const controls = range ? rangeOf(ends, range, () => { ranges.set(image.key, range); draw().catch(warn); }) : '';
  await draw();
  const saved = () => savePicture(`${image.what}-after-${state.call}.png`, canvas);
  return [el('h3', {}, image.title, span('badge good', 'exact, by replay'), span('dim', `after call ${count(state.call)} · ${width} × ${height}`), button('Save', 'Save the picture', saved)),
    controls, palette && image.what === 'overdraw' ? legend(values) : '', await beside(image, values, canvas, under)];
}

// beside shows the picture and, beside it, the selected pixel.
async function beside(image, values, canvas, under) {
  const cross = el('span', {class: 'cross', hidden: true}), frame = el('figure', {class: 'frame'}, el('div', {class: 'marked'}, canvas, cross), under);
  const call = await callAt(state.call), root = el('div', {class: 'beside'}, frame);
  let look = null;
  const select = next => {
    if (next && (next.x < 0 || next.y < 0 || next.x >= values.width || next.y >= values.height)) return;
    pixel = next;
    cross.hidden = !pixel;
    root.classList.toggle('chosen', Boolean(pixel));
    if (!pixel) {
      look?.root.remove();
      look = null;
      return;
    }
    property(cross, 'x', (pixel.x + 0.5) / values.width);
    property(cross, 'y', (pixel.y + 0.5) / values.height);
    if (!look) root.append((look = new PixelPanel({image, values, canvas, frame: state.frame, context: call?.context}, {select})).root);
    look.show(pixel);
  };
  canvas.addEventListener('click', event => select(pixelAt(event, values)));
  canvas.addEventListener('keydown', event => {
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!step || !pixel) return;
    event.preventDefault();
    event.stopPropagation();
    select({x: pixel.x + step[0], y: pixel.y + step[1]});
  });
  if (pixel && pixel.x < values.width && pixel.y < values.height) select(pixel);
  return root;
}

// legend shows the colors of the counts, and the mean count of a pixel.
function legend(values) {
  const most = extent(values, 'r')[1], sum = values.values.reduce((all, n) => all + n, 0);
  const steps = [0, 1, 2, 4, 8, 16, 32, 64].filter(n => n <= Math.max(1, most));
  return el('p', {class: 'legend'}, steps.map(n => {
    const box = el('i');
    property(box, 'swatch', `rgb(${[...values.palette.subarray(4 * n, 4 * n + 3)].join(' ')})`);
    return el('span', {}, box, String(n));
  }), span('dim', `most ${count(most)} · mean ${(sum / values.values.length).toFixed(2)} fragments a pixel`));
}

// thumbnail paints an image on a small canvas.
async function thumbnail(values, what) {
  const {width, height} = values, whole = el('canvas'), small = el('canvas', {class: 'thumbnail', width: 104, height: 60});
  const range = what === 'depth' || what === 'stencil' ? extent(values, 'r') : [0, 1];
  await paint(whole, values, {channel: 'rgb', zoom: 'fit', range}, el('p'));
  const part = Math.min(104 / width, 60 / height), [w, h] = [width * part, height * part];
  small.getContext('2d').drawImage(whole, (104 - w) / 2, (60 - h) / 2, w, h);
  return small;
}

// fillPictures shows the images by replay in the list of images, one after the other. Selecting something else ends it.
export async function fillPictures(strip, all, current, signal) {
  const place = n => strip.children[n].querySelector('img, .none');
  for (const [n, image] of all.entries()) {
    if (!image.what) continue;
    const values = strip.children[n].getAttribute('aria-pressed') === 'true' ? current : await load(image, signal).catch(() => null);
    if (signal.aborted) return;
    if (values) place(n).replaceWith(await thumbnail(values, image.what));
    else place(n).replaceWith(span('none', 'none'));
  }
}
