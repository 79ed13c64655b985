// Members who call a real server: with money, some with an authenticator app, some with stakes whose time is over.
import { setTimeout as sleep } from 'node:timers/promises';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { addMember, lightPasswords, type TestMember } from '#fixtures/club/members.ts';

export interface Person extends TestMember {
  readonly hasApp: boolean;
  /** Stakes that have matured, of which each is decided once. */
  readonly stakes: string[];
}

export const START = { USDT: '100000', BTC: '10' } as const;
const RATES = { USDT: '1', BTC: '50000', ETH: '3000', MSPC: '0.25' };
/** One in this many members has an app. */
const APP_EVERY = 4;
const STAKES_EACH = 6;
const STAKE = '10';

/** Sets the rates of this moment: exchanges and purchases are refused at old ones. */
export async function renewRates(services: Services): Promise<void> {
  for (const [asset, usd] of Object.entries(RATES)) await setRate(services, asset, usd);
}

/** Adds members to a club that no server has open, or that is on PostgreSQL. */
export async function addPeople(services: Services, count: number): Promise<Person[]> {
  await renewRates(services);
  const light = { ...services, passwords: lightPasswords() };
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const hasApp = index % APP_EVERY === APP_EVERY - 1;
    const member = await addMember(light, { secondFactor: hasApp });
    await giveMoney(services, member.id);
    people.push({ ...member, hasApp, stakes: await oldStakes(services, member.id) });
  }
  // In the past, so that their time is over.
  await accrueStakes(services);
  await matureStakes(services);
  return people;
}

/** Rates of the demo club come by themselves, and may be those that are wanted. */
async function setRate(services: Services, asset: string, usd: string): Promise<void> {
  const line = { args: ['rates', 'set', asset, usd, '--yes'], operator: 'prove' };
  const { code, text } = await outcomeOf(services, line);
  if (code !== 0) throw new Error(text);
}

async function giveMoney({ db, random, clock }: Services, memberId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { version: ruleVersion } = await rulesAt(trx, clock.now());
    for (const [asset, amount] of Object.entries(START))
      await openingGrant(trx, random, {
        ...{ key: `prove:${memberId}:${asset}`, at: clock.now(), memberId, ruleVersion },
        ...{ asset: asset as keyof typeof START, amount, status: 'completed' },
      });
  });
}

async function oldStakes(services: Services, memberId: string): Promise<string[]> {
  const { db, random, clock } = services;
  const at = secondsAfter(clock.now(), -2 * DAY_SECONDS);
  return inTransaction(db, async (trx) => {
    const { version: ruleVersion, riskVersion } = await rulesAt(trx, clock.now());
    const stakes: string[] = [];
    for (let count = 0; count < STAKES_EACH; count += 1) {
      const paid = { amountUsd: STAKE, amountUsdt: STAKE, rate: '1', rateAt: at.toISOString() };
      const terms = { ...paid, stage: 8, dailyRate: '0.0005', days: 1, riskVersion, ruleVersion };
      await openingGrant(trx, random, {
        ...{ key: `prove:${memberId}:stake:${count}`, at, memberId, ruleVersion },
        ...{ asset: 'USDT', amount: STAKE, status: 'completed' },
      });
      stakes.push(
        (await buyPlan(trx, services, { key: `prove:${memberId}:plan:${count}`, at, memberId, terms })).stakeId,
      );
    }
    return stakes;
  });
}

/** Waits for something that takes moments. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = 60_000, everyMs = 50 } = {},
): Promise<void> {
  for (const end = Date.now() + withinMs; !(await holds()); await sleep(everyMs))
    if (Date.now() > end) throw new Error(`waited in vain for ${withinMs / 1000} s: ${what}`);
}
