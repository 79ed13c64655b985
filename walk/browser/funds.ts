// The balances of these walks' members, and how they are set before the server answers.
import { randomUUID } from 'node:crypto';
import { DAY_MS, MS_PER_SECOND } from '#machines/chart/durations.ts';
import { isZero, negate, subtract } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { post } from '#server/domain/ledger/post.ts';
import { setRate } from '#server/domain/rates/rates.ts';
import type { TestMember } from '#fixtures/club/members.ts';
import { after, type Answer } from './answering.ts';
import type { Stage } from './stage.ts';

/**
 * The balances of these walks' members, as in the samples of the case tables, so that too much is too much here too.
 */
export const HELD: Partial<Record<Asset, string>> = { USDT: '12500', BTC: '0.25' };
const RATES: Partial<Record<Asset, string>> = { USDT: '1', BTC: '69000', MSPC: '0.25', MP: '1', PP: '1' };
/** Its only rate is two days old. */
export const FORGOTTEN: Asset = 'ETH';
export const TWO_DAYS_MS = 2 * DAY_MS;
/** Longer than a walk, and shorter than the time after which rates are stale. */
const FRESH_MS = 30 * 60 * MS_PER_SECOND;

export const me = ({ stage }: { readonly stage: Stage }): Promise<TestMember> => stage.member(false);

/** Sets the rates again before they are stale: a club is used for many walks, and its clock is often ahead. */
async function setRates({ club: { db, services } }: Stage): Promise<void> {
  const now = services.clock.now();
  const newest = await db.selectFrom('rates').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst();
  if (newest !== undefined && now.getTime() - newest.at.getTime() < FRESH_MS) return;
  for (const [asset, usd] of Object.entries(RATES))
    await setRate(db, { asset: asset as Asset, usd, at: now, source: 'operator', setBy: 'walks' });
  if (newest !== undefined) return;
  await setRate(db, {
    asset: FORGOTTEN,
    usd: '3200',
    at: new Date(now.getTime() - TWO_DAYS_MS),
    source: 'operator',
    setBy: 'walks',
  });
}

/** Sets the member's balance to exactly this amount. */
export async function level(
  { club: { db, services } }: Stage,
  memberId: string,
  held: Partial<Record<Asset, string>>,
): Promise<void> {
  for (const [asset, amount] of Object.entries(held) as [Asset, string][]) {
    const missing = subtract(amount, await balanceOf(db, memberId, asset));
    if (isZero(missing)) continue;
    await inTransaction(db, (trx) =>
      post(trx, {
        key: randomUUID(),
        at: services.clock.now(),
        kind: 'opening',
        memberId,
        ruleVersion: null,
        receiptId: null,
        legs: [
          { account: 'wallet', memberId, asset, amount: missing },
          { account: 'chain', asset, amount: negate(missing) },
        ],
      }),
    );
  }
}

/** Nothing prevents moving money: balance, verified address, no hold, no address that resembles another. */
export async function free(stage: Stage): Promise<void> {
  const { id } = await stage.member(false);
  const { db, services } = stage.club;
  await setRates(stage);
  await level(stage, id, HELD);
  await db
    .updateTable('members')
    .set({ email_verified_at: services.clock.now(), money_held_until: null })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('saved_addresses').where('member_id', '=', id).execute();
}

/** The account was changed a moment ago: money that goes to others is held. */
export async function held(stage: Stage): Promise<void> {
  const { id } = await stage.member(false);
  const until = new Date(stage.club.services.clock.now().getTime() + TWO_DAYS_MS);
  await stage.club.db.updateTable('members').set({ money_held_until: until }).where('id', '=', id).execute();
}

export const ready: Answer = after(({ stage }) => free(stage));

/** Neither an app nor a verified address. */
export async function unconfirmable(stage: Stage): Promise<void> {
  const { id } = await stage.member(false);
  await stage.unbind(id);
  await stage.club.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', id).execute();
}
