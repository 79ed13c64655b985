// A club that was put back to an earlier moment: what was ended stays ended, and nothing is paid twice (decision 0059).
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { accrueStakes } from '#server/domain/stakes/accrue.ts';
import { payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { payment } from '#fixtures/club/chain.ts';
import { somebody } from '../support/credential-acts.ts';
import { rich, setRates, signedIn, type Rich } from '../support/money.ts';
import { OPEN } from '../support/open-acts.ts';
import { lastAct } from '../support/operator-acts.ts';
import { clubToPutBack } from '../support/put-back.ts';
import { accepted, ADDRESS, approve, HOURS_240, noting, wanted } from '../support/withdrawals.ts';

const club = clubToPutBack();
const { run, begin, referenceOf, sighted } = club;
const again = async () => {
  const token = (await club.who.browser.session(club.who.member)).accessToken;
  return (name: Parameters<Rich['call']>[0], call: object = {}) =>
    club.who.browser.call(name, { ...call, token, key: club.world.services.random.uuid() } as never);
};
const journals = async () =>
  (
    await club.world.db
      .selectFrom('journals')
      .select((query) => query.fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
/** Transactions whose ids nobody else has. */
let made = 0;
const transaction = () => `0x${(made += 1).toString(16).padStart(64, 'a')}`;
const pays = (amount: string, tx = transaction()) => {
  club.world.payments.set(tx, { kind: 'found', amount, confirmations: 99 });
  return tx;
};
/** A withdrawal of 400 USDT that is approved and due, as the backup has it. */
async function due(): Promise<{ id: string; reference: string; who: Rich }> {
  const one = await accepted(club.world);
  await approve(club.world, one.id);
  club.world.clock.advance(HOURS_240);
  await setRates(club.world);
  return { ...one, reference: await referenceOf(one.id) };
}
/** Settles what other tests have left. */
async function nothingInDoubt(): Promise<void> {
  await club.world.db
    .updateTable('withdrawals')
    .set({ settled_at: club.world.clock.now() })
    .where('settled_at', 'is', null)
    .execute();
}

describe('right after a restore', () => {
  it('everybody is signed out, with tokens that were spent since among them', async () => {
    const { refreshToken } = await club.who.browser.session(club.who.member);
    await begin();
    expect((await club.who.call('getWallet')).status).toBe(401);
    expect((await club.who.browser.callUnchecked('refreshToken', { body: { refreshToken } })).status).not.toBe(200);
    expect((await (await again())('getWallet')).status).toBe(200);
  });

  it.each(Object.entries(OPEN))('%s has ended', async (_what, open) => {
    const person = await somebody(club.world, false);
    await open.before?.(person);
    const goOn = await open.begin(person, person.member.password);
    await begin();
    expect(await goOn()).toBe(false);
  });

  it('withdrawals stay limited to saved addresses where that was turning off in the data, whenever it is put back', async () => {
    const { world, who } = club;
    const from = world.clock.now();
    const ended = new Date(from.getTime() - 1000);
    const other = await rich(world);
    const set = (id: string, off: Date) =>
      world.db.updateTable('members').set({ allow_list_on_at: ended, allow_list_off_at: off }).where('id', '=', id);
    await set(who.member.id, new Date(from.getTime() + 86_400_000)).execute();
    await set(other.member.id, ended).execute();
    world.clock.advance(25 * 3600);
    expect((await run('restored', 'begin', '--from', from.toISOString())).code).toBe(0);
    const stateOf = async ({ member }: Rich) => (await (await signedIn(world, member)).call('getAllowList')).body;
    expect(await stateOf(who)).toMatchObject({ state: 'on', offAt: null });
    expect(await stateOf(other)).toMatchObject({ state: 'off' });
  });

  it('addresses that were new in the data are new again, and older ones are not', async () => {
    const { world, who } = club;
    const addresses = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'];
    for (const address of addresses) {
      await (
        await signedIn(world, who.member)
      ).call('saveAddress', { body: { asset: 'USDT', network: 'ethereum', address, label: address.slice(0, 6) } });
      world.clock.advance(23 * 3600);
    }
    const from = world.clock.now();
    world.clock.advance(48 * 3600);
    expect((await run('restored', 'begin', '--from', from.toISOString())).code).toBe(0);
    const { items } = (await (await signedIn(world, who.member)).call('listAddresses')).body;
    expect(items).toMatchObject([
      { address: addresses[1], newSince: world.clock.now().toISOString() },
      { address: addresses[0], newSince: null },
    ]);
  });

  it('no member moves money, not even a draft that was shown', async () => {
    const body = { recipient: (await club.world.member()).username, asset: 'USDT', amount: '10', note: 'lunch' };
    const draft = await club.who.call('createTransfer', { body } as never);
    const waiting = await accepted(club.world);
    await begin();
    const before = await journals();
    const call = await again();
    for (const [name, rest] of [
      ['createWithdrawal', { body: wanted() }],
      ['createTransfer', { body }],
      ['createExchange', { body: { from: 'USDT', to: 'BTC', amount: '10' } }],
      ['createDeposit', { body: { asset: 'USDT', network: 'ethereum', amount: '500' } }],
      ['confirmDraft', { path: { id: draft.body.id }, body: { code: null } }],
    ] as const)
      expect([name, await call(name, rest)]).toMatchObject([name, { status: 503, body: { code: 'books_stopped' } }]);
    const token = (await waiting.who.browser.session(waiting.who.member)).accessToken;
    const cancel = await waiting.who.browser.callUnchecked('cancelWithdrawal', {
      path: { id: waiting.id },
      token,
      key: club.world.services.random.uuid(),
    });
    expect(cancel).toMatchObject({ status: 503, body: { code: 'books_stopped' } });
    expect(await journals()).toBe(before);
  });

  it('nothing is paid or accrued by itself, and an operator approves and refuses nothing', async () => {
    const { reference } = await due();
    await begin();
    const payer = noting(ADDRESS);
    await payDueWithdrawals(club.world.services, payer);
    expect(payer.paid).toEqual([]);
    await expect(accrueStakes(club.world.services)).rejects.toThrow('put back');
    for (const [act, ...why] of [['approve'], ['refuse', '--reason', 'other']])
      expect(await run('withdrawals', act ?? '', reference, ...why)).toEqual({
        code: 1,
        text: expect.stringMatching(/^the club was put back to .*may be paid already; see: restored show$/),
      });
    const list = await run('withdrawals', 'list');
    expect(list.text).toMatch(/^PAY NOTHING: the club was put back to /);
    expect(list.text).toContain(reference);
    expect((await run('status')).text).toMatch(/^PUT BACK to .*: no money moves until it was compared/m);
    await nothingInDoubt();
  });

  it('deposits are credited again as the chain tells them', async () => {
    const deposit = await club.who.call('createDeposit', {
      body: { asset: 'USDT', network: 'ethereum', amount: '500' },
    });
    await begin();
    const paid = await payment(club.world, createPaymentListener(club.world.services), {
      address: deposit.body.address,
      asset: 'USDT',
      amount: '500.000000',
    });
    await paid.seen();
    await paid.final();
    expect(await club.who.balance('USDT')).toBe('10500');
  });

  it('books that are opened again move no money before the restore is accepted', async () => {
    await begin();
    await club.world.db.updateTable('club_state').set({ books_stopped_at: club.world.clock.now() }).execute();
    expect(await run('books', 'reopen')).toEqual({
      code: 0,
      text: 'the books agree; money moves again once the restore is accepted: restored show',
    });
    expect((await (await again())('createWithdrawal', { body: wanted() })).body).toMatchObject({
      code: 'books_stopped',
    });
  });

  it('a second restore before that keeps the earlier moment', async () => {
    const from = club.world.clock.now().toISOString();
    await begin();
    club.world.clock.advance(60);
    await begin();
    expect((await run('restored', 'show')).text).toContain(`to ${from}; NO MONEY MOVES`);
  });
});

describe('a withdrawal that was paid since the backup', () => {
  it('is not paid again: it must be recorded or looked up before money moves', async () => {
    await nothingInDoubt();
    const { id, reference, who: owner } = await due();
    await begin();
    const refused = await run('restored', 'accept');
    expect(refused).toEqual({ code: 1, text: expect.stringMatching(`^${reference} may have been paid since `) });
    expect((await run('restored', 'show')).text).toMatch(new RegExp(`  ${reference}  approved .* LOOK IT UP`));
    const tx = pays('360');
    expect(await run('withdrawals', 'complete', reference, '--tx', tx)).toMatchObject({ code: 0 });
    expect(await run('restored', 'accept')).toMatchObject({
      code: 0,
      text: expect.stringContaining('money moves again'),
    });
    const payer = noting(ADDRESS);
    await payDueWithdrawals(club.world.services, payer);
    expect(payer.paid).toEqual([]);
    const ends = await sql<{ kind: string }>`SELECT kind FROM journals WHERE receipt_id = ${id} ORDER BY id`.execute(
      club.world.db,
    );
    expect(ends.rows.map(({ kind }) => kind)).toEqual(['withdrawal_accepted', 'withdrawal_paid']);
    expect((await owner.browser.session(owner.member)).accessToken).toBeDefined();
  });

  it('and is on the chain cannot be called unpaid', async () => {
    await nothingInDoubt();
    const { id, reference } = await due();
    await begin();
    const tx = transaction();
    await sighted(id, tx);
    expect((await run('restored', 'show')).text).toContain(
      `PAID by ${tx}: withdrawals complete ${reference} --tx ${tx}`,
    );
    expect(await run('restored', 'unpaid', reference, '--proof', 'our wallet')).toEqual({
      code: 1,
      text: `the chain says that ${reference} was paid by ${tx}; record it: withdrawals complete ${reference} --tx ${tx}`,
    });
    pays('360', tx);
    expect(await run('withdrawals', 'complete', reference, '--tx', tx)).toMatchObject({ code: 0 });
    // The same transaction shows no second one as paid.
    const other = await accepted(club.world).catch(() => null);
    expect(other).toBeNull();
    expect(await run('restored', 'accept')).toMatchObject({ code: 0 });
  });
});

describe('a withdrawal that is unpaid', () => {
  it('is paid once it was called so, with a proof that is kept', async () => {
    await nothingInDoubt();
    const { reference } = await due();
    await begin();
    expect(await run('restored', 'unpaid', reference)).toMatchObject({ code: 2 });
    expect(await run('restored', 'unpaid', 'W-0000-0000', '--proof', 'x y')).toMatchObject({ code: 1 });
    const noted = await run('restored', 'unpaid', reference, '--proof', 'not in the list of our wallet');
    expect(noted).toEqual({
      code: 0,
      text: `${reference}: noted as unpaid\nnothing else is in doubt; let money move again with: restored accept`,
    });
    expect(await run('restored', 'accept')).toMatchObject({ code: 0 });
    const payer = noting(ADDRESS);
    await payDueWithdrawals(club.world.services, payer);
    expect(payer.paid).toHaveLength(1);
    const kept = await club.world.db
      .selectFrom('audit_events')
      .select(['kind', 'details'])
      .where('kind', 'in', ['withdrawal_found_unpaid', 'restore_accepted'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(kept).toMatchObject([
      { kind: 'restore_accepted', details: { operator: 'olga' } },
      {
        kind: 'withdrawal_found_unpaid',
        details: { operator: 'olga', reference, proof: 'not in the list of our wallet' },
      },
    ]);
  });

  it('was called so before this restore, but not since: it is in doubt again', async () => {
    await nothingInDoubt();
    const { reference } = await due();
    await begin();
    await run('restored', 'unpaid', reference, '--proof', 'our wallet');
    club.world.clock.advance(60);
    await begin();
    expect((await run('restored', 'accept')).text).toContain(`${reference} may have been paid since`);
  });

  it('and waited for its approval is in doubt once it is due, since it may have been approved since', async () => {
    await nothingInDoubt();
    const { id } = await accepted(club.world);
    const reference = await referenceOf(id);
    await begin();
    expect((await run('restored', 'show')).text).toContain('no withdrawal of these books can have been paid');
    club.world.clock.advance(HOURS_240);
    await setRates(club.world);
    await begin();
    expect((await run('restored', 'show')).text).toContain(`${reference}  inProcess`);
  });
});

describe('a withdrawal that the books know nothing of', () => {
  const payout = (...rest: string[]) =>
    run('restored', 'payout', club.who.member.username, '400', 'USDT', ADDRESS, ...rest);
  const balance = async () => {
    const row = await club.world.db
      .selectFrom('accounts')
      .select('balance')
      .where('member_id', '=', club.who.member.id)
      .where('asset', '=', 'USDT')
      .executeTakeFirstOrThrow();
    return Number(row.balance);
  };

  it('is recorded as its member asked for it, once, and leaves the wallet', async () => {
    await nothingInDoubt();
    expect(await payout('--tx', pays('360'))).toEqual({
      code: 1,
      text: 'nothing was restored, or it is accepted already',
    });
    await begin();
    const tx = pays('360');
    expect(await payout('--tx', tx)).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^W-\S+ records it: 400 USDT of .*; the member is shown it under the bell, and notified/,
      ),
    });
    expect(await lastAct(club.world)).toMatchObject({
      kind: 'lost_payout_recorded',
      details: { operator: 'olga', memberId: club.who.member.id, asset: 'USDT', amount: '400' },
    });
    expect(await balance()).toBe(9_600);
    expect(await payout('--tx', tx)).toEqual({ code: 1, text: expect.stringMatching(/recorded already|has paid W-/) });
    expect(await payout('--tx', pays('359'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('360 USDT are due'),
    });
    expect(await balance()).toBe(9_600);
    expect((await club.world.mailsOf(club.who.member)).map(({ kind }) => kind)).toContain('withdrawalCompleted');
    expect(await run('restored', 'accept')).toMatchObject({ code: 0 });
    expect(await run('books', 'check')).toEqual({ code: 0, text: 'the books agree' });
  });

  it('is not recorded beyond what the wallet has, nor unchecked without a word', async () => {
    await begin();
    expect(
      await run('restored', 'payout', club.who.member.username, '20000', 'USDT', ADDRESS, '--tx', pays('18000')),
    ).toEqual({
      code: 1,
      text: expect.stringMatching(/^the wallet of \S+ has less than 20000 USDT; freeze the account/),
    });
    const tx = transaction();
    expect(await payout('--tx', tx)).toMatchObject({ code: 1, text: expect.stringContaining('--yes') });
    expect(await payout('--tx', tx, '--yes')).toMatchObject({ code: 0 });
    expect(await balance()).toBe(9_600);
  });
});

describe('the restore is not accepted', () => {
  it('while a chain is not read, unless an operator says why', async () => {
    await nothingInDoubt();
    await begin();
    club.world.troubledNetworks.set('bitcoin', { state: 'unreachable', since: club.world.clock.now() });
    expect(await run('restored', 'accept')).toEqual({
      code: 1,
      text: expect.stringMatching(/^the node of bitcoin does not answer: wait until the server has read them/),
    });
    expect(await run('restored', 'accept', '--despite', 'we keep no bitcoin')).toMatchObject({ code: 0 });
    club.world.troubledNetworks.clear();
  });

  it('while the books disagree', async () => {
    await nothingInDoubt();
    await begin();
    await sql`UPDATE accounts SET balance = balance + 1 WHERE member_id = ${club.who.member.id} AND asset = 'USDT'`.execute(
      club.world.db,
    );
    expect(await run('restored', 'accept')).toEqual({
      code: 1,
      text: expect.stringMatching(/^the books disagree: account /),
    });
    await sql`UPDATE accounts SET balance = balance - 1 WHERE member_id = ${club.who.member.id} AND asset = 'USDT'`.execute(
      club.world.db,
    );
    await run('books', 'reopen');
    expect(await run('restored', 'accept')).toMatchObject({ code: 0 });
  });

  it('twice', async () => {
    await nothingInDoubt();
    await begin();
    const both = await Promise.all([run('restored', 'accept'), run('restored', 'accept')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  });
});
