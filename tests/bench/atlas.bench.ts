/**
 * How long the diagrams of the atlas take to be laid out, flow by flow. A browser does the same when a group is collapsed.
 *
 *   npm run bench -- atlas
 */
import { createRequire } from 'node:module';
import { availableParallelism, loadavg } from 'node:os';
import type { ELK } from 'elkjs/lib/elk-api.js';
import { boxesOf } from '#atlas/diagram/boxes.ts';
import { layOut } from '#atlas/diagram/layout.ts';
import { columns } from '#tests/walk/figures.ts';
import { freshDocument } from '#tests/walk/documents.ts';
import { flows } from '#tests/walk/flows.ts';

const budgetMs = 500;
const rounds = 5;

const Elk = createRequire(import.meta.url)('elkjs') as new () => ELK;
const elk = new Elk();
const rows: { readonly flow: string; readonly boxes: number; readonly edges: number; readonly first: number; readonly best: number }[] = [];
for (const document of flows.map(freshDocument)) {
  const times: number[] = [];
  const sketch = boxesOf(document);
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await layOut(elk, sketch);
    times.push(performance.now() - began);
  }
  rows.push({ flow: document.flow, boxes: sketch.boxes.length, edges: sketch.bundles.length, first: times[0] ?? 0, best: Math.min(...times) });
}
console.log(columns([['flow', 'boxes', 'edges', 'first ms', 'best ms'], ...rows.map(({ flow, boxes, edges, first, best }) => [flow, String(boxes), String(edges), first.toFixed(0), best.toFixed(0)])]));
const slowest = rows.toSorted((a, b) => b.best - a.best)[0];
const kept = (slowest?.best ?? Infinity) < budgetMs;
console.log(`\nThe slowest is ${slowest?.flow}: ${slowest?.best.toFixed(0)} ms, budget ${budgetMs} ms: ${kept ? 'kept' : 'BROKEN'}`);
console.log(`Load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; where that is more than 1 for each, times are longer than they are by themselves.`);
process.exitCode = kept ? 0 : 1;
