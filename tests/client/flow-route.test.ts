import { expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import type { StepMeta } from '#machines/chart/meta.ts';
import { flowRoute } from '#src/flow/flow-route.tsx';

/**
 * What the compiler checks about a flow's screens: a state with a screen that the chart does not list, and a listed
 * screen that the route does not show. Each line that must be wrong fails `npm run types` if it compiles.
 */

type Listed = StepMeta<'sample-asking' | 'sample-done'>;
const sampleSetup = setup({
  types: { context: {} as { readonly count: number }, meta: {} as Listed },
  actions: { add: assign({ count: 1 }) },
});
const step = { route: '/Sample', title: 'sample:title', onReload: 'resume', requirements: [] } as const;

const machine = sampleSetup.createMachine({
  id: 'sample',
  context: { count: 0 },
  initial: 'asking',
  states: {
    asking: { meta: { ...step, screen: 'sample-asking' }, on: { NEXT: 'done' } },
    done: { meta: { ...step, screen: 'sample-done' } },
  },
});
const Screen = () => null;
const given = { machine, title: 'common:tagline' as const, ports: () => ({}), end: () => {} };

it('accepts a table with every screen that the chart lists', () => {
  expect(flowRoute({ ...given, screens: { 'sample-asking': Screen, 'sample-done': Screen } })).toBeTypeOf('function');
});

it('does not compile if one of them is missing, or with one that the chart does not list', () => {
  // @ts-expect-error -- nothing is shown for sample-done
  flowRoute({ ...given, screens: { 'sample-asking': Screen } });
  // @ts-expect-error -- the chart has no such screen
  flowRoute({ ...given, screens: { 'sample-asking': Screen, 'sample-done': Screen, 'sample-gone': Screen } });
});

it('does not compile if a state of the chart has another screen, or if the chart lists none', () => {
  sampleSetup.createStateConfig({
    // @ts-expect-error -- the setup does not list it
    meta: { ...step, screen: 'sample-gone' },
  });
  const unlisted = setup({ types: { meta: {} as StepMeta } }).createMachine({
    id: 'sample',
    meta: { ...step, screen: 'sample-asking' },
  });
  // @ts-expect-error -- any table would do
  flowRoute({ ...given, machine: unlisted, screens: { 'sample-asking': Screen } });
});
