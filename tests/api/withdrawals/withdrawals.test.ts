// Withdrawals (F-10, D-04, D-05, D-28, L-02): quoted, confirmed, decided and paid out, and every reason for refusing
// one.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { completeWithdrawal } from '#server/domain/withdrawals/steps.ts';
import { closeOldWithdrawals, payDueWithdrawals } from '#server/domain/withdrawals/payouts.ts';
import { ethereumAddress } from '#fixtures/club/chain.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';
import { ADDRESS, OPERATOR, HOURS_240, wanted, approve, refuse, noting, accepted } from '../support/withdrawals.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
beforeEach(() => setRates(world));
afterAll(() => world.close());
const BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const DAYS_30 = 30 * 24 * 3600;

describe('a withdrawal', () => {
  it('is quoted with its fee, moves nothing before it is confirmed, then moves from the balance into transit', async () => {
    const who = await rich(world);
    const draft = await who.call('createWithdrawal', { body: wanted({ amount: '400.000001' }) });
    expect(draft).toMatchObject({
      status: 200,
      body: {
        state: 'open',
        secondFactor: 'email',
        expiresIn: 300,
        amount: '400.000001',
        fee: '40',
        net: '360.000001',
        feeRate: '0.10',
        amountUsd: '400',
        rate: '1',
        completionHours: 240,
        development: true,
        resembles: null,
        addressLabel: null,
      },
    });
    expect(await who.balance('USDT')).toBe('10000');
    const confirmed = await who.confirm(draft.body.id);
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'executed', receiptId: expect.any(String) } });
    expect(await who.balance('USDT')).toBe('9599.999999');
    const receipt = await who.call('getReceipt', { path: { id: confirmed.body.receiptId } });
    expect(receipt.body).toMatchObject({
      kind: 'withdrawal',
      status: 'inProcess',
      asset: 'USDT',
      amount: '-400.000001',
      fee: '40',
      net: '360.000001',
      rate: '1',
      withdrawal: {
        address: ADDRESS,
        cancellable: true,
        overdue: false,
        transactionId: null,
        timeline: [{ status: 'inProcess' }],
      },
      journals: [
        {
          kind: 'withdrawal_accepted',
          postings: [
            { account: 'wallet', own: true, amount: '-400.000001' },
            { account: 'withdrawal_transit', own: false, amount: '400.000001' },
          ],
        },
      ],
    });
    expect(receipt.body.reference).toMatch(/^W-/);
    expect((await who.call('getWallet')).body).toMatchObject({
      pending: [{ kind: 'withdrawal', amount: '400.000001', status: 'inProcess' }],
    });
    const [mail] = await mailsTo(world, who.member.email, 'withdrawalAccepted');
    for (const part of ['400.000001 USDT', ADDRESS, '40.00 USDT', receipt.body.reference])
      expect(`${mail?.subject}${mail?.body}`).toContain(part);
    expect(mail?.html).toContain(ADDRESS);
    expect(await world.auditOf(who.member)).toContain('withdrawal_requested');
  });

  it('of a member with an app is confirmed by its code, not by a sign-in’s and not by a recovery code', async () => {
    const who = await rich(world, { USDT: '1000' }, { secondFactor: true });
    const { body: draft } = await who.call('createWithdrawal', { body: wanted() });
    expect(draft.secondFactor).toBe('totp');
    expect(
      (await who.callUnchecked('confirmDraft', { path: { id: draft.id }, body: { code: who.member.recoveryCodes[0] } }))
        .body,
    ).toMatchObject({
      code: 'code_incorrect',
      triesLeft: 4,
    });
    expect((await who.call('getDraft', { path: { id: draft.id } })).body).toMatchObject({
      triesLeft: 4,
      codeTo: null,
      codeSent: false,
    });
    const code = who.member.code();
    expect((await who.call('confirmDraft', { path: { id: draft.id }, body: { code } })).status).toBe(200);
    const { body: second } = await who.call('createWithdrawal', { body: wanted() });
    expect((await who.call('confirmDraft', { path: { id: second.id }, body: { code } })).body).toMatchObject({
      code: 'code_incorrect',
    });
  });

  it('can be canceled by its member while it is in process; the whole amount returns at once', async () => {
    const { who, id } = await accepted(world);
    const cancelled = await who.call('cancelWithdrawal', { path: { id } });
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'cancel', withdrawal: { cancellable: false, overdue: false } },
    });
    expect(await who.balance('USDT')).toBe('10000');
    expect((await who.call('cancelWithdrawal', { path: { id } })).body.status).toBe('cancel');
    expect(await who.balance('USDT')).toBe('10000');
    await expect(approve(world, id)).rejects.toThrow('cannot take the step APPROVE');
  });

  it('that was decided can no longer be canceled; one that was refused has returned', async () => {
    const one = await accepted(world);
    await approve(world, one.id);
    expect((await one.who.call('cancelWithdrawal', { path: { id: one.id } })).body).toMatchObject({
      status: 409,
      code: 'not_cancellable',
    });
    const other = await accepted(world);
    await refuse(world, other.id);
    expect(await other.who.balance('USDT')).toBe('10000');
    const [told] = await mailsTo(world, other.who.member.email, 'withdrawalRefused');
    expect(told?.body).toContain('400.00 USDT');
    expect(told?.body).toContain('looks like part of a scam');
    expect((await other.who.call('getReceipt', { path: { id: other.id } })).body.withdrawal?.refusal).toBe(
      'suspectedScam',
    );
    await expect(refuse(world, other.id)).rejects.toThrow('cannot take the step REFUSE');
  });

  it('that was approved can be refused until it is paid, since a thief may have asked for it', async () => {
    const address = ethereumAddress();
    const { who, id } = await accepted(world, { address });
    await approve(world, id);
    await refuse(world, id);
    expect(await who.balance('USDT')).toBe('10000');
    const { body } = await who.call('getReceipt', { path: { id } });
    expect(body).toMatchObject({
      status: 'notApproved',
      withdrawal: {
        refusal: 'suspectedScam',
        timeline: [{ status: 'inProcess' }, { status: 'approved' }, { status: 'notApproved' }],
      },
    });
    world.clock.advance(HOURS_240);
    const payer = noting(address);
    await payDueWithdrawals(world.services, payer);
    expect(payer.paid).toEqual([]);
    const sent = await accepted(world);
    await approve(world, sent.id);
    await world.db.updateTable('withdrawals').set({ payout_at: world.clock.now() }).where('id', '=', sent.id).execute();
    await expect(refuse(world, sent.id)).rejects.toThrow('it is being paid');
    expect(await sent.who.balance('USDT')).toBe('9600');
    expect(await checkBooks(world.db, { now: world.clock.now() })).toEqual({ kind: 'agree' });
  });

  it('is approved or canceled if both come at once, never both', async () => {
    const { who, id } = await accepted(world);
    const [cancelled] = await Promise.all([
      who.call('cancelWithdrawal', { path: { id } }),
      approve(world, id).catch(() => undefined),
    ]);
    const { status } = (await who.call('getReceipt', { path: { id } })).body;
    expect(status).toBe(cancelled.status === 200 ? 'cancel' : 'approved');
    expect(await who.balance('USDT')).toBe(cancelled.status === 200 ? '10000' : '9600');
  });

  it('is paid out when it is due and not before, once, however often the job runs, and late if the job was late', async () => {
    const address = ethereumAddress();
    const { who, id } = await accepted(world, { address });
    await approve(world, id);
    const payer = noting(address);
    world.clock.advance(HOURS_240 - 1);
    await payDueWithdrawals(world.services, payer);
    expect(payer.paid).toEqual([]);
    world.clock.advance(3600);
    const token = (await who.browser.session(who.member)).accessToken;
    const receipt = async () => (await who.browser.call('getReceipt', { path: { id }, token })).body;
    expect(await receipt()).toMatchObject({ status: 'approved', withdrawal: { overdue: true } });
    await Promise.all([payDueWithdrawals(world.services, payer), payDueWithdrawals(world.services, payer)]);
    await payDueWithdrawals(world.services, payer);
    expect(payer.paid).toEqual([{ asset: 'USDT', address, amount: '360' }]);
    expect(await receipt()).toMatchObject({
      status: 'completed',
      withdrawal: { overdue: false, transactionId: expect.stringMatching(/^0x0*\d+$/) },
    });
    expect(
      (await receipt()).journals
        .at(-1)
        .postings.map(({ account, amount }: { account: string; amount: string }) => `${account} ${amount}`)
        .sort(),
    ).toEqual(['chain 360', 'fees 40', 'withdrawal_transit -400']);
    expect((await mailsTo(world, who.member.email, 'withdrawalCompleted'))[0]?.body).toContain('360.00 USDT');
    const seen = await who.browser.call('acknowledgeWithdrawal', { path: { id }, token, key: randomUUID() });
    expect(seen.body).toMatchObject({
      status: 'done',
      withdrawal: {
        timeline: [{ status: 'inProcess' }, { status: 'approved' }, { status: 'completed' }, { status: 'done' }],
      },
    });
    expect(
      (await who.browser.call('acknowledgeWithdrawal', { path: { id }, token, key: randomUUID() })).body.status,
    ).toBe('done');
  });

  it('that could not be sent is retried; one whose process died while sending waits for an operator', async () => {
    const address = ethereumAddress();
    const { id } = await accepted(world, { address });
    await approve(world, id);
    world.clock.advance(HOURS_240);
    await expect(
      payDueWithdrawals(world.services, { pay: async () => Promise.reject(new Error('no node')) }),
    ).rejects.toThrow('no node');
    await world.db.updateTable('withdrawals').set({ payout_at: world.clock.now() }).where('id', '=', id).execute();
    const payer = noting(address);
    await payDueWithdrawals(world.services, payer);
    expect(payer.paid).toEqual([]);
    await inTransaction(world.db, (trx) =>
      completeWithdrawal(trx, world.services, { id, actor: OPERATOR, transactionId: '0xabc' }),
    );
    const { status } = await world.db
      .selectFrom('receipts')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('completed');
    world.clock.advance(DAYS_30 - 1);
    await closeOldWithdrawals(world.services);
    const statusNow = async () =>
      (await world.db.selectFrom('receipts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
    expect(await statusNow()).toBe('completed');
    world.clock.advance(1);
    await Promise.all([closeOldWithdrawals(world.services), closeOldWithdrawals(world.services)]);
    expect(await statusNow()).toBe('done');
  });

  it('that is not paid out cannot be confirmed as received', async () => {
    const { who, id } = await accepted(world);
    expect((await who.call('acknowledgeWithdrawal', { path: { id } })).body).toMatchObject({
      status: 409,
      code: 'not_completed',
    });
  });
});

describe('a withdrawal is refused', () => {
  it.each([
    ['zero', { amount: '0' }, 'invalid_request'],
    ['a negative amount', { amount: '-400' }, 'invalid_request'],
    ['an exponent', { amount: '4e2' }, 'invalid_request'],
    ['a number', { amount: 400 }, 'invalid_request'],
    ['digits of another script', { amount: '４００' }, 'invalid_request'],
    ['a thousands comma', { amount: '1,000' }, 'invalid_request'],
    ['more decimals than USDT has', { amount: '400.0000001' }, 'invalid_request'],
    ['less than the minimum', { amount: '299.999999' }, 'below_minimum_withdrawal'],
    ['more than there is', { amount: '10000.000001' }, 'insufficient_balance'],
    ['an address that is none', { address: 'somewhere' }, 'address_invalid'],
    ['an address with a wrong character', { address: ADDRESS.replace('E', 'e') }, 'address_invalid'],
    ['an address of another network', { address: BITCOIN_ADDRESS }, 'address_wrong_network'],
    ['an asset on another network', { network: 'bitcoin', address: BITCOIN_ADDRESS }, 'invalid_request'],
    ['an asset that leaves no chain', { asset: 'MSPC' }, 'asset_closed'],
    ['an asset that is none', { asset: 'DOGE' }, 'invalid_request'],
    ['an unknown field', { fee: '0' }, 'invalid_request'],
  ])('with %s', async (_what, changes, code) => {
    const who = await rich(world);
    expect((await who.call('createWithdrawal', { body: wanted(changes) })).body).toMatchObject({ code });
    expect(await who.balance('USDT')).toBe('10000');
  });

  it('without a key', async () => {
    const who = await rich(world);
    expect((await who.browser.call('createWithdrawal', { body: wanted(), token: who.token })).body).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('while the asset is closed, even if it was drafted before', async () => {
    const who = await rich(world);
    const { body: draft } = await who.call('createWithdrawal', { body: wanted() });
    world.closedAssets.add('USDT');
    expect((await who.call('createWithdrawal', { body: wanted() })).body.code).toBe('asset_closed');
    expect((await who.confirm(draft.id)).body.code).toBe('asset_closed');
    expect((await who.call('getWithdrawalOptions')).body.assets.map(({ asset }: { asset: string }) => asset)).toEqual([
      'BTC',
      'ETH',
    ]);
    world.closedAssets.clear();
  });

  it('while withdrawals are held, even if it was drafted before; the code is not spent', async () => {
    const who = await rich(world);
    const { body: draft } = await who.call('createWithdrawal', { body: wanted() });
    const until = new Date(world.clock.now().getTime() + 60_000);
    await world.db.updateTable('members').set({ money_held_until: until }).where('id', '=', who.member.id).execute();
    expect((await who.call('createWithdrawal', { body: wanted() })).body).toMatchObject({
      status: 403,
      code: 'money_held',
      until: until.toISOString(),
    });
    expect((await who.confirm(draft.id)).body).toMatchObject({ status: 403, code: 'money_held' });
    expect((await who.call('getDraft', { path: { id: draft.id } })).body).toMatchObject({
      codeSent: true,
      triesLeft: 5,
    });
    expect((await who.call('getWithdrawalOptions')).body.heldUntil).toBe(until.toISOString());
  });

  it('to a member with neither an app nor a verified address', async () => {
    const who = await rich(world);
    await world.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', who.member.id).execute();
    expect((await who.call('createWithdrawal', { body: wanted() })).body).toMatchObject({
      status: 403,
      code: 'email_not_verified',
    });
    expect((await who.call('getWithdrawalOptions')).body.secondFactor).toBeNull();
  });

  it('while the books are stopped; saved responses are still returned', async () => {
    const who = await rich(world);
    const key = randomUUID();
    const before = await who.call('createWithdrawal', { body: wanted(), key });
    await world.db.updateTable('club_state').set({ books_stopped_at: world.clock.now() }).execute();
    expect((await who.call('createWithdrawal', { body: wanted() })).body).toMatchObject({
      status: 503,
      code: 'books_stopped',
    });
    expect((await who.confirm(before.body.id)).body).toMatchObject({ status: 503, code: 'books_stopped' });
    expect((await who.call('createWithdrawal', { body: wanted(), key })).status).toBe(200);
    await world.db.updateTable('club_state').set({ books_stopped_at: null }).execute();
  });

  it('to anybody who requests another member’s', async () => {
    const { who, id } = await accepted(world);
    const other = await rich(world);
    const { body: draft } = await who.call('createWithdrawal', { body: wanted() });
    for (const answer of [
      await other.call('cancelWithdrawal', { path: { id } }),
      await other.call('acknowledgeWithdrawal', { path: { id } }),
      await other.call('sendDraftCode', { path: { id: draft.id } }),
    ])
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await other.call('confirmDraft', { path: { id: draft.id }, body: { code: '123456' } })).status).toBe(404);
    expect((await other.call('getReceipt', { path: { id } })).status).toBe(404);
    expect((await other.call('getDraft', { path: { id: draft.id } })).status).toBe(404);
  });
});

describe('the books', () => {
  it('agree at the end', async () => {
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
  });
});
