import { expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import type { StepMeta } from '#machines/chart/meta.ts';
import type { StateName } from '#machines/chart/step.ts';
import { childFlow } from '#src/flow/child-flow.tsx';
import { flowRoute } from '#src/flow/flow-route.tsx';
import type { Entries } from '#src/flow/refused-entry.ts';

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

it('is as strict about a machine inside another', () => {
  const child = (screens: Parameters<typeof childFlow<typeof machine, null>>[0]['screens']) =>
    childFlow<typeof machine, null>({ entries: {}, screens });
  expect(child({ 'sample-asking': Screen, 'sample-done': Screen })).toBeTypeOf('function');
  // @ts-expect-error -- nothing is shown for sample-done
  child({ 'sample-asking': Screen });
  // @ts-expect-error -- the chart has no such screen
  child({ 'sample-asking': Screen, 'sample-done': Screen, 'sample-gone': Screen });
});

it('knows the states by which an entry is found', () => {
  const nested = setup({}).createMachine({
    initial: 'asking',
    states: { asking: { initial: 'blank', states: { blank: {}, wrong: {} } }, done: {} },
  });
  type OfNested = Entries<'code', StateName<typeof nested>>;
  const entries: OfNested = { code_incorrect: 'code', 'asking.wrong': 'code' };
  // @ts-expect-error -- the chart has no such state
  const stale: OfNested = { 'asking.gone': 'code' };
  expect([entries, stale]).toHaveLength(2);
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
