// Canvases with the resolution of the screen, drawn at most once for each screen refresh.

import {scale} from './scale.js';

// Painter calls draw(context, width, height) on request, and when the size of the canvas changes.
export class Painter {
  constructor(canvas, draw) {
    Object.assign(this, {canvas, draw, requested: false});
    new ResizeObserver(() => this.request()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.request());
    addEventListener('theme', () => this.request());
  }

  request() {
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(() => {
      this.requested = false;
      this.#paint();
    });
  }

  get width() { return this.canvas.clientWidth; }

  #paint() {
    const {clientWidth: width, clientHeight: height} = this.canvas, dots = (devicePixelRatio || 1) * scale();
    if (!width || !height) return;
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    const context = this.canvas.getContext('2d');
    context.scale(dots, dots);
    this.draw(context, width, height);
  }
}
