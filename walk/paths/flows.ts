import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { matricesOf, type Matrices } from '#machines/graph/matrices.ts';
import { plan, type Path } from '#machines/graph/plan.ts';
import { titlesOf } from '#machines/graph/titles.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };

const machines = join(import.meta.dirname, '../../machines');

/** Every flow of the product, by name: each folder of `machines/` with case tables is one. */
export const flows: readonly AnyCases[] = await Promise.all(
  readdirSync(machines)
    .toSorted()
    .filter((flow) => existsSync(fileOf(flow)))
    .map(async (flow) =>
      casesIn(
        flow,
        (await import(/* @vite-ignore */ pathToFileURL(fileOf(flow)).href)) as Readonly<Record<string, unknown>>,
      ),
    ),
);

function fileOf(flow: string): string {
  return join(machines, flow, `${flow}.cases.ts`);
}

/** The tables of a flow; they are typed per chart, and the walker reads them all in the same way. */
function casesIn(flow: string, exported: Readonly<Record<string, unknown>>): AnyCases {
  const [tables, ...more] = Object.values(exported).filter(isCases);
  if (tables === undefined || more.length > 0)
    throw new Error(`machines/${flow}/${flow}.cases.ts must export the tables of one flow, made by defineCases.`);
  if (tables.machine.id !== flow)
    throw new Error(`The machine in machines/${flow} has the id "${tables.machine.id}"; it must be the folder's name.`);
  return tables;
}

function isCases(value: unknown): value is AnyCases {
  return typeof value === 'object' && value !== null && 'machine' in value && 'starts' in value && 'outcomes' in value;
}

/** The calls that change something on the server, from the description. */
export const unsafeCalls: ReadonlySet<string> = new Set(
  Object.values(description.paths).flatMap((path) => ('post' in path ? [path.post.operationId] : [])),
);

const graphs = new Map<AnyCases, Graph>();

/** The explored flow; explored once per run. */
export function graphOf(cases: AnyCases): Graph {
  const graph = graphs.get(cases) ?? explore(cases);
  graphs.set(cases, graph);
  return graph;
}

/** The flow called `id`. */
export function flowOf(id: string): AnyCases {
  const cases = flows.find(({ machine }) => machine.id === id);
  if (cases === undefined) throw new Error(`There is no flow ${id}.`);
  return cases;
}

/** The graph of a child flow's host; null if the flow has its own page. */
export function hostGraphOf({ host }: AnyCases): Graph | null {
  return host === undefined ? null : graphOf(flowOf(host.flow));
}

const plans = new Map<AnyCases, readonly Path[]>();

/** The paths of a flow; planned once per run. */
export function pathsOf(cases: AnyCases): readonly Path[] {
  const paths = plans.get(cases) ?? plan(graphOf(cases));
  plans.set(cases, paths);
  return paths;
}

const surveys = new Map<AnyCases, Matrices>();

/** The four matrices of a flow; computed once per run. */
export function matricesFor(cases: AnyCases): Matrices {
  const matrices = surveys.get(cases) ?? matricesOf(graphOf(cases), unsafeCalls, hostGraphOf(cases));
  surveys.set(cases, matrices);
  return matrices;
}

const titles = new Map<AnyCases, ReadonlyMap<string, string>>();

/** The title of a planned path. */
export function titleOfPath(cases: AnyCases, id: string): string {
  const known = titles.get(cases) ?? titlesOf(graphOf(cases), pathsOf(cases));
  titles.set(cases, known);
  return known.get(id) ?? '';
}
