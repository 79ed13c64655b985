/**
 * The server side of the component level: it runs inside the test runner, because the pages need a DOM and the
 * bundler's modules, and walks what it is asked for, one thing after the other, until the connection closes. See
 * level.ts.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { it } from 'vitest';
import type { Edge } from '#machines/graph/explore.ts';
import { cellsOf, stepsOfCell } from '#walk/paths/cells.ts';
import { walkCell } from './cells.ts';
import { walkComponent } from './driver.ts';
import { withoutUnhandled } from './unhandled.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';
import { stepOf } from '#walk/machine/driver.ts';
import { timed, type Culture, type Walked } from '#walk/paths/report.ts';

/** A request, one per line: graphs are not serializable, so flows are named. */
export interface WalkRequest {
  readonly flow: string;
  readonly culture: Culture;
  /** The edges of a path; null if `id` is that of a cell. */
  readonly edges: readonly Edge[] | null;
  readonly id: string;
}

const port = Number(process.env['PERCH_WALK_PORT']);

it('walks what is asked for', { timeout: 0 }, async () => {
  const line = connect(port, '127.0.0.1');
  await once(line, 'connect');
  for await (const asked of createInterface({ input: line }))
    line.write(`${JSON.stringify(await withoutUnhandled(() => walk(JSON.parse(asked) as WalkRequest)))}\n`);
});

async function walk({ flow, culture, edges, id }: WalkRequest): Promise<Walked> {
  const options = { culture, strict: false };
  if (edges !== null)
    return timed(id, edges.length - 1, () => walkComponent(graphOf(flowOf(flow)), { id, edges }, options), stepOf);
  const cell = cellsOf(flowOf(flow)).find((each) => each.cell.id === id);
  if (cell === undefined) throw new Error(`There is no cell ${id}.`);
  return timed(id, stepsOfCell(cell), () => walkCell(cell, options), stepOf);
}
