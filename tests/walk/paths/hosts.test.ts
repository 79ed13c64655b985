import { describe, expect, it } from 'vitest';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { hostsOf } from '#walk/paths/expand.ts';

/**
 * A child flow is walked inside a host that it names. What comes about in other flows alone is walked in the usual host
 * without a word, so each such case is known here.
 */

/** Flows that an outcome names and no host entry of its child does, with the reason. */
const NOT_ENTERED: Readonly<Record<string, string>> = {
  'confirmation getDraft asksNothing: exchange':
    'Only an exchange asks for no factor, and its own flow reviews it: walked in a withdrawal.',
  'confirmation confirmDraft declined: transfer': 'Walked in a withdrawal, which it names too.',
  'confirmation confirmDraft declined: exchange': 'Walked in a withdrawal, which it names too.',
  'confirmation confirmDraft declined: purchase': 'Walked in a withdrawal, which it names too.',
};

/** Outcomes that no host entry of their child can reach as it says itself. */
const IN_NO_HOST = ['confirmation getDraft asksNothing'];

const named = flows.flatMap((cases) =>
  Object.entries(cases.outcomes).flatMap(([actor, outcomes]) =>
    Object.entries(outcomes).flatMap(([outcome, { hosts }]) =>
      hosts === undefined
        ? []
        : [{ what: `${cases.machine.id} ${actor} ${outcome}`, hosts, entries: hostsOf(graphOf(cases)) }],
    ),
  ),
);

describe('the flows in which an outcome of a child flow comes about', () => {
  it('are flows that its paths are walked in, or the reason is known', () => {
    const missing = named.flatMap(({ what, hosts, entries }) =>
      hosts.filter((host) => !entries.includes(host)).map((host) => `${what}: ${host}`),
    );
    expect(missing.toSorted()).toEqual(Object.keys(NOT_ENTERED).toSorted());
  });

  it('include one that it is walked in, except for what is known to have none', () => {
    const nowhere = named.filter(({ hosts, entries }) => !hosts.some((host) => entries.includes(host)));
    expect(nowhere.map(({ what }) => what)).toEqual(IN_NO_HOST);
  });

  it('are flows of the product', () => {
    const all = flows.map(({ machine }) => machine.id);
    expect(named.flatMap(({ hosts }) => hosts).filter((host) => !all.includes(host))).toEqual([]);
  });
});
