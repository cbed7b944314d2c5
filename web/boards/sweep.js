// A sweep with the pointer from one element to another.

/** Watches for sweeps: `range` is told from where to where it goes, `done` where it ended. */
export class Sweep {
  #svg; #range; #done; #from = null; #to = null; #end; #swallowed = 0;

  constructor(svg, range, done) {
    this.#svg = svg;
    this.#range = range;
    this.#done = done;
    const listeners = {
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: () => this.#drop(),
    };
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
    this.#end = () => Object.entries(listeners).forEach(([name, listener]) => document.removeEventListener(name, listener));
  }

  /** Whether the click that is being told of belongs to a sweep. */
  swallows() {
    return performance.now() - this.#swallowed < 80;
  }

  /** Stops watching. */
  end() {
    this.#end();
  }

  #under({ clientX, clientY }) {
    const node = document.elementFromPoint(clientX, clientY)?.closest?.("[data-element]");
    return node && this.#svg.contains(node) ? node.dataset.element : null;
  }

  #down(event) {
    if (event.button === 0 && event.isPrimary) this.#from = this.#to = this.#under(event);
  }

  #move(event) {
    if (!this.#from) return;
    const to = this.#under(event);
    if (!to || to === this.#to) return;
    this.#to = to;
    this.#range(this.#from, to);
  }

  #up(event) {
    const [from, to] = [this.#from, this.#under(event)];
    const moved = this.#to !== this.#from;
    this.#from = this.#to = null;
    if (!from || !moved) return;
    this.#swallowed = performance.now();
    this.#done(from, to);
  }

  #drop() {
    if (this.#from) this.#range(null, null);
    this.#from = this.#to = null;
  }
}
