/** Performs a generator's walks, level by level, until all of them have passed or one has failed. */
import { stepLabel, type AnyCases, type Edge, type Graph } from '#machines/graph/explore.ts';
import { figuresOf, passedEdges } from '#walk/paths/figures.ts';
import { graphOf } from '#walk/paths/flows.ts';
import { walksOf } from './generators.ts';
import type { WalkGenerator } from './notation.ts';
import type { Level, LevelReport, LevelOptions, Walk, Walked } from '#walk/paths/report.ts';
import { shrink } from './shrink.ts';

/** The result of a generator's walks through one flow. */
export interface FlowRun {
  readonly id: string;
  readonly walks: number;
  readonly steps: number;
  readonly transitions: number;
  readonly transitionsWalked: number;
  readonly outcomes: number;
  readonly outcomesWalked: number;
  readonly seconds: number;
}

/** A failed walk, shortened as far as possible. */
export interface ShortFailure {
  readonly flow: string;
  readonly message: string;
  /** The steps of the shortest walk that fails the same way, in the chart's names, each with where it leads. */
  readonly prefix: readonly string[];
}

/** The result of a generator's walks at one level. */
export interface GeneratedRun {
  readonly level: Level;
  readonly generator: string;
  readonly seed: number;
  readonly flows: readonly FlowRun[];
  readonly failure: ShortFailure | null;
  readonly seconds: number;
}

export interface Generation {
  readonly generator: WalkGenerator;
  readonly seed: number;
  readonly flows: readonly AnyCases[];
  /** Called every few seconds with the progress of the run. */
  readonly onProgress: (line: string) => void;
}

/** How often a long run reports its progress. */
const PROGRESS_MS = 5000;

/** How the walks are passed to a level. */
export type Hand = (options: Pick<LevelOptions, 'walks' | 'onWalked'>) => Promise<LevelReport>;

/** Makes walks and passes them to one run of a level, including those that shorten a failing one. */
export async function generate(
  level: Level,
  { generator, seed, flows, onProgress }: Generation,
  hand: Hand,
): Promise<GeneratedRun> {
  const asked: Walk[] = [];
  const told: Walked[] = [];
  let failure: ShortFailure | null = null;

  function* walk(graph: Graph, path: Walk['path']): Generator<Walk, Walked, void> {
    yield { graph, path };
    const walked = told.at(-1);
    if (walked?.id !== path.id) throw new Error(`Nobody told the outcome of ${path.id}.`);
    return walked;
  }

  function* shortened(graph: Graph, edges: readonly Edge[]): Generator<Walk, readonly Edge[], void> {
    const shrinking = shrink(graph, edges);
    let next = shrinking.next();
    while (next.done !== true) {
      const candidate = next.value;
      const walked = yield* walk(graph, { id: `${graph.id}-shortened`, edges: candidate });
      next = shrinking.next(walked.failure?.at === candidate.length - 1);
    }
    return next.value;
  }

  function* all(): Generator<Walk, void, void> {
    for (const graph of flows.map(graphOf)) {
      for (const path of walksOf(graph, generator, seed, () => performance.now())) {
        asked.push({ graph, path });
        const { failure: failed } = yield* walk(graph, path);
        if (failed === null) continue;
        const short = yield* shortened(graph, path.edges.slice(0, failed.at + 1));
        failure = {
          flow: graph.id,
          message: failed.message,
          prefix: short.map((edge) => `${stepLabel(edge.step)} → ${graph.nodes.get(edge.to)?.state ?? ''}`),
        };
        return;
      }
    }
  }

  const began = performance.now();
  let said = began;
  const onWalked = (walked: Walked): void => {
    told.push(walked);
    const now = performance.now();
    if (now - said < PROGRESS_MS) return;
    said = now;
    const flow = asked.at(-1)?.graph.id ?? '';
    const place = flows.findIndex(({ machine }) => machine.id === flow) + 1;
    onProgress(
      `… ${Math.round((now - began) / 1000)} s: ${told.length} walks, in ${flow} (flow ${place} of ${flows.length})`,
    );
  };
  const report = await hand({ walks: all(), onWalked });
  // What the level found and could tell of no single walk.
  const found = report.walked.find(({ id }) => id === level)?.failure ?? null;
  if (found !== null) failure ??= { flow: asked.at(-1)?.graph.id ?? '', message: found.message, prefix: [] };
  const met = flows.filter((cases) => asked.some(({ graph }) => graph.cases === cases));
  return {
    level,
    generator: generator.name,
    seed,
    flows: met.map((cases) => flowRun(cases, asked, report)),
    failure,
    seconds: report.seconds,
  };
}

function flowRun(cases: AnyCases, asked: readonly Walk[], report: LevelReport): FlowRun {
  const walks = asked.filter(({ graph }) => graph.cases === cases);
  const { id, transitions, transitionsWalked, outcomes, outcomesWalked } = figuresOf(
    cases,
    passedEdges(walks, [report]),
  );
  const ids = new Set(walks.map(({ path }) => path.id));
  const own = report.walked.filter((walked) => ids.has(walked.id));
  const sum = (of: (walked: Walked) => number): number => own.reduce((total, walked) => total + of(walked), 0);
  return {
    id,
    walks: walks.length,
    steps: sum(({ steps }) => steps),
    transitions,
    transitionsWalked,
    outcomes,
    outcomesWalked,
    seconds: Number(sum(({ seconds }) => seconds).toFixed(3)),
  };
}

/** The run's report, as lines. */
export function generatedLines({ level, generator, seed, flows, failure, seconds }: GeneratedRun): readonly string[] {
  const lines = flows.map(
    (flow) =>
      `${flow.id}: ${generator}, seed ${seed}: ${flow.walks} walks, ${flow.steps} steps, transitions ${flow.transitionsWalked}/${flow.transitions}, outcomes ${flow.outcomesWalked}/${flow.outcomes}, ${flow.seconds} s`,
  );
  const told =
    failure === null
      ? []
      : [
          `✗ ${failure.message}`,
          `seed ${seed}: the shortest walk that fails like this`,
          ...failure.prefix.map((step, index) => `  ${index}. ${step}`),
        ];
  return [
    ...lines,
    ...told,
    `${level}: ${failure === null ? 'no walk failed' : `failed in ${failure.flow}`}, ${seconds.toFixed(3)} s`,
  ];
}
