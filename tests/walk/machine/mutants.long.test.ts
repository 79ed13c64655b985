import { afterAll, describe, expect, it } from 'vitest';
import { transitionsOf } from '#machines/graph/internals.ts';
import type { Mutant } from '#machines/graph/mutants.ts';
import { flows } from '#walk/paths/flows.ts';
import {
  noticedByMachineWalk,
  printTallies,
  verdictsOn,
  type Tally,
  type MutantVerdict,
} from '#walk/machine/verdicts.ts';

/** A large chart has hundreds of mutants, each of which is explored and walked: ten minutes on a busy machine. */
const LONGEST_MS = 1_800_000;

const tallies: Tally[] = [];

afterAll(() => printTallies(tallies));

describe.each(flows)('$machine.id', (cases) => {
  it(
    'has no transition that could be lost or changed unnoticed',
    async () => {
      const verdicts = verdictsOn(cases);
      const walked = new Map<Mutant, boolean>();
      for (const { mutant } of verdicts) walked.set(mutant, await noticedByMachineWalk(cases, mutant));
      const noticed = (by: (verdict: MutantVerdict) => boolean) => ({
        by: verdicts.filter(by).length,
        of: verdicts.length,
      });
      const byWalk = ({ mutant }: MutantVerdict): boolean => walked.get(mutant) === true;
      tallies.push({
        flow: cases.machine.id,
        noticed: {
          'the checks': noticed(({ checks }) => checks),
          'the golden table': noticed(({ golden }) => golden),
          'the machine walk': noticed(byWalk),
          'any of them': noticed((verdict) => verdict.checks || verdict.golden || byWalk(verdict)),
        },
      });
      expect(verdicts.length).toBeGreaterThan(transitionsOf(cases.machine).length);
      expect(
        verdicts
          .filter(({ checks, golden, mutant }) => !checks && !golden && walked.get(mutant) !== true)
          .map(({ mutant }) => mutant.name),
      ).toEqual([]);
      // A lost action shows only if it would have changed what is remembered; a lost transition must show on a path.
      expect(
        verdicts
          .filter(({ mutant }) => walked.get(mutant) !== true && mutant.mutation !== 'without actions')
          .map(({ mutant }) => mutant.name),
      ).toEqual([]);
    },
    LONGEST_MS,
  );
});
