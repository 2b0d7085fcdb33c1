// An image on a canvas, by channel and range, with the value at the pointer.

import {property} from './dom.js';
import {pointer} from './scale.js';
import {loadImage, toPixels} from './texels.js';

const whole = [0, 1];

// paint draws an image: an address, or values that are loaded. under shows the texel at the pointer.
export async function paint(canvas, source, {channel, zoom, flip = false, range = whole}, under) {
  const image = typeof source === 'string' ? await loadImage(source) : source, {width, height} = image;
  Object.assign(canvas, {width, height});
  canvas.getContext('2d', {willReadFrequently: true}).putImageData(toPixels(image, {channel, flip, range}), 0, 0);
  property(canvas, 'wide', width * (Number(zoom) || 1) + 'px');
  property(canvas, 'shape', `${width} / ${height}`);
  canvas.addEventListener('pointermove', event => {
    const at = pointer(event), x = Math.floor(at.x / canvas.clientWidth * width), y = Math.floor(at.y / canvas.clientHeight * height);
    const [r, g, b, a] = [...image.values.slice(((flip ? height - 1 - y : y) * width + x) * 4).slice(0, 4)].map(number);
    if (a != null) under.textContent = `x ${x}  y ${y}   r ${r}  g ${g}  b ${b}  a ${a}`;
  });
}

// number shows a value with at most six digits.
const number = v => String(Number(v.toPrecision(6)));
