import { describe, expect, it } from 'vitest';
import { StateMachine, type AnyStateMachine } from 'xstate';
import { mutantsOf, type Mutant } from '#machines/graph/mutants.ts';
import type { Path } from '#machines/graph/plan.ts';
import { walkComponent } from '#tests/walk/component-driver.ts';
import { flowOf, flows, graphOf, pathsOf } from '#tests/walk/flows.ts';
import { walkMachine } from '#tests/walk/machine-driver.ts';

/**
 * How many of a flow's mutants the walk is held against, spread over its chart: the machine walk meets them all. With
 * `PERCH_ALL_MUTANTS` in the environment it is all of them here too, which takes minutes.
 */
const SAMPLE = process.env['PERCH_ALL_MUTANTS'] === undefined ? 8 : Number.MAX_SAFE_INTEGER;

/** The paths of a flow, those first that the mutant fails on the bare machine: there the screens most likely tell it too. */
async function likelyFirst(flow: string, { machine }: Mutant): Promise<readonly Path[]> {
  const cases = flowOf(flow);
  const failing: Path[] = [];
  for (const path of pathsOf(cases)) await walkMachine(graphOf(cases), path, { machine }).catch(() => failing.push(path));
  return [...failing, ...pathsOf(cases).filter((path) => !failing.includes(path))];
}

/** Whether a planned path of the sound chart fails on the screens of the mutant. */
async function isNoticed(flow: string, mutant: Mutant): Promise<boolean> {
  const { machine } = mutant;
  for (const path of await likelyFirst(flow, mutant)) {
    try {
      await walkComponent(graphOf(flowOf(flow)), path, { culture: 'en-US', strict: false, machine });
    } catch {
      return true;
    }
  }
  return false;
}

describe.each(flows.map(({ machine }) => machine.id))('%s', (flow) => {
  const { machine } = flowOf(flow);
  const all = mutantsOf(machine);
  const every = Math.max(1, Math.ceil(all.length / SAMPLE));
  const mutants = all.filter((_, index) => index % every === 0);

  it('passes with a chart that is made anew without a change', async () => {
    const same = new StateMachine(machine.config as never, machine.implementations as never) as unknown as AnyStateMachine;
    for (const path of pathsOf(flowOf(flow)).slice(0, 2)) await walkComponent(graphOf(flowOf(flow)), path, { culture: 'en-US', strict: false, machine: same });
  }, 30_000);

  it.each(mutants.map((mutant) => ({ mutant, name: mutant.name })))('notices $name', async ({ mutant }) => {
    expect(await isNoticed(flow, mutant)).toBe(true);
  }, 30_000);
});
