import type { ELK } from 'elkjs/lib/elk-api.js';
import { boxesOf, type Sketch } from '#atlas/diagram/boxes.ts';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { layOut } from '#atlas/diagram/layout.ts';
import { runScript } from './data.ts';

declare global {
  /** The layout engine, if its script has run. */
  var ELK: (new () => ELK) | undefined;
}

/**
 * Lays a chart out in the reader's browser, for what the build could not know, such as a collapsed group or a
 * comparison.
 */
export async function layOutHere(sketch: Sketch): Promise<Drawing> {
  await runScript('elk.js');
  if (globalThis.ELK === undefined) throw new Error('elk.js is not what it should be.');
  return layOut(new globalThis.ELK(), boxesOf(sketch));
}
