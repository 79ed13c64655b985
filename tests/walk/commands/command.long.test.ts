import { describe, expect, it } from 'vitest';
import { controlName } from '#machines/chart/cases.ts';
import { cellsOf } from '#walk/paths/cells.ts';
import { flowOf, flows, graphOf } from '#walk/paths/flows.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { cultures, type Level, type MatrixName } from '#walk/paths/report.ts';
import type { Drive } from '#walk/commands/run-levels.ts';
import { textOf } from '#walk/paths/texts.ts';
import { walk } from '../support/walk.ts';

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
  /** A driver that walks nothing and records what it was asked to walk. */
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

  it('all of them with a whole flow, except in the browser, and says how to get them there', async () => {
    const { drive, asked } = asking();
    const { text } = await walk(['sign-out', '--level', 'machine,component,browser'], drive);
    expect(Object.fromEntries(asked)).toEqual({
      machine: idsOf('sign-out'),
      component: idsOf('sign-out'),
      browser: [],
    });
    expect(text).toMatch(/^browser: .*0 cells \(--matrix all walks them\)/m);
  });

  it('the requested ones, at every level', async () => {
    const { drive, asked } = asking();
    await walk(['sign-in', '--matrix', 'reload,back', '--level', 'machine,browser'], drive);
    expect(Object.fromEntries(asked)).toEqual({
      machine: idsOf('sign-in', ['reload', 'back']),
      browser: idsOf('sign-in', ['reload', 'back']),
    });
    await walk(['sign-in', '--matrix', 'none', '--level', 'machine'], drive);
    expect(asked.get('machine')).toEqual([]);
  });

  it('one by its name, alone', async () => {
    const { code, text } = await walk(['sign-out/reload/confirming', '--level', 'machine']);
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/^✓ sign-out\/reload\/confirming [\s\S]*machine: 0 paths, 0 steps in 0 s, 1 cell in/),
    ]);
  });

  it('none with a path that is given by its name', async () => {
    const { drive, asked } = asking();
    await walk(['sign-out-01', '--level', 'machine'], drive);
    expect(asked.get('machine')).toEqual([]);
  });

  it('and lists them if no level is given', async () => {
    expect((await walk(['sign-out', '--matrix', 'reload'])).text).toBe(
      'sign-out/reload/confirming: reload, promised is resume → confirming\nsign-out/reload/revokingToken: reload, promised is leave → (left)',
    );
  });

  it('and counts paths and cells separately, with what failed', async () => {
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
  it('with data, screens and messages in the requested language', async () => {
    const english = await walk(['sign-in-04']);
    expect(english.text).toContain('Press "Sign in".');
    expect(english.text).toContain('Username: demo');
    expect(english.text).toContain('with the message "Invalid login"');
    const japanese = await walk(['sign-in-04', '--lang', 'ja-JP']);
    expect(japanese.text).toContain('ユーザー名：demo');
  });

  it('with the steps of the host before those of a child flow', async () => {
    const { text } = await walk(['challenge-01']);
    expect(text).toMatch(
      /1\. Open \/Signin\.[\s\S]*Username: demo2fa[\s\S]*Expect: the screen "Two-factor authentication"/,
    );
  });

  it('as a table, as Gherkin, as JSON', async () => {
    const csv = (await walk(['sign-out', '--format', 'csv'])).text.split('\r\n');
    expect(csv[0]).toMatch(/^path,number,step/);
    expect((await walk(['sign-out-01', '--format', 'gherkin'])).text).toMatch(
      /^# language: en\n\nFeature: [\s\S]*Scenario: sign-out-01: the good case[\s\S]*\n {4}When I open \/Signout\n/,
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
          const follow = (control.follows ?? []).filter((name) => !typed.includes(name));
          expect([...typed, ...follow].sort(), event).toEqual(Object.keys(control.fields ?? {}).sort());
        }
      }
    }
  });
});

describe('suggests the nearest names for', () => {
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
