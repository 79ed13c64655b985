import { describe, expect, it } from 'vitest';
import { exchangeCases } from '#machines/exchange/exchange.cases.ts';
import { resumable as exchangeResumable } from '#machines/exchange/exchange.rules.ts';
import {
  resumable as purchaseResumable,
  exceedsBalanceInUsd,
  isAffordable,
  isBelowPlanMinimum,
  isWithinReach,
} from '#machines/purchase/purchase.rules.ts';
import { purchaseCases } from '#machines/purchase/purchase.cases.ts';
import type { PlanStage, PurchaseContext, PurchaseOptions } from '#machines/purchase/purchase.types.ts';
import { resumable as restakeResumable } from '#machines/restake/restake.rules.ts';
import { restakeCases } from '#machines/restake/restake.cases.ts';
import { resumable as transferResumable } from '#machines/transfer/transfer.rules.ts';
import { transferCases } from '#machines/transfer/transfer.cases.ts';
import { resumable as withdrawalResumable } from '#machines/withdrawal/withdrawal.rules.ts';
import { withdrawalCases } from '#machines/withdrawal/withdrawal.cases.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };

/** The rules of plans and stakes that guards and screens share. */

const options: PurchaseOptions = {
  ...purchaseCases.outcomes.getPurchaseOptions.loaded.output.options,
  available: '5000',
  rate: '0.999',
};
const custom = options.stages.find(({ amountUsd }) => amountUsd === null) as PlanStage;
const context: PurchaseContext = {
  resume: null,
  unnamed: false,
  options,
  stage: custom.stage,
  amountUsd: null,
  acknowledged: null,
  open: null,
  problem: null,
};
const typed = (amountUsd: string) => ({ amountUsd, acknowledged: true }) as const;

describe('the amount of the custom plan', () => {
  it.each([
    ['100', true],
    ['100.01', false],
    ['99.99', true],
  ])('%s USD is refused as too little: %s', (amountUsd, refused) => {
    expect(isBelowPlanMinimum(context, typed(amountUsd))).toBe(refused);
  });

  it.each([
    ['4995', false],
    ['4995.01', true],
  ])('%s USD are more than 5,000 USDT at 0.999: %s', (amountUsd, refused) => {
    expect(exceedsBalanceInUsd(context, typed(amountUsd))).toBe(refused);
  });

  it('does not exist for a stage with a price', () => {
    expect([
      isBelowPlanMinimum({ ...context, stage: 2 }, typed('1')),
      exceedsBalanceInUsd({ ...context, stage: 2 }, typed('9999999')),
    ]).toEqual([false, false]);
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
  ['silver', '5005.005006', true],
  ['silver', '5005.005005', false],
  ['custom', '100.2', true],
  ['custom', '100.1', false],
  // Not among the offered stages.
  ['ruby', '900000', false],
] as const)('%s can be chosen by a member who has %s USDT: %s', (name, available, isOpen) => {
  expect(isWithinReach({ ...options, available }, name)).toBe(isOpen);
  expect(isWithinReach(null, name)).toBe(false);
});

describe('a checkpoint', () => {
  const age = 300_000;
  const withdrawal = withdrawalCases.starts['reloadedAtReview']?.input.resume;
  const transfer = transferCases.starts['reloadedAtReview']?.input.resume;
  const exchange = exchangeCases.starts['reloadedAtQuote']?.input.resume;
  const purchase = purchaseCases.starts['reloadedAtReview']?.input.resume;
  const restake = restakeCases.starts['reloadedAtReview']?.input.resume;

  /**
   * For each flow that moves money: the rule, a checkpoint with a draft, where it was entered, and the version of
   * another one.
   */
  const FLOWS = [
    { flow: 'withdrawal', resumable: withdrawalResumable, reviewed: withdrawal, entering: 'entering' },
    { flow: 'transfer', resumable: transferResumable, reviewed: transfer, entering: 'entering' },
    { flow: 'exchange', resumable: exchangeResumable, reviewed: exchange, entering: 'entering' },
    { flow: 'purchase', resumable: purchaseResumable, reviewed: purchase, entering: 'entering' },
    { flow: 'restake', resumable: restakeResumable, reviewed: restake, entering: 'choosing' },
  ] as const;

  it('is tested for every kind of draft', () => {
    expect(FLOWS.map(({ flow }) => flow).sort()).toEqual([...description.components.schemas.DraftKind.enum].sort());
  });

  describe.each(FLOWS)('of $flow', ({ resumable, reviewed, entering }) => {
    it('whose draft is valid resumes from it, with the time that is left', () => {
      expect(resumable(reviewed, 1000)).toEqual({
        ...reviewed,
        open: { ...reviewed?.open, lifetime: (reviewed?.open?.lifetime ?? 0) - 1000 },
      });
    });

    it('whose draft has expired keeps what was entered, and the last millisecond is valid', () => {
      const lifetime = reviewed?.open?.lifetime ?? 0;
      expect(resumable(reviewed, age)).toEqual({ ...reviewed, step: entering, open: null });
      expect(resumable(reviewed, lifetime)).toEqual({ ...reviewed, step: entering, open: null });
      expect(resumable(reviewed, lifetime - 1)).toEqual({ ...reviewed, open: { ...reviewed?.open, lifetime: 1 } });
    });

    it('at which something was confirmed asks for its outcome, however old it is', () => {
      expect(resumable({ ...reviewed, step: 'confirming' }, age)).toEqual({
        ...reviewed,
        step: 'confirming',
        open: { ...reviewed?.open, lifetime: 0 },
      });
    });

    it('without a draft resumes where it was entered', () => {
      expect(resumable({ ...reviewed, step: 'confirming', open: null }, 0)).toEqual({
        ...reviewed,
        step: entering,
        open: null,
      });
    });

    it.each([[null], [{}], ['x'], [{ ...reviewed, version: 99 }], [{ ...reviewed, step: 'flying' }]])(
      'that is malformed or of another version is ignored: %j',
      (stored) => {
        expect(resumable(stored, 0)).toBeNull();
      },
    );
  });

  it('of a transfer without a recipient resumes where one is named', () => {
    expect(transferResumable({ ...transfer, recipient: null }, 0)).toEqual({
      ...transfer,
      step: 'naming',
      recipient: null,
      open: null,
    });
  });

  it.each([[{ version: 1, step: 'entering' }], [{ version: 1, step: 'choosing' }]])(
    'without the plan or stake that it is about is ignored: %j',
    (stored) => {
      expect([purchaseResumable(stored, 0), restakeResumable(stored, 0)]).toEqual([null, null]);
    },
  );

  it('is resumed at the address that was compared, only for a withdrawal', () => {
    const comparing = withdrawalCases.starts['reloadedAtComparison']?.input.resume;
    expect(withdrawalResumable(comparing, 0)).toEqual(comparing);
    expect(withdrawalResumable(comparing, age)).toEqual({ ...comparing, step: 'entering', open: null });
  });
});
