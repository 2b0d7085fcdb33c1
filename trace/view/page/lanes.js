// Drawing of the timeline: a row for each context of a thread, with a height that shows how busy it was.

import {color} from './dom.js';
import {moment} from './format.js';
import {isLane} from './lanerows.js';
import {laneName, laneOf} from './trace.js';

export const gutter = 150, axis = 18;
const seam = 0.5; // bins overlap, because edges between two pixels would show the ground

// Scale converts between times and positions on a canvas.
export class Scale {
  constructor([from, to], width) { Object.assign(this, {from, to, wide: Math.max(1, width - gutter)}); }
  x(ns) { return gutter + (ns - this.from) / (this.to - this.from) * this.wide; }
  at(px) { return this.from + (px - gutter) / this.wide * (this.to - this.from); }
}

// drawLanes draws the rows that are visible below a scroll position; frame and cursor are the selection.
export function drawLanes(c, width, height, {scale, rows, tall, top, frame, cursor}) {
  const first = Math.floor(top / tall), visible = rows.slice(first, first + Math.ceil(height / tall) + 1);
  const y = n => axis + (first + n) * tall - top;
  c.font = font(tall);
  visible.forEach((row, n) => drawRow(c, scale, row, y(n), tall, width));
  if (frame) band(c, scale.x(frame.start), scale.x(frame.start + frame.duration), height);
  if (cursor) stroke(c, scale.x(cursor.start), axis, height, 'accent', 1.5);
  c.clearRect(0, 0, gutter, height);
  visible.forEach((row, n) => label(c, row, y(n), tall, cursor && isLane(row, cursor)));
  c.clearRect(0, 0, width, axis);
  drawTimes(c, scale, height);
}

const font = tall => `${Math.max(8, Math.min(11, tall - 2))}px Inter, system-ui, sans-serif`;

// drawTimes draws round times along the top.
function drawTimes(c, scale, height) {
  const step = round((scale.to - scale.from) / Math.max(2, scale.wide / 110));
  c.textAlign = 'left';
  c.font = font(26);
  for (let ns = Math.ceil(scale.from / step) * step; ns < scale.to; ns += step) {
    c.globalAlpha = 0.6;
    stroke(c, scale.x(ns), 0, height, 'line', 1);
    c.globalAlpha = 1;
    c.fillStyle = color('dim');
    c.fillText(moment(ns, step), scale.x(ns) + 4, 12);
  }
}

// round returns the next of 1, 2, 5, 10, ...
function round(v) {
  const decade = 10 ** Math.floor(Math.log10(v));
  return decade * ([1, 2, 5].find(m => m * decade >= v) ?? 10);
}

function stroke(c, px, from, to, name, width) {
  if (px < gutter) return;
  c.strokeStyle = color(name);
  c.lineWidth = width;
  c.beginPath();
  c.moveTo(px, from);
  c.lineTo(px, to);
  c.stroke();
}

function band(c, from, to, height) {
  from = Math.max(gutter, from);
  c.fillStyle = color('accent');
  c.globalAlpha = 0.14;
  c.fillRect(from, axis, Math.max(1, to - from), height);
  c.globalAlpha = 1;
}

const tint = row => color(row.group ? 'group' : 'lane' + laneOf(row.lanes[0]));

function drawRow(c, scale, row, y, tall, width) {
  const pad = tall > 16 ? 2 : 1;
  c.fillStyle = color('raised');
  c.fillRect(gutter, y + pad, width - gutter, tall - 2 * pad);
  const fill = tint(row), mark = color('late');
  for (const bin of row.bins) {
    const from = scale.x(bin.start), wide = Math.max(1, scale.x(bin.end) - from + seam), high = Math.max(2, busy(bin) * (tall - 2 * pad - 5));
    c.fillStyle = fill;
    c.fillRect(from, y + tall - pad - 4 - high, wide, high);
    if (!bin.draws) continue;
    c.fillStyle = mark;
    c.fillRect(from, y + tall - pad - 3, wide, 3);
  }
  c.fillStyle = color('faint');
  for (const frame of row.frames) {
    if (frame.start >= scale.from) c.fillRect(scale.x(frame.start), y + pad, 1, tall - 2 * pad);
  }
}

// busy returns the share of a bin's time spent in calls; without times, whether there were any.
const busy = bin => bin.busy > 0 ? Math.min(1, bin.busy / Math.max(1, bin.end - bin.start)) : bin.calls ? 0.3 : 0;

function label(c, row, y, tall, selected) {
  const [lane] = row.lanes, base = y + tall / 2 + 4, left = row.inside ? 32 : 22;
  if (selected) {
    c.fillStyle = color('select');
    c.fillRect(0, y, gutter, tall);
  }
  c.fillStyle = tint(row);
  c.fillRect(left - 10, y + tall * 0.27, 4, tall * 0.46);
  c.fillStyle = color('dim');
  c.textAlign = 'right';
  const end = row.group ? `${row.lanes.length}/${row.of}` : lane.context ? `ctx ${lane.context}` : 'no context';
  c.fillText(end, gutter - 8, base);
  c.textAlign = 'left';
  c.fillStyle = color('text');
  c.fillText(cut(c, row.group ? `${row.folded ? '▸' : '▾'} ${row.group}` : laneName(lane), gutter - 14 - left - c.measureText(end).width), left, base);
}

// cut shortens a text to a width.
function cut(c, text, width) {
  let most = text.length;
  while (most > 1 && c.measureText(text.slice(0, most)).width > width) most--;
  return most < text.length ? text.slice(0, most - 1) + '…' : text;
}
