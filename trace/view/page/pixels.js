// An image on a canvas, by channel and range, with the value at the pointer.

import {property} from './dom.js';
import {pointer} from './scale.js';
import {at, loadImage, toPixels} from './texels.js';

const whole = [0, 1];

// paint draws an image: an address, or values that are loaded. under shows the texel at the pointer.
export async function paint(canvas, source, {channel, zoom, flip = false, range = whole}, under) {
  const image = typeof source === 'string' ? await loadImage(source) : source, {width, height} = image;
  Object.assign(canvas, {width, height});
  canvas.getContext('2d', {willReadFrequently: true}).putImageData(toPixels(image, {channel, flip, range}), 0, 0);
  property(canvas, 'wide', width * (Number(zoom) || 1) + 'px');
  property(canvas, 'shape', `${width} / ${height}`);
  canvas.onpointermove = event => {
    const {x, y} = pixelAt(event, image), text = describe(image, x, flip ? height - 1 - y : y);
    if (text) under.textContent = `x ${x}  y ${y}   ${text}`;
  };
}

// pixelAt returns the pixel of a canvas at the pointer.
export function pixelAt(event, {width, height}) {
  const {x, y} = pointer(event), {clientWidth, clientHeight} = event.currentTarget;
  return {x: Math.floor(x / clientWidth * width), y: Math.floor(y / clientHeight * height)};
}

// number shows a value with at most six digits.
export const number = v => String(Number(v.toPrecision(6)));

// describe returns the value of a pixel as text; outside the image it is empty.
export function describe(image, x, y) {
  const {width, height} = image;
  if (x < 0 || y < 0 || x >= width || y >= height) return '';
  const values = at(image, x, y).map(number);
  return values.length === 1 ? `value ${values[0]}` : ['r', 'g', 'b', 'a'].map((name, n) => `${name} ${values[n]}`).join('  ');
}
