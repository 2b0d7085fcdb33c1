// Canvases that are sharp on every screen, and drawn once a screen refresh at most.

// Painter calls draw(context, width, height) when asked to, and when the canvas changes its size.
export class Painter {
  constructor(canvas, draw) {
    Object.assign(this, {canvas, draw, asked: false});
    new ResizeObserver(() => this.ask()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.ask());
    addEventListener('theme', () => this.ask());
  }

  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.#paint();
    });
  }

  get width() { return this.canvas.clientWidth; }

  #paint() {
    const {clientWidth: width, clientHeight: height} = this.canvas, dots = devicePixelRatio || 1;
    if (!width || !height) return;
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    const context = this.canvas.getContext('2d');
    context.scale(dots, dots);
    this.draw(context, width, height);
  }
}
