/**
 * A flow as a document: everything that `docs/flows/` says about it, as plain data. The Markdown page is made from the
 * same data, and the machine walk compares real actors with the committed copy.
 */
import type { ProductArea } from '../chart/product-areas.ts';
import { stepLabel, type Edge, type Graph, type Node } from './explore.ts';
import { statesOf, transitionsOf, type Transition } from './internals.ts';
import type { Cell, Matrices, MatrixPlace } from './matrices.ts';
import type { Path } from './plan.ts';
import { titlesOf } from './titles.ts';

/** What happens in one state. */
export interface GoldenStep {
  readonly in: string;
  readonly step: string;
  /** Ids of the transitions that the chart takes, eventless ones included. */
  readonly fired: readonly string[];
  readonly to: string;
}

/**
 * A row of the golden table: a step, or several that differ in nothing but the answer of a call. Then `step` names the
 * call alone, and `[*]` stands for the answer in the ids of the transitions.
 */
export interface GoldenRow extends GoldenStep {
  readonly answers?: readonly string[];
}

export interface DocumentedState {
  readonly path: string;
  readonly kind: string;
  /** Whether it is the initial state of the state around it. */
  readonly initial: boolean;
  readonly tags: readonly string[];
  readonly route: string | null;
  readonly screen: string | null;
  readonly title: string | null;
  readonly calls: readonly string[];
  readonly onReload: string | null;
  /** Why the outcome need not be requested after a lost response, if the chart declares that exception. */
  readonly lostAnswer: string | null;
  readonly requirements: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

export interface DocumentedPath {
  readonly id: string;
  /** How it differs from the good case, in words, and where it ends. */
  readonly title: string;
  readonly steps: readonly string[];
}

export interface DocumentedCell {
  readonly id: string;
  readonly in: string;
  readonly happens: string;
  readonly to: MatrixPlace;
  /** What the cell promises, besides where it leads. */
  readonly says: string;
  /** How it is proven: by which path and step, or by a separate walk. */
  readonly proof: string;
}

export interface FlowDocument {
  readonly flow: string;
  readonly area: ProductArea;
  readonly purpose: string;
  readonly host: string | null;
  readonly starts: readonly string[];
  readonly routes: readonly string[];
  readonly requirements: readonly { readonly id: string; readonly paths: readonly string[] }[];
  readonly states: readonly DocumentedState[];
  readonly transitions: readonly Transition[];
  readonly golden: readonly GoldenRow[];
  readonly paths: readonly DocumentedPath[];
  readonly fault: readonly DocumentedCell[];
  readonly reload: readonly DocumentedCell[];
  readonly back: readonly DocumentedCell[];
  readonly doublePress: readonly DocumentedCell[];
}

/** Writes a flow down. The same chart and cases give the same document. */
export function documentOf(graph: Graph, paths: readonly Path[], matrices: Matrices): FlowDocument {
  const { cases } = graph;
  const titles = titlesOf(graph, paths);
  return {
    flow: graph.id,
    area: cases.area,
    purpose: cases.purpose,
    host: cases.host?.flow ?? null,
    starts: Object.entries(cases.starts).map(([name, { at }]) => `${name} at ${at}`),
    routes: [...new Set(metasOf(graph).map(({ route }) => route))],
    requirements: requirementsOf(graph, paths),
    states: statesOf(cases.machine).map(documentedState),
    transitions: transitionsOf(cases.machine),
    golden: folded(goldenOf(graph)),
    paths: paths.map((path) => ({
      id: path.id,
      title: titles.get(path.id) ?? '',
      steps: path.edges.map((edge) => `${stepLabel(edge.step)} → ${endOf(graph, edge)}`),
    })),
    ...documentedMatrices(graph, matrices, paths),
  };
}

interface Meta {
  readonly route: string;
  readonly screen: string;
  readonly title: string;
  readonly api?: readonly string[];
  readonly onReload: string;
  readonly lostAnswer?: string;
  readonly requirements: readonly string[];
}

function metasOf(graph: Graph): readonly Meta[] {
  return statesOf(graph.cases.machine).flatMap((node) => (node.meta === undefined ? [] : [node.meta as Meta]));
}

function documentedState(node: ReturnType<typeof statesOf>[number]): DocumentedState {
  const meta = node.meta as Meta | undefined;
  const named = (actions: readonly unknown[]): string[] =>
    actions.map((action) =>
      typeof action === 'string' ? action : String((action as { type?: unknown }).type ?? '(inline)'),
    );
  return {
    path: node.path.join('.'),
    kind: node.type,
    initial: node.parent?.initial?.target?.some((target) => target.id === node.id) === true,
    tags: [...node.tags],
    route: meta?.route ?? null,
    screen: meta?.screen ?? null,
    title: meta?.title ?? null,
    calls: node.invoke.map(({ id }) => id),
    onReload: meta?.onReload ?? null,
    lostAnswer: meta?.lostAnswer ?? null,
    requirements: meta?.requirements ?? [],
    entry: named(node.entry),
    exit: named(node.exit),
  };
}

/** The golden table: for each state and each step possible there, the transitions taken and where they lead. */
export function goldenOf(graph: Graph): readonly GoldenStep[] {
  const rows = graph.edges.map((edge) => goldenStep(graph, edge));
  const distinct = new Map(rows.map((row) => [goldenLine(row), row]));
  const order = ['', ...statesOf(graph.cases.machine).map((node) => node.path.join('.'))];
  return [...distinct.values()].sort(
    (a, b) => order.indexOf(a.in) - order.indexOf(b.in) || compare(goldenLine(a), goldenLine(b)),
  );
}

const ANSWERED = /^([✓✗] .+) \[(.+)\]$/;
const ANY = '[*]';

/** The golden table with one row for answers of a call that take the same way, in the order of the first. */
function folded(steps: readonly GoldenStep[]): readonly GoldenRow[] {
  const rows = new Map<string, { readonly row: GoldenRow; readonly answers: string[]; readonly first: GoldenStep }>();
  for (const step of steps) {
    const [, call = step.step, answer = ''] = ANSWERED.exec(step.step) ?? [];
    const fired = step.fired.map((id) => id.replace(`${call} [${answer}]`, `${call} ${ANY}`));
    const row = { in: step.in, step: call, fired, to: step.to };
    const known = rows.get(goldenLine(row));
    if (known === undefined) rows.set(goldenLine(row), { row, answers: [answer], first: step });
    else known.answers.push(answer);
  }
  return [...rows.values()].map(({ row: { in: from, step, fired, to }, answers, first }) =>
    answers.length > 1 ? { in: from, step, answers, fired, to } : first,
  );
}

/** The steps that the rows of a golden table stand for: what each of them says of one answer. */
export function goldenSteps(rows: readonly GoldenRow[]): readonly GoldenStep[] {
  return rows.flatMap(({ in: from, step, answers, fired, to }) =>
    answers === undefined
      ? [{ in: from, step, fired, to }]
      : answers.map((answer) => ({
          in: from,
          step: `${step} [${answer}]`,
          fired: fired.map((id) => id.replace(`${step} ${ANY}`, `${step} [${answer}]`)),
          to,
        })),
  );
}

/** The step of the golden table that an edge is. */
export function goldenStep(graph: Graph, edge: Edge): GoldenStep {
  return {
    in: edge.from === null ? '' : stateAt(graph, edge.from),
    step: stepLabel(edge.step),
    fired: edge.fired,
    to: endOf(graph, edge),
  };
}

/** A step of the golden table as one text, to compare by. */
export function goldenLine({ in: from, step, fired, to }: GoldenStep): string {
  return `${from} | ${step} | ${fired.join(' ; ')} | ${to}`;
}

/** Plain order of code units, the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function stateAt(graph: Graph, key: string): string {
  return graph.nodes.get(key)?.state ?? '';
}

function endOf(graph: Graph, { to }: Edge): string {
  return stateAt(graph, to);
}

/** The ids of the rules that a situation fulfills: those of all its active states. */
export function requirementsAt({ snapshot }: Node): readonly string[] {
  return Object.values(snapshot.getMeta() as Record<string, Meta | undefined>).flatMap(
    (meta) => meta?.requirements ?? [],
  );
}

/** The ids in natural order: 9 comes before 10. */
export function requirementsOf(graph: Graph, paths: readonly Path[]): FlowDocument['requirements'] {
  const ids = [...new Set(metasOf(graph).flatMap(({ requirements }) => requirements))].sort((a, b) =>
    compare(sortable(a), sortable(b)),
  );
  const visited = new Map(paths.map(({ id, edges }) => [id, new Set(edges.flatMap(({ to }) => visitedAt(graph, to)))]));
  return ids.map((id) => ({ id, paths: [...visited].filter(([, seen]) => seen.has(id)).map(([path]) => path) }));
}

function visitedAt(graph: Graph, key: string): readonly string[] {
  const node = graph.nodes.get(key);
  return node === undefined ? [] : requirementsAt(node);
}

function sortable(id: string): string {
  return id.replace(/\d+/g, (digits) => digits.padStart(3, '0'));
}

type DocumentedMatrices = Pick<FlowDocument, 'fault' | 'reload' | 'back' | 'doublePress'>;

function documentedMatrices(graph: Graph, matrices: Matrices, paths: readonly Path[]): DocumentedMatrices {
  const cell = (of: Cell, happens: string, says: string, proof: string): DocumentedCell => ({
    id: of.id,
    in: of.state,
    happens,
    to: of.to,
    says,
    proof,
  });
  const ownWalk = 'walk of its own';
  return {
    fault: matrices.fault.map((fault) =>
      cell(fault, stepLabel(fault.edge.step), '', whereWalked(graph, paths, fault.edge) ?? ownWalk),
    ),
    reload: matrices.reload.map((reload) =>
      cell(reload, `reload with ${checkpointLabel(reload.checkpoint)}`, reloadSays(reload), ownWalk),
    ),
    back: matrices.back.map((back) => cell(back, 'browser Back', back.edge === null ? 'stays' : 'takes BACK', ownWalk)),
    doublePress: matrices.doublePress.map((press) =>
      cell(
        press,
        `${stepLabel(press.first.step)} twice`,
        `${press.second === null ? 'the second is ignored' : 'the second counts too'}; starts ${press.unsafeCalls.join(', ') || 'no unsafe call'}`,
        ownWalk,
      ),
    ),
  };
}

function reloadSays({ promise, start, way, kept }: Matrices['reload'][number]): string {
  if (!kept) return `${promise}: broken`;
  if (start === null) return `${promise}: the flow is over`;
  const answers = way.slice(1).map(({ step }) => stepLabel(step));
  return `${promise}: ${start.flow} starts as ${start.name}${answers.length === 0 ? '' : `, then ${answers.join(', ')}`}`;
}

/** A checkpoint by the step that it names; its other fields belong to one run. */
function checkpointLabel(checkpoint: unknown): string {
  const step = (checkpoint as { readonly step?: string } | null)?.step;
  return step === undefined ? 'nothing stored' : `${step} stored`;
}

/** The first path that takes the same step between the same states, and the number of that step in it. */
function whereWalked(graph: Graph, paths: readonly Path[], edge: Edge): string | null {
  const line = goldenLine(goldenStep(graph, edge));
  for (const { id, edges } of paths) {
    const index = edges.findIndex((other) => goldenLine(goldenStep(graph, other)) === line);
    if (index > 0) return `${id}, step ${index}`;
  }
  return null;
}

/** JSON with one list element per line, so that a diff shows the lines that changed. */
export function documentJson(document: FlowDocument): string {
  const entries = Object.entries(document).map(
    ([key, value]) =>
      `  ${JSON.stringify(key)}: ${Array.isArray(value) && value.length > 0 ? lines(value) : JSON.stringify(value)}`,
  );
  return `{\n${entries.join(',\n')}\n}\n`;
}

function lines(values: readonly unknown[]): string {
  return `[\n${values.map((value) => `    ${JSON.stringify(value)}`).join(',\n')}\n  ]`;
}
