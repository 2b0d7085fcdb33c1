// The tooltip beside the pointer.

import {$, el, property} from './dom.js';
import {scale} from './scale.js';

// tip shows lines of text near a position of the window; null hides it.
export function tip(lines, x, y) {
  const box = $('tip');
  box.hidden = !lines;
  if (!lines) return;
  box.replaceChildren(...lines.map((line, n) => el('div', {class: n ? 'dim' : ''}, line)));
  const s = scale();
  property(box, 'x', Math.min(x / s + 12, innerWidth / s - box.offsetWidth - 8) + 'px');
  property(box, 'y', Math.min(y / s + 16, innerHeight / s - box.offsetHeight - 8) + 'px');
}
