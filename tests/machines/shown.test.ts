import { describe, expect, it } from 'vitest';
import type { Fact } from '#machines/chart/facts.ts';
import { explore, type AnyCases } from '#machines/graph/explore.ts';
import { flowOf, flows, graphOf } from '#walk/paths/flows.ts';
import { holdsRecord, peopleUnsaidIn, indistinctSamples, unsaidIn } from './shown.ts';

/**
 * Amount, fee, net, rate, address and recipient are shown wherever a member confirms, compares or is told that it is
 * done (D-24, D-26, D-28).
 */

const holding = flows.filter((cases) => holdsRecord(graphOf(cases)));

it('the flows for money hold a record of the server', () => {
  expect(holding.map(({ machine }) => machine.id)).toEqual([
    'deposit',
    'exchange',
    'purchase',
    'restake',
    'transfer',
    'withdrawal',
  ]);
});

it.each(holding)('$machine.id names what it shows', (cases) => {
  expect(unsaidIn(graphOf(cases))).toEqual([]);
});

it('signing up names the introducer, the seat user, the place and the newcomer separately', () => {
  expect(flows.flatMap((cases) => peopleUnsaidIn(graphOf(cases)) ?? [])).toEqual([]);
});

/** The walks look for a sample on the page: if two are the same, they could be swapped unnoticed. */
it.each(flows)('no two samples in an answer to $machine.id are the same', (cases) => {
  expect(indistinctSamples(cases)).toEqual([]);
});

describe('a table that omits something is noticed', () => {
  const changed = (flow: string, change: (cases: AnyCases) => Partial<AnyCases>) => {
    const cases = flowOf(flow);
    return unsaidIn(explore({ ...cases, ...change(cases) }));
  };
  /** The flow without the facts of a screen for which `is` holds. */
  const without = (flow: string, screen: string, is: (fact: Fact) => boolean) =>
    changed(flow, ({ shows }) => ({
      shows: { ...shows, [screen]: (context: never) => (shows?.[screen]?.(context) ?? []).filter((fact) => !is(fact)) },
    }));
  const beside = (key: string) => (fact: Fact) => fact.beside?.key === key;

  it('two samples that are the same', () => {
    const { outcomes } = flowOf('sign-up');
    const found = outcomes['checkIntroducerAndSeatUser']?.['found'];
    const body = { introducer: { username: 'mika' }, seatUser: { username: 'mika' } };
    const alike = {
      ...flowOf('sign-up'),
      outcomes: { checkIntroducerAndSeatUser: { found: { ...found, reply: { status: 200, body } } } },
    } as AnyCases;
    expect(indistinctSamples(alike)).toEqual([
      'checkIntroducerAndSeatUser found: introducer.username and seatUser.username are both "mika".',
    ]);
  });

  it('the introducer and the seat user', () => {
    expect(peopleUnsaidIn(explore({ ...flowOf('sign-up'), shows: {} }))).toEqual(
      expect.arrayContaining([
        'sign-up-review does not say seat.introducer.name.',
        'sign-up-review does not say seat.seatUser.username.',
        'sign-up-done does not say member.referralCode.',
      ]),
    );
  });

  it.each(holding)('all that $machine.id shows', ({ machine }) => {
    const found = changed(machine.id, () => ({ shows: {}, endReceipts: {} }));
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter((sentence) => !sentence.endsWith('names nothing that it shows.'))).toEqual([]);
  });

  it.each([
    [
      'withdrawal',
      'withdrawal-review',
      'money:review.fee',
      [
        'withdrawal-review does not say fee.',
        'withdrawal-review does not say feeRate.',
        'withdrawal-review does not say what it costs, or that it costs nothing.',
      ],
    ],
    ['withdrawal', 'withdrawal-review', 'money:review.net', ['withdrawal-review does not say net.']],
    [
      'withdrawal',
      'withdrawal-compare',
      'withdrawal:compare.knownAs',
      [
        'withdrawal-compare does not say resembles.address.',
        'withdrawal-compare does not say resembles.label.',
        'withdrawal-compare does not say resembles.lastUsedAt.',
      ],
    ],
    ['withdrawal', 'confirmation-code', 'withdrawal:address', ['confirmation-code does not say address.']],
    [
      'transfer',
      'transfer-review',
      'transfer:review.fee',
      ['transfer-review does not say what it costs, or that it costs nothing.'],
    ],
    [
      'transfer',
      'confirmation-code',
      'transfer:to',
      ['confirmation-code does not say recipient.username.', 'confirmation-code does not say recipient.name.'],
    ],
    ['withdrawal', 'confirmation-code', 'withdrawal:review.value', ['confirmation-code does not say amountUsd.']],
    ['exchange', 'exchange-quote', 'exchange:quote.rate', ['exchange-quote does not say rate.']],
    ['deposit', 'deposit-address', 'deposit:facts.reference', ['deposit-address does not say reference.']],
    ['deposit', 'deposit-confirmations', 'deposit:seen.received', ['deposit-confirmations does not say received.']],
  ])('of %s, on %s, %s', (flow, screen, key, sentences) => {
    expect(without(flow, screen, beside(key))).toEqual(sentences);
  });
});
