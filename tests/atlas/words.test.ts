import { describe, expect, it } from 'vitest';
import { actionsInWords, namedActions } from '#atlas/model/actions.ts';
import { routeInWords } from '#atlas/diagram/routes.ts';
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
    for (const action of actions) expect(actionsInWords([action])).toMatch(/^[a-z][a-z ,:]+$/);
    expect(actionsInWords(['saveCheckpoint', 'xstate.raise'])).toBe(
      'notes how far it has come, for a reload; starts a timer',
    );
  });

  it('is described by its name if it is new', () => {
    expect(actionsInWords(['toString', 'keepProblem'])).toBe('toString; remembers what the server says, to be told');
  });
});

it('a URL that stays is described in words', () => {
  expect(['*', '/Withdraw2'].map(routeInWords)).toEqual(['keeps the address that the flow is at', '/Withdraw2']);
});
