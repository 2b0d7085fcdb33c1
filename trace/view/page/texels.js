// The values of an image: 8-bit fractions, or exact numbers of any size. An image has four channels, or one. A palette has
// the color of each value.

import {checked, url} from './api.js';

const fetchData = (source, signal) => fetch(source, {signal}).then(checked);

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

// Forms of the pixels of a replayed image: how they are stored, the number of channels, and the value that is 1.
const forms = [
  {array: Uint8Array, channels: 4, most: 255},
  {array: Float32Array, channels: 4, most: 1},
  {array: Float32Array, channels: 1, most: 1},
  {array: Uint8Array, channels: 1, most: 1, palette: 1024},
];

// toImage returns the values of a replayed image.
export function toImage(data) {
  const [width, height, form] = new Uint32Array(data, 0, 3), {array, channels, most, palette = 0} = forms[form];
  return {width, height, channels, most, palette: palette ? new Uint8Array(data, 16, palette) : null, values: new array(data, 16 + palette)};
}

// loadReplayed returns the values of an image that a replay makes, or null if there is no image.
export async function loadReplayed(path, parameters, signal) {
  const response = await fetchData(url('replay/' + path, parameters), signal);
  return response.status === 204 ? null : toImage(await response.arrayBuffer());
}

// at returns the values of a pixel, the first row at the top.
export const at = ({width, channels = 4, values}, x, y) => [...values.subarray((y * width + x) * channels, (y * width + x + 1) * channels)];

// extent returns the least and greatest finite value of the shown channels.
export function extent({values, most, channels = 4}, channel) {
  let [least, greatest] = [Infinity, -Infinity];
  const from = channels > 1 ? 'rgba'.indexOf(channel[0]) : 0, to = channels > 1 && channel.startsWith('rgb') ? 2 : from;
  for (let p = 0; p < values.length; p += channels) {
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
export function toPixels(image, {channel, flip, range: [low, high]}) {
  if (image.channels === 1) return toGray(image, flip, low, high);
  const {width, height, values, most} = image;
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

// toGray converts an image with one channel: by its palette, or in a range.
function toGray({width, height, values, palette}, flip, low, high) {
  const out = new Uint8ClampedArray(4 * values.length), words = new Uint32Array(out.buffer);
  const colors = palette && new Uint32Array(palette.slice().buffer), factor = 255 / (high - low || 1e-30);
  const gray = v => 0xff000000 | Math.max(0, Math.min(255, Math.round((v - low) * factor))) * 0x10101;
  const color = colors ? v => colors[v] : gray;
  for (let y = 0, p = 0; y < height; y++) {
    for (let from = (flip ? height - 1 - y : y) * width, end = from + width; from < end; from++, p++) words[p] = color(values[from]);
  }
  return new ImageData(out, width, height);
}
