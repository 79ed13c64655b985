import { createRequire } from 'node:module';
import type { ELK } from 'elkjs/lib/elk-api.js';
import { flowChart, type BareChart } from '#atlas/build/flow-charts.ts';
import { lifecycleChart } from '#atlas/build/lifecycle-charts.ts';
import { flowOf } from '#walk/paths/flows.ts';
import { lifecycles } from '#walk/documents/lifecycles.ts';

const known = new Map<string, BareChart>();

/** The chart of a flow, made once per run. */
export function chartOf(flow: string): BareChart {
  const chart = known.get(flow) ?? flowChart(flowOf(flow));
  known.set(flow, chart);
  return chart;
}

/** The chart of a record's lifecycle. */
export function chartOfLifecycle(id: string): BareChart {
  const machine = lifecycles.find((each) => each.id === id);
  if (machine === undefined) throw new Error(`There is no lifecycle ${id}.`);
  return lifecycleChart(machine);
}

/** A layout engine. */
export function elk(): ELK {
  const Elk = createRequire(import.meta.url)('elkjs') as new () => ELK;
  return new Elk();
}
