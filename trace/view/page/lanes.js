// Drawing of the timeline: a lane for each context of a thread, with a height that shows how busy it was.

import {color} from './dom.js';
import {moment} from './format.js';
import {laneOf, threadName} from './trace.js';

export const gutter = 150, axis = 18, lane = 26;

// Scale converts between times and positions on a canvas.
export class Scale {
  constructor([from, to], width) { Object.assign(this, {from, to, wide: Math.max(1, width - gutter)}); }
  x(ns) { return gutter + (ns - this.from) / (this.to - this.from) * this.wide; }
  at(px) { return this.from + (px - gutter) / this.wide * (this.to - this.from); }
}

// drawLanes draws the timeline; frame and cursor are the selection.
export function drawLanes(c, width, height, {scale, lanes, frame, cursor}) {
  c.font = '11px Inter, system-ui, sans-serif';
  drawTimes(c, scale, height);
  lanes.forEach((one, n) => drawLane(c, scale, one, axis + n * lane, width));
  if (frame) band(c, scale.x(frame.start), scale.x(frame.start + frame.duration), height);
  if (cursor) stroke(c, scale.x(cursor.start), height, 'accent', 1.5);
  c.clearRect(0, 0, gutter, height);
  lanes.forEach((one, n) => label(c, one, axis + n * lane));
}

// drawTimes draws round times along the top.
function drawTimes(c, scale, height) {
  const step = round((scale.to - scale.from) / Math.max(2, scale.wide / 110));
  c.textAlign = 'left';
  for (let ns = Math.ceil(scale.from / step) * step; ns < scale.to; ns += step) {
    stroke(c, scale.x(ns), height, 'line', 1);
    c.fillStyle = color('dim');
    c.fillText(moment(ns, step), scale.x(ns) + 4, 12);
  }
}

// round returns the next of 1, 2, 5, 10, ...
function round(v) {
  const decade = 10 ** Math.floor(Math.log10(v));
  return decade * ([1, 2, 5].find(m => m * decade >= v) ?? 10);
}

function stroke(c, px, height, name, width) {
  if (px < gutter) return;
  c.strokeStyle = color(name);
  c.lineWidth = width;
  c.beginPath();
  c.moveTo(px, 0);
  c.lineTo(px, height);
  c.stroke();
}

function band(c, from, to, height) {
  from = Math.max(gutter, from);
  c.fillStyle = color('accent');
  c.globalAlpha = 0.14;
  c.fillRect(from, 0, Math.max(1, to - from), height);
  c.globalAlpha = 1;
}

function drawLane(c, scale, one, y, width) {
  c.fillStyle = color('raised');
  c.fillRect(gutter, y + 2, width - gutter, lane - 4);
  const tint = color('lane' + laneOf(one)), mark = color('late');
  for (const bin of one.bins) {
    const from = scale.x(bin.start), wide = Math.max(1, scale.x(bin.end) - from), tall = Math.max(2, busy(bin) * (lane - 9));
    c.fillStyle = tint;
    c.fillRect(from, y + lane - 6 - tall, wide, tall);
    if (!bin.draws) continue;
    c.fillStyle = mark;
    c.fillRect(from, y + lane - 5, wide, 3);
  }
  c.fillStyle = color('faint');
  for (const frame of one.frames) {
    if (frame.start >= scale.from) c.fillRect(scale.x(frame.start), y + 2, 1, lane - 4);
  }
}

// busy returns the share of a bin's time spent in calls; without times, whether there were any.
const busy = bin => bin.busy > 0 ? Math.min(1, bin.busy / Math.max(1, bin.end - bin.start)) : bin.calls ? 0.3 : 0;

function label(c, one, y) {
  c.fillStyle = color('lane' + laneOf(one));
  c.fillRect(12, y + 7, 4, lane - 14);
  c.textAlign = 'left';
  c.fillStyle = color('text');
  c.fillText(threadName(one.thread).slice(0, 14), 22, y + 17);
  c.fillStyle = color('dim');
  c.textAlign = 'right';
  c.fillText(one.context ? `ctx ${one.context}` : 'no context', gutter - 8, y + 17);
}
