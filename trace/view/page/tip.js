// The tooltip beside the pointer.

import {$, el, property} from './dom.js';

// tip shows lines of text near a position; null hides it.
export function tip(lines, x, y) {
  const box = $('tip');
  box.hidden = !lines;
  if (!lines) return;
  box.replaceChildren(...lines.map((line, n) => el('div', {class: n ? 'dim' : ''}, line)));
  property(box, 'x', Math.min(x + 12, innerWidth - box.offsetWidth - 8) + 'px');
  property(box, 'y', Math.min(y + 16, innerHeight - box.offsetHeight - 8) + 'px');
}
