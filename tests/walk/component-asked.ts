/**
 * The walks that the `walk` command asks for, run inside the test runner because the pages need a DOM and the bundler's
 * modules. The command hands them over in a file and reads what became of them from another; see component-command.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Edge } from '#machines/graph/explore.ts';
import { walkComponent } from './component-driver.ts';
import { flowOf, graphOf } from './flows.ts';
import { WalkFailure } from './machine-driver.ts';
import type { Culture, Failure, Walked } from './report.ts';

/** What the command writes: walks by flow, since graphs don't go into a file. */
export interface Asked {
  readonly culture: Culture;
  readonly walks: readonly { readonly flow: string; readonly id: string; readonly edges: readonly Edge[] }[];
}

const from = process.env['PERCH_WALKS'] ?? '';
const to = process.env['PERCH_WALKED'] ?? '';

it('walks what was asked for', { timeout: 3_600_000 }, async () => {
  const { culture, walks } = JSON.parse(readFileSync(from, 'utf8')) as Asked;
  const walked: Walked[] = [];
  for (const { flow, id, edges } of walks) {
    const began = performance.now();
    const failure = await walkComponent(graphOf(flowOf(flow)), { id, edges }, { culture, strict: false }).then(() => null, failureOf);
    walked.push({ id, steps: edges.length - 1, seconds: (performance.now() - began) / 1000, failure });
    writeFileSync(to, JSON.stringify(walked));
  }
  expect(walked).toHaveLength(walks.length);
});

function failureOf(error: unknown): Failure {
  return { at: error instanceof WalkFailure ? error.at : 0, message: error instanceof Error ? error.message : String(error) };
}
