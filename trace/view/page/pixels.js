// An image on a canvas, by channel, with the value at the pointer.

import {Failure} from './api.js';
import {property} from './dom.js';

async function load(source) {
  const response = await fetch(source);
  if (!response.ok) throw new Failure((await response.json().catch(() => ({}))).error ?? response.statusText);
  return createImageBitmap(await response.blob(), {premultiplyAlpha: 'none', colorSpaceConversion: 'none'});
}

const place = {r: 0, g: 1, b: 2, a: 3};

// part shows one channel in gray, or removes transparency.
function part(data, channel) {
  if (channel === 'rgba') return;
  const from = place[channel];
  for (let p = 0; p < data.length; p += 4) {
    if (from != null) data[p] = data[p + 1] = data[p + 2] = data[p + from];
    data[p + 3] = 255;
  }
}

// paint draws an image; under is called with the texel at the pointer.
export async function paint(canvas, source, {channel, zoom}, under) {
  const image = await load(source), {width, height} = image;
  Object.assign(canvas, {width, height});
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, width, height), values = pixels.data.slice();
  part(pixels.data, channel);
  context.putImageData(pixels, 0, 0);
  property(canvas, 'wide', width * (Number(zoom) || 1) + 'px');
  property(canvas, 'shape', `${width} / ${height}`);
  canvas.addEventListener('pointermove', event => {
    const x = Math.floor(event.offsetX / canvas.clientWidth * width), y = Math.floor(event.offsetY / canvas.clientHeight * height);
    const [r, g, b, a] = values.slice((y * width + x) * 4);
    if (a != null) under.textContent = `x ${x}  y ${y}   r ${r}  g ${g}  b ${b}  a ${a}`;
  });
}
