// The hold after a change of the account (S-12) covers all money that reaches others, at the draft and at the
// confirmation. Which kinds those are is compared with what they write into the books.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRoutes } from '#server/platform/contract/document.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import type { DraftKind } from '#server/domain/drafts/executor.ts';
import { REACHES_OTHERS } from '#server/domain/drafts/reach.ts';
import { ACTS, type MoneyAct } from '#server/entry/acts/acts.ts';
import { handlers } from '#server/entry/handlers.ts';
import { transfer } from '#server/domain/ledger/moves.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { buyPlan } from '#server/domain/stakes/begin.ts';
import { exampleBody, examplePath } from '../support/described.ts';
import { codeTo } from '../support/mails.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { DAY, runJobs } from '../support/stakes.ts';
import type { OperationId } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());

/** A member with money of two kinds and a stake that waits for a choice, introduced by another member. */
async function wealthy(): Promise<Rich> {
  const introducer = await world.member();
  const who = await rich(world, { USDT: '20000' });
  await world.db.updateTable('members').set({ introducer_id: introducer.id }).where('id', '=', who.member.id).execute();
  return who;
}

/** A matured stake of the member that has earned something, bought long enough ago and before any hold. */
async function matured(who: Rich): Promise<string> {
  const { id: memberId } = who.member;
  const known = await world.db
    .selectFrom('stakes')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'matured')
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const now = world.clock.now();
  const { version: ruleVersion, riskVersion } = await rulesAt(world.db, now);
  const at = new Date(now.getTime() - 2 * DAY * 1000);
  const terms = {
    stage: 8,
    amountUsd: '5000',
    amountUsdt: '5000',
    rate: '1',
    rateAt: at.toISOString(),
    dailyRate: '0.0005',
    days: 1,
    riskVersion,
    ruleVersion,
  };
  const { stakeId } = await inTransaction(world.db, (trx) =>
    buyPlan(trx, world.services, { key: `bought:${randomUUID()}`, at, memberId, terms }),
  );
  await runJobs(world);
  return stakeId;
}

interface Way {
  operationId: OperationId;
  body(who: Rich): Promise<object>;
}

/** How each kind of draft is made. */
const WAYS: Readonly<Record<DraftKind, Way>> = {
  withdrawal: {
    operationId: 'createWithdrawal',
    body: () => Promise.resolve({ asset: 'USDT', network: 'ethereum', address: ADDRESS, amount: '400' }),
  },
  transfer: {
    operationId: 'createTransfer',
    body: async () => ({ recipient: (await world.member()).username, asset: 'USDT', amount: '25', note: 'Thanks' }),
  },
  exchange: {
    operationId: 'createExchange',
    body: () => Promise.resolve({ from: 'USDT', to: 'MSPC', amount: '2000' }),
  },
  purchase: {
    operationId: 'createPurchase',
    body: () => Promise.resolve({ stage: 1, amountUsd: null, riskVersion: 1 }),
  },
  restake: { operationId: 'createRestake', body: async (who) => ({ stakeId: await matured(who), option: 'full' }) },
};
const KINDS = Object.keys(WAYS) as DraftKind[];
const HELD = KINDS.filter((kind) => REACHES_OTHERS[kind].held);
const FREE = KINDS.filter((kind) => !REACHES_OTHERS[kind].held);

async function draft(who: Rich, kind: DraftKind) {
  return who.callUnchecked(WAYS[kind].operationId, { body: await WAYS[kind].body(who) });
}

const hold = (who: Rich) => inTransaction(world.db, (trx) => holdMoney(trx, world.services, who.member.id));

/** Where the journals written since then go, besides the member's own wallet and the club's accounts. */
async function othersPaid(who: Rich, since: bigint): Promise<{ wallets: string[]; chain: boolean }> {
  const rows = await world.db
    .selectFrom('postings')
    .innerJoin('accounts', 'accounts.id', 'postings.account_id')
    .select(['accounts.member_id', 'accounts.kind'])
    .where('journal_id', '>', since)
    .where('postings.amount', '>', '0')
    .execute();
  const wallets = rows.flatMap(({ member_id: id }) => (id === null || id === who.member.id ? [] : [id]));
  return { wallets, chain: rows.some(({ kind }) => kind === 'withdrawal_transit') };
}

async function lastJournal(): Promise<bigint> {
  const { last } = await world.db
    .selectFrom('journals')
    .select((query) => query.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return BigInt(last ?? 0);
}

/** The money lines of acts that begin with a draft, by kind of draft: what each says is refused while money is held. */
function linesOf(kind: DraftKind): boolean[] {
  const lines: Readonly<Record<string, MoneyAct | { readonly kind: string }>> = ACTS;
  return [WAYS[kind].operationId, 'confirmDraft'].map((id) => {
    const line = lines[id];
    if (line === undefined || !('held' in line) || !line.drafts.includes(kind))
      throw new Error(`${id} is no line of a ${kind}.`);
    return line.held.includes(kind);
  });
}

describe('the table of acts', () => {
  it.each(KINDS)('says at the draft of a %s and at its confirmation whether it is held', (kind) => {
    expect(linesOf(kind)).toEqual([REACHES_OTHERS[kind].held, REACHES_OTHERS[kind].held]);
  });

  it('has a money line for each kind of draft, and no other', () => {
    const drafted = Object.values(ACTS).flatMap((act) =>
      act.kind === 'money' && act.asks.every((proof) => proof === 'session') ? act.drafts : [],
    );
    expect(drafted.toSorted()).toEqual(KINDS.toSorted());
  });
});

/** Where a table of kinds differs from the books. */
async function wrongLines(kinds: readonly DraftKind[], table: typeof REACHES_OTHERS): Promise<string[]> {
  const wrong: string[] = [];
  for (const kind of kinds) {
    const who = await wealthy();
    const { body, status } = await draft(who, kind);
    expect(status, JSON.stringify(body)).toBe(200);
    const before = await lastJournal();
    expect((await who.confirm(body.id)).body.state).toBe('executed');
    const paid = await othersPaid(who, before);
    if ((paid.wallets.length > 0 || paid.chain) !== table[kind].held)
      wrong.push(`${kind} ${table[kind].held ? 'reaches nobody and is held' : 'reaches others and is not held'}`);
  }
  return wrong;
}

describe('the table of what reaches others', () => {
  it.each(KINDS)('agrees with the books about a %s', async (kind) => {
    expect(await wrongLines([kind], REACHES_OTHERS)).toEqual([]);
    expect(REACHES_OTHERS[kind].why).not.toBe('');
  });

  it('is found wrong if it allows a kind that reaches others, and does not compile without a kind', async () => {
    const planted = {
      ...REACHES_OTHERS,
      transfer: { ...REACHES_OTHERS.transfer, held: false },
      exchange: { ...REACHES_OTHERS.exchange, held: true },
    };
    expect(await wrongLines(['transfer', 'exchange'], planted)).toEqual([
      'transfer reaches others and is not held',
      'exchange reaches nobody and is held',
    ]);
    const { transfer: _left, ...others } = REACHES_OTHERS;
    // @ts-expect-error -- a kind without a line
    const missing: typeof REACHES_OTHERS = others;
    expect(Object.keys(missing)).not.toContain('transfer');
  });
});

/**
 * Unsafe operations that are not money acts but still move money to others, each called as in the API description's
 * example.
 */
async function moneyOutsideTheTable(on: World): Promise<string[]> {
  const lines: Readonly<Record<string, { readonly kind: string }>> = ACTS;
  const others = readRoutes().filter(
    ({ method, authentication, operationId }) =>
      method !== 'GET' && authentication === 'required' && lines[operationId]?.kind !== 'money',
  );
  const found: string[] = [];
  for (const route of others) {
    const who = await wealthy();
    await hold(who);
    const before = await lastJournal();
    const key = randomUUID();
    await on.app.inject({
      method: route.method,
      url: `/api${examplePath(route)}`,
      headers: { authorization: `Bearer ${who.token}`, 'idempotency-key': key },
      payload: exampleBody(route),
    });
    const { wallets, chain } = await othersPaid(who, before);
    if (wallets.length > 0 || chain) found.push(route.operationId);
  }
  return found;
}

describe('operations that the table of acts says move no money', () => {
  it('move none to others while it is held', async () => {
    expect(await moneyOutsideTheTable(world)).toEqual([]);
  });

  it('are found if one does', async () => {
    const other = await world.member();
    const saveAddress: (typeof handlers)['saveAddress'] = async (services, call) => {
      const moved = {
        key: `planted:${randomUUID()}`,
        at: services.clock.now(),
        memberId: call.session?.memberId ?? '',
        toMemberId: other.id,
        ruleVersion: 1,
        asset: 'USDT',
        amount: '25',
        note: '',
      } as const;
      await inTransaction(services.db, (trx) => transfer(trx, services.random, moved));
      return handlers.saveAddress(services, call);
    };
    const planted = await createWorld({ on: world, handlers: { ...handlers, saveAddress } });
    expect(await moneyOutsideTheTable(planted)).toEqual(['saveAddress']);
    await planted.close();
  });
});

describe('while withdrawals go only to saved addresses', () => {
  it.each(KINDS)(
    'a %s is limited or not, as the table says, where it is drafted and where it is confirmed',
    async (kind) => {
      const who = await wealthy();
      const before = await draft(who, kind);
      expect(before.status, JSON.stringify(before.body)).toBe(200);
      const on = { allow_list_on_at: world.clock.now() };
      await world.db.updateTable('members').set(on).where('id', '=', who.member.id).execute();
      const { limited, whyLimited } = REACHES_OTHERS[kind];
      const confirmed = (await who.confirm(before.body.id)).body;
      expect(confirmed).toMatchObject(limited ? { code: 'address_not_allowed' } : { state: 'executed' });
      const again = await draft(who, kind);
      if (limited) expect(again.body).toMatchObject({ code: 'address_not_allowed' });
      else expect(again.body.code).not.toBe('address_not_allowed');
      expect(whyLimited).not.toBe('');
    },
  );
});

describe('while money is held', () => {
  it.each(HELD)('a %s can neither be drafted nor confirmed, and its code is not spent', async (kind) => {
    const who = await wealthy();
    const before = await draft(who, kind);
    expect(before.status, JSON.stringify(before.body)).toBe(200);
    const until = (await hold(who)).toISOString();
    expect((await draft(who, kind)).body).toMatchObject({ status: 403, code: 'money_held', until });
    expect((await who.call('sendDraftCode', { path: { id: before.body.id } })).status).toBe(200);
    const code = await codeTo(world, who.member.email, `${kind}Code`);
    const journal = await lastJournal();
    expect((await who.call('confirmDraft', { path: { id: before.body.id }, body: { code } })).body).toMatchObject({
      status: 403,
      code: 'money_held',
      until,
    });
    expect(await lastJournal()).toBe(journal);
    expect((await who.call('getDraft', { path: { id: before.body.id } })).body).toMatchObject({
      state: 'open',
      codeSent: true,
      triesLeft: 5,
    });
  });

  it.each(FREE)('a %s is possible', async (kind) => {
    const who = await wealthy();
    await hold(who);
    const { body } = await draft(who, kind);
    expect((await who.confirm(body.id)).body.state).toBe('executed');
  });

  it.each(['getWithdrawalOptions', 'getTransferOptions', 'getPurchaseOptions'] as const)(
    '%s says until when, and nothing once it is over',
    async (id) => {
      const who = await wealthy();
      const until = await hold(who);
      expect((await who.call(id)).body.heldUntil).toBe(until.toISOString());
      await world.db
        .updateTable('members')
        .set({ money_held_until: world.clock.now() })
        .where('id', '=', who.member.id)
        .execute();
      expect((await who.call(id)).body.heldUntil).toBeNull();
    },
  );

  it('a thief who reads the mailbox and resets the password gets nothing by a transfer', async () => {
    const who = await wealthy();
    const thief = world.browser();
    const { email, username } = who.member;
    const password = 'harbour-violin-sevenfold';
    await thief.call('forgetPassword', { body: { email, username } });
    await thief.call('validateEmailAndUserName', {
      body: {
        email,
        username,
        code: await codeTo(world, email, 'passwordRecoveryCode'),
      },
    });
    expect((await thief.call('resetPassword', { body: { email, username, password } })).status).toBe(200);
    const { accessToken: token } = await thief.session({ ...who.member, password });
    const recipient = (await world.member()).username;
    const stolen = await thief.call('createTransfer', {
      body: { recipient, asset: 'USDT', amount: '20000', note: 'Mine' },
      token,
      key: 'a-transfer-of-a-thief',
    });
    expect(stolen.body).toMatchObject({ status: 403, code: 'money_held' });
    expect(await who.balance('USDT')).toBe('20000');
  });
});
