/**
 * What the walker costs and gives, against the graph package's own paths and random walks in the same run.
 *
 *   npm run bench -- walker
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { library, probe, statesOf, transitionsOf } from '#machines/graph/internals.ts';
import { traversalOf } from '#machines/graph/judge.ts';
import { plan } from '#machines/graph/plan.ts';
import { cellsOf } from '#tests/walk/cells.ts';
import { columns } from '#tests/walk/figures.ts';
import { flows, graphOf, pathsOf } from '#tests/walk/flows.ts';
import { walksOf } from '#tests/walk/generators.ts';
import { walkCell } from '#tests/walk/machine-cells.ts';
import { walkMachine } from '#tests/walk/machine-driver.ts';
import { parseGenerator } from '#tests/walk/notation.ts';
import { syntheticCases } from './synthetic-chart.ts';

const budgets = { flow: 0.1, synthetic: 2, walks: 5 };
/** Simple paths explode; what isn't done by then is not going to be. */
const simplePathsLimit = 4_000;
/** A random walk rarely comes to the end of a long wizard; what it hasn't covered by then is told. */
const randomSteps = 20_000;
const rounds = 5;
const synthetic = syntheticCases(16);

interface Row {
  readonly by: string;
  readonly paths: number;
  readonly steps: number;
  readonly transitions: number;
  readonly ms: number;
}

function timed<T>(work: () => T, times = rounds): { readonly result: T; readonly ms: number } {
  const runs = Array.from({ length: times }, () => {
    const began = performance.now();
    const result = work();
    return { result, ms: performance.now() - began };
  });
  const sorted = runs.toSorted((a, b) => a.ms - b.ms);
  const median = sorted[Math.floor(times / 2)];
  if (median === undefined) throw new Error('Nothing was measured.');
  return median;
}

/** The rows of one flow: the plan, the package's shortest paths, a random walk and a quick random one. */
function rowsOf(cases: AnyCases): readonly Row[] {
  const planned = timed(() => {
    const graph = explore(cases);
    return { graph, paths: plan(graph) };
  });
  const { graph, paths } = planned.result;
  const counted = (by: string, ms: number, walks: readonly { readonly edges: readonly { readonly fired: readonly string[] }[] }[]): Row => ({
    by,
    paths: walks.length,
    steps: walks.reduce((sum, { edges }) => sum + edges.length - 1, 0),
    transitions: new Set(walks.flatMap(({ edges }) => edges.flatMap(({ fired }) => fired))).size,
    ms,
  });
  const random = (generator: string): Row => {
    const walks = timed(() => [...walksOf(graph, parseGenerator(generator), 1, () => performance.now())], 1);
    return counted(generator, walks.ms, walks.result);
  };
  return [counted('our plan', planned.ms, paths), libraryRow(cases, 'shortestPaths'), random('quick_random(edge_coverage(100))'), random(`random(edge_coverage(100) or length(${randomSteps}))`)];
}

function libraryRow(cases: AnyCases, kind: 'shortestPaths' | 'simplePaths'): Row {
  const probing = probe(cases.machine);
  const { result, ms } = timed(() => Object.keys(cases.starts).flatMap((start) => library[kind](cases.machine, traversalOf(cases, start)).map((events) => ({ start, events }))), kind === 'simplePaths' ? 1 : rounds);
  const fired = result.flatMap(({ start, events }) => {
    let at = probing.start(cases.starts[start]?.input);
    const all = [...at.fired];
    for (const event of events) {
      at = probing.step(at.snapshot, event);
      all.push(...at.fired);
    }
    return all;
  });
  return { by: `@xstate/graph ${kind}`, paths: result.length, steps: result.reduce((sum, { events }) => sum + events.length, 0), transitions: new Set(fired).size, ms };
}

/** The package's simple paths, in a process of their own that can be ended. */
function simplePaths(cases: AnyCases): Row | string {
  const self = fileURLToPath(import.meta.url);
  const child = spawnSync(process.execPath, [...process.execArgv, self, '--simple', cases.machine.id], { encoding: 'utf8', timeout: simplePathsLimit });
  const line = child.stdout.split('\n').find((each) => each.startsWith('{'));
  return line === undefined ? `@xstate/graph simplePaths: not done within ${simplePathsLimit / 1000} s` : (JSON.parse(line) as Row);
}

async function machineWalks(): Promise<{ readonly paths: number; readonly cells: number; readonly seconds: number }> {
  const began = performance.now();
  let [paths, cells] = [0, 0];
  for (const cases of flows) {
    const graph: Graph = graphOf(cases);
    for (const path of pathsOf(cases)) await walkMachine(graph, path);
    paths += pathsOf(cases).length;
    for (const cell of cellsOf(cases)) await walkCell(cell);
    cells += cellsOf(cases).length;
  }
  return { paths, cells, seconds: (performance.now() - began) / 1000 };
}

function report(cases: AnyCases, budget: number): boolean {
  const total = transitionsOf(cases.machine).length;
  const leaves = statesOf(cases.machine).filter(({ states }) => Object.keys(states).length === 0).length;
  const rows = rowsOf(cases);
  const simple = simplePaths(cases);
  const all = typeof simple === 'string' ? rows : [...rows, simple];
  const ours = rows[0];
  console.log(`\n${cases.machine.id}: ${leaves} leaf states, ${total} transitions`);
  console.log(
    columns([
      ['', 'paths', 'steps', 'transitions', 'ms', 'steps against ours'],
      ...all.map(({ by, paths, steps, transitions, ms }) => [by, `${paths}`, `${steps}`, `${transitions}/${total}`, ms.toFixed(1), `${(steps / (ours?.steps ?? 1)).toFixed(2)} ×`]),
    ]),
  );
  if (typeof simple === 'string') console.log(simple);
  const kept = (ours?.ms ?? Infinity) / 1000 < budget;
  console.log(`explore and plan: ${((ours?.ms ?? 0) / 1000).toFixed(3)} s, budget ${budget} s: ${kept ? 'kept' : 'BROKEN'}`);
  return kept;
}

const [option, name] = process.argv.slice(2);
if (option === '--simple') {
  const cases = [...flows, synthetic].find(({ machine }) => machine.id === name);
  if (cases !== undefined) console.log(JSON.stringify(libraryRow(cases, 'simplePaths')));
} else {
  const kept = [...flows.map((cases) => report(cases, budgets.flow)), report(synthetic, budgets.synthetic)];
  const walks = await machineWalks();
  const inTime = walks.seconds < budgets.walks;
  console.log(`\nAll machine-level walks: ${walks.paths} paths and ${walks.cells} cells in ${walks.seconds.toFixed(2)} s, budget ${budgets.walks} s: ${inTime ? 'kept' : 'BROKEN'}`);
  process.exitCode = kept.every(Boolean) && inTime ? 0 : 1;
}
