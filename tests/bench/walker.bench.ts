/**
 * The walker's costs and results: its plan compared with the graph package's own paths and random walks, and the time
 * of a path at each level compared with that of a bare page, all in the same run.
 *
 *   npm run bench -- walker
 */
import { spawn } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { statesOf, transitionsOf } from '#machines/graph/internals.ts';
import { plan } from '#machines/graph/plan.ts';
import { cellsOf } from '#walk/paths/cells.ts';
import { columns } from '#walk/paths/columns.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { walksOf } from '#walk/generators/generators.ts';
import { walkCell } from '#walk/machine/cells.ts';
import { walkMachine } from '#walk/machine/driver.ts';
import { parseGenerator } from '#walk/generators/notation.ts';
import { levelTimes } from './level-times.ts';
import { libraryRow, timed, type Row } from './library-paths.ts';
import { report as reported } from './report.ts';
import { syntheticWizard } from './synthetic-chart.ts';

const budgets = { flow: 0.1, synthetic: 2, walks: 5 };
/** The number of simple paths explodes; what isn't done by then never will be. */
const simplePathsLimit = 4_000;
/** A random walk rarely reaches the end of a long wizard; what it hasn't covered by then is reported. */
const randomSteps = 20_000;
const rounds = 5;

/** The rows of one flow: the plan, the package's shortest paths, a random walk and a quick random one. */
function rowsOf(cases: AnyCases): readonly Row[] {
  const planned = timed(() => {
    const graph = explore(cases);
    return { graph, paths: plan(graph) };
  }, rounds);
  const { graph, paths } = planned.result;
  const counted = (
    by: string,
    ms: number,
    walks: readonly { readonly edges: readonly { readonly fired: readonly string[] }[] }[],
  ): Row => ({
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
  return [
    counted('our plan', planned.ms, paths),
    libraryRow(cases, 'shortestPaths', rounds),
    random('quick_random(edge_coverage(100))'),
    random(`random(edge_coverage(100) or length(${randomSteps}))`),
  ];
}

/** The package's simple paths, aborted if they take too long; the start of the process doesn't count. */
async function simplePaths(cases: AnyCases): Promise<Row | string> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL('simple-paths.ts', import.meta.url)), cases.machine.id],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let timer: NodeJS.Timeout | undefined;
  let row: Row | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'begins') timer = setTimeout(() => child.kill('SIGKILL'), simplePathsLimit);
    else row = JSON.parse(line) as Row;
  }
  clearTimeout(timer);
  return row ?? `@xstate/graph simplePaths: not done within ${simplePathsLimit / 1000} s`;
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

async function report(cases: AnyCases, budget: number): Promise<void> {
  const total = transitionsOf(cases.machine).length;
  const leaves = statesOf(cases.machine).filter(({ states }) => Object.keys(states).length === 0).length;
  const rows = rowsOf(cases);
  const simple = await simplePaths(cases);
  const all = typeof simple === 'string' ? rows : [...rows, simple];
  const ours = rows[0];
  console.log(`\n${cases.machine.id}: ${leaves} leaf states, ${total} transitions`);
  console.log(
    columns([
      ['', 'paths', 'steps', 'transitions', 'ms', 'steps against ours'],
      ...all.map(({ by, paths, steps, transitions, ms }) => [
        by,
        `${paths}`,
        `${steps}`,
        `${transitions}/${total}`,
        ms.toFixed(1),
        `${(steps / (ours?.steps ?? 1)).toFixed(2)} ×`,
      ]),
    ]),
  );
  if (typeof simple === 'string') console.log(simple);
  const kept = reported({
    work: cases.machine.id,
    group: cases === syntheticWizard ? 'explore and plan a long wizard' : 'explore and plan a flow',
    value: (ours?.ms ?? Infinity) / 1000,
    unit: 's',
    budget,
  });
  console.log(
    `explore and plan: ${((ours?.ms ?? 0) / 1000).toFixed(3)} s, budget ${budget} s: ${kept ? 'kept' : 'BROKEN'}`,
  );
}

for (const cases of flows) await report(cases, budgets.flow);
await report(syntheticWizard, budgets.synthetic);
const walks = await machineWalks();
const inTime = reported({ work: 'all walks of machines', value: walks.seconds, unit: 's', budget: budgets.walks });
console.log(
  `\nAll machine-level walks: ${walks.paths} paths and ${walks.cells} cells in ${walks.seconds.toFixed(2)} s, budget ${budgets.walks} s: ${inTime ? 'kept' : 'BROKEN'}`,
);
const haveWalked = await levelTimes();
console.log(
  `\nLoad of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores; where that is more than 1 for each, times are longer than they are by themselves.`,
);
// Whether the budgets are kept, the results tell.
process.exitCode = haveWalked ? 0 : 1;
