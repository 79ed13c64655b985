import { describe, expect, it } from 'vitest';
import { indexOf } from '#atlas/build/atlas.ts';
import { links, placeOf } from '#atlas/model/links.ts';
import {
  callsIn,
  find,
  findInside,
  reachedFrom,
  shortestWay,
  statesShowing,
  usersOf,
  waysInto,
  waysOutOf,
  whenCalled,
} from '#atlas/model/questions.ts';
import type { ChartModel } from '#atlas/model/model.ts';
import { flows } from '#walk/paths/flows.ts';
import { chartOf } from './support.ts';

const drawing = { width: 0, height: 0, boxes: [], edges: [] };
const whole = (flow: string): ChartModel => ({
  ...chartOf(flow),
  drawing,
  touches: [],
  coverage: [],
  notes: {},
  screens: {},
  walked: null,
});
const index = indexOf({
  charts: flows.map(({ machine }) => chartOf(machine.id)),
  rev: null,
  changes: false,
  touches: {},
  at: '2026-11-21T00:00:00Z',
  served: false,
  placed: [],
  runs: [],
  walked: { screens: [], coverage: null, refused: [] },
});
const withdrawal = whole('withdrawal');
const confirmation = whole('confirmation');

describe('from where can a member reach this?', () => {
  it('at once', () => {
    expect(waysInto(withdrawal, 'comparingAddresses')).toEqual(
      [
        { from: 'creatingWithdrawal', label: '✓ createWithdrawal [resembling]', to: 'comparingAddresses' },
        // The first step is chosen by the same response of the server.
        { from: 'loadingOptions', label: '✓ getWithdrawalOptions [loaded]', to: 'comparingAddresses' },
      ].toSorted((a, b) => (a.from < b.from ? 1 : -1)),
    );
    expect(
      waysInto(withdrawal, 'loadingOptions')
        .filter(({ from }) => from === null)
        .map(({ label }) => label),
    ).toContain('start fresh');
  });

  it('sooner or later', () => {
    expect(reachedFrom(withdrawal, 'accepted')).toEqual(
      expect.arrayContaining(['loadingOptions', 'reviewing', 'enteringWithdrawal.problem']),
    );
    expect(reachedFrom(withdrawal, 'accepted')).not.toContain('onHold');
  });

  it('and what leads on from here', () => {
    expect(waysOutOf(withdrawal, 'onHold')).toEqual([{ from: 'onHold', label: 'LEAVE', to: 'left' }]);
    expect(waysOutOf(withdrawal, 'accepted')).toEqual([]);
  });
});

describe('the shortest path', () => {
  it('from the start and from a state', () => {
    expect(shortestWay(withdrawal, null, 'optionsUnavailable')?.map(({ label }) => label)).toEqual([
      'start fresh',
      '✓ getWithdrawalOptions [refused]',
    ]);
    expect(shortestWay(withdrawal, 'reviewing', 'accepted')?.map(({ label }) => label)).toEqual([
      'CONFIRM',
      '✓ confirmation [executed]',
    ]);
  });

  it('is null if there is none', () => {
    expect(shortestWay(withdrawal, 'onHold', 'accepted')).toBeNull();
  });

  it('leads to every state that a path of the plan meets', () => {
    for (const { machine } of flows) {
      const chart = whole(machine.id);
      for (const { to } of chart.paths.flatMap(({ steps }) => steps))
        expect(shortestWay(chart, null, to), `${machine.id} ${to}`).not.toBeNull();
    }
  });
});

describe('which flows use this call?', () => {
  it('lists those that make it and those that run one that does', () => {
    const { making, through } = usersOf(index, 'confirmDraft');
    expect(making.map(({ id }) => id)).toEqual(['confirmation']);
    expect(through.map(({ id }) => id)).toEqual(expect.arrayContaining(['withdrawal', 'transfer']));
    expect(callsIn(index)).toEqual(expect.arrayContaining(['confirmDraft', 'createToken']));
  });

  it('and what happens when it fails', () => {
    const [first] = whenCalled(confirmation, 'confirmDraft');
    expect(first?.happens).toMatch(/^✗ confirmDraft/);
    expect(first?.to.state).toBe('outcomeUnknown');
    expect(whenCalled(confirmation, 'confirm')).toEqual([]);
  });
});

it('which states show this message?', () => {
  const states = statesShowing(index, 'insufficient_balance').map(({ chart, state }) => `${chart} ${state}`);
  expect(states).toContain('withdrawal enteringWithdrawal.insufficientBalance');
  expect(states).not.toContain('withdrawal enteringWithdrawal.closed');
});

describe('a search for words', () => {
  it('finds charts, states, calls and messages', () => {
    expect(find(index, 'withdrawal review').map(({ state }) => state)).toContain('reviewing');
    expect(find(index, 'confirmDraft').map(({ kind, name }) => `${kind} ${name}`)).toContain('call confirmDraft');
    expect(find(index, 'balance insufficient').length).toBeGreaterThan(0);
    expect(find(index, '出金内容を確認').map(({ state }) => state)).toContain('reviewing');
    expect(find(index, '核对提现').map(({ state }) => state)).toContain('reviewing');
    expect(find(index, '  ')).toEqual([]);
    expect(find(index, 'xyzzy')).toEqual([]);
  });

  it('finds the rule that decides the fee', () => {
    const found = findInside(withdrawal, 'fee rule');
    expect(found.map(({ name }) => name)).toContain('createWithdrawal: feeRate');
    expect(findInside(withdrawal, 'minimum D-04').map(({ kind }) => kind)).toContain('rule');
  });
});

describe('addresses', () => {
  it.each([
    [links.overview(), { view: 'overview' }],
    [links.questions({ ask: 'call', call: 'a b' }), { view: 'questions', asked: { ask: 'call', call: 'a b' } }],
    [links.chart('sign-in'), { view: 'chart', chart: 'sign-in', focus: { on: 'diagram' } }],
    [links.state('a', 'b.c'), { view: 'chart', chart: 'a', focus: { on: 'state', state: 'b.c' } }],
    [
      links.transition('a', 'b · ✓ c/d [e?] → f'),
      { view: 'chart', chart: 'a', focus: { on: 'transition', transition: 'b · ✓ c/d [e?] → f' } },
    ],
    [links.path('a', 'a-01', 3), { view: 'chart', chart: 'a', focus: { on: 'path', path: 'a-01', step: 3 } }],
    [
      links.matrix('a', 'fault', 'a/fault/b/c=d'),
      { view: 'chart', chart: 'a', focus: { on: 'matrix', matrix: 'fault', cell: 'a/fault/b/c=d' } },
    ],
    [links.compare('a', 'x', 'y'), { view: 'chart', chart: 'a', focus: { on: 'compare', from: 'x', to: 'y' } }],
    [links.storyboard('a'), { view: 'chart', chart: 'a', focus: { on: 'storyboard' } }],
  ])('%s is parsed and built', (address, place) => {
    expect(placeOf(address)).toEqual(place);
  });

  it('that point to nothing lead to the overview', () => {
    expect(placeOf('')).toEqual({ view: 'overview' });
    expect(placeOf('#/%E0%A4%A')).toMatchObject({ view: 'chart', chart: '%E0%A4%A' });
  });
});
