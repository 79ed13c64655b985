import { describe, expect, it } from 'vitest';
import { categories, categoryOf } from '#machines/contact/contact.rules.ts';
import { newReference } from '#server/domain/ledger/receipts.ts';

/**
 * What the first letter of a receipt's reference means: the act, for the member, and the category, for the form that
 * asks about it.
 */

type Kind = Parameters<typeof newReference>[1];

/** Every kind of act with its letter and the category of an inquiry about it. */
const KINDS: { readonly [K in Kind]: readonly [letter: string, category: (typeof categories)[number]] } = {
  deposit: ['D', 'deposit'],
  withdrawal: ['W', 'withdrawal'],
  transfer_out: ['T', 'transfer'],
  transfer_in: ['T', 'transfer'],
  exchange: ['X', 'exchange'],
  purchase: ['P', 'plan'],
  restake: ['S', 'plan'],
  stake_withdrawal: ['S', 'plan'],
  staking_reward: ['R', 'plan'],
  referral_bonus: ['B', 'organization'],
  binary_bonus: ['B', 'organization'],
};
const ids = { bytes: (count: number) => new Uint8Array(count) } as Parameters<typeof newReference>[0];

describe('the letter of a receipt', () => {
  it.each(Object.entries(KINDS))(
    'of a %s is that of its act, and an inquiry about it gets the right category',
    (kind, [letter, category]) => {
      const reference = newReference(ids, kind as Kind);
      expect(reference).toBe(`${letter}-2222-2222`);
      expect(categoryOf(reference)).toBe(category);
    },
  );

  it('that no act has means nothing', () => {
    const known = new Set(Object.values(KINDS).map(([letter]) => letter));
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      expect(categoryOf(`${letter}-2222-2222`) !== null, letter).toBe(known.has(letter));
  });

  it('leads to every category except those without an act', () => {
    const reached = new Set<string>(Object.values(KINDS).map(([, category]) => category));
    expect(categories.filter((category) => !reached.has(category))).toEqual(['account', 'security', 'other']);
  });
});
