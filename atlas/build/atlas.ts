/**
 * Everything that the atlas shows, as files that are made when they are first requested: `--build` writes all of them,
 * the serving command makes what is viewed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byArea } from '#atlas/model/areas.ts';
import {
  keyOf,
  type AtlasFacts,
  type AtlasIndex,
  type ChartModel,
  type ChartSummary,
  type ChartVersions,
  type KeptVersion,
  type Touch,
  type VersionAt,
} from '#atlas/model/model.ts';
import type { FlowVersion } from '#machines/graph/compare.ts';
import { Drawings } from './drawings.ts';
import type { BareChart } from './flow-charts.ts';
import { git } from './git.ts';
import { History } from './history.ts';
import { chartInputs, hashOfInputs, Kept } from './kept.ts';
import { readNotes } from './notes.ts';
import { thumbOf } from '#atlas/diagram/thumb.ts';
import { textsOf } from './texts.ts';
import { placedIn } from './placed.ts';
import { hasChanges, screensIn } from './walk-record.ts';
import { coverageOfWalks, keptWalks, screensOf, SHOWN_SCREENS, type KeptWalk, type Runs } from './walked.ts';

/** How many past versions of a chart are included in full. */
const CARRIED = 3;

/** The folder of the build cache. */
export const KEPT = join('.atlas', 'kept');

export interface AtlasOptions {
  /** The repository whose notes, history and walks are shown. */
  readonly root: string;
  /** When it was made, RFC 3339. */
  readonly at: string;
  /** Whether the command that makes it also serves it, and accepts notes. */
  readonly served: boolean;
  /** Coverage in addition to that of the walks. */
  readonly coverage: Runs;
  /** What of that could not be read, as sentences. */
  readonly refused?: readonly string[];
  /** A revision that every chart additionally includes. */
  readonly since: string | null;
  /** Whether screenshots are shown, if there are any. */
  readonly screens: boolean;
  /** Whether everything is made again. */
  readonly fresh: boolean;
  /** Called with files as soon as they can be made: first those that need no chart, then those of each new chart. */
  readonly arrived?: (parts: ReadonlyMap<string, Part>) => void;
  /** The files that requests are waiting for, latest first: the chart of the first one is made next. */
  readonly wanted?: () => readonly string[];
}

/** Makes every chart, and passes each one on as soon as it is made. */
export type MakeCharts = (
  arrived: (chart: BareChart) => void,
  wanted: () => readonly string[],
) => Promise<readonly BareChart[]>;

/** A file of the site. */
export type Part = () => Promise<string | Buffer>;

/** The site, not yet made. */
export interface Atlas {
  readonly charts: readonly BareChart[];
  readonly index: AtlasIndex;
  readonly chart: (key: string) => Promise<ChartModel>;
  readonly versions: (key: string) => Promise<ChartVersions>;
  readonly versionAt: (chart: Pick<BareChart, 'id' | 'kind'>, revision: string) => Promise<VersionAt>;
  /** Every file of the site, by its name; each is made when it is requested. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly close: () => Promise<void>;
}

/**
 * Assembles the atlas: shared parts are made here, everything else on request.
 * @param make makes the charts if their inputs differ from those of the cached charts.
 */
export async function makeAtlas(options: AtlasOptions, make: MakeCharts = bareCharts): Promise<Atlas> {
  const kept = new Kept(join(options.root, KEPT), options.fresh);
  const drawings = new Drawings(options.root, kept);
  try {
    return await putTogether(options, make, { kept, drawings });
  } catch (error) {
    await drawings.close();
    throw error;
  }
}

async function putTogether(
  options: AtlasOptions,
  make: MakeCharts,
  { kept, drawings }: { readonly kept: Kept; readonly drawings: Drawings },
): Promise<Atlas> {
  const { root, at, served, arrived = () => {}, wanted = () => [] } = options;
  const rev = git(root, ['rev-parse', 'HEAD']);
  const facts: AtlasFacts = { at, served, rev, changes: hasChanges(root), placed: placedIn(root) };
  const ofAll = new Map<string, Part>([['data/facts.js', async () => script('(facts)', facts)]]);
  arrived(ofAll);
  const made = hashOfInputs(root, chartInputs);
  const history = new History(kept, made, rev);
  const refused = [...(options.refused ?? [])];
  const walks = keptWalks(root, (text) => refused.push(text));
  const covered = coverageOfWalks(walks);
  const runs = [...covered.runs, ...options.coverage];
  const sources: Sources = { root, drawings, history, runs, walks: options.screens ? walks : [], since: options.since };
  const charts = await kept.take('charts', made, () => make((chart) => arrived(partsOf(chart, sources)), wanted));
  const pictured = [...new Set(charts.flatMap((chart) => screensOf(sources.walks, chart).walk ?? []))].map(
    ({ walked }) => walked,
  );
  const touches = Object.fromEntries(
    await Promise.all(charts.map(async (chart) => [keyOf(chart), await history.of(chart)] as const)),
  );
  const index = indexOf({
    ...facts,
    charts,
    touches,
    runs,
    walked: { screens: pictured, coverage: covered.walk?.walked ?? null, refused },
  });
  const byKey = (key: string): BareChart => {
    const found = charts.find((chart) => keyOf(chart) === key);
    if (found === undefined) throw new Error(`There is no chart ${key}.`);
    return found;
  };
  return {
    charts,
    index,
    chart: (key) => wholeChart(byKey(key), sources),
    versions: (key) => versionsOf(byKey(key), sources),
    versionAt,
    parts: new Map([
      ...ofAll,
      ['data/index.js', async () => script('(index)', index)],
      ...charts.flatMap((chart) => [...partsOf(chart, sources)]),
    ]),
    close: () => drawings.close(),
  };
}

/**
 * Every chart of the product, flows before lifecycles. They are made in the order of the overview, so that its first
 * cards appear first, but charts that requests wait for take precedence. The loop yields between charts, so that
 * requests are answered in the meantime.
 */
export async function bareCharts(
  arrived: (chart: BareChart) => void = () => {},
  wanted: () => readonly string[] = () => [],
): Promise<readonly BareChart[]> {
  const [{ flowChart }, { lifecycleChart }, { flows }, { areaOf, lifecycles }] = await Promise.all([
    import('./flow-charts.ts'),
    import('./lifecycle-charts.ts'),
    import('#walk/paths/flows.ts'),
    import('#walk/documents/lifecycles.ts'),
  ]);
  const all = [
    ...flows.map((cases) => {
      const chart = { id: cases.machine.id, kind: 'flow', area: cases.area } as const;
      return { ...chart, key: keyOf(chart), make: () => flowChart(cases) };
    }),
    ...lifecycles.map((machine) => {
      const chart = { id: machine.id, kind: 'lifecycle', area: areaOf(machine) } as const;
      return { ...chart, key: keyOf(chart), make: () => lifecycleChart(machine) };
    }),
  ];
  const made = new Map<string, BareChart>();
  const waiting = byArea(all).flatMap(({ charts }) => charts);
  while (waiting.length > 0) {
    const asked = wanted().flatMap((file) =>
      waiting.filter(({ key }) => [chartFile(key), versionsFile(key)].includes(file)),
    )[0];
    const [next] = waiting.splice(asked === undefined ? 0 : waiting.indexOf(asked), 1);
    if (next === undefined) break;
    const chart = next.make();
    made.set(next.key, chart);
    arrived(chart);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return all.flatMap(({ key }) => made.get(key) ?? []);
}

/** What a chart's files are made from, in addition to the chart itself. */
interface Sources extends Pick<AtlasOptions, 'root' | 'since'> {
  readonly drawings: Drawings;
  readonly history: History;
  readonly runs: Runs;
  readonly walks: readonly KeptWalk[];
}

async function wholeChart(chart: BareChart, { root, drawings, history, runs, walks }: Sources): Promise<ChartModel> {
  const { walk, screens } = screensOf(walks, chart);
  return {
    ...chart,
    drawing: await drawings.of(chart),
    touches: await history.of(chart),
    coverage: runs.flatMap(([name, run]) => (name === keyOf(chart) ? [run] : [])),
    notes: readNotes(root, chart),
    screens,
    walked: walk?.walked ?? null,
  };
}

/** The files of a chart: its data and its pictures. */
function partsOf(chart: BareChart, sources: Sources): ReadonlyMap<string, Part> {
  const key = keyOf(chart);
  const { walk, screens } = screensOf(sources.walks, chart);
  return new Map<string, Part>([
    [
      `data/${key}.summary.js`,
      async () =>
        script(`${key}.summary`, summaryOf(chart, (await sources.history.of(chart))[0] ?? null, sources.runs)),
    ],
    [thumbFile(key), async () => script(`${key}.thumb`, thumbOf(await sources.drawings.of(chart)))],
    [chartFile(key), async () => script(key, await wholeChart(chart, sources))],
    [versionsFile(key), async () => script(`${key}.versions`, await versionsOf(chart, sources))],
    ...Object.values(screens).map((file): [string, Part] => [
      file,
      async () => readFileSync(join(screensIn(walk?.folder ?? ''), file.slice(SHOWN_SCREENS.length + 1))),
    ]),
  ]);
}

const chartFile = (key: string): string => `data/${key}.js`;
const versionsFile = (key: string): string => `data/${key}.versions.js`;

/** The file of a chart's small picture. */
export function thumbFile(key: string): string {
  return `data/${key}.thumb.js`;
}

interface Indexed extends AtlasFacts, Pick<AtlasIndex, 'walked'> {
  readonly charts: readonly BareChart[];
  readonly touches: Readonly<Record<string, readonly Touch[]>>;
  readonly runs: Runs;
}

/** What the overview and the questions need of all charts. */
export function indexOf({ charts, touches, runs, ...facts }: Indexed): AtlasIndex {
  const summaries = charts.map((chart) => summaryOf(chart, touches[keyOf(chart)]?.[0] ?? null, runs));
  const codes = [...new Set(summaries.flatMap(({ states }) => states.flatMap(({ messages }) => messages)))].toSorted();
  return {
    ...facts,
    charts: summaries,
    messages: Object.fromEntries(codes.map((code) => [code, textsOf(`problems:${code}`) ?? [code, code, code]])),
  };
}

function summaryOf(chart: BareChart, touched: Touch | null, runs: Runs): ChartSummary {
  const { id, kind, area, purpose, routes, states, transitions, paths, calls, children, requirements } = chart;
  const key = keyOf(chart);
  return {
    id,
    kind,
    area,
    purpose,
    routes,
    states: states.map(({ path, titleText, says, messages }) => ({
      path,
      title: titleText,
      says: titleText === null ? says : '',
      messages: messages.flatMap(({ code }) => code ?? []),
    })),
    transitions: transitions.length,
    paths: paths.length,
    calls: calls.map((call) => call.id),
    children,
    covered: runs.flatMap(([name, run]) =>
      name === key
        ? [
            {
              name: run.name,
              transitions: transitions.filter((transition) => (run.transitions[transition.id] ?? 0) > 0).length,
            },
          ]
        : [],
    ),
    touched,
    requirements: requirements.map((requirement) => requirement.id),
  };
}

const known = new Map<string, FlowVersion>();

/** A chart as it was at a revision; empty if it did not exist. */
async function versionAt({ id, kind }: Pick<BareChart, 'id' | 'kind'>, revision: string): Promise<VersionAt> {
  const [{ flowIn, lifecyclesIn, readAt, revisionOf }, { noVersion }] = await Promise.all([
    import('#walk/documents/revisions.ts'),
    import('#machines/graph/compare.ts'),
  ]);
  const rev = revisionOf(revision);
  const name = `${kind} ${id} ${rev}`;
  const version =
    known.get(name) ?? (kind === 'flow' ? flowIn(readAt(rev), id) : lifecyclesIn(readAt(rev)).get(id)) ?? noVersion;
  known.set(name, version);
  return { rev, version };
}

async function versionsOf(chart: BareChart, { history, since }: Sources): Promise<ChartVersions> {
  const touches = await history.of(chart);
  const [{ flowIn, lifecyclesIn, readNow, revisionOf }, { noVersion }] = await Promise.all([
    import('#walk/documents/revisions.ts'),
    import('#machines/graph/compare.ts'),
  ]);
  const now = (chart.kind === 'flow' ? flowIn(readNow, chart.id) : lifecyclesIn(readNow).get(chart.id)) ?? noVersion;
  const asked = since === null ? [] : [{ rev: revisionOf(since), at: '', subject: since }];
  const kept: KeptVersion[] = [];
  for (const touch of [...touches.slice(0, CARRIED), ...asked])
    kept.push({ ...touch, version: (await versionAt(chart, touch.rev)).version });
  return { now, kept };
}

/** A data file as a script that registers itself: `fetch` does not work on `file:` pages. */
function script(key: string, value: unknown): string {
  return `(globalThis.atlasData ??= {})[${JSON.stringify(key)}] = ${JSON.stringify(value)};\n`;
}
