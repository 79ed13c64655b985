/**
 * How soon the atlas opens, with an empty cache and with a full one, and how long the layout of its diagrams takes,
 * flow by flow; a browser does the same when a group is collapsed. The reference for an opening is a start of Node with
 * the TypeScript loader that does nothing, in the same run, so that a busy machine affects both. Cold means a fresh
 * clone: neither the atlas nor the loader has anything cached.
 *
 *   npm run bench -- atlas
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ELK } from 'elkjs/lib/elk-api.js';
import { boxesOf } from '#atlas/diagram/boxes.ts';
import { layOut } from '#atlas/diagram/layout.ts';
import { columns } from '#walk/paths/columns.ts';
import { freshDocument } from '#walk/documents/documents.ts';
import { flows } from '#walk/paths/flows.ts';
import { statOf } from './process-tree.ts';
import { report } from './report.ts';

/**
 * How many times longer than the reference it may take until the page, a requested diagram, and all charts are loaded.
 */
const openingBudgets = { cold: { page: 10, diagram: 25, all: 45 }, warm: { page: 6, diagram: 9, all: 9 } } as const;
const moments = ['page', 'diagram', 'all'] as const;
/** A large flow, late in the order of the overview: pressed at once, it is requested before its turn. */
const ASKED = 'withdrawal';
const openingRounds = 3;

const budgetMs = 500;
const rounds = 5;

const Elk = createRequire(import.meta.url)('elkjs') as new () => ELK;
const elk = new Elk();
const rows: {
  readonly flow: string;
  readonly boxes: number;
  readonly edges: number;
  readonly first: number;
  readonly best: number;
}[] = [];
for (const document of flows.map(freshDocument)) {
  const times: number[] = [];
  const sketch = boxesOf(document);
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await layOut(elk, sketch);
    times.push(performance.now() - began);
  }
  rows.push({
    flow: document.flow,
    boxes: sketch.boxes.length,
    edges: sketch.bundles.length,
    first: times[0] ?? 0,
    best: Math.min(...times),
  });
  report({
    work: document.flow,
    group: 'layout of a flow',
    value: Math.min(...times),
    unit: 'ms',
    budget: budgetMs,
  });
}
console.log(
  columns([
    ['flow', 'boxes', 'edges', 'first ms', 'best ms'],
    ...rows.map(({ flow, boxes, edges, first, best }) => [
      flow,
      String(boxes),
      String(edges),
      first.toFixed(0),
      best.toFixed(0),
    ]),
  ]),
);
const slowest = rows.toSorted((a, b) => b.best - a.best)[0];
const kept = (slowest?.best ?? Infinity) < budgetMs;
console.log(
  `\nThe slowest is ${slowest?.flow}: ${slowest?.best.toFixed(0)} ms, budget ${budgetMs} ms: ${kept ? 'kept' : 'BROKEN'}`,
);
console.log(
  `Load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; where that is more than 1 for each, times are longer than they are by themselves.`,
);

const loader = ['--import', 'tsx'];

function referenceMs(): number {
  const began = performance.now();
  spawnSync(process.execPath, [...loader, '--eval', '']);
  return performance.now() - began;
}

interface Opening {
  /** Until the page is loaded: every diagram is listed and can be pressed. */
  readonly page: number;
  /** Until the diagram that is pressed then is shown. */
  readonly diagram: number;
  /** Until the overview is complete. */
  readonly all: number;
  /** Processor time used until then, if the system reports it. */
  readonly coreSeconds: number | null;
}

async function opening(parameters: readonly string[], ofLoader: string): Promise<Opening> {
  const began = performance.now();
  const env = { ...process.env, TMPDIR: ofLoader };
  const child = spawn(process.execPath, [...loader, 'atlas/build/cli.ts', '--port', '0', ...parameters], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (said: Buffer) => /http:\S+\d/.exec(said.toString())?.forEach(resolve));
    child.once('exit', () => reject(new Error('The atlas did not open.')));
  });
  const there = async (file: string): Promise<void> => {
    const answer = await fetch(`${origin}/${file}`);
    if (!answer.ok) throw new Error(`${file} was answered by ${answer.status}.`);
    await answer.text();
  };
  const whole = there('data/index.js');
  await Promise.all(['', 'atlas.js', 'atlas.css', 'data/facts.js'].map(there));
  const page = performance.now() - began;
  await there(`data/${ASKED}.js`);
  const diagram = performance.now() - began;
  await whole;
  const all = performance.now() - began;
  const coreSeconds = statOf(child.pid ?? 0)?.cpu ?? null;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
  return { page, diagram, all, coreSeconds };
}

const references: number[] = [];
const opened: Record<'cold' | 'warm', Opening[]> = { cold: [], warm: [] };
for (let round = 0; round < openingRounds; round += 1) {
  references.push(referenceMs());
  const ofLoader = mkdtempSync(join(tmpdir(), 'perch-bench-'));
  opened.cold.push(await opening(['--fresh'], ofLoader));
  opened.warm.push(await opening([], ofLoader));
  rmSync(ofLoader, { recursive: true, force: true });
}
const reference = Math.min(...references);
console.log(`\nOpening, best of ${openingRounds}; the reference takes ${reference.toFixed(0)} ms.`);
for (const how of ['cold', 'warm'] as const) {
  const cores = Math.min(...opened[how].map((each) => each.coreSeconds ?? Infinity));
  const budget = openingBudgets[how];
  const best = Object.fromEntries(
    moments.map((moment) => [moment, Math.min(...opened[how].map((each) => each[moment]))]),
  ) as Record<(typeof moments)[number], number>;
  const isIn = moments
    .map((moment) =>
      report({
        work: `opening, ${how}, until ${moment}`,
        value: best[moment],
        unit: 'ms',
        reference: { name: 'a start of Node with the loader', value: reference },
        ratioBudget: budget[moment],
      }),
    )
    .every(Boolean);
  const told = moments.map(
    (moment) =>
      `${moment} ${best[moment].toFixed(0)} ms, ${(best[moment] / reference).toFixed(1)} × the reference of at most ${budget[moment]}`,
  );
  console.log(
    `${how}: ${told.join('; ')}; ${Number.isFinite(cores) ? `${cores.toFixed(1)} core-seconds` : 'core-seconds not told here'}: ${isIn ? 'kept' : 'BROKEN'}`,
  );
}
