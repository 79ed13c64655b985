import { describe, expect, it } from 'vitest';
import { actionsInWords, namedActions } from '#atlas/model/actions.ts';
import { routeInWords } from '#atlas/model/routes.ts';
import { flows } from '#walk/paths/flows.ts';
import { chartOf } from './support.ts';

describe('what a chart does by itself', () => {
  const charts = flows.map((cases) => chartOf(cases.machine.id));
  const actions = new Set(
    charts.flatMap(({ states, transitions }) => [
      ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
      ...transitions.flatMap((each) => each.actions),
    ]),
  );

  it('has words for every action, and none for what is none', () => {
    expect([...actions].toSorted()).toEqual([...namedActions].toSorted());
  });

  it('is told without the names of actions', () => {
    for (const action of actions) expect(actionsInWords([action])).toMatch(/^[a-z][a-z ,:]+$/);
    expect(actionsInWords(['saveCheckpoint', 'xstate.raise'])).toBe(
      'notes how far it has come, for a reload; starts a timer',
    );
  });

  it('is told by its name where it is new', () => {
    expect(actionsInWords(['toString', 'keepProblem'])).toBe('toString; remembers what the server says, to be told');
  });
});

it('an address that stays is told in words', () => {
  expect(['*', '/Withdraw2'].map(routeInWords)).toEqual(['keeps the address that the flow is at', '/Withdraw2']);
});
