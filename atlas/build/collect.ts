/** Everything that the atlas shows, collected: charts, drawings, history, coverage, notes and screens. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ELK } from 'elkjs/lib/elk-api.js';
import { boxesOf } from '#atlas/diagram/boxes.ts';
import { layOut } from '#atlas/diagram/layout.ts';
import { keyOf, type AtlasIndex, type ChartModel, type ChartSummary, type ChartVersions, type CoverageRun, type KeptVersion, type Touch } from '#atlas/model/model.ts';
import { flows } from '#tests/walk/flows.ts';
import { lifecycles } from '#tests/walk/lifecycles.ts';
import { commitsOf, commitsOfLifecycle, flowIn, head, lifecyclesIn, readAt, readNow, revisionOf } from '#tests/walk/revisions.ts';
import { noVersion } from '#machines/graph/compare.ts';
import { flowChart, type BareChart } from './flow-charts.ts';
import { lifecycleChart } from './lifecycle-charts.ts';
import { readNotes } from './notes.ts';
import { screensOf } from './screen-files.ts';
import { textsOf } from './texts.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** How many commits of a chart are listed, and how many of them are carried along whole. */
const LISTED = 20;
const CARRIED = 3;

/** A chart with everything that belongs to it. */
export interface Collected {
  readonly chart: ChartModel;
  readonly versions: ChartVersions;
}

export interface CollectOptions {
  readonly coverage: readonly (readonly [chart: string, run: CoverageRun])[];
  /** A revision that every chart carries along besides. */
  readonly since: string | null;
  /** Whether screenshots are shown, where there are some. */
  readonly screens: boolean;
}

/** All charts of the product. */
export async function collect(options: CollectOptions): Promise<readonly Collected[]> {
  // The package is CommonJS and hands out its constructor under another name than its types tell.
  const Elk = createRequire(import.meta.url)('elkjs') as new () => ELK;
  const elk = new Elk();
  const collected: Collected[] = [];
  for (const bare of [...flows.map(flowChart), ...lifecycles.map(lifecycleChart)]) {
    const touches = bare.kind === 'flow' ? commitsOf(bare.id, LISTED) : commitsOfLifecycle(bare.id, LISTED);
    const drawing = await layOut(elk, boxesOf({ ...bare, titleOf: ({ path, title }) => (title === null ? null : (bare.states.find((state) => state.path === path)?.titleText?.[0] ?? null)) }));
    const chart: ChartModel = {
      ...bare,
      drawing,
      touches,
      coverage: options.coverage.flatMap(([key, run]) => (key === keyOf(bare) ? [run] : [])),
      notes: readNotes(ROOT, bare),
      screens: options.screens ? screensOf(ROOT, bare) : {},
    };
    collected.push({ chart, versions: versionsOf(bare, touches, options.since) });
  }
  return collected;
}

const reads = new Map<string, ReturnType<typeof readAt>>();

/** A chart as it was at a revision; nothing where it wasn't there. */
export function versionAt({ id, kind }: Pick<BareChart, 'id' | 'kind'>, revision: string): ChartVersions['now'] {
  const rev = revisionOf(revision);
  const read = reads.get(rev) ?? readAt(rev);
  reads.set(rev, read);
  return (kind === 'flow' ? flowIn(read, id) : lifecyclesIn(read).get(id)) ?? noVersion;
}

function versionsOf(chart: BareChart, touches: readonly Touch[], since: string | null): ChartVersions {
  const now = (chart.kind === 'flow' ? flowIn(readNow, chart.id) : lifecyclesIn(readNow).get(chart.id)) ?? noVersion;
  const asked = since === null ? [] : [{ rev: revisionOf(since), at: '', subject: since }];
  const kept = [...touches.slice(0, CARRIED), ...asked].map((touch): KeptVersion => ({ ...touch, version: versionAt(chart, touch.rev) }));
  return { now, kept };
}

/** What the overview and the questions need of all charts. */
export function indexOf(collected: readonly Collected[], facts: { readonly at: string; readonly served: boolean }): AtlasIndex {
  const charts = collected.map(({ chart }) => summaryOf(chart));
  const codes = [...new Set(charts.flatMap(({ states }) => states.flatMap(({ messages }) => messages)))].toSorted();
  return {
    ...facts,
    rev: head(),
    charts,
    messages: Object.fromEntries(codes.map((code) => [code, textsOf(`problems:${code}`)?.[0] ?? code])),
    hasScreens: collected.some(({ chart }) => Object.keys(chart.screens).length > 0),
  };
}

function summaryOf(chart: ChartModel): ChartSummary {
  const { id, kind, purpose, routes, states, transitions, paths, calls, children, coverage, touches, requirements } = chart;
  return {
    id,
    kind,
    purpose,
    routes,
    states: states.map(({ path, titleText, says, messages }) => ({ path, title: titleText?.[0] ?? says, messages: messages.flatMap(({ code }) => code ?? []) })),
    transitions: transitions.length,
    paths: paths.length,
    calls: calls.map((call) => call.id),
    children,
    covered: coverage.map(({ name, transitions: visited }) => ({ name, transitions: transitions.filter((transition) => (visited[transition.id] ?? 0) > 0).length })),
    touched: touches[0] ?? null,
    requirements: requirements.map((requirement) => requirement.id),
  };
}
