// Members with money, and the path from a draft to its effect.
import { randomUUID } from 'node:crypto';
import type { Asset } from '#money/assets.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { setRate } from '#server/domain/rates/rates.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Browser } from './browser.ts';
import type { Answer, Calls } from './call.ts';
import { codeTo } from './mails.ts';
import type { MemberOptions, TestMember } from '#fixtures/club/members.ts';
import type { World } from './world.ts';

/** USD per unit of each asset in these tests. */
export const RATES: Readonly<Record<Asset, string>> = {
  USDT: '1',
  BTC: '65000',
  ETH: '3200',
  MSPC: '0.25',
  MP: '1',
  PP: '1',
};

/** Sets the current rates. */
export async function setRates(world: World, rates: Partial<Record<Asset, string>> = RATES): Promise<void> {
  for (const [asset, usd] of Object.entries(rates)) {
    await setRate(world.db, { asset: asset as Asset, usd, at: world.clock.now(), source: 'operator', setBy: 'tests' });
  }
}

/** Gives a member money. */
export async function fund(world: World, memberId: string, held: Partial<Record<Asset, string>>): Promise<void> {
  const { version: ruleVersion } = await rulesAt(world.db, world.clock.now());
  await inTransaction(world.db, async (trx) => {
    for (const [asset, amount] of Object.entries(held)) {
      const grant = {
        key: randomUUID(),
        at: world.clock.now(),
        memberId,
        ruleVersion,
        asset: asset as Asset,
        amount,
        status: 'completed',
      };
      await openingGrant(trx, systemRandom, grant);
    }
  });
}

/** A member; the calls are the member's, under a fresh key, or under the one given. */
export interface Rich extends Calls {
  member: TestMember;
  browser: Browser;
  token: string;
  balance(asset: Asset): Promise<string>;
  /** Gets the code of a draft, by mail or from the app, and confirms with it. */
  confirm(draftId: string, key?: string): Promise<Answer>;
}

/** A signed-in member with money. */
export async function rich(
  world: World,
  held: Partial<Record<Asset, string>> = { USDT: '10000' },
  options: MemberOptions = {},
): Promise<Rich> {
  const member = await world.member(options);
  await fund(world, member.id, held);
  return signedIn(world, member, options.secondFactor === true);
}

/** An existing member, signed in again: sessions end with the time that a test lets pass. */
export async function signedIn(world: World, member: TestMember, secondFactor = false): Promise<Rich> {
  const browser = world.browser();
  const token = await signIn(browser, member, secondFactor);
  // The code of a sign-in confirms no money; the next one does.
  if (secondFactor) world.clock.advance(60);
  const { call, callUnchecked, send } = browser.as((method) => ({
    token,
    key: method === 'POST' ? randomUUID() : undefined,
  }));
  return {
    member,
    browser,
    token,
    call,
    callUnchecked,
    send,
    balance: async (asset) => (await balancesOf(world.db, member.id))[asset],
    confirm: async (draftId, key) =>
      call('confirmDraft', {
        path: { id: draftId },
        body: { code: await codeOf(world, { member, call }, draftId) },
        key,
      }),
  };
}

/** The code that confirms a draft; null if it requires none. */
export async function codeOf(
  world: World,
  who: Pick<Rich, 'member' | 'call'>,
  draftId: string,
): Promise<string | null> {
  const { second_factor: factor, kind } = await world.db
    .selectFrom('drafts')
    .select(['second_factor', 'kind'])
    .where('id', '=', draftId)
    .executeTakeFirstOrThrow();
  if (factor === 'none') return null;
  if (factor === 'totp') return who.member.code();
  const sent = await who.call('sendDraftCode', { path: { id: draftId } });
  if (sent.status !== 200) throw new Error(`no code was sent: ${JSON.stringify(sent.body)}`);
  return codeTo(world, who.member.email, `${kind}Code`);
}

async function signIn(browser: Browser, member: TestMember, secondFactor: boolean): Promise<string> {
  if (!secondFactor) return (await browser.session(member)).accessToken;
  await browser.signIn(member);
  return (await browser.call('verifyTwoFactor', { body: { method: 'totp', code: member.code() } })).body.accessToken;
}
