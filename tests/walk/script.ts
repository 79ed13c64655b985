import { controlName, type Control } from '#machines/chart/cases.ts';
import { failures, isCall, stepLabel, type AnyCases, type Edge, type Graph, type Node } from '#machines/graph/explore.ts';
import { messageOf } from '#machines/graph/matrices.ts';
import { resumeOf } from '#machines/graph/ways.ts';
import { arrangementOf, callOf } from './arrange.ts';
import type { Culture } from './report.ts';
import { shownText, textOf } from './texts.ts';

/** One step of a script for a person: what to prepare, what to do with which data, and what must be seen then. */
export interface ScriptStep {
  readonly number: number;
  /** The step as the chart calls it. */
  readonly step: string;
  /** To be brought about before the step. */
  readonly prepare: readonly string[];
  readonly action: string;
  readonly data: readonly { readonly field: string; readonly value: string }[];
  readonly expected: Expected;
}

export interface Expected {
  readonly state: string;
  readonly route: string | null;
  readonly screen: string | null;
  /** The screen's title in the member's language; null where the flow has ended. */
  readonly title: string | null;
  /** The message on it; null where none stands there. */
  readonly message: string | null;
  readonly waits: boolean;
  readonly ended: string | null;
}

export interface Script {
  readonly id: string;
  readonly purpose: string;
  readonly culture: Culture;
  readonly steps: readonly ScriptStep[];
}

/** A path as a script in a language. The steps that lead to a child flow come first. */
export function scriptOf(graph: Graph, path: { readonly id: string; readonly edges: readonly Edge[] }, culture: Culture, host: Graph | null): Script {
  const lead = host === null ? [] : stepsOf(host, edgesToChild(host, graph.cases), culture).slice(0, -1);
  const own = stepsOf(graph, path.edges, culture);
  const before = host === null ? [] : stepsOf(host, edgesToChild(host, graph.cases), culture).slice(-1);
  const all = host === null ? own : [...lead, ...joined(before, own)];
  return { id: path.id, purpose: graph.cases.purpose, culture, steps: all.map((step, index) => ({ ...step, number: index + 1 })) };
}

/** The host's last step is the child's first: the answer that leads there. */
function joined([arrival]: readonly ScriptStep[], [start, ...rest]: readonly ScriptStep[]): readonly ScriptStep[] {
  if (arrival === undefined || start === undefined) return rest;
  return [{ ...arrival, expected: start.expected }, ...rest];
}

/** The steps of the host that lead to a child flow, as its case tables tell them. */
export function edgesToChild(host: Graph, { host: met }: AnyCases): readonly Edge[] {
  const start = host.edges.find(({ from }) => from === null);
  if (met === undefined || start === undefined) return [];
  const edges = [start];
  for (const wanted of met.through) {
    const edge = host.edges.find(({ from, step }) => from === edges.at(-1)?.to && JSON.stringify(step) === JSON.stringify(wanted));
    if (edge === undefined) throw new Error(`${host.id} does not lead to its child by ${JSON.stringify(wanted)}.`);
    edges.push(edge);
  }
  return edges;
}

function stepsOf(graph: Graph, edges: readonly Edge[], culture: Culture): readonly ScriptStep[] {
  return edges.map((edge, index) => ({
    number: index + 1,
    step: stepLabel(edge.step),
    prepare: preparations(graph.cases, edge, edges[index + 1]),
    ...doing(graph, edge, culture, typedFor(graph.cases, edge, edges[index + 1])),
    expected: expectedAt(graph, edge.to, culture),
  }));
}

/** What the answer of the call that this step starts needs must be ready before it. */
function preparations(cases: AnyCases, edge: Edge, next: Edge | undefined): readonly string[] {
  if (next?.step.kind !== 'outcome' || !edge.started.includes(next.step.actor)) return [];
  const arrangement = arrangementOf(cases, next.step.actor, next.step.outcome);
  return arrangement === null ? [] : [arrangement];
}

/** What must be typed so that the call that this step starts has the outcome that follows. */
function typedFor(cases: AnyCases, edge: Edge, next: Edge | undefined): Readonly<Record<string, string>> {
  if (next?.step.kind !== 'outcome' || !edge.started.includes(next.step.actor)) return {};
  return cases.outcomes[next.step.actor]?.[next.step.outcome]?.typed ?? {};
}

function doing(graph: Graph, { from, step }: Edge, culture: Culture, instead: Readonly<Record<string, string>>): Pick<ScriptStep, 'action' | 'data'> {
  const { cases } = graph;
  if (step.kind === 'start') return { action: beginning(cases, step.name), data: [] };
  if (step.kind === 'timer') return { action: `Wait until the time "${step.delay}" is over; do nothing.`, data: [] };
  if (step.kind === 'outcome') return { action: answering(cases, step.actor, step.outcome), data: [] };
  const control = cases.controls[step.event];
  if (control == null) return { action: `Outside of this screen: ${step.event} (another tab, the server or the device).`, data: [] };
  const key = controlName(control, screenAt(graph, from));
  const name = key === null ? step.event : shownText(key, culture);
  return { action: `Press "${name}".`, data: typed(control, { ...cases.events[step.event]?.[step.sample] }, instead, culture) };
}

function answering(cases: AnyCases, actor: string, outcome: string): string {
  if (outcome in failures) return `Wait for ${callOf(actor)} to fail (${outcome}).`;
  return isCall(cases.machine, actor) ? `Let ${callOf(actor)} answer: ${outcome}.` : `Let the flow "${actor}" end: ${outcome}.`;
}

function beginning(cases: AnyCases, name: string): string {
  const start = cases.starts[name];
  if (start === undefined) return name;
  return resumeOf(start.input) === null ? `Open ${start.at}.` : `Go through the flow up to ${start.at}, then load the page again there.`;
}

/** The fields of a form with what goes into them. */
function typed({ fields = {} }: Control, payload: object, instead: Readonly<Record<string, string>>, culture: Culture): ScriptStep['data'] {
  return Object.entries(fields).map(([field, keys]) => ({
    field: [keys].flat().map((key) => shownText(key, culture)).join(' / '),
    value: instead[field] ?? written(valueIn(payload, field)),
  }));
}

function valueIn(payload: object, field: string): unknown {
  for (const [name, value] of Object.entries(payload)) {
    if (name === field) return value;
    if (typeof value === 'object' && value !== null) {
      const inner = valueIn(value as object, field);
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}

function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function screenAt(graph: Graph, key: string | null): string {
  return (key === null ? undefined : graph.nodes.get(key))?.meta?.screen ?? '';
}

/** What must be seen in a situation. */
export function expectedAt(graph: Graph, key: string, culture: Culture): Expected {
  const node = graph.nodes.get(key);
  if (node === undefined) throw new Error('A step leads to no place.');
  const { meta, state, status, tags } = node;
  return {
    state,
    route: meta?.route ?? null,
    screen: meta?.screen ?? null,
    title: meta === null ? null : shownText(meta.title, culture),
    message: messageText(node, culture),
    waits: tags.includes('waiting'),
    ended: status === 'done' ? ((node.snapshot.output as { readonly kind?: string } | undefined)?.kind ?? state) : null,
  };
}

function messageText(node: Node, culture: Culture): string | null {
  const code = messageOf(node);
  return code === null ? null : textOf(`problems:${code}`, culture);
}
