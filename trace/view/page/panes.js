// Panes whose size is set by dragging, or by the arrow keys.

import {$, property} from './dom.js';
import {scale} from './scale.js';

// Each row: the separator, the custom property with the size, the direction, and the minimum and maximum
// share of the window.
const splits = [
  {id: 'split-top', name: 'timeline', across: true, least: 0, most: 0.5},
  {id: 'split-side', name: 'list', across: false, least: 0.2, most: 0.8},
];

function start({id, name, across, least, most}) {
  const handle = $(id), root = document.documentElement;
  const before = handle.previousElementSibling;
  const whole = () => (across ? innerHeight : innerWidth) / scale();
  const at = event => (across ? event.clientY : event.clientX) / scale();
  const size = () => across ? before.offsetHeight : before.offsetWidth;
  const put = pixels => {
    const kept = Math.round(Math.max(least * whole(), Math.min(most * whole(), pixels)));
    property(root, name, kept + 'px');
    handle.setAttribute('aria-valuenow', Math.round(kept / whole() * 100));
  };
  handle.setAttribute('aria-valuemin', least * 100);
  handle.setAttribute('aria-valuemax', most * 100);
  handle.setAttribute('aria-valuenow', Math.round(size() / whole() * 100));
  handle.addEventListener('pointerdown', event => {
    handle.setPointerCapture(event.pointerId);
    handle.from = at(event) - size();
  });
  handle.addEventListener('pointermove', event => {
    if (handle.hasPointerCapture(event.pointerId)) put(at(event) - handle.from);
  });
  handle.addEventListener('keydown', event => {
    const by = across ? {ArrowUp: -16, ArrowDown: 16}[event.key] : {ArrowLeft: -24, ArrowRight: 24}[event.key];
    if (!by) return;
    event.preventDefault();
    put(size() + by);
  });
}

// startPanes connects all panes.
export const startPanes = () => splits.forEach(start);
