import { afterAll, describe, expect, it } from 'vitest';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { mutantsOf, type Mutant } from '#machines/graph/mutants.ts';
import { walkCell } from '#walk/component/cells.ts';
import { walkComponent } from '#walk/component/driver.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { walkMachine } from '#walk/machine/driver.ts';
import { shortListOf, type ShortList } from '#walk/paths/short-list.ts';
import { walksInTurns, type Turn } from '#walk/paths/turns.ts';
import { isNoticedUnwalked, printTallies, type Tally } from '#walk/machine/verdicts.ts';

/**
 * How many of a flow's mutants are walked on the screens, besides those that nothing else notices: spread over its
 * chart, since the machine walk meets them all. With `PERCH_ALL_MUTANTS` in the environment all of them are walked,
 * which takes minutes.
 */
const SAMPLE = process.env['PERCH_ALL_MUTANTS'] === undefined ? 8 : Number.MAX_SAFE_INTEGER;

type Walked = Turn<ShortList['paths'][number]>;

/**
 * The paths as the short list walks them, beginning with those on which the mutant fails on the bare machine: there the
 * screens are most likely to show it too.
 */
async function likelyFirst(flow: string, { machine }: Mutant): Promise<readonly Walked[]> {
  const cases = flowOf(flow);
  const paths = walksInTurns(shortListOf(cases).paths);
  const failing: Walked[] = [];
  for (const turn of paths)
    await walkMachine(graphOf(cases), turn.walk.path, { machine }).catch(() => failing.push(turn));
  return [...failing, ...paths.filter((turn) => !failing.includes(turn))];
}

/**
 * Whether the short list, which is tested here, fails on the screens of the mutant: with its paths, or with the cells
 * that it walks alone.
 */
async function isNoticed(flow: string, mutant: Mutant): Promise<boolean> {
  const { machine } = mutant;
  const cases = flowOf(flow);
  const paths = (await likelyFirst(flow, mutant)).map(
    ({ walk: { path, rides }, culture }) =>
      () =>
        walkComponent(graphOf(cases), { ...path, rides }, { culture, strict: false, machine }),
  );
  const cells = walksInTurns(shortListOf(cases).alone).map(
    ({ walk, culture }) =>
      () =>
        walkCell(walk, { culture, strict: false, machine }),
  );
  for (const take of [...paths, ...cells]) {
    try {
      await take();
    } catch {
      return true;
    }
  }
  return false;
}

const tallies: Tally[] = [];

afterAll(() => printTallies(tallies));

describe.each(flows.map(({ machine }) => machine.id))('%s', (flow) => {
  const cases = flowOf(flow);
  const all = mutantsOf(cases.machine);
  const every = Math.max(1, Math.ceil(all.length / SAMPLE));
  const missed = new Set(all.filter((mutant) => !isNoticedUnwalked(cases, mutant)));
  const toWalk = all.filter((mutant, index) => missed.has(mutant) || index % every === 0);
  const noticed = new Set<Mutant>();

  it('passes with a chart that is rebuilt without a change', async () => {
    const { machine } = cases;
    const same = new StateMachine(
      machine.config as never,
      machine.implementations as never,
    ) as unknown as AnyStateMachine;
    for (const path of pathsOf(cases).slice(0, 2))
      await walkComponent(graphOf(cases), path, { culture: 'en-US', strict: false, machine: same });
  });

  it.each(toWalk.map((mutant) => ({ mutant, name: mutant.name })))('notices $name', async ({ mutant }) => {
    const found = await isNoticed(flow, mutant);
    if (found) noticed.add(mutant);
    // A lost action shows only if it would have changed what is remembered, as on the bare machine.
    expect(found || mutant.mutation === 'without actions').toBe(true);
  });

  it('has no unnoticed mutant', () => {
    const together = all.filter((mutant) => !missed.has(mutant) || noticed.has(mutant));
    tallies.push({
      flow,
      noticed: {
        'checks and golden table': { by: all.length - missed.size, of: all.length },
        'the component walk': { by: noticed.size, of: toWalk.length },
        'them together': { by: together.length, of: all.length },
      },
    });
    expect(together).toHaveLength(all.length);
  });
});
