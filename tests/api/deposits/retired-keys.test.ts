// Keys of deposit addresses that were retired (decision 0125): nobody is shown their addresses, and what is still paid
// to them is credited only by an operator. Whoever has a leaked seed could pay themself, take the coins back, and
// repeat it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import { findUnpaidAddress, issueNextAddress } from '#server/domain/chain/issue.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { FINGERPRINT, payment } from '#fixtures/club/chain.ts';
import { mailsTo } from '../support/mails.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { ofEarlierKey } from '../support/retired.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let listener: PaymentListener;
beforeAll(async () => {
  world = await createWorld();
  listener = createPaymentListener(world.services);
  // The others have none.
  await setRates(world, { USDT: '1' });
});
afterAll(() => world.close());

const run = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const wanted = { asset: 'USDT', network: 'ethereum', amount: '500' } as const;
const shown = async (who: Rich, id: string) => (await who.call('getDeposit', { path: { id } })).body;
const retire = (fingerprint: string, ...sure: string[]) =>
  run('deposits', 'retire', fingerprint, '--reason', 'the seed has leaked', ...sure);
const surely = (fingerprint: string) => retire(fingerprint, '--yes');

/** A member with a request whose address is of an earlier key. */
async function earlier() {
  const who = await rich(world, {});
  const { id, reference, address } = (await who.call('createDeposit', { body: wanted })).body;
  return { who, id, reference, address, fingerprint: await ofEarlierKey(world, address) };
}

const paid = async (address: string, amount = '500') => {
  const one = await payment(world, listener, { address, asset: 'USDT', amount });
  await one.seen();
  return one;
};

describe('retiring a key', () => {
  it('ends its requests, shows their address to nobody to pay to, and tells their members', async () => {
    const { who, id, reference, fingerprint } = await earlier();
    const other = await rich(world, {});
    const theirs = (await other.call('createDeposit', { body: wanted })).body;
    const { code, text } = await surely(fingerprint);
    expect([code, text]).toEqual([
      0,
      expect.stringContaining('requests that ended: 1; their member is notified by email'),
    ]);
    const now = await shown(who, id);
    expect(now).toMatchObject({ status: 'cancel', addressRetired: true, paymentUri: now.address });
    expect((await who.call('getDepositOptions')).body.open).toEqual([]);
    expect((await who.call('getWallet')).body.awaited).toEqual([]);
    expect((await mailsTo(world, who.member.email, 'addressRetired'))[0]?.body).toContain(reference);
    expect(await shown(other, theirs.id)).toMatchObject({ status: 'awaitingPayment' });
    expect((await shown(other, theirs.id)).addressRetired).toBeUndefined();
    expect(await mailsTo(world, other.member.email, 'addressRetired')).toEqual([]);
    const again = (await who.call('createDeposit', { body: wanted })).body;
    expect([again.status, again.address === now.address]).toEqual(['awaitingPayment', false]);
    const { details } = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'deposit_key_retired')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ operator: 'olga', fingerprint, reason: 'the seed has leaked', requests: 1 });
  });

  it('holds what comes later, and what waits for its confirmations; an operator may credit it', async () => {
    const { who, id, address, fingerprint } = await earlier();
    const first = await paid(address);
    await surely(fingerprint);
    await first.final();
    const held = { status: 'notApproved', refusal: { reason: 'retiredAddress', minimum: null } };
    expect(await shown(who, id)).toMatchObject(held);
    await (await paid(address, '700')).final();
    expect(await who.balance('USDT')).toBe('0');
    const { items } = (await who.call('listHistory', { path: { kind: 'charge' } })).body;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['notApproved', 'notApproved']);
    expect(await mailsTo(world, who.member.email, 'depositAtRetired')).toHaveLength(2);
    const { reference } = await shown(who, id);
    expect((await run('deposits', 'list')).text).toMatch(new RegExp(`${reference}  .*  AT A RETIRED ADDRESS`));
    expect((await run('deposits', 'approve', reference)).code).toBe(0);
    expect(await who.balance('USDT')).toBe('500');
  });

  it('leaves credited what was credited', async () => {
    const { who, id, address, fingerprint } = await earlier();
    await (await paid(address)).final();
    await surely(fingerprint);
    expect(await shown(who, id)).toMatchObject({ status: 'completed', refusal: null });
    expect(await who.balance('USDT')).toBe('500');
  });

  it('opens no request again whose payment a reorganization takes away', async () => {
    const { who, id, address, fingerprint } = await earlier();
    const one = await paid(address);
    await surely(fingerprint);
    await one.dropped();
    expect((await shown(who, id)).status).toBe('cancel');
    await one.seen();
    await one.final();
    expect((await shown(who, id)).status).toBe('notApproved');
  });

  it('holds also an asset that has no rate, which would wait otherwise', async () => {
    const { who, address, fingerprint } = await earlier();
    await surely(fingerprint);
    const ether = await payment(world, listener, { address, asset: 'ETH', amount: '1' });
    await ether.seen();
    expect(await ether.final()).toBe('settled');
    expect(await who.balance('ETH')).toBe('0');
  });

  it('is refused for the key in force, for one that is retired, and for one that there is not', async () => {
    const { fingerprint } = await earlier();
    expect(await retire(FINGERPRINT)).toMatchObject({ code: 1, text: expect.stringContaining('is the key in force') });
    expect((await surely(fingerprint)).code).toBe(0);
    expect(await surely(fingerprint)).toMatchObject({ code: 1, text: expect.stringContaining('is retired since') });
    expect(await retire('0000')).toMatchObject({ code: 1, text: 'there is no key 0000; see: deposits keys' });
    expect(await run('deposits', 'retire', fingerprint)).toMatchObject({
      code: 2,
      text: expect.stringContaining('--reason is missing'),
    });
  });

  it('needs --yes while a server may still have the key, and where the command cannot know', async () => {
    const { fingerprint } = await earlier();
    expect(await retire(fingerprint)).toEqual({
      code: 1,
      text: expect.stringMatching(
        /^a server gave out an address of .* may still have it; it cannot be undone: .*--yes$/,
      ),
    });
    world.clock.advance(86_400);
    const { chain } = world.services;
    world.services.chain = { ...chain, keyOf: (network) => (network === 'ethereum' ? null : chain.keyOf(network)) };
    expect((await retire(fingerprint)).text).toMatch(/^this command has no key of ethereum, .*--yes$/);
    world.services.chain = { ...chain, networks: [] };
    expect((await retire(fingerprint)).text).toMatch(/^this command has no key of ethereum, .*--yes$/);
    world.services.chain = chain;
    expect(await retire(fingerprint)).toMatchObject({ code: 0 });
  });

  it('ends the giving out of its addresses, also by a server that still has it', async () => {
    const { who, fingerprint } = await earlier();
    await world.db
      .insertInto('chain_cursors')
      .values({ network: 'ethereum', genesis_hash: 'g', height: 1n, hash: 'h', moved_at: world.clock.now() })
      .execute();
    const key = { fingerprint, derive: (index: number) => ({ address: `a${index}`, lookup: `l${index}` }) };
    const of = { network: 'ethereum', memberId: who.member.id, asset: 'USDT', now: world.clock.now() } as const;
    const given = () =>
      inTransaction(world.db, async (trx) => [
        (await findUnpaidAddress(trx, key, of)) !== null,
        (await issueNextAddress(trx, key, { id: world.services.random.uuid(), ...of })) !== null,
      ]);
    expect(await given()).toEqual([true, true]);
    await surely(fingerprint);
    expect(await given()).toEqual([false, false]);
  });
});

it('“deposits keys” lists them, and “status” warns of a retired one that is in force', async () => {
  const { fingerprint } = await earlier();
  const lineOf = async (key: string) =>
    (await run('deposits', 'keys')).text.split('\n').find((line) => line.startsWith(key));
  expect(await lineOf(FINGERPRINT)).toMatch(/ethereum .*in force$/);
  expect(await lineOf(fingerprint)).toBe(`${fingerprint}  ethereum  addresses: 1  requests that wait: 1  NOT RETIRED`);
  await surely(fingerprint);
  expect(await lineOf(fingerprint)).toMatch(/ {2}requests that wait: 0 {2}retired 2\d{3}-/);
  expect((await run('status')).text).not.toContain('IS RETIRED');
  const set = (at: Date | null) =>
    world.db.updateTable('chain_keys').set({ retired_at: at }).where('fingerprint', '=', FINGERPRINT).execute();
  await set(world.clock.now());
  expect((await run('status')).text).toContain(`THE KEY ${FINGERPRINT} IS RETIRED`);
  await set(null);
});

it('the books agree at the end', async () => {
  expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
});
