/** Everything that the atlas shows, as files that are made when they are first asked for: a folder writes all of them, the command that serves makes what is looked at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { places } from '#atlas/model/areas.ts';
import { keyOf, type AtlasIndex, type ChartModel, type ChartSummary, type ChartVersions, type KeptVersion, type Touch } from '#atlas/model/model.ts';
import type { FlowVersion } from '#machines/graph/compare.ts';
import { Drawings } from './drawings.ts';
import type { BareChart } from './flow-charts.ts';
import { git } from './git.ts';
import { chartInputs, hashOf, hashOfInputs, Kept } from './kept.ts';
import { readNotes } from './notes.ts';
import { thumbOf } from '#atlas/diagram/thumb.ts';
import { textsOf } from './texts.ts';
import { coverageOfWalks, hasChanges, keptWalks, screensIn, screensOf, SHOWN_SCREENS, type KeptWalk, type Runs } from './walked.ts';

/** How many commits of a chart are listed, and how many of them are carried along whole. */
const LISTED = 20;
const CARRIED = 3;

/** Where what was made before is kept. */
export const KEPT = join('.atlas', 'kept');

export interface AtlasOptions {
  /** The repository whose notes, history and walks are shown. */
  readonly root: string;
  /** When it is made, RFC 3339. */
  readonly at: string;
  /** Whether the command that makes it serves it, and listens to notes. */
  readonly served: boolean;
  /** Coverage besides that of the walks. */
  readonly coverage: Runs;
  /** A revision that every chart carries along besides. */
  readonly since: string | null;
  /** Whether screenshots are shown, where there are some. */
  readonly screens: boolean;
  /** Whether everything is made again. */
  readonly fresh: boolean;
  /** Told of each chart that is made now, with the files that the overview shows of it, before all charts are there. */
  readonly arrived?: (parts: ReadonlyMap<string, Part>) => void;
}

/** Makes every chart, and hands each over as soon as it is made. */
export type MakeCharts = (arrived: (chart: BareChart) => void) => Promise<readonly BareChart[]>;

/** A file of the site. */
export type Part = () => Promise<string | Buffer>;

/** The site, not yet made. */
export interface Atlas {
  readonly charts: readonly BareChart[];
  readonly index: AtlasIndex;
  readonly chart: (key: string) => Promise<ChartModel>;
  readonly versions: (key: string) => Promise<ChartVersions>;
  readonly versionAt: (chart: Pick<BareChart, 'id' | 'kind'>, revision: string) => Promise<FlowVersion>;
  /** Every file of the site, by its name; each is made when it is called for. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly close: () => Promise<void>;
}

/**
 * Puts the atlas together; what is the same for all of it is made here, everything else when it is asked for.
 * @param make makes the charts, where their inputs are other ones than those of the charts that are kept.
 */
export async function makeAtlas(options: AtlasOptions, make: MakeCharts = bareCharts): Promise<Atlas> {
  const { root } = options;
  const kept = new Kept(join(root, KEPT), options.fresh);
  const made = hashOfInputs(root, chartInputs);
  const drawings = new Drawings(root, kept);
  const rev = git(root, ['rev-parse', 'HEAD']);
  const history = new History(kept, made, rev);
  const walks = keptWalks(root);
  const covered = coverageOfWalks(walks);
  const runs = [...covered.runs, ...options.coverage];
  const ofOverview = (chart: BareChart): ReadonlyMap<string, Part> => overviewParts(chart, { history, runs, drawing: () => drawings.of(chart) });
  const charts = await kept.take('charts', made, () => make((chart) => options.arrived?.(ofOverview(chart))));
  const touches = await history.all(charts);
  const seen = new Map(charts.map((chart) => [keyOf(chart), options.screens ? screensOf(walks, chart) : { walk: null, screens: {} }]));
  const byKey = new Map(charts.map((chart) => [keyOf(chart), chart]));
  const bare = (key: string): BareChart => {
    const found = byKey.get(key);
    if (found === undefined) throw new Error(`There is no chart ${key}.`);
    return found;
  };
  const whole = async (key: string): Promise<ChartModel> => {
    const own = bare(key);
    return {
      ...own,
      drawing: await drawings.of(own),
      touches: touches[key] ?? [],
      coverage: runs.flatMap(([name, run]) => (name === key ? [run] : [])),
      notes: readNotes(root, own),
      screens: seen.get(key)?.screens ?? {},
      walked: seen.get(key)?.walk?.walked ?? null,
    };
  };
  const versions = (key: string): Promise<ChartVersions> => versionsOf(bare(key), touches[key] ?? [], options.since);
  const pictured = [...new Set([...seen.values()].flatMap(({ walk }) => walk ?? []))].map(({ walked }) => walked);
  const { at, served } = options;
  const index = indexOf({ charts, rev, touches, at, served, changes: hasChanges(root), runs, walked: { screens: pictured, coverage: covered.walk?.walked ?? null } });
  return { charts, index, chart: whole, versions, versionAt, parts: dataParts({ charts, index, chart: whole, versions, ofOverview, seen }), close: () => drawings.close() };
}

/**
 * Every chart of the product, flows before lifecycles. They are made in the order of the overview, so that its first cards are
 * there first, and each between other things, so that whoever asks meanwhile is answered.
 */
export async function bareCharts(arrived: (chart: BareChart) => void = () => {}): Promise<readonly BareChart[]> {
  const [{ flowChart }, { lifecycleChart }, { flows }, { lifecycles }] = await Promise.all([import('./flow-charts.ts'), import('./lifecycle-charts.ts'), import('#walk/paths/flows.ts'), import('#walk/documents/lifecycles.ts')]);
  const all = [
    ...flows.map((cases) => ({ key: keyOf({ id: cases.machine.id, kind: 'flow' }), make: () => flowChart(cases) })),
    ...lifecycles.map((machine) => ({ key: keyOf({ id: machine.id, kind: 'lifecycle' }), make: () => lifecycleChart(machine) })),
  ];
  const made = new Map<string, BareChart>();
  for (const { key, make } of all.toSorted((one, other) => places.indexOf(one.key) - places.indexOf(other.key))) {
    const chart = make();
    made.set(key, chart);
    arrived(chart);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return all.flatMap(({ key }) => made.get(key) ?? []);
}

type Touches = Readonly<Record<string, readonly Touch[]>>;

/** The commits that touched each chart; they change with the newest commit only. */
class History {
  readonly #kept: Kept;
  readonly #key: string | null;
  readonly #known: Map<string, readonly Touch[]>;

  constructor(kept: Kept, made: string, rev: string | null) {
    this.#kept = kept;
    this.#key = rev === null ? null : hashOf(rev, made);
    this.#known = new Map(Object.entries((this.#key === null ? null : kept.read<Touches>('touches', this.#key)) ?? {}));
  }

  /** The commits that touched a chart, latest first; none outside of git. */
  async of(chart: BareChart): Promise<readonly Touch[]> {
    const key = keyOf(chart);
    const known = this.#key === null ? [] : this.#known.get(key);
    if (known !== undefined) return known;
    const { commitsOf, commitsOfLifecycle } = await import('#walk/documents/revisions.ts');
    const found = chart.kind === 'flow' ? commitsOf(chart.id, LISTED) : commitsOfLifecycle(chart.id, LISTED);
    this.#known.set(key, found);
    return found;
  }

  /** Those of all charts, which are kept. */
  async all(charts: readonly BareChart[]): Promise<Touches> {
    if (this.#key === null) return {};
    const touches: Record<string, readonly Touch[]> = {};
    for (const chart of charts) touches[keyOf(chart)] = await this.of(chart);
    return this.#kept.take('touches', this.#key, () => touches);
  }
}

interface OfOverview {
  readonly history: History;
  readonly runs: Runs;
  readonly drawing: () => Promise<Drawing>;
}

/** The files that the overview shows of a chart. */
function overviewParts(chart: BareChart, { history, runs, drawing }: OfOverview): ReadonlyMap<string, Part> {
  const key = keyOf(chart);
  return new Map<string, Part>([
    [`data/${key}.summary.js`, async () => script(`${key}.summary`, summaryOf(chart, (await history.of(chart))[0] ?? null, runs))],
    [thumbFile(key), async () => script(`${key}.thumb`, thumbOf(await drawing()))],
  ]);
}

/** The file of a chart's small picture. */
export function thumbFile(key: string): string {
  return `data/${key}.thumb.js`;
}

interface Indexed extends Pick<AtlasIndex, 'at' | 'served' | 'rev' | 'changes' | 'walked'> {
  readonly charts: readonly BareChart[];
  readonly touches: Touches;
  readonly runs: Runs;
}

/** What the overview and the questions need of all charts. */
export function indexOf({ charts, touches, runs, ...facts }: Indexed): AtlasIndex {
  const summaries = charts.map((chart) => summaryOf(chart, touches[keyOf(chart)]?.[0] ?? null, runs));
  const codes = [...new Set(summaries.flatMap(({ states }) => states.flatMap(({ messages }) => messages)))].toSorted();
  return { ...facts, charts: summaries, messages: Object.fromEntries(codes.map((code) => [code, textsOf(`problems:${code}`)?.[0] ?? code])) };
}

function summaryOf(chart: BareChart, touched: Touch | null, runs: Runs): ChartSummary {
  const { id, kind, purpose, routes, states, transitions, paths, calls, children, requirements } = chart;
  const key = keyOf(chart);
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
    covered: runs.flatMap(([name, run]) => (name === key ? [{ name: run.name, transitions: transitions.filter((transition) => (run.transitions[transition.id] ?? 0) > 0).length }] : [])),
    touched,
    requirements: requirements.map((requirement) => requirement.id),
  };
}

const known = new Map<string, FlowVersion>();

/** A chart as it was at a revision; nothing where it wasn't there. */
async function versionAt({ id, kind }: Pick<BareChart, 'id' | 'kind'>, revision: string): Promise<FlowVersion> {
  const [{ flowIn, lifecyclesIn, readAt, revisionOf }, { noVersion }] = await Promise.all([import('#walk/documents/revisions.ts'), import('#machines/graph/compare.ts')]);
  const rev = revisionOf(revision);
  const name = `${kind} ${id} ${rev}`;
  const version = known.get(name) ?? (kind === 'flow' ? flowIn(readAt(rev), id) : lifecyclesIn(readAt(rev)).get(id)) ?? noVersion;
  known.set(name, version);
  return version;
}

async function versionsOf(chart: BareChart, touches: readonly Touch[], since: string | null): Promise<ChartVersions> {
  const [{ flowIn, lifecyclesIn, readNow, revisionOf }, { noVersion }] = await Promise.all([import('#walk/documents/revisions.ts'), import('#machines/graph/compare.ts')]);
  const now = (chart.kind === 'flow' ? flowIn(readNow, chart.id) : lifecyclesIn(readNow).get(chart.id)) ?? noVersion;
  const asked = since === null ? [] : [{ rev: revisionOf(since), at: '', subject: since }];
  const kept: KeptVersion[] = [];
  for (const touch of [...touches.slice(0, CARRIED), ...asked]) kept.push({ ...touch, version: await versionAt(chart, touch.rev) });
  return { now, kept };
}

interface Data extends Pick<Atlas, 'charts' | 'index' | 'chart' | 'versions'> {
  readonly ofOverview: (chart: BareChart) => ReadonlyMap<string, Part>;
  readonly seen: ReadonlyMap<string, { readonly walk: KeptWalk | null; readonly screens: ChartModel['screens'] }>;
}

/** The files of data, and the pictures. */
function dataParts({ charts, index, chart, versions, ofOverview, seen }: Data): ReadonlyMap<string, Part> {
  const ofCharts = charts.map(keyOf).flatMap((key): (readonly [string, Part])[] => [
    [`data/${key}.js`, async () => script(key, await chart(key))],
    [`data/${key}.versions.js`, async () => script(`${key}.versions`, await versions(key))],
  ]);
  const pictures = [...seen.values()].flatMap(({ walk, screens }) =>
    Object.values(screens).map((file): readonly [string, Part] => [file, async () => readFileSync(join(screensIn(walk?.folder ?? ''), file.slice(SHOWN_SCREENS.length + 1)))]),
  );
  return new Map([['data/index.js', async () => script('(index)', index)] as const, ...ofCharts, ...charts.flatMap((each) => [...ofOverview(each)]), ...pictures]);
}

/** A file of data that hands itself over: nothing can be fetched from a disk. */
function script(key: string, value: unknown): string {
  return `(globalThis.atlasData ??= {})[${JSON.stringify(key)}] = ${JSON.stringify(value)};\n`;
}
