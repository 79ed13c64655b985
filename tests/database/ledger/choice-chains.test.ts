// What happens to a stake over any chain of choices (D-10), compared with an independent model in whole numbers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floorTo, multiply, sum } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { partsOf, type StakeOption } from '#server/domain/stakes/choices.ts';

/** Amounts of the model are millionths: the last digit of USDT and MP. */
const MICRO = 1_000_000n;
const RATE = '0.0006';
const RATE_TEN_THOUSANDTHS = 6n;

/** A stake in the model: what was paid for it, the MP that were put in, and what its days have earned. */
interface Modelled {
  readonly principalUsd: bigint;
  readonly usdt: bigint;
  readonly mp: bigint;
  readonly accrued: bigint;
}

/** A stake as the server's rows store it. */
interface Row {
  readonly amount_usd: string;
  readonly staked_usdt: string;
  readonly staked_mp: string;
  readonly accrued_mp: string;
}

interface Term {
  readonly days: number;
  readonly option: StakeOption;
}

const wallet = { usdt: 0n, mp: 0n };

/**
 * The daily rate applies to the principal and to the MP that were put in; what the days earn does not itself earn
 * anything before it is restaked.
 */
function dayOf({ principalUsd, mp }: Modelled): bigint {
  return ((principalUsd + mp) * RATE_TEN_THOUSANDTHS) / 10_000n;
}

function afterDays(stake: Modelled, days: number): Modelled {
  return { ...stake, accrued: stake.accrued + BigInt(days) * dayOf(stake) };
}

/** What is restaked and what returns, according to D-10: all of it, only the MP, or nothing. */
function chosen(stake: Modelled, option: StakeOption): { next: Modelled | null; back: typeof wallet } {
  const mp = stake.mp + stake.accrued;
  if (option === 'full')
    return { next: { principalUsd: stake.principalUsd, usdt: stake.usdt, mp, accrued: 0n }, back: wallet };
  if (option === 'mpOnly')
    return { next: { principalUsd: 0n, usdt: 0n, mp, accrued: 0n }, back: { usdt: stake.usdt, mp: 0n } };
  return { next: null, back: { usdt: stake.usdt, mp } };
}

const micros = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(6, '0').slice(0, 6)}`);
};
/** As the database writes an amount. */
const stored = (value: bigint): string => `${value / MICRO}.${String(value % MICRO).padStart(6, '0')}000000000000`;

/** The server's side: its days by the rule of accruals, its choice by `partsOf`. */
function accrued(row: Row, days: number): Row {
  const day = floorTo(multiply(row.amount_usd, RATE), scaleOf('MP'));
  return { ...row, accrued_mp: sum([row.accrued_mp, ...Array.from({ length: days }, () => day)]) };
}

/** Both sides go through the terms; after each they have the same amounts, and each day earns the same. */
function follow(price: { usd: bigint; usdt: bigint }, terms: readonly Term[]): void {
  let model: Modelled = { principalUsd: price.usd, usdt: price.usdt, mp: 0n, accrued: 0n };
  let row: Row = { amount_usd: stored(price.usd), staked_usdt: stored(price.usdt), staked_mp: '0', accrued_mp: '0' };
  for (const [place, { days, option }] of terms.entries()) {
    const where = `${option} after term ${place + 1}`;
    model = afterDays(model, days);
    row = accrued(row, days);
    expect(micros(row.accrued_mp), `what the days brought before ${where}`).toBe(model.accrued);
    const parts = partsOf(row, option);
    const { next, back } = chosen(model, option);
    expect({ usdt: micros(parts.returnedUsdt), mp: micros(parts.returnedMp) }, `given back by ${where}`).toEqual(back);
    const staked = { amountUsd: micros(parts.amountUsd), usdt: micros(parts.stakedUsdt), mp: micros(parts.stakedMp) };
    expect(staked, `staked by ${where}`).toEqual(
      next === null
        ? { amountUsd: 0n, ...wallet }
        : { amountUsd: next.principalUsd + next.mp, usdt: next.usdt, mp: next.mp },
    );
    if (next === null) return;
    model = next;
    row = { amount_usd: parts.amountUsd, staked_usdt: parts.stakedUsdt, staked_mp: parts.stakedMp, accrued_mp: '0' };
  }
}

const OPTIONS: readonly StakeOption[] = ['full', 'mpOnly', 'withdraw'];
const price = { usd: 5_000n * MICRO, usdt: 5_001_500_451n };

describe('a chain of choices', () => {
  const restakes = ['full', 'mpOnly'] as const;
  const chains = restakes.flatMap((one) =>
    restakes.flatMap((two) => OPTIONS.map((three) => [one, two, three] as const)),
  );

  it.each(chains)('has the result of the model: %s, %s, %s', (...options) => {
    follow(
      price,
      options.map((option, place) => ({ option, days: place === 0 ? 365 : 90 })),
    );
  });

  it('computed by hand: two full restakes of 5,000 USD earn on 5,000, on 6,095 and on 6,424.13', () => {
    const first = accrued({ amount_usd: '5000', staked_usdt: '5000', staked_mp: '0', accrued_mp: '0' }, 365);
    // 3 MP a day.
    expect(first.accrued_mp).toBe('1095');
    const once = partsOf(first, 'full');
    expect(once.amountUsd).toBe('6095');
    const second = accrued(
      { amount_usd: once.amountUsd, staked_usdt: once.stakedUsdt, staked_mp: once.stakedMp, accrued_mp: '0' },
      90,
    );
    // 3.657 MP a day.
    expect(second.accrued_mp).toBe('329.13');
    expect(partsOf(second, 'full')).toMatchObject({ amountUsd: '6424.13', stakedUsdt: '5000', stakedMp: '1424.13' });
  });

  it('has the same result for any prices, terms and options', () => {
    const amount = fc.bigInt({ min: 1n, max: 1_000_000n * MICRO });
    const term = fc.record({
      days: fc.integer({ min: 0, max: 400 }),
      option: fc.constantFrom<StakeOption>('full', 'full', 'full', 'mpOnly', 'withdraw'),
    });
    fc.assert(
      fc.property(fc.record({ usd: amount, usdt: amount }), fc.array(term, { minLength: 1, maxLength: 6 }), follow),
      { numRuns: 60 },
    );
  });
});
