import { describe, expect, it } from 'vitest';
import { check } from '#machines/graph/check.ts';
import { goldenLine, goldenOf } from '#machines/graph/document.ts';
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { transitionsOf } from '#machines/graph/internals.ts';
import { mutantsOf, type Mutant } from '#machines/graph/mutants.ts';
import { committedDocument } from './documents.ts';
import { flows, graphOf, pathsOf, unsafeCalls } from './flows.ts';
import { walkMachine } from './machine-driver.ts';

/** A large chart has hundreds of mutants, each of which is explored and walked. */
const LONGEST_MS = 300_000;

/** Who notices a mutant. */
interface Verdict {
  readonly mutant: Mutant;
  readonly checks: boolean;
  readonly golden: boolean;
  readonly walk: boolean;
}

/** The mutant's graph; null where it can't even be explored. */
function graphOfMutant(cases: AnyCases): Graph | null {
  try {
    return explore(cases);
  } catch {
    return null;
  }
}

/** Whether the checks find a mistake in the mutant. */
function noticedByChecks(graph: Graph | null): boolean {
  return graph === null || check(graph, unsafeCalls).length > 0;
}

/** Whether the mutant differs from the committed golden table and list of transitions. */
function noticedByGolden(cases: AnyCases, graph: Graph | null): boolean {
  const { golden, transitions } = committedDocument(cases.machine.id);
  const same = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join('\n') === b.toSorted().join('\n');
  if (!same(transitionsOf(cases.machine).map((each) => JSON.stringify(each)), transitions.map((each) => JSON.stringify(each)))) return true;
  return graph === null || !same(goldenOf(graph).map(goldenLine), golden.map(goldenLine));
}

/** Whether the planned paths of the sound chart fail on the mutant. */
async function noticedByWalk(cases: AnyCases, { machine }: Mutant): Promise<boolean> {
  for (const path of pathsOf(cases)) {
    try {
      await walkMachine(graphOf(cases), path, { machine });
    } catch {
      return true;
    }
  }
  return false;
}

describe.each(flows)('$machine.id', (cases) => {
  it('has no transition that could be lost or changed unnoticed', async () => {
    const verdicts: Verdict[] = [];
    for (const mutant of mutantsOf(cases.machine)) {
      const mutated = { ...cases, machine: mutant.machine };
      const graph = graphOfMutant(mutated);
      verdicts.push({ mutant, checks: noticedByChecks(graph), golden: noticedByGolden(mutated, graph), walk: await noticedByWalk(cases, mutant) });
    }
    const count = (by: (verdict: Verdict) => boolean): string => `${verdicts.filter(by).length}`;
    console.log(
      `${cases.machine.id}: ${verdicts.length} mutants; noticed by the checks ${count(({ checks }) => checks)}, the golden table ${count(({ golden }) => golden)}, the machine walk ${count(({ walk }) => walk)}, together ${count(({ checks, golden, walk }) => checks || golden || walk)}`,
    );
    expect(verdicts.length).toBeGreaterThan(transitionsOf(cases.machine).length);
    expect(verdicts.filter(({ checks, golden, walk }) => !checks && !golden && !walk).map(({ mutant }) => mutant.name)).toEqual([]);
    // A lost action shows only where it would have changed what is remembered; a lost way must show on the way.
    expect(verdicts.filter(({ mutant, walk }) => !walk && mutant.mutation !== 'without actions').map(({ mutant }) => mutant.name)).toEqual([]);
  }, LONGEST_MS);
});
