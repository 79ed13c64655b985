import { describe, expect, it } from 'vitest';
import { actionsInWords, namedActions } from '#atlas/model/actions.ts';
import { cultures } from '#atlas/model/model.ts';
import { dayIn, momentIn, nameOf, nearest, numberIn, percentIn, say } from '#atlas/words/words.ts';
import { flows } from '#walk/paths/flows.ts';
import { chartOf } from './support.ts';

describe('what a chart does automatically', () => {
  const charts = flows.map((cases) => chartOf(cases.machine.id));
  const actions = new Set(
    charts.flatMap(({ states, transitions }) => [
      ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
      ...transitions.flatMap((each) => each.actions),
    ]),
  );

  it('has words for every action, and only for actions', () => {
    expect([...actions].toSorted()).toEqual([...namedActions].toSorted());
  });

  it('is described without the names of actions', () => {
    for (const action of actions) expect(actionsInWords([action], 'en-US')).toMatch(/^[a-z][a-z ,:-]+$/);
    expect(actionsInWords(['saveCheckpoint', 'xstate.raise'], 'en-US')).toBe(
      'notes how far it has come, for a reload; starts a timer',
    );
  });

  it('is described by its name if it is new', () => {
    expect(actionsInWords(['toString', 'keepProblem'], 'en-US')).toBe(
      'toString; remembers what the server says, to be told',
    );
  });
});

describe('a text', () => {
  it('has the form of its count, and numbers, days and times as the language writes them', () => {
    expect(cultures.map((culture) => say(culture, 'count.states', { count: 1 }))).toEqual([
      '1 state',
      '状態1個',
      '1 个状态',
    ]);
    expect(cultures.map((culture) => say(culture, 'count.paths', { count: 12_345 }))).toEqual([
      '12,345 paths',
      'パス12,345本',
      '12,345 条路径',
    ]);
    expect(cultures.map((culture) => numberIn(culture, 1_234.5))).toEqual(['1,234.5', '1,234.5', '1,234.5']);
    expect(cultures.map((culture) => percentIn(culture, 0.8))).toEqual(['80%', '80%', '80%']);
    expect(cultures.map((culture) => dayIn(culture, '2026-11-21T23:30:00Z'))).toEqual([
      'Nov 21, 2026',
      '2026/11/21',
      '2026年11月21日',
    ]);
    expect(cultures.map((culture) => momentIn(culture, '2026-11-21T23:30:00Z'))).toEqual([
      expect.stringMatching(/^Nov 21, 2026, 11:30\sPM UTC$/),
      '2026/11/21 23:30 UTC',
      '2026年11月21日 23:30 UTC',
    ]);
    expect(dayIn('en-US', '')).toBe('');
  });

  it('is in the first language that a reader wants and the atlas has', () => {
    expect(nearest(['fr-CH', 'ja', 'en'])).toBe('ja-JP');
    expect(nearest(['zh-TW'])).toBe('zh-CN');
    expect(nearest(['fr'])).toBe('en-US');
    expect(cultures.map(nameOf)).toEqual(['English', '日本語', '中文']);
  });
});
