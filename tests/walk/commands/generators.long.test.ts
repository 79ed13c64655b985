import { describe, expect, it } from 'vitest';
import type { AnyCases } from '#machines/graph/explore.ts';
import { mutantsOf } from '#machines/graph/mutants.ts';
import { leavingOf, shortest } from '#machines/graph/ways.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { parseGenerator, parseStop } from '#walk/generators/notation.ts';
import type { Walked } from '#walk/paths/report.ts';
import { walkOnMachines, type Drive } from '#walk/commands/run-levels.ts';
import { walk } from '../support/walk.ts';

describe('reads the notation of GraphWalker', () => {
  it('with and before or, and brackets', () => {
    expect(parseStop('length(5) or edge_coverage(50) and time(2m)')).toEqual({
      kind: 'or',
      left: { kind: 'length', steps: 5 },
      right: { kind: 'and', left: { kind: 'edge_coverage', percent: 50 }, right: { kind: 'time', seconds: 120 } },
    });
    expect(parseStop('(length(5) || length(6)) && never')).toMatchObject({
      kind: 'and',
      left: { kind: 'or' },
      right: { kind: 'never' },
    });
    expect(parseGenerator('shortest')).toEqual({ name: 'shortest', stop: { kind: 'edge_coverage', percent: 100 } });
    expect(parseStop('reached_edge(confirming · CONFIRM → revokingToken)')).toEqual({
      kind: 'reached_edge',
      name: 'confirming · CONFIRM → revokingToken',
    });
  });

  it.each([
    'length()',
    'length(0)',
    'edge_coverage(101)',
    'time(soon)',
    'length(5) and',
    '(length(5)',
    'length(5) length(6)',
    'reached_vertex()',
  ])('and refuses %s', (text) => {
    expect(() => parseStop(text)).toThrow(UsageError);
  });
});

describe('walks differently', () => {
  it.each(['random(edge_coverage(100))', 'quick_random(edge_coverage(100))', 'shortest'])(
    'by %s, the same for the same seed',
    async (generator) => {
      const figures = ({ text }: { readonly text: string }): string => text.replace(/, [\d.]+ s/g, '');
      const once = await walk(['sign-in', '--generator', generator, '--seed', '5']);
      expect(once.code).toBe(0);
      expect(once.text).toContain('transitions 14/14, outcomes 12/12');
      expect(figures(await walk(['sign-in', '--generator', generator, '--seed', '5']))).toBe(figures(once));
    },
  );

  it('until a length, a state, a share of the requirements', async () => {
    expect((await walk(['two-factor', '--until', 'length(500)', '--seed', '1'])).text).toContain(' 500 steps');
    expect((await walk(['two-factor', '--generator', 'shortest(reached_vertex(bound))'])).text).toMatch(/ 1 walks/);
    expect(
      (await walk(['sign-in', '--until', 'requirement_coverage(100) and vertex_coverage(80)', '--seed', '1'])).code,
    ).toBe(0);
  });
});

describe('a random walk that fails', () => {
  const asPrinted = (text: string): readonly string[] => text.split('\n').filter((line) => /^ {2}\d+\./.test(line));

  it('prints the seed and the shortest walk that fails the same way', async () => {
    // For this driver every answer "throttled" looks wrong.
    const drive: Drive = async (level, { walks, onWalked }) => {
      const walked: Walked[] = [];
      for (const { path } of walks) {
        const at = path.edges.findIndex(({ step }) => step.kind === 'outcome' && step.outcome === 'throttled');
        walked.push({
          id: path.id,
          steps: path.edges.length - 1,
          seconds: 0,
          failure: at === -1 ? null : { at, message: 'It looks wrong.' },
        });
        onWalked(walked.at(-1) as Walked);
      }
      return { level, seconds: 0, walked };
    };
    const { code, text } = await walk(['sign-in', '--generator', 'random(edge_coverage(100))', '--seed', '3'], drive);
    expect(code).toBe(1);
    expect(text).toContain('seed 3');
    expect(asPrinted(text)).toEqual([
      '  0. start fresh → enteringCredentials.blank',
      '  1. SUBMIT_FORM → creatingToken',
      '  2. ✓ createToken [throttled] → enteringCredentials.problem',
    ]);
  });

  const shaken = mutantsOf(signInMachine).filter(({ mutation }) => mutation === 'deleted' || mutation === 'retargeted');

  it.each(shaken)(
    'on a chart with "$name" is as short as a walk to that transition can be',
    async ({ machine, transition }) => {
      const drive: Drive = (_level, options) => walkOnMachines(options, machine);
      const { code, text } = await walk(
        ['sign-in', '--generator', 'random(edge_coverage(100))', '--seed', '11'],
        drive,
      );
      expect([code, text]).toEqual([1, expect.stringContaining('seed 11: the shortest walk that fails like this')]);
      expect(text).toMatch(/✗ sign-in-random-11-\d+.*the graph promises|is not in the golden table/);
      expect(asPrinted(text)).toHaveLength(shortestTo(flowOf('sign-in'), transition));
    },
  );

  it('is reported as JSON too', async () => {
    const [mutant] = shaken;
    const { code, text } = await walk(
      ['sign-in', '--until', 'edge_coverage(100)', '--seed', '11', '--json', '--summary'],
      (_level, options) => walkOnMachines(options, mutant?.machine),
    );
    expect([code, JSON.parse(text)]).toEqual([
      1,
      {
        generated: [
          expect.objectContaining({
            level: 'machine',
            seed: 11,
            failure: { flow: 'sign-in', message: expect.any(String) as string, prefix: expect.any(Array) as string[] },
          }),
        ],
      },
    ]);
  });
});

/** The number of lines of the shortest walk that takes a transition. */
function shortestTo(cases: AnyCases, transition: string): number {
  const graph = graphOf(cases);
  const starts = graph.edges.filter(({ from }) => from === null);
  const ways = starts.map((start) =>
    start.fired.includes(transition)
      ? []
      : shortest(start.to, leavingOf(graph), ({ fired }) => fired.includes(transition)),
  );
  return Math.min(...ways.map((way) => (way === null ? Infinity : way.length + 1)));
}
