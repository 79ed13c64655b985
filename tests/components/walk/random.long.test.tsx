import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { mutantsOf } from '#machines/graph/mutants.ts';
import { run } from '#walk/commands/command.ts';
import { walkComponent } from '#walk/component/driver.ts';
import { flowOf } from '#walk/paths/flows.ts';
import { stepOf } from '#walk/machine/driver.ts';
import { timed, type Walked } from '#walk/paths/report.ts';
import { walkOnMachines, type Drive } from '#walk/commands/run-levels.ts';

/** Random walks on the real routes, as `npm run walk -- --generator … --level component` makes them. */

/** The component level without its own test runner, since this already is one. */
const onScreens =
  (machine?: AnyStateMachine): Drive =>
  async (level, { walks, culture, onWalked }) => {
    const walked: Walked[] = [];
    for (const { graph, path } of walks) {
      const each = await timed(
        path.id,
        path.edges.length - 1,
        () => walkComponent(graph, path, { culture, strict: false, machine }),
        stepOf,
      );
      walked.push(each);
      onWalked(each);
    }
    return { level, walked, seconds: 0 };
  };

async function walk(
  flow: string,
  seed: number,
  drive: Drive,
): Promise<{ readonly code: number; readonly text: string }> {
  const printed: string[] = [];
  const code = await run(
    [flow, '--generator', 'random(edge_coverage(100))', '--seed', String(seed), '--level', 'component'],
    (text) => printed.push(text),
    drive,
  );
  return { code, text: printed.join('\n') };
}

/** The printed steps of the shortest failing walk. */
function prefixIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^ {2}\d+\. /.test(line));
}

describe('a sound chart', () => {
  it.each(['sign-in', 'sign-out'])('passes: %s', async (flow) => {
    expect(await walk(flow, 7, onScreens())).toMatchObject({
      code: 0,
      text: expect.stringContaining('no walk failed') as string,
    });
  });
});

describe('a chart with one mistake', () => {
  it.each([
    ['sign-in', 'creatingToken · ✓ createToken [throttled] → enteringCredentials.problem, retargeted'],
    ['sign-in', 'creatingToken · ✗ createToken → enteringCredentials.problem, without actions'],
    ['sign-out', 'confirming · CANCEL → stayed, deleted'],
    ['two-factor', 'showingState · START_UNBINDING → unbinding, deleted'],
  ])('ends with the seed and the shortest walk that fails: %s, %s', async (flow, name) => {
    const mutant = mutantsOf(flowOf(flow).machine).find((each) => each.name === name);
    if (mutant === undefined)
      throw new Error(
        `There is no such mutant. There are:\n${mutantsOf(flowOf(flow).machine)
          .map((each) => each.name)
          .join('\n')}`,
      );
    const { code, text } = await walk(flow, 7, onScreens(mutant.machine));
    expect([code, text]).toEqual([1, expect.stringContaining('seed 7: the shortest walk that fails like this')]);
    // On the bare machine the same mistake shows at the same step.
    const bare = await walk(flow, 7, (_level, options) => walkOnMachines(options, mutant.machine));
    expect(prefixIn(text).length).toBeGreaterThan(1);
    expect(prefixIn(text)).toEqual(prefixIn(bare.text));
  });
});
