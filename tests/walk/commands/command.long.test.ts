import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { controlName } from '#machines/chart/cases.ts';
import type { AnyCases } from '#machines/graph/explore.ts';
import { mutantsOf } from '#machines/graph/mutants.ts';
import { leavingOf, shortest } from '#machines/graph/ways.ts';
import { signInMachine } from '#machines/sign-in/sign-in.machine.ts';
import { signOutMachine } from '#machines/sign-out/sign-out.machine.ts';
import { createRecorder, type LogEntry } from '#src/recorder/recorder.ts';
import { cellsOf } from '#walk/paths/cells.ts';
import { run } from '#walk/commands/command.ts';
import { flowOf, flows, graphOf } from '#walk/paths/flows.ts';
import { UsageError } from '#walk/paths/nearest.ts';
import { parseGenerator, parseStop } from '#walk/generators/notation.ts';
import { cultures, type Level, type MatrixName, type Walked } from '#walk/paths/report.ts';
import { walkOnMachines, type Drive } from '#walk/commands/run-levels.ts';
import { textOf } from '#walk/paths/texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'perch-walk-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function walk(
  parameters: readonly string[],
  drive?: Drive,
): Promise<{ readonly code: number; readonly text: string }> {
  const printed: string[] = [];
  const code = await run(parameters, (text) => printed.push(text), drive);
  return { code, text: printed.join('\n') };
}

describe('lists', () => {
  it('all flows with full coverage and no problems', async () => {
    const { text } = await walk([]);
    expect(text.split('\n')).toHaveLength(flows.length + 1);
    for (const line of text.split('\n').slice(1)) expect(line).toMatch(/100 % +0$/);
  });

  it('the paths of a flow by their ids', async () => {
    const { text } = await walk(['sign-out']);
    expect(text).toMatch(/^sign-out-01: /m);
  });

  it('the figures of each flow and level as one object', async () => {
    const { code, text } = await walk(['--json', '--summary']);
    const summary = JSON.parse(text) as {
      flows: {
        id: string;
        transitions: number;
        transitionsWalked: number;
        outcomes: number;
        outcomesWalked: number;
        problems: [];
      }[];
      levels: { level: string; cells: number; failed: number }[];
    };
    expect(code).toBe(0);
    expect(summary.flows.map(({ id }) => id)).toEqual(flows.map(({ machine }) => machine.id));
    for (const flow of summary.flows)
      expect([flow.transitionsWalked, flow.outcomesWalked, flow.problems]).toEqual([
        flow.transitions,
        flow.outcomes,
        [],
      ]);
    expect(summary.levels).toMatchObject([{ level: 'machine', failed: 0 }]);
    expect(summary.levels[0]?.cells).toBeGreaterThan(300);
  });
});

describe('walks the cells of the matrices', () => {
  /** A driver that walks nothing and remembers what it was asked for. */
  const asking = (): { readonly drive: Drive; readonly asked: Map<Level, readonly string[]> } => {
    const asked = new Map<Level, readonly string[]>();
    const drive: Drive = (level, { cells }) => {
      asked.set(
        level,
        cells.map(({ cell }) => cell.id),
      );
      return Promise.resolve({ level, walked: [], cells: [], seconds: 0 });
    };
    return { drive, asked };
  };
  const idsOf = (flow: string, matrices?: readonly MatrixName[]): readonly string[] =>
    cellsOf(flowOf(flow), matrices).map(({ cell }) => cell.id);

  it('all of them with a whole flow, but in the browser, and says how to have them there', async () => {
    const { drive, asked } = asking();
    const { text } = await walk(['sign-out', '--level', 'machine,component,browser'], drive);
    expect(Object.fromEntries(asked)).toEqual({
      machine: idsOf('sign-out'),
      component: idsOf('sign-out'),
      browser: [],
    });
    expect(text).toMatch(/^browser: .*0 cells \(--matrix all walks them\)/m);
  });

  it('those that are asked for, at every level', async () => {
    const { drive, asked } = asking();
    await walk(['sign-in', '--matrix', 'reload,back', '--level', 'machine,browser'], drive);
    expect(Object.fromEntries(asked)).toEqual({
      machine: idsOf('sign-in', ['reload', 'back']),
      browser: idsOf('sign-in', ['reload', 'back']),
    });
    await walk(['sign-in', '--matrix', 'none', '--level', 'machine'], drive);
    expect(asked.get('machine')).toEqual([]);
  });

  it('one that is called by its name, alone', async () => {
    const { code, text } = await walk(['sign-out/reload/confirming', '--level', 'machine']);
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^✓ sign-out\/reload\/confirming [\s\S]*machine: 0 paths, 0 steps in 0 s, 1 cell in/),
    ]);
  });

  it('none with a path that is called by its name', async () => {
    const { drive, asked } = asking();
    await walk(['sign-out-01', '--level', 'machine'], drive);
    expect(asked.get('machine')).toEqual([]);
  });

  it('and lists them where no level is named', async () => {
    expect((await walk(['sign-out', '--matrix', 'reload'])).text).toBe(
      'sign-out/reload/confirming: reload, promised is resume → confirming\nsign-out/reload/revokingToken: reload, promised is leave → (left)',
    );
  });

  it('and counts paths and cells apart, with what failed', async () => {
    const drive: Drive = (level) => {
      const good = { id: 'a', steps: 2, seconds: 0.5, failure: null };
      return Promise.resolve({
        level,
        walked: [good],
        cells: [
          { ...good, seconds: 0.25 },
          { ...good, id: 'b', failure: { at: 0, message: 'No.' } },
        ],
        seconds: 3,
      });
    };
    const { code, text } = await walk(['sign-out', '--json', '--summary', '--level', 'component'], drive);
    expect(code).toBe(1);
    expect((JSON.parse(text) as { readonly levels: readonly object[] }).levels).toEqual([
      {
        level: 'component',
        paths: 1,
        steps: 2,
        pathsFailed: 0,
        pathsSeconds: 0.5,
        cells: 2,
        cellsFailed: 1,
        cellsSeconds: 0.75,
        failed: 1,
        failures: [{ id: 'b', message: 'No.' }],
        seconds: 3,
      },
    ]);
  });
});

describe('prints a path as a script', () => {
  it('with data, screens and messages in the language that is asked for', async () => {
    const english = await walk(['sign-in-04']);
    expect(english.text).toContain('Press "Sign in".');
    expect(english.text).toContain('User name: demo');
    expect(english.text).toContain('with the message "Invalid login"');
    const japanese = await walk(['sign-in-04', '--lang', 'ja-JP']);
    expect(japanese.text).toContain('ユーザー名: demo');
  });

  it('with the steps of the host before those of a child flow', async () => {
    const { text } = await walk(['challenge-01']);
    expect(text).toMatch(/1\. Open \/Signin\.[\s\S]*User name: demo2fa[\s\S]*Expect: the screen "Second step"/);
  });

  it('as a table, as Gherkin, as JSON', async () => {
    const csv = (await walk(['sign-out', '--format', 'csv'])).text.split('\r\n');
    expect(csv[0]).toMatch(/^path,number,step/);
    expect((await walk(['sign-out-01', '--format', 'gherkin'])).text).toMatch(
      /^# language: en\n\nFeature: [\s\S]*Scenario: sign-out-01: the good case[\s\S]*\n {4}When Open \/Signout\./,
    );
    expect(JSON.parse((await walk(['sign-out-01', '--format', 'json'])).text)).toMatchObject({
      id: 'sign-out-01',
      culture: 'en-US',
    });
  });

  it('with a text for every title, control, field and message in every language', () => {
    const keys = flows.flatMap((cases) => {
      const nodes = [...graphOf(cases).nodes.values()];
      const controls = Object.values(cases.controls).flatMap((control) => [
        ...nodes.flatMap(({ meta }) => controlName(control, meta?.screen ?? '') ?? []),
        ...Object.values(control?.fields ?? {}).flat(),
      ]);
      return [...controls, ...nodes.flatMap(({ meta }) => meta?.title ?? [])];
    });
    const missing = cultures.flatMap((culture) =>
      [...new Set(keys)].filter((key) => textOf(key, culture) === null).map((key) => `${culture} ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('with a value for every field that a control names, and no other', () => {
    const leaves = (payload: object): string[] =>
      Object.entries(payload).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null ? leaves(value as object) : [name],
      );
    for (const { controls, events } of flows) {
      for (const [event, control] of Object.entries(controls)) {
        if (control === null) continue;
        for (const payload of Object.values(events[event] ?? {})) {
          const typed = leaves(payload).filter((name) => control.carries?.includes(name) !== true);
          expect(typed.sort(), event).toEqual(Object.keys(control.fields ?? {}).sort());
        }
      }
    }
  });
});

describe('tells the nearest names for', () => {
  it.each([
    ['a flow', ['signin'], 'Nearest: sign-in'],
    ['a path', ['sign-out-99'], 'Nearest: sign-out-0'],
    ['an option', ['--broswer'], 'Nearest: --browser'],
    ['a language', ['--lang', 'jp-JA'], 'Nearest: ja-JP'],
    ['a level', ['--level', 'browsers'], 'Nearest: browser'],
    ['a format', ['--format', 'cvs'], 'Nearest: csv'],
    ['a matrix', ['--matrix', 'relaod'], 'Nearest: reload'],
    ['a cell', ['sign-out/reload/confirmin'], 'Nearest: sign-out/reload/confirming'],
    ['a generator', ['--generator', 'randon(never)'], 'Nearest: random'],
    ['a stop condition', ['--until', 'edge_covrage(100)'], 'Nearest: edge_coverage'],
    ['a state to reach', ['sign-out', '--until', 'reached_vertex(signdOut)'], 'Nearest: signedOut'],
    ['an event to reach', ['sign-out', '--until', 'reached_edge(CONFRM)'], 'Nearest: CONFIRM'],
  ])('%s', async (_what, parameters, hint) => {
    await expect(walk(parameters)).rejects.toThrow(UsageError);
    await expect(walk(parameters)).rejects.toThrow(hint);
  });
});

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

describe('walks otherwise', () => {
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
    // To this driver every answer "throttled" looks wrong.
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

  it('is told as JSON too', async () => {
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

/** How many lines the shortest walk has that takes a transition. */
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

describe('replays', () => {
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const entry = (event: string, state: string, outcome: string | null = null): LogEntry => ({
    flow: 'sign-out',
    event,
    outcome,
    state,
    at: 0,
  });
  const session = [
    entry('xstate.init', 'confirming'),
    entry('CONFIRM', 'revokingToken'),
    entry('CONFIRM', 'revokingToken'),
    entry('xstate.done.actor.revokeToken', 'signedOutHere', 'throttled'),
  ];

  it('what the recorder of the app writes', async () => {
    const recorder = createRecorder(() => 0);
    const actor = createActor(signOutMachine, { inspect: recorder.inspect, clock: new SimulatedClock() });
    actor.start();
    actor.send({ type: 'CONFIRM' });
    // The port of the bare chart rejects by itself.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { code, text } = await walk(['--replay', file('recorded.json', JSON.stringify(recorder.log))]);
    expect([code, text]).toEqual([0, expect.stringContaining('✓ sign-out-replay-1 (2 steps')]);
  });

  it('a list or lines, and leaves out presses that did nothing', async () => {
    const list = await walk(['--replay', file('session.json', JSON.stringify(session))]);
    const lines = await walk([
      '--replay',
      file('session.jsonl', `${session.map((line) => JSON.stringify(line)).join('\n')}\n`),
    ]);
    for (const { code, text } of [list, lines])
      expect([code, text]).toEqual([0, expect.stringContaining('✓ sign-out-replay-1 (2 steps')]);
  });

  it('a log that was cleared under way, by the shortest way to where it begins', async () => {
    const { code, text } = await walk(['--replay', file('cleared.json', JSON.stringify(session.slice(2)))]);
    expect([code, text]).toEqual([0, expect.stringContaining('✓ sign-out-replay-1 (2 steps')]);
    const strange = file(
      'strange.json',
      JSON.stringify([entry('xstate.done.actor.revokeToken', 'confirming', 'revoked')]),
    );
    await expect(walk(['--replay', strange])).rejects.toThrow(
      'Entry 1: xstate.done.actor.revokeToken never leads to confirming in sign-out.',
    );
  });

  it('one run for all the times that a flow was opened and left, and nothing of leaving', async () => {
    const log = [
      entry('xstate.init', 'confirming'),
      entry('xstate.stop', 'confirming'),
      ...session,
      entry('xstate.init', 'confirming'),
    ];
    const { code, text } = await walk(['--replay', file('opened.json', JSON.stringify(log))]);
    expect([code, text.match(/^✓ .*/gm)]).toEqual([0, [expect.stringContaining('sign-out-replay-1 (2 steps')]]);
  });

  it('up to the first line that the chart does not allow, and says which', async () => {
    const log = file(
      'impossible.json',
      JSON.stringify([entry('xstate.init', 'confirming'), entry('CANCEL', 'revokingToken')]),
    );
    await expect(walk(['--replay', log])).rejects.toThrow(
      "Entry 2: CANCEL leads to revokingToken, but sign-out can't do that in confirming. Possible: CONFIRM → revokingToken; CANCEL → stayed.",
    );
  });

  it('and refuses what is not a log', async () => {
    await expect(walk(['--replay', file('note.txt', 'hello')])).rejects.toThrow(/note\.txt:1 is no JSON/);
    await expect(walk(['--replay', join(folder, 'absent.json')])).rejects.toThrow("can't be read");
    await expect(walk(['--replay', file('other.json', '[{"a":1}]')])).rejects.toThrow(
      'entry 1 is no line of a session log',
    );
  });
});
