/** What notices a chart with one mistake: the checks, the committed page of the flow, or the walks. */
import { check } from '#machines/graph/check.ts';
import { goldenLine, goldenOf, goldenSteps } from '#machines/graph/document.ts';
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { transitionsOf } from '#machines/graph/internals.ts';
import { mutantsOf, type Mutant } from '#machines/graph/mutants.ts';
import { committedDocument } from '#walk/documents/documents.ts';
import { columns } from '#walk/paths/columns.ts';
import { graphOf, pathsOf, unsafeCalls } from '#walk/paths/flows.ts';
import { walkMachine } from './driver.ts';

/** The verdict without running the mutant. */
export interface MutantVerdict {
  readonly mutant: Mutant;
  /** Whether the checks find a mistake, or exploring it fails. */
  readonly checks: boolean;
  /** Whether it differs from the committed golden table and list of transitions. */
  readonly golden: boolean;
}

/** The verdicts on all mutants of a flow. Each is explored, which takes most of the time. */
export function verdictsOn(cases: AnyCases): readonly MutantVerdict[] {
  return mutantsOf(cases.machine).map((mutant) => {
    const mutated = { ...cases, machine: mutant.machine };
    const graph = explored(mutated);
    return {
      mutant,
      checks: graph === null || check(graph, unsafeCalls).length > 0,
      golden: isListedOtherwise(mutated) || isToldOtherwise(mutated.machine.id, graph),
    };
  });
}

/**
 * Whether the checks or the golden table notice a mutant; it is explored only if the list of its transitions does not
 * already show it.
 */
export function isNoticedUnwalked(cases: AnyCases, { machine }: Mutant): boolean {
  const mutated = { ...cases, machine };
  if (isListedOtherwise(mutated)) return true;
  const graph = explored(mutated);
  return isToldOtherwise(machine.id, graph) || graph === null || check(graph, unsafeCalls).length > 0;
}

function explored(cases: AnyCases): Graph | null {
  try {
    return explore(cases);
  } catch {
    return null;
  }
}

/** Whether the transitions of a chart differ from the committed page. */
function isListedOtherwise({ machine }: AnyCases): boolean {
  const { transitions } = committedDocument(machine.id);
  return !isSame(
    transitionsOf(machine).map((each) => JSON.stringify(each)),
    transitions.map((each) => JSON.stringify(each)),
  );
}

/** Whether a chart's behavior differs from the committed golden table. */
function isToldOtherwise(flow: string, graph: Graph | null): boolean {
  return (
    graph === null ||
    !isSame(goldenOf(graph).map(goldenLine), goldenSteps(committedDocument(flow).golden).map(goldenLine))
  );
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join('\n') === b.toSorted().join('\n');
}

/** Whether the planned paths of the sound chart fail on the machine of the mutant. */
export async function noticedByMachineWalk(cases: AnyCases, { machine }: Mutant): Promise<boolean> {
  for (const path of pathsOf(cases)) {
    try {
      await walkMachine(graphOf(cases), path, { machine });
    } catch {
      return true;
    }
  }
  return false;
}

/** A row of the table: how many of a flow's mutants were noticed by whom, out of how many. */
export interface Tally {
  readonly flow: string;
  /** By what noticed them; in the same order for every flow. */
  readonly noticed: Readonly<Record<string, { readonly by: number; readonly of: number }>>;
}

/** Prints the tallies as a table, with a last row for all flows. */
export function printTallies(tallies: readonly Tally[]): void {
  const names = Object.keys(tallies[0]?.noticed ?? {});
  const sum = (name: string, part: 'by' | 'of'): number =>
    tallies.reduce((total, { noticed }) => total + (noticed[name]?.[part] ?? 0), 0);
  const all: Tally = {
    flow: 'all flows',
    noticed: Object.fromEntries(names.map((name) => [name, { by: sum(name, 'by'), of: sum(name, 'of') }])),
  };
  const rows = [...tallies, all].map(({ flow, noticed }) => [
    flow,
    ...names.map((name) => `${noticed[name]?.by ?? 0} of ${noticed[name]?.of ?? 0}`),
  ]);
  console.log(columns([['mutants noticed by', ...names], ...rows]));
}
