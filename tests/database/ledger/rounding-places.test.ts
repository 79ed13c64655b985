// Every place that rounds (D-02), each with a figure that distinguishes rounding down from rounding to the nearest and
// up.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCurrency } from '#money/currencies.ts';
import { changeText } from '#money/jump.ts';
import { formatPercent } from '#money/percent.ts';
import { exchanged, exchangeRateOf, leastExchanged, readableRate } from '#money/rate.ts';
import { shown } from '#money/shown.ts';
import { readTyped } from '#money/typed.ts';
import { recordPurchase, recordRestake } from '#server/domain/bonuses/record.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { leastAmountOfUsd, usdOf } from '#server/domain/rates/convert.ts';
import type { Rate } from '#server/domain/rates/rates.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { accrueStakes } from '#server/domain/stakes/accrue.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { fund, rich, setRates } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
  await addRules(world.db, {
    changes: { restakeVolumeShare: '0.50' },
    effectiveFrom: world.clock.now(),
    now: world.clock.now(),
  });
});
afterAll(() => world.close());

const rate = (asset: Rate['asset'], usd: string): Rate => ({ asset, usd, at: new Date(0), source: 'operator' });

/** A figure computed by hand: the two numbers around the exact one, and the nearer of them. */
interface Figure {
  readonly exact: string;
  readonly down: string;
  readonly up: string;
  readonly nearer: 'down' | 'up';
  readonly is: 'down' | 'up';
  readonly comesTo: () => unknown;
}

/**
 * What is paid, posted or stored is rounded down, and the nearer number is above; a minimum amount is rounded up, and
 * the nearer one is below.
 */
const down = (exact: string, low: string, high: string, comesTo: Figure['comesTo']): Figure => ({
  exact,
  down: low,
  up: high,
  nearer: 'up',
  is: 'down',
  comesTo,
});
const up = (exact: string, low: string, high: string, comesTo: Figure['comesTo']): Figure => ({
  exact,
  down: low,
  up: high,
  nearer: 'down',
  is: 'up',
  comesTo,
});
/** What is only shown and never paid is rounded to the nearest. */
const nearest = (exact: string, low: string, high: string, comesTo: Figure['comesTo']): Figure => ({
  exact,
  down: low,
  up: high,
  nearer: 'up',
  is: 'up',
  comesTo,
});

/**
 * Every call of a rounding function, by file and function, as often as it occurs: a figure, or the test that covers it.
 */
const PLACES: Readonly<Record<string, readonly (Figure | string)[]>> = {
  'money/currencies.ts floorTo': [
    down('149.99', '149', '150', () => inCurrency('1', { currency: 'JPY', perUsd: '149.99' })),
  ],
  'money/fee.ts floorTo': [down('33.3333339', '33.333333', '33.333334', fee)],
  'server/domain/stakes/accrue.ts floorTo': [down('0.1666659995', '0.166665', '0.166666', dayOfStake)],
  'server/domain/bonuses/record.ts floorTo': [down('100.015', '100.01', '100.02', restakeVolume)],
  'server/domain/bonuses/referral-bonus.ts floorTo': [down('16.66666695', '16.666666', '16.666667', referralBonus)],
  'server/domain/bonuses/release.ts divideFloor': ['tests/database/ledger/binary-bonus.test.ts'],
  'server/platform/db/migrations/0017-bonuses.sql trunc': ['tests/database/ledger/binary-bonus.test.ts'],
  'server/platform/db/migrations/0017-bonuses.sql div': ['tests/database/ledger/binary-bonus.test.ts'],
  'server/domain/rates/convert.ts floorTo': [down('0.018', '0.01', '0.02', () => usdOf('0.06', rate('MSPC', '0.3')))],
  'server/domain/rates/convert.ts divideCeil': [
    up('333.3333333…', '333.333333', '333.333334', () => leastAmountOfUsd('100', rate('USDT', '0.3'))),
  ],
  'money/jump.ts divideFloor': [nearest('66.6666666…%', '+66.66%', '+66.67%', () => changeText('3', '5'))],
  'money/rate.ts divideCeil': [
    up('0.000653266…', '0.000653', '0.000654', () =>
      leastExchanged({ from: rate('USDT', '1'), to: rate('BTC', '65000'), spread: '0.005' }),
    ),
  ],
  'money/rate.ts divideFloor': [
    down('0.00153076923…', '0.00153076', '0.00153077', () =>
      exchanged('100', { from: rate('USDT', '1'), to: rate('BTC', '65000'), spread: '0.005' }),
    ),
    down('0.6666666666666666666…', '0.666666666666666666', '0.666666666666666667', () =>
      exchangeRateOf({ from: '2', to: '3', spread: '0' }),
    ),
    // The quotient here is only shown: it has more digits than are displayed, and is rounded then.
    nearest(
      '1.66666… of 1 / 0.6',
      '1.6666',
      '1.6667',
      () => readableRate({ from: 'USDT', to: 'BTC', rate: '0.6' }).value,
    ),
    nearest(
      '0.0000666666',
      '0.000066666',
      '0.000066667',
      () => readableRate({ from: 'BTC', to: 'USDT', rate: '0.0000666666' }).value,
    ),
  ],
  'money/rate.ts roundTo': [
    nearest(
      '65326.666…',
      '65,326.66',
      '65,326.67',
      () => readableRate({ from: 'BTC', to: 'USDT', rate: '65326.666' }).value,
    ),
  ],
  'money/percent.ts roundTo': [nearest('33.336%', '33.33%', '33.34%', () => formatPercent('0.33336'))],
  'money/shown.ts divideFloor': [down('12.349', '12.34', '12.35', () => shown('12.349', 'USDT'))],
  'money/typed.ts floorTo': [
    down(
      '1.2345678',
      '1.234567',
      '1.234568',
      () => (readTyped('1.2345678', 'USDT') as { readonly reading: string }).reading,
    ),
  ],
  // The functions themselves, tested against each other.
  'money/amount.ts divideFloor': ['tests/money/amount.test.ts'],
  'money/amount.ts floorTo': ['tests/money/amount.test.ts', 'tests/money/amount.test.ts'],
  // What a page previews; the server's figure is the one that counts.
  'src/flows/purchase/shortfall.ts divideCeil': ['tests/components/money-previews.test.tsx'],
  'src/flows/purchase/screens/plan.tsx divideFloor': ['tests/components/money-forms.test.tsx'],
  'src/pages/receipt/facts-panel.tsx divideFloor': ['tests/components/receipt.test.tsx'],
  'src/pages/rates/change.ts divideFloor': ['tests/components/rates.test.tsx'],
  'src/pages/dashboard/owned.ts divideFloor': ['tests/client/owned.test.ts'],
  'src/pages/dashboard/owned.ts floorTo': ['tests/client/owned.test.ts'],
  // What a drawing needs: its limits, and shares of a whole, as those of its height and of a bar.
  'src/pages/dashboard/scale.ts divideFloor': ['tests/client/scale.test.ts'],
  'src/pages/dashboard/scale.ts divideCeil': ['tests/client/scale.test.ts'],
  'src/ui/entry-worth.tsx floorTo': ['tests/components/currency.test.tsx'],
  'src/ui/share.ts divideFloor': ['tests/client/share.test.ts'],
};

async function fee(): Promise<unknown> {
  const who = await rich(world);
  const { body } = await who.call('createWithdrawal', {
    body: {
      asset: 'USDT',
      network: 'ethereum',
      address: ethereumAddress(),
      amount: '333.333339',
    },
  });
  return body.fee;
}

/** A running stake, as a purchase creates it. */
async function stakeOf(memberId: string, usd: string): Promise<string> {
  const at = world.clock.now();
  const { version: ruleVersion, riskVersion } = await rulesAt(world.db, at);
  await fund(world, memberId, { USDT: usd });
  const terms = {
    stage: 8,
    amountUsd: usd,
    amountUsdt: usd,
    rate: '1',
    rateAt: at.toISOString(),
    dailyRate: '0.0005',
    days: 365,
    riskVersion,
    ruleVersion,
  };
  return inTransaction(
    world.db,
    async (trx) => (await buyPlan(trx, world.services, { key: randomUUID(), at, memberId, terms })).stakeId,
  );
}

/** A day of 333.331999 USD at 0.05%. */
async function dayOfStake(): Promise<unknown> {
  const id = await stakeOf((await world.member()).id, '333.33');
  const { started_at: start } = await world.db
    .updateTable('stakes')
    .set({ amount_usd: '333.331999' })
    .where('id', '=', id)
    .returning('started_at')
    .executeTakeFirstOrThrow();
  const clock = { ...world.clock, now: () => secondsAfter(start, 24 * 3600) };
  await accrueStakes({ ...world.services, clock });
  return shortest(
    (await world.db.selectFrom('stakes').select('accrued_mp').where('id', '=', id).executeTakeFirstOrThrow())
      .accrued_mp,
  );
}

/** Half of 200.03 USD. */
async function restakeVolume(): Promise<unknown> {
  const { id: memberId } = await world.member();
  const stakeId = await stakeOf(memberId, '200.03');
  const at = world.clock.now();
  const { version: ruleVersion } = await rulesAt(world.db, at);
  await inTransaction(world.db, (trx) =>
    recordRestake(trx, { memberId, stakeId, principalUsd: '200.03', at, ruleVersion }),
  );
  return shortest(
    (
      await world.db
        .selectFrom('volumes')
        .select('amount_usd')
        .where('stake_id', '=', stakeId)
        .executeTakeFirstOrThrow()
    ).amount_usd,
  );
}

/** A twentieth of 333.333339 USDT. */
async function referralBonus(): Promise<unknown> {
  const [introducer, buyer] = [await world.member(), await world.member()];
  await world.db.updateTable('members').set({ introducer_id: introducer.id }).where('id', '=', buyer.id).execute();
  const stakeId = await stakeOf(buyer.id, '333.33');
  const at = world.clock.now();
  const { version: ruleVersion } = await rulesAt(world.db, at);
  await inTransaction(world.db, (trx) =>
    recordPurchase(trx, world.services, {
      memberId: buyer.id,
      stakeId,
      amountUsd: '333.33',
      amountUsdt: '333.333339',
      at,
      ruleVersion,
    }),
  );
  return (await balancesOf(world.db, introducer.id)).USDT;
}

const shortest = (stored: string): string => stored.replace(/\.?0+$/, '');

const figures = Object.entries(PLACES).flatMap(([place, looked]) =>
  looked.flatMap((figure) => (typeof figure === 'string' ? [] : [{ place, ...figure }])),
);

describe('a figure', () => {
  it.each(figures)('of $exact in $place', async ({ comesTo, is, nearer, ...between }) => {
    expect(between.down).not.toBe(between.up);
    if (is === 'down') expect(nearer, 'the nearest number would be the same').toBe('up');
    expect(await comesTo()).toBe(between[is]);
  });
});

it('every place that rounds is in the table, as often as it rounds', () => {
  const found: Record<string, number> = {};
  const note = (file: string, calls: IterableIterator<RegExpMatchArray>): void => {
    for (const [, name] of calls) found[`${file} ${name}`] = (found[`${file} ${name}`] ?? 0) + 1;
  };
  const files = execFileSync('git', ['ls-files', 'server', 'money', 'src'], { encoding: 'utf8' }).split('\n');
  for (const file of files) {
    if (/\.tsx?$/.test(file))
      note(
        file,
        withoutRemarks(file, /^\s*(\/\/|\*|\/\*).*$/gm).matchAll(
          /(?<!function )\b(floorTo|roundTo|divideFloor|divideCeil)\(/g,
        ),
      );
    // Rounding of seats and in a column check affects no money that is paid.
    if (/\.sql$/.test(file) && !/0008-registration|0010-ledger/.test(file))
      note(file, withoutRemarks(file, /--.*$/gm).matchAll(/\b(trunc|round|ceil|ceiling|floor|div)\(/gi));
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(PLACES).map(([place, looked]) => [place, looked.length])));
});

function withoutRemarks(file: string, remarks: RegExp): string {
  return readFileSync(file, 'utf8').replace(remarks, '');
}

it('every test that the table names exists', () => {
  const elsewhere = new Set(
    Object.values(PLACES)
      .flat()
      .filter((looked) => typeof looked === 'string'),
  );
  for (const file of elsewhere) expect(readFileSync(file, 'utf8'), file).toMatch(/\bexpect\(/);
});
