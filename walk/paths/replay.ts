import { failures, type AnyCases, type Edge, type Graph, type Step } from '#machines/graph/explore.ts';
import { leavingOf, shortest } from '#machines/graph/ways.ts';
import type { LogEntry } from '#src/recorder/recorder.ts';
import { textOfFile } from '#walk/paths/files.ts';
import { nearest } from './nearest.ts';
import { UsageError } from './usage-error.ts';
import type { Walk } from './report.ts';

/** A line of a session's log, with its position in the file. */
interface Line extends LogEntry {
  readonly number: number;
}

/** The event that starts a flow. */
const START = 'xstate.init';

/** Reads a session's log, as the app exports it: a JSON list, or one JSON object per line. */
export function readLog(file: string): readonly Line[] {
  return parseLog(textOfFile(file), file);
}

/** The lines of a log's text. */
export function parseLog(content: string, file: string): readonly Line[] {
  const rows: readonly (readonly [number, string])[] = content
    .split('\n')
    .map((row, index) => [index + 1, row.trim()] as const);
  const values = content.trimStart().startsWith('[')
    ? parsed(content, file, 1, isList).map((value, index) => [index + 1, value] as const)
    : rows
        .filter(([, row]) => row !== '')
        .map(([number, row]) => [number, parsed(row, file, number, isAnything)] as const);
  return values.map(([number, value]) => ({ ...lineOf(value, file, number), number }));
}

function parsed<T>(text: string, file: string, number: number, fits: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(text);
    if (fits(value)) return value;
  } catch {
    // Reported below, with the position.
  }
  throw new UsageError(`${file}:${number} is no JSON as a session log has it.`);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isAnything(_value: unknown): _value is unknown {
  return true;
}

function lineOf(value: unknown, file: string, number: number): LogEntry {
  const line = value as Partial<LogEntry> | null;
  if (typeof line?.flow !== 'string' || typeof line.event !== 'string' || typeof line.state !== 'string') {
    throw new UsageError(
      `${file}: entry ${number} is no line of a session log; it wants flow, event, outcome, state and at.`,
    );
  }
  return { flow: line.flow, event: line.event, outcome: line.outcome ?? null, state: line.state, at: line.at ?? 0 };
}

/**
 * The paths of a session: for each flow in it, and each time that it began, the edges in the log. A log has no
 * payloads, so several edges may match a line; all are followed until the states distinguish them.
 */
export function pathsOfLog(
  lines: readonly Line[],
  flows: readonly AnyCases[],
  graphOf: (cases: AnyCases) => Graph,
): readonly Walk[] {
  return runsOf(lines).map((run, index) => {
    const flow = run[0]?.flow ?? '';
    const cases = flows.find(({ machine }) => machine.id === flow);
    if (cases === undefined) {
      const known = nearest(
        flow,
        flows.map(({ machine }) => machine.id),
      );
      throw new UsageError(`Entry ${run[0]?.number}: there is no flow "${flow}". Nearest: ${known.join(', ')}.`);
    }
    const graph = graphOf(cases);
    return { graph, path: { id: `${flow}-replay-${index + 1}`, edges: follow(graph, run) } };
  });
}

/** The lines of each flow, split where the flow started over. */
function runsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const runs = new Map<string, Line[][]>();
  for (const line of lines) {
    // Earlier builds logged this when a page was left.
    if (line.event === 'xstate.stop') continue;
    const ofFlow = runs.get(line.flow) ?? [];
    const last = ofFlow.at(-1);
    if (last === undefined || line.event === START) ofFlow.push([line]);
    else last.push(line);
    runs.set(line.flow, ofFlow);
  }
  return [...runs.values()].flatMap(withoutRehearsals);
}

/**
 * A page that is only viewed, and React's strict mode in development, start a flow and do nothing: one such run is
 * enough.
 */
function withoutRehearsals(runs: readonly (readonly Line[])[]): readonly (readonly Line[])[] {
  const isBare = (run: readonly Line[]): boolean => run.length === 1 && run[0]?.event === START;
  return runs.filter(
    (run, index) =>
      !isBare(run) ||
      !runs.some(
        (other, at) =>
          other[0]?.event === START && other[0].state === run[0]?.state && (isBare(other) ? at < index : true),
      ),
  );
}

/**
 * The edges of a run. A log that was cleared or truncated begins in the middle; the shortest path to there is added
 * before it.
 */
function follow(graph: Graph, run: readonly Line[]): readonly Edge[] {
  const leaving = leavingOf(graph);
  const [first] = run;
  const isWhole = first === undefined || first.event === START;
  let trails: readonly (readonly Edge[])[] = isWhole ? [[]] : waysInto(graph, leaving, first);
  const told = isWhole ? run : run.slice(1);
  for (const line of told) {
    const next = trails.flatMap((trail) => {
      const at = trail.at(-1)?.to ?? null;
      const offered = at === null ? graph.edges.filter(({ from }) => from === null) : (leaving.get(at) ?? []);
      const fitting = offered.filter((edge) => fits(graph, edge, line)).map((edge) => [...trail, edge]);
      return fitting.length === 0 && isIgnored(graph, at, line) ? [trail] : fitting;
    });
    if (next.length === 0) throw new UsageError(refusal(graph, trails, line));
    // Trails at the same node can't be distinguished by what follows.
    trails = [...new Map(next.map((trail) => [trail.at(-1)?.to, trail])).values()];
  }
  return trails[0] ?? [];
}

/**
 * For each node that a line may have led to, the shortest path that ends as the line says; the shortest of all first.
 */
function waysInto(
  graph: Graph,
  leaving: ReadonlyMap<string, readonly Edge[]>,
  line: Line,
): readonly (readonly Edge[])[] {
  const starts = graph.edges.filter(({ from }) => from === null);
  const telling = graph.edges.filter((edge) => fits(graph, edge, line));
  const ends = telling.length > 0 ? telling : graph.edges.filter(({ to }) => isIgnored(graph, to, line));
  const ways = ends.flatMap((end) => {
    if (end.from === null) return [[end]];
    return starts.flatMap((start) => {
      const way = shortest(start.to, leaving, (edge) => edge === end);
      return way === null ? [] : [[start, ...way]];
    });
  });
  if (ways.length === 0)
    throw new UsageError(`Entry ${line.number}: ${line.event} never leads to ${line.state} in ${graph.id}.`);
  const shortestFirst = ways.toSorted((a, b) => a.length - b.length);
  return shortestFirst.filter(
    (way, index) => shortestFirst.findIndex((other) => other.at(-1)?.to === way.at(-1)?.to) === index,
  );
}

function fits(graph: Graph, edge: Edge, line: Line): boolean {
  return stateAt(graph, edge.to) === line.state && isEventOf(edge.step, line);
}

function isEventOf(step: Step, { event, outcome }: Line): boolean {
  if (step.kind === 'start') return event === START;
  if (step.kind === 'event') return event === step.event;
  if (step.kind === 'timer') return event.startsWith(`xstate.after.${step.delay}.`);
  const kind = step.outcome in failures ? 'error' : 'done';
  return event === `xstate.${kind}.actor.${step.actor}` && outcome === step.outcome;
}

/** An event that the state ignores changes nothing, such as a second press on a control that is gone. */
function isIgnored(graph: Graph, at: string | null, { event, state }: Line): boolean {
  return at !== null && stateAt(graph, at) === state && event in graph.cases.events;
}

function stateAt(graph: Graph, key: string): string {
  return graph.nodes.get(key)?.state ?? '';
}

function refusal(graph: Graph, trails: readonly (readonly Edge[])[], line: Line): string {
  const at = trails[0]?.at(-1)?.to ?? null;
  const possible =
    at === null ? graph.edges.filter(({ from }) => from === null) : graph.edges.filter(({ from }) => from === at);
  const steps = [...new Set(possible.map(({ step, to }) => `${eventLabel(step)} → ${stateAt(graph, to)}`))];
  const answer = line.outcome === null ? '' : ` [${line.outcome}]`;
  const place = at === null ? 'begin like that' : `do that in ${stateAt(graph, at)}`;
  return `Entry ${line.number}: ${line.event}${answer} leads to ${line.state}, but ${graph.id} can't ${place}. Possible: ${steps.join('; ') || 'nothing'}.`;
}

function eventLabel(step: Step): string {
  if (step.kind === 'start') return START;
  if (step.kind === 'event') return step.event;
  return step.kind === 'timer' ? `xstate.after.${step.delay}` : `${step.actor} [${step.outcome}]`;
}
