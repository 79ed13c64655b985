import { expect, it } from 'vitest';
import { endOf } from '#walk/paths/ends.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';

/** A tester judges the page after a flow, so each end of each flow of the product says which page that is. */

const HOSTS_GO_ON = ['session'];

it('each end of each flow names the page after it', () => {
  const silent = flows
    .filter(({ machine }) => !HOSTS_GO_ON.includes(machine.id))
    .flatMap((cases) =>
      [...graphOf(cases).nodes.values()]
        .filter((node) => node.status === 'done' && endOf(cases, node) === null)
        .map(({ state }) => `${cases.machine.id}: ${state}`),
    );
  expect(silent).toEqual([]);
});
