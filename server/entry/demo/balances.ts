// The balances of the demo club's members and their value: the same in every demo club.
import { createHash } from 'node:crypto';
import { add } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { setRate } from '#server/domain/rates/rates.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import type { Random } from '#server/platform/system/random.ts';
import { demoMemberId, type PlannedMember } from './plan.ts';
import { DEMO_OPERATOR, setDemoCurrencies } from './renew-rates.ts';
import { paidForStakes } from './stakes.ts';

export interface OpeningBalance {
  username: string;
  asset: Asset;
  amount: string;
}

const OF_DEMO: readonly OpeningBalance[] = [
  { username: 'demo', asset: 'USDT', amount: '12500' },
  { username: 'demo', asset: 'BTC', amount: '0.25' },
  { username: 'demo', asset: 'ETH', amount: '3' },
  { username: 'demo', asset: 'MSPC', amount: '5000' },
  { username: 'demo2fa', asset: 'USDT', amount: '4000' },
  { username: 'demo2fa', asset: 'BTC', amount: '0.05' },
];

const RATES: readonly { asset: Asset; usd: string }[] = [
  { asset: 'USDT', usd: '1' },
  { asset: 'BTC', usd: '65000' },
  { asset: 'ETH', usd: '3200' },
  { asset: 'MSPC', usd: '0.25' },
  { asset: 'MP', usd: '1' },
  { asset: 'PP', usd: '1' },
];

/** Every fourth of the other members holds something. */
const HOLDERS_APART = 4;
const GRANTED_AFTER_JOINING_SECONDS = 3600;

/** The opening balance of each member: what is left today, and what was paid for stakes. */
export function planOpenings(members: readonly PlannedMember[]): OpeningBalance[] {
  const named = new Set(['perch', ...OF_DEMO.map(({ username }) => username)]);
  const others = members.filter(({ username }, index) => index % HOLDERS_APART === 0 && !named.has(username));
  const left = [...OF_DEMO, ...others.flatMap(({ username }) => smallAmounts(username))];
  const paid = paidForStakes(members);
  const withStakes = left.map((opening) =>
    opening.asset === 'USDT' ? { ...opening, amount: add(opening.amount, paid.get(opening.username) ?? '0') } : opening,
  );
  const holders = new Set(left.map(({ username }) => username));
  const onlyStaked = [...paid].filter(([username]) => !holders.has(username));
  return [
    ...withStakes,
    ...onlyStaked.map(([username, amount]): OpeningBalance => ({ username, asset: 'USDT', amount })),
  ];
}

/** From 20 to 275 USDT and some tokens, depending on the name. */
function smallAmounts(username: string): OpeningBalance[] {
  const [dollars = 0, cents = 0, tokens = 0] = createHash('sha256').update(`perch opening ${username}`).digest();
  const usdt = `${20 + dollars}.${String(cents % 100).padStart(2, '0')}`;
  return [
    { username, asset: 'USDT', amount: usdt },
    { username, asset: 'MSPC', amount: String(10 + tokens) },
  ];
}

/** Sets the rates, and gives each member the planned balances, by ordinary journals. */
export async function grantOpenings(
  trx: Trx,
  options: { members: readonly PlannedMember[]; now: Date; random: Random; joinedAt: (member: PlannedMember) => Date },
): Promise<void> {
  const { members, now, random, joinedAt } = options;
  for (const { asset, usd } of RATES)
    await setRate(trx, { asset, usd, at: now, source: 'operator', setBy: DEMO_OPERATOR });
  await setDemoCurrencies(trx, now);
  // Past months were paid at it.
  const [first] = members;
  if (first !== undefined)
    await setRate(trx, { asset: 'USDT', usd: '1', at: joinedAt(first), source: 'operator', setBy: DEMO_OPERATOR });
  const { version } = await rulesAt(trx, now);
  const joined = new Map(members.map((member) => [member.username, joinedAt(member)]));
  for (const { username, asset, amount } of planOpenings(members)) {
    await openingGrant(trx, random, {
      key: `opening:${username}:${asset}`,
      at: secondsAfter(joined.get(username) ?? now, GRANTED_AFTER_JOINING_SECONDS),
      memberId: demoMemberId(username),
      ruleVersion: version,
      asset,
      amount,
      status: 'completed',
    });
  }
}
