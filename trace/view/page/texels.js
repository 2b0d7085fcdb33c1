// The values of an image: 8-bit fractions, or exact numbers of any size.

import {Failure, url} from './api.js';

async function fetchData(source) {
  const response = await fetch(source);
  if (!response.ok) throw new Failure((await response.json().catch(() => ({}))).error ?? response.statusText);
  return response;
}

// loadImage returns the values of a PNG file: bytes, of which most is 1.
export async function loadImage(source) {
  const image = await createImageBitmap(await (await fetchData(source)).blob(), {premultiplyAlpha: 'none', colorSpaceConversion: 'none'});
  const {width, height} = image, context = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  return {width, height, values: context.getImageData(0, 0, width, height).data, most: 255};
}

// loadTexels returns exact values of a texture.
export async function loadTexels(parameters) {
  const data = await (await fetchData(url('texels', parameters))).arrayBuffer(), [width, height] = new Uint32Array(data, 0, 2);
  return {width, height, values: new Float32Array(data, 8), most: 1};
}

// extent returns the least and greatest finite value of the shown channels.
export function extent({values, most}, channel) {
  let [least, greatest] = [Infinity, -Infinity];
  const from = 'rgba'.indexOf(channel[0]), to = channel.startsWith('rgb') ? 2 : from;
  for (let p = 0; p < values.length; p += 4) {
    for (let c = p + from; c <= p + to; c++) {
      const v = values[c];
      if (v < least && v > -Infinity) least = v;
      if (v > greatest && v < Infinity) greatest = v;
    }
  }
  return least > greatest ? [0, 1] : [least / most, greatest / most];
}

// toPixels converts values in a range to the pixels of a canvas. A single channel is gray; alpha has no range, unless it
// is shown alone.
export function toPixels({width, height, values, most}, {channel, flip, range: [low, high]}) {
  const out = new Uint8ClampedArray(values.length), factor = 255 / (most * (high - low) || 1e-30), shift = low * most;
  const single = channel.length === 1 ? 'rgba'.indexOf(channel) : -1;
  for (let y = 0; y < height; y++) {
    let from = (flip ? height - 1 - y : y) * width * 4;
    for (let p = y * width * 4, end = p + width * 4; p < end; p += 4, from += 4) {
      for (let c = 0; c < 3; c++) out[p + c] = (values[from + (single < 0 ? c : single)] - shift) * factor;
      out[p + 3] = channel === 'rgba' ? values[from + 3] * 255 / most : 255;
    }
  }
  return new ImageData(out, width, height);
}
