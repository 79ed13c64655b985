// Each limit that a flow's rules compare an amount with, tried at one unit below it, at it, and one unit above.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exceedsBalance, isBelowMinimum } from '#machines/chart/chart.rules.ts';
import { depositCases } from '#machines/deposit/deposit.cases.ts';
import { exchangeCases } from '#machines/exchange/exchange.cases.ts';
import { purchaseCases } from '#machines/purchase/purchase.cases.ts';
import * as purchase from '#machines/purchase/purchase.rules.ts';
import type { PlanStage, PurchaseContext } from '#machines/purchase/purchase.types.ts';
import { transferCases } from '#machines/transfer/transfer.cases.ts';
import { withdrawalCases } from '#machines/withdrawal/withdrawal.cases.ts';
import { floorTo, multiply, type Amount } from '#money/amount.ts';
import { scaleOf, type Unit } from '#money/assets.ts';
import { beside } from '#tests/money/beside.ts';

interface Limit {
  limit: Amount;
  unit: Unit;
  holds(amount: Amount): boolean;
  /** Below, at, above. */
  is: readonly [boolean, boolean, boolean];
}

const MACHINES = join(process.cwd(), 'machines');
const TOO_LITTLE = [true, false, false] as const;
const TOO_MUCH = [false, false, true] as const;

const withdrawing = withdrawalCases.outcomes.getWithdrawalOptions.loaded.output.options;
const depositing = depositCases.outcomes.getDepositOptions.loaded.output.options;
const sending = transferCases.outcomes.getTransferOptions.loaded.output.options;
const exchanging = exchangeCases.outcomes.getExchangeOptions.loaded.output.options;
const buying = { ...purchaseCases.outcomes.getPurchaseOptions.loaded.output.options, available: '5000', rate: '0.999' };
const custom = buying.stages.find(({ amountUsd }) => amountUsd === null) as PlanStage;
const atCustom: PurchaseContext = {
  resume: null,
  unnamed: false,
  options: buying,
  stage: custom.stage,
  amountUsd: null,
  acknowledged: null,
  open: null,
  problem: null,
};
const optionOf = <Option extends { asset: string }>({ assets }: { assets: readonly Option[] }): Option =>
  assets[0] as Option;
const priced = { ...custom, amountUsdt: '5000' };

const LIMITS: Readonly<Record<string, Limit>> = {
  'chart isBelowMinimum, of a withdrawal': {
    limit: optionOf(withdrawing).minimum,
    unit: 'USDT',
    is: TOO_LITTLE,
    holds: (amount) => isBelowMinimum(withdrawing, { asset: 'USDT', amount }),
  },
  'chart exceedsBalance, of a withdrawal': {
    limit: optionOf(withdrawing).available,
    unit: 'USDT',
    is: TOO_MUCH,
    holds: (amount) => exceedsBalance(withdrawing, { asset: 'USDT', amount }),
  },
  'chart isBelowMinimum, of a deposit': {
    limit: optionOf(depositing).minimum,
    unit: 'USDT',
    is: TOO_LITTLE,
    holds: (amount) => isBelowMinimum(depositing, { asset: 'USDT', amount }),
  },
  'chart exceedsBalance, of a transfer': {
    limit: optionOf(sending).available,
    unit: 'USDT',
    is: TOO_MUCH,
    holds: (amount) => exceedsBalance(sending, { asset: 'USDT', amount }),
  },
  'chart exceedsBalance, of an exchange': {
    limit: optionOf(exchanging).available,
    unit: 'USDT',
    is: TOO_MUCH,
    holds: (amount) => exceedsBalance(exchanging, { asset: optionOf(exchanging).asset, amount }),
  },
  'purchase isBelowPlanMinimum': {
    limit: buying.customAboveUsd,
    unit: 'USD',
    is: [true, true, false],
    holds: (amountUsd) => purchase.isBelowPlanMinimum(atCustom, { amountUsd, acknowledged: true }),
  },
  'purchase exceedsBalanceInUsd': {
    limit: floorTo(multiply(buying.available, buying.rate), scaleOf('USD')),
    unit: 'USD',
    is: TOO_MUCH,
    holds: (amountUsd) => purchase.exceedsBalanceInUsd(atCustom, { amountUsd, acknowledged: true }),
  },
  'purchase isAffordable': {
    limit: priced.amountUsdt,
    unit: 'USDT',
    is: [false, true, true],
    holds: (available) => purchase.isAffordable({ ...buying, available }, priced),
  },
  'purchase isAffordable (2)': {
    limit: buying.customAboveUsd,
    unit: 'USD',
    is: [false, false, true],
    holds: (available) => purchase.isAffordable({ ...buying, available, rate: '1' }, { ...custom, amountUsdt: null }),
  },
};

describe('each comparison of the rules', () => {
  it('is tried below', () => {
    const files = readdirSync(MACHINES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.rules.ts'),
    );
    const compared = files.flatMap((file) => {
      let within = '';
      return readFileSync(join(MACHINES, file), 'utf8')
        .split('\n')
        .flatMap((line) => {
          within = /^export function (\w+)/u.exec(line)?.[1] ?? within;
          return [...line.matchAll(/\bcompare\(/gu)].map(() => `${file.split('/')[0] ?? ''} ${within}`);
        });
    });
    const numbered = compared.map((name, index) =>
      compared.indexOf(name) === index ? name : `${name} (${index - compared.indexOf(name) + 1})`,
    );
    const tried = new Set(Object.keys(LIMITS).map((name) => name.split(', of ')[0]));
    expect([...tried].sort()).toEqual(numbered.sort());
  });

  it.each(Object.entries(LIMITS))('%s', (_name, { limit, unit, holds, is }) => {
    expect((['below', 'at', 'above'] as const).map((way) => holds(beside(limit, unit, way)))).toEqual(is);
  });
});
