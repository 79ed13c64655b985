/** Drawings of charts: cached by their inputs; new ones are laid out in a separate thread. */
import { Worker } from 'node:worker_threads';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { boxesOf } from '#atlas/diagram/boxes.ts';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { layOut, type Engine } from '#atlas/diagram/layout.ts';
import { hashOf, hashOfInputs, layoutInputs, type Kept } from './kept.ts';
import type { BareChart } from './flow-charts.ts';

/** What the thread answers. */
interface Answer {
  readonly id: number;
  readonly laid?: ElkNode;
  readonly error?: string;
}

const CLOSED = new Error('No diagram is drawn any more.');

/** Makes drawings one by one, in the order of the requests. */
export class Drawings {
  readonly #kept: Kept;
  readonly #how: string;
  readonly #known = new Map<string, Promise<Drawing>>();
  readonly #waiting = new Map<
    number,
    { readonly resolve: (laid: ElkNode) => void; readonly reject: (error: Error) => void }
  >();
  #worker: Worker | null = null;
  #asked = 0;
  #closed = false;

  constructor(root: string, kept: Kept) {
    this.#kept = kept;
    this.#how = hashOfInputs(root, layoutInputs);
  }

  /** The drawing of a chart as it is now. */
  of(chart: BareChart): Promise<Drawing> {
    const boxes = boxesOf({
      ...chart,
      titleOf: ({ path, title }) =>
        title === null ? null : (chart.states.find((state) => state.path === path)?.titleText?.[0] ?? null),
    });
    const key = hashOf(this.#how, JSON.stringify(boxes));
    const drawing = this.#known.get(key) ?? this.#kept.take('drawings', key, () => layOut(this.#engine, boxes));
    this.#known.set(key, drawing);
    return drawing;
  }

  /** Ends the thread; pending drawings are not made. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.values()) reject(CLOSED);
    this.#waiting.clear();
    await this.#worker?.terminate();
    this.#worker = null;
  }

  readonly #engine: Engine = {
    layout: (graph) =>
      new Promise((resolve, reject) => {
        if (this.#closed) return reject(CLOSED);
        this.#asked += 1;
        this.#waiting.set(this.#asked, { resolve, reject });
        const thread = this.#thread();
        // The thread keeps the process alive only while a drawing is pending.
        thread.ref();
        thread.postMessage({ id: this.#asked, graph });
      }),
  };

  #thread(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(new URL('./layout-worker.mjs', import.meta.url), { execArgv: [] });
    worker.on('message', ({ id, laid, error }: Answer) => {
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
      if (laid === undefined) asked?.reject(new Error(`The diagram can't be laid out: ${error}`));
      else asked?.resolve(laid);
    });
    worker.on('error', (error: Error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    this.#worker = worker;
    return worker;
  }
}
