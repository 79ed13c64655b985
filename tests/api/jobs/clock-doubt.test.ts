// While the clock is in doubt, no money leaves and no second factor is removed because a time is over, by a member's
// call or an operator's step (decision 0029).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptMoment, hasCome, judgeClock, trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { listRates } from '#server/domain/rates/list.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { bodyOf } from '../support/call.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { addPasskey, deviceOf } from '../support/passkeys.ts';
import { createWorld, type World } from '../support/world.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Every column that says when money may go, a factor may be removed or a warning ends, and each file that reads it. A
 * reader that compares it uses `trustedMoment`, `hasCome` or runs where the clock is guarded; a new reader needs a line
 * that says what it does.
 */
const TIMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  money_held_until: {
    'domain/members/hold.ts': 'compares with the trusted moment, for every screen and refusal',
    'domain/members/members.ts': 'reads it of the locked member',
    'domain/drafts/drafts.ts': 'hands it on, of the locked member',
    'domain/drafts/reach.ts': 'hands it on to hold.ts',
    'domain/profile/user-info.ts': 'hands it on to hold.ts',
    'domain/streams/marks.ts': 'tells the member’s devices that it has changed',
  },
  mailbox_held_until: {
    'domain/members/hold.ts': 'sets it',
    'domain/members/members.ts': 'reads it of the locked member',
    'domain/second-factor/two-factor-binding.ts': 'compares with the trusted moment',
  },
  provisional_until: {
    'domain/second-factor/bound-factor.ts': 'compares with the trusted moment',
    'domain/members/hold.ts': 'puts it off',
    'domain/support/lost-address.ts': 'asks whether there was one at all',
    'domain/second-factor/two-factor-binding.ts': 'sets it',
  },
  due_at: {
    'domain/support-requests/support-requests.ts': 'asks whether it has come for certain',
    'entry/operator/members.ts': 'shows it',
  },
  completes_at: {
    'domain/withdrawals/paid-by.ts': 'asks whether it has come for certain',
    'domain/withdrawals/payouts.ts': 'a job that waits while the clock is in doubt',
    'domain/withdrawals/details.ts': 'shows it, late by the trusted moment',
    'domain/withdrawals/execute.ts': 'sets it',
    'entry/operator/records.ts': 'shows it',
    'entry/meters/club-figures.ts': 'counts those that are late, for an alarm',
    'domain/wallet/wallet.ts': 'shows it',
    'domain/restores/lost-payout.ts': 'sets it, of a payment that was made before',
    'domain/restores/review.ts': 'lists what may have been paid before the restore, for an operator',
  },
  confirms_from: {
    'domain/drafts/factor.ts': 'compares with the trusted moment',
    'domain/passkeys/add.ts': 'sets it',
  },
  saved_at: {
    'domain/withdrawals/addresses.ts': 'new by the trusted moment',
    'domain/open-acts/new-addresses.ts': 'new by the trusted moment',
  },
  renamed_at: {
    'domain/withdrawals/addresses.ts': 'new by the trusted moment',
    'domain/open-acts/new-addresses.ts': 'lets the wait begin again, of those new by the trusted moment',
  },
  ends_at: {
    'domain/stakes/accrue.ts': 'a job that waits while the clock is in doubt',
    'domain/stakes/begin.ts': 'sets it, of stakes that begin by a clock that is right (requireRightMoment)',
    'domain/stakes/list.ts': 'sorts by it',
    'domain/stakes/stakes.ts': 'shows it',
    'entry/operator/stakes.ts': 'shows it',
    'entry/demo/stakes.ts': 'fills the demo club',
  },
};

describe('the times that hold money and factors', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:^|\/)db\/[^/]*tables\.ts$/.test(name))
    .map((name) => ({ name, text: readFileSync(join('server', name), 'utf8') }));

  it.each(Object.entries(TIMES))('%s is read only where the table says', (column, readers) => {
    const found = sources.filter(({ text }) => new RegExp(`\\b${column}\\b`).test(text)).map(({ name }) => name);
    expect(found.sort()).toEqual(Object.keys(readers).sort());
  });

  it('are compared with a trusted time, and the jobs that act on them wait', () => {
    const textOf = (file: string) => sources.find(({ name }) => name === file)?.text ?? '';
    for (const file of [
      'domain/members/hold.ts',
      'domain/drafts/factor.ts',
      'domain/second-factor/bound-factor.ts',
      'domain/second-factor/two-factor-binding.ts',
      'domain/withdrawals/addresses.ts',
      'domain/withdrawals/details.ts',
      'domain/open-acts/new-addresses.ts',
    ])
      expect([file, textOf(file)]).toEqual([file, expect.stringMatching(/trustedMoment/)]);
    expect(textOf('domain/withdrawals/paid-by.ts')).toContain('hasCome(');
    for (const begun of ['domain/stakes/execute-purchase.ts', 'domain/stakes/execute-restake.ts'])
      expect(textOf(begun)).toContain('requireRightMoment(');
    for (const job of [
      '(db) => payDueWithdrawals(',
      '(db) => closeOldWithdrawals(',
      'onceMoneyMoves((db) => accrueStakes(',
      '(db) => matureStakes(',
    ])
      expect(textOf('entry/jobs/jobs.ts')).toContain(`timely(${job}`);
  });
});

describe('a clock that jumped', () => {
  let world: World;
  let moved = 0;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());
  beforeEach(async () => {
    await setRates(world);
    await acceptMoment(world.db, world.clock.now());
  });
  // The clock is corrected, and no time has passed.
  afterEach(() => {
    world.clock.advance(-moved);
    moved = 0;
  });

  async function jump(seconds: number): Promise<void> {
    moved += seconds;
    world.clock.advance(seconds);
    await setRates(world);
    expect((await judgeClock(world.services)).kind).toBe('ahead');
  }
  const accept = async () => expect((await operator('olga', 'clock', 'accept')).code).toBe(0);
  const operator = (name: string, ...args: string[]) => outcomeOf(world.services, { args, operator: name });
  const hold = (who: Rich) => inTransaction(world.db, (trx) => holdMoney(trx, world.services, who.member.id));
  const ASKS =
    /^it waits while the clock is in doubt \(clock show\): the clock says .*, and was last seen at .*"npm run operator -- clock accept"$/;

  it('ends no hold: drafts and confirmations are refused and the screens say so, until it is accepted', async () => {
    const before = await rich(world, { USDT: '10000' });
    const recipient = (await world.member()).username;
    const until = (await hold(before)).toISOString();
    await jump(DAY + 60);
    const who = await signedIn(world, before.member);
    const drafts = [
      ['createTransfer', 'getTransferOptions', { recipient, asset: 'USDT', amount: '25', note: 'Thanks' }],
      [
        'createWithdrawal',
        'getWithdrawalOptions',
        { asset: 'USDT', network: 'ethereum', address: ethereumAddress(), amount: '400' },
      ],
      ['createPurchase', 'getPurchaseOptions', { stage: 1, amountUsd: null, riskVersion: 1 }],
    ] as const;
    for (const [id, , body] of drafts)
      expect((await who.call(id, { body })).body, id).toMatchObject({
        status: 403,
        code: 'money_held',
        until,
      });
    for (const [, options] of drafts) expect((await who.call(options)).body.heldUntil, options).toBe(until);
    expect((await who.call('getUserInfo')).body.moneyHeldUntil).toBe(until);
    expect((await operator('olga', 'members', 'show', who.member.username)).text).toContain(
      `outgoing money: HELD until ${until}`,
    );

    await accept();
    const { body, status } = await who.call('createTransfer', {
      body: { recipient, asset: 'USDT', amount: '25', note: 'Thanks' },
    });
    expect(status).toBe(200);
    expect((await who.call('getTransferOptions')).body.heldUntil).toBeNull();
    // An existing draft is refused at its confirmation.
    await world.db
      .updateTable('clock_state')
      .set({ last_seen_at: new Date(Date.parse(until) - HOUR * 1000) })
      .execute();
    expect((await who.confirm(body.id)).body).toMatchObject({ status: 403, code: 'money_held' });
    await jump(61);
    await accept();
    expect((await who.confirm(body.id)).body).toMatchObject({ state: 'executed' });
  });

  it('completes no withdrawal before an operator accepts it', async () => {
    const who = await rich(world, { USDT: '10000' });
    const draft = await who.call('createWithdrawal', {
      body: {
        asset: 'USDT',
        network: 'ethereum',
        address: ethereumAddress(),
        amount: '400',
      },
    });
    const { receiptId } = (await who.confirm(draft.body.id)).body;
    const { reference } = (await who.call('getReceipt', { path: { id: receiptId } })).body;
    await operator('olga', 'withdrawals', 'approve', reference);
    const tx = `0x${'d0'.repeat(32)}`;
    world.payments.set(tx, { kind: 'found', amount: '360', confirmations: 50 });
    const complete = () => operator('olga', 'withdrawals', 'complete', reference, '--tx', tx, '--yes');
    await jump(240 * HOUR);
    expect(await complete()).toEqual({ code: 1, text: expect.stringMatching(ASKS) });
    const again = await signedIn(world, who.member);
    expect((await again.call('getReceipt', { path: { id: receiptId } })).body.withdrawal).toMatchObject({
      overdue: false,
    });
    await accept();
    expect((await complete()).code).toBe(0);
  });

  it('does not let an operator remove a factor', async () => {
    const { username } = await world.member({ secondFactor: true });
    expect((await operator('olga', 'members', 'unbind', username, '--proof', 'passport by video call')).code).toBe(0);
    await jump(72 * HOUR);
    const confirm = () => operator('piet', 'members', 'unbind', username, '--confirm');
    expect(await confirm()).toEqual({ code: 1, text: expect.stringMatching(ASKS) });
    await accept();
    expect((await confirm()).code).toBe(0);
  });

  it('lets no new passkey confirm', async () => {
    const who = await rich(world, { USDT: '10000' });
    await addPasskey(world, who, deviceOf(world));
    const confirms = async (each: Rich) => {
      const { id } = bodyOf(await each.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '6000' } }));
      return bodyOf(await each.call('getDraft', { path: { id } })).passkey;
    };
    expect(await confirms(who)).toBe(false);
    await jump(DAY + 60);
    const again = await signedIn(world, who.member);
    expect(await confirms(again)).toBe(false);
    await accept();
    expect(await confirms(again)).toBe(true);
  });

  it('does not age a new entry of the address book', async () => {
    const who = await rich(world, {});
    await who.call('saveAddress', {
      body: {
        asset: 'USDT',
        network: 'ethereum',
        address: ethereumAddress(),
        label: 'My Ledger',
      },
    });
    const newSince = async (rich: Rich) => (await rich.call('listAddresses')).body.items[0].newSince;
    expect(await newSince(who)).not.toBeNull();
    await jump(DAY + 60);
    const again = await signedIn(world, who.member);
    expect(await newSince(again)).not.toBeNull();
    await accept();
    expect(await newSince(again)).toBeNull();
  });

  it('begins no stake', async () => {
    const who = await rich(world, { USDT: '10000' });
    const draft = await who.call('createPurchase', { body: { stage: 1, amountUsd: null, riskVersion: 1 } });
    await jump(2 * HOUR);
    // The draft is older than drafts may be.
    await world.db
      .updateTable('drafts')
      .set({ expires_at: new Date(world.clock.now().getTime() + HOUR * 1000) })
      .where('id', '=', draft.body.id)
      .execute();
    const again = await signedIn(world, who.member);
    expect((await again.confirm(draft.body.id)).body).toMatchObject({ status: 503, code: 'unavailable' });
    await accept();
    // Another code is sent a minute later.
    moved += 61;
    world.clock.advance(61);
    expect((await again.confirm(draft.body.id)).body).toMatchObject({ state: 'executed' });
  });

  it('closes no month', async () => {
    await jump(40 * DAY);
    expect(await operator('olga', 'months', 'close', '2026-11')).toEqual({
      code: 1,
      text: expect.stringMatching(ASKS),
    });
    await accept();
  });
});

describe('a clock that fell behind', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it('shortens no hold, no wait before a payout and none before a factor is removed', async () => {
    await setRates(world);
    const seen = new Date(world.clock.now().getTime() + 10 * DAY * 1000);
    const who = await rich(world, { USDT: '10000' }, { secondFactor: true });
    await acceptMoment(world.db, seen);
    expect((await judgeClock(world.services)).kind).toBe('behind');
    await setRates(world);
    const draft = await who.call('createWithdrawal', {
      body: {
        asset: 'USDT',
        network: 'ethereum',
        address: ethereumAddress(),
        amount: '400',
      },
    });
    const { receiptId } = (await who.confirm(draft.body.id)).body;
    const { completesAt } = (await who.call('getReceipt', { path: { id: receiptId } })).body.withdrawal;
    expect(completesAt).toBe(new Date(seen.getTime() + 240 * HOUR * 1000).toISOString());
    const { text } = await outcomeOf(world.services, {
      args: ['members', 'unbind', who.member.username, '--proof', 'a letter'],
      operator: 'olga',
    });
    expect(text).toContain(`from ${new Date(seen.getTime() + 72 * HOUR * 1000).toISOString()} on`);
    const until = await inTransaction(world.db, (trx) => holdMoney(trx, world.services, who.member.id));
    expect(until).toEqual(new Date(seen.getTime() + DAY * 1000));
  });

  it('trades at no rate: what it calls new may be days old', async () => {
    await world.db.deleteFrom('clock_state').execute();
    await setRates(world);
    const who = await rich(world, { USDT: '10000' });
    const exchange = () => who.call('createExchange', { body: { from: 'USDT', to: 'MSPC', amount: '100' } });
    const drafted = bodyOf(await exchange());
    const bought = bodyOf(await who.call('createPurchase', { body: { stage: 1, amountUsd: null, riskVersion: 1 } }));
    await acceptMoment(world.db, new Date(world.clock.now().getTime() + HOUR * 1000));
    const refused = { status: 409, code: 'rate_stale' };
    expect((await exchange()).body).toMatchObject(refused);
    expect((await who.call('getPurchaseOptions')).body).toMatchObject(refused);
    expect((await who.confirm(drafted.id)).body).toMatchObject(refused);
    expect((await who.confirm(bought.id)).body).toMatchObject({ status: 503, code: 'unavailable' });
    const staleOf = async (asset: string) =>
      (await listRates(world.services)).items.find((rate) => rate.asset === asset)?.stale;
    expect([await staleOf('BTC'), await staleOf('USDT'), await staleOf('MP')]).toEqual([true, true, false]);
    expect((await who.call('getWallet')).body.ratesStale).toBe(true);
  });

  it('shortens neither the day of a new passkey nor that of a new address', async () => {
    await world.db.deleteFrom('clock_state').execute();
    await setRates(world);
    const who = await rich(world, { USDT: '10000' });
    const seen = new Date(world.clock.now().getTime() + 10 * DAY * 1000);
    await acceptMoment(world.db, seen);
    const id = await addPasskey(world, who, deviceOf(world));
    const { confirms_from: from } = await world.db
      .selectFrom('passkeys')
      .select('confirms_from')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(from).toEqual(new Date(seen.getTime() + DAY * 1000));
    const address = { asset: 'USDT', network: 'ethereum', address: ethereumAddress(), label: 'My Ledger' } as const;
    expect(bodyOf(await who.call('saveAddress', { body: address })).newSince).toBe(seen.toISOString());
    const renamed = { ...address, label: 'My other Ledger' };
    expect(bodyOf(await who.call('saveAddress', { body: renamed })).newSince).toBe(seen.toISOString());
  });
});

describe('a time', () => {
  const NOW = new Date('2026-11-21T04:00:00Z');
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());
  const seen = (hoursAgo: number) => acceptMoment(world.db, new Date(NOW.getTime() - hoursAgo * HOUR * 1000));
  const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR * 1000);

  it.each([
    ['right', 0.5, 0],
    ['ahead', 3, -3],
    ['behind', -3, 0],
  ] as const)('is trusted as far as it is not in doubt, with a clock that is %s', async (kind, hoursAgo, trusted) => {
    await seen(hoursAgo);
    expect((await judgeClock(world.services)).kind).toBe(kind);
    expect(await trustedMoment(world.services)).toEqual(at(trusted));
    expect(await hasCome(world.services, at(trusted))).toBe(true);
    expect(await hasCome(world.services, at(1))).toBe(false);
  });

  it('has certainly come, has certainly not come, or is in doubt', async () => {
    await seen(3);
    await expect(hasCome(world.services, at(-2))).rejects.toThrow('it waits while the clock is in doubt');
  });
});
