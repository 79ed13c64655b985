import { describe, expect, it } from 'vitest';
import { resumable as purchaseResumable, exceedsBalance, isAffordable, isBelowMinimum, isWithinReach } from '#machines/purchase/purchase.rules.ts';
import { purchaseCases } from '#machines/purchase/purchase.cases.ts';
import type { PlanStage, PurchaseContext, PurchaseOptions } from '#machines/purchase/purchase.types.ts';
import { resumable as restakeResumable } from '#machines/restake/restake.rules.ts';
import { restakeCases } from '#machines/restake/restake.cases.ts';

/** The rules of plans and stakes that guards and screens share. */

const options: PurchaseOptions = { ...purchaseCases.outcomes.getPurchaseOptions.loaded.output.options, available: '5000', rate: '0.999' };
const custom = options.stages.find(({ amountUsd }) => amountUsd === null) as PlanStage;
const context: PurchaseContext = { resume: null, options, stage: custom.stage, amountUsd: null, acknowledged: null, open: null, problem: null };
const typed = (amountUsd: string) => ({ amountUsd, acknowledged: true }) as const;

describe('the amount of the custom plan', () => {
  it.each([
    ['100', true],
    ['100.01', false],
    ['99.99', true],
  ])('%s USD is refused as too little: %s', (amountUsd, refused) => {
    expect(isBelowMinimum(context, typed(amountUsd))).toBe(refused);
  });

  it.each([
    ['4995', false],
    ['4995.01', true],
  ])('%s USD are more than 5,000 USDT at 0.999: %s', (amountUsd, refused) => {
    expect(exceedsBalance(context, typed(amountUsd))).toBe(refused);
  });

  it('is nothing of a stage that has a price', () => {
    expect([isBelowMinimum({ ...context, stage: 2 }, typed('1')), exceedsBalance({ ...context, stage: 2 }, typed('9999999'))]).toEqual([false, false]);
  });
});

it.each([
  ['5000', '5000', true],
  ['5000.000001', '5000', false],
  [null, '100.1', false],
  [null, '100.2', true],
])('a plan of %s USDT can be afforded with %s: %s', (amountUsdt, available, affordable) => {
  expect(isAffordable({ ...options, available }, { ...custom, amountUsdt })).toBe(affordable);
});

it.each([
  ['silver', '5000', true],
  ['silver', '4999.99', false],
  ['custom', '100.2', true],
  ['custom', '100.1', false],
  // Not among what is offered.
  ['ruby', '900000', false],
] as const)('%s can be chosen by a member who has %s USDT: %s', (name, available, isOpen) => {
  expect(isWithinReach({ ...options, available }, name)).toBe(isOpen);
  expect(isWithinReach(null, name)).toBe(false);
});

describe('a checkpoint', () => {
  const purchase = purchaseCases.starts['reloadedAtReview']?.input.resume;
  const restake = restakeCases.starts['reloadedAtReview']?.input.resume;

  it('whose draft has run out leaves what was entered', () => {
    expect(purchaseResumable(purchase, 300_000)).toEqual({ ...purchase, step: 'entering', open: null });
    expect(restakeResumable(restake, 300_000)).toEqual({ ...restake, step: 'choosing', open: null });
  });

  it('at which something was confirmed is asked, however old it is', () => {
    expect(purchaseResumable({ ...purchase, step: 'confirming' }, 300_000)?.open?.lifetime).toBe(0);
    expect(restakeResumable({ ...restake, step: 'confirming' }, 300_000)?.open?.lifetime).toBe(0);
  });

  it.each([[null], [{}], ['x'], [{ version: 2, step: 'entering', stage: 1 }], [{ version: 1, step: 'flying', stage: 1, stakeId: 'x' }], [{ version: 1, step: 'entering' }]])('that is damaged or of another version is none: %j', (stored) => {
    expect([purchaseResumable(stored, 0), restakeResumable(stored, 0)]).toEqual([null, null]);
  });
});
